import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterwards } from "pd-tooling/afterwards";

/** In memory where the system has such a place: a disk that is told to fail thousands of times need not turn for it. */
const IN_MEMORY = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A real path, gone when the test is over. */
export function temporaryFolder(parent = IN_MEMORY): string {
  const folder = realpathSync(mkdtempSync(join(parent, "pd-faults-")));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
