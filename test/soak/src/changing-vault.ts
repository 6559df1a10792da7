import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of notes that never stands still. */
export interface ChangingVault {
  readonly folder: string;
  /** How many changes were made. */
  changes(): number;
  /** One change: a version of the pair, or a note added, changed, renamed or deleted. */
  change(): void;
  remove(): void;
}

const STILL = 120;
const MOVING = 20;

/**
 * Among notes that stay, two that belong together: `source` links to `target`, whose description and body name a version that changes all
 * the time. Whatever an answer shows of both comes from one version of the graph, so it has to agree. Each client has a note of its own.
 */
export function changingVault(clients: number): ChangingVault {
  const scratch = mkdtempSync(join(tmpdir(), "pd-soak-"));
  const folder = join(scratch, "notes");
  let made = 0;
  /** As editors do: whole, in one step. */
  const put = (name: string, text: string) => {
    writeFileSync(join(scratch, "unfinished"), text);
    renameSync(join(scratch, "unfinished"), join(folder, name));
  };
  const putTarget = (version: number) =>
    put(
      "pair/target.md",
      `---\nname: Target\ndescription: Version ${version}.\n---\n# Target\n\nThis is version ${version}.\n`,
    );
  for (const path of ["pair", "still", "moving", "canaries"]) mkdirSync(join(folder, path), { recursive: true });
  for (let at = 0; at < STILL; at += 1)
    put(
      `still/note ${at}.md`,
      `# Note ${at}\n\nAbout budgets and levels. See [[note ${(at + 1) % STILL}]] and [[target]].\n`,
    );
  for (let at = 0; at < clients; at += 1) put(`canaries/canary ${at}.md`, `# Canary ${at}\n\nOnly for client ${at}.\n`);
  put("pair/source.md", "# Source\n\nIt follows from the [[target]].\n");
  putTarget(0);

  function move(number: number): void {
    const name = (state: number) => `moving/note ${number % MOVING} ${state}.md`;
    const there = readdirSync(join(folder, "moving")).find((file) => file.startsWith(`note ${number % MOVING} `));
    const text = `# Moving ${number}\n\nMoved ${number} times, with [[note ${number % STILL}]].\n`;
    if (there === undefined) put(name(number), text);
    else if (number % 3 === 0) renameSync(join(folder, "moving", there), join(folder, name(number)));
    else if (number % 3 === 1) put(`moving/${there}`, text);
    else rmSync(join(folder, "moving", there));
  }

  return {
    folder,
    changes: () => made,
    change() {
      made += 1;
      if (made % 2 === 0) putTarget(made);
      else move(made);
    },
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}
