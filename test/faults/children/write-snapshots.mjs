// Writes a vault's snapshot again and again, another version each time, until it is killed; says when: `<notes> <cache>`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openVault } from "@pd/core/vault";

const [root, cache] = process.argv.slice(2);
for (let at = 0; ; at += 1) {
  // Of another length each time, so that snapshots of two versions differ in size and place of everything behind it.
  writeFileSync(join(root, "changing.md"), `# Changing\n\nVersion ${"again and ".repeat(at % 50)}${at}.\n`);
  const vault = await openVault(root, { cache });
  await vault.ready();
  process.stdout.write("now\n");
  await vault.close();
}
