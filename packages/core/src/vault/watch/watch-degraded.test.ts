import { expect, test, vi } from "vitest";
import { temporaryVault } from "../testing/temporary-vault.js";

/** A system that has no watches to give. */
vi.mock(import("./watch.js"), async (importOriginal) => {
  const { watchFolders } = await importOriginal();
  const watchFolder = () => {
    throw Object.assign(new Error("no more watches"), { code: "ENOSPC" });
  };
  return { watchFolders: (options) => watchFolders({ ...options, watchFolder, pollMilliseconds: 50 }) };
});

test("where the system's watches run out, changes are found by polling, and it is said", async () => {
  const temporary = temporaryVault({ "a.md": "" });
  const { vault, call } = await temporary.open({ watch: true });
  expect(temporary.events).toContainEqual(
    expect.objectContaining({ kind: "watch-degraded", reason: "ENOSPC", pollMilliseconds: 50 }),
  );
  temporary.write("sub/b.md", "");
  await vi.waitFor(async () => expect((await call("scan")).nodes).toHaveLength(2), { timeout: 60_000 });
  await vault.close();
  const said = temporary.events.length;
  temporary.write("c.md", "");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(temporary.events).toHaveLength(said);
});
