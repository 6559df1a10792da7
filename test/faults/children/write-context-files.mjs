// Writes the same few files together again and again, another version each time, until it is killed; says when: `<folder> <path…>`.
import { createDiskFilesystem } from "@pd/core/files";

const [root, ...paths] = process.argv.slice(2);
const files = createDiskFilesystem(root);
for (let at = 0; ; at += 1) {
  process.stdout.write("now\n");
  await files.write(paths.map((path) => ({ path, text: `${process.pid} ${at}\n`.repeat(2000) })));
}
