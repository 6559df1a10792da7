import { utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { temporaryVault } from "../testing/temporary-vault.js";

const NOTES = {
  "cidade.md":
    "---\ndescription: A maior cidade.\n---\n# Cidade\n\nVeja [[bairro]] primeiro.\n\n## História\n\nFundada em 1554.\n\n## 人口\n\n一千二百万人。\n",
  "bairro.md": "---\ndescription: Um bairro antigo.\n---\n# Bairro\n\nPerto do centro.\n",
};

/** Asks for the note at each level without repeats, after it was shown at each, and says which levels came. */
async function shownAgain(change: (vault: ReturnType<typeof temporaryVault>) => void): Promise<readonly number[]> {
  const folder = temporaryVault(NOTES);
  const { vault, call } = await folder.open();
  const sessions = await Promise.all(
    [1, 2, 3, 4].map(
      async (level) => (await call("node", { nodes: "cidade", level, session: "new", ...rowsAt(level) })).session,
    ),
  );
  change(folder);
  await vault.refresh();
  const came = await Promise.all(
    sessions.map((session, at) =>
      call("node", { nodes: "cidade", level: at + 1, session, repeat: false, ...rowsAt(at + 1) }),
    ),
  );
  return came.flatMap(({ nodes }) => nodes.map(({ level }) => level));
}

/** A short note shows its links and previews where they are asked for. */
const rowsAt = (level: number) =>
  level === 2 ? { links: "all" } : level === 3 ? { links: "all", previews: "all" } : {};

const edit = (file: keyof typeof NOTES, from: string, to: string) => (folder: ReturnType<typeof temporaryVault>) =>
  folder.write(file, NOTES[file].replace(from, to));

describe("R2.7 of a note that was shown, what an edit changed is new, at each level that shows it", () => {
  test.each<[string, (folder: ReturnType<typeof temporaryVault>) => void, readonly number[]]>([
    ["nothing", () => undefined, []],
    ["written again as it was", edit("cidade.md", "", ""), []],
    ["touched", (folder) => utimesSync(folder.path("cidade.md"), 1, 1), []],
    ["its description", edit("cidade.md", "A maior", "A primeira"), [1, 2, 3, 4]],
    ["the sentence of a link", edit("cidade.md", "primeiro", "depois"), [2, 3, 4]],
    ["a section", edit("cidade.md", "1554", "1553"), [3, 4]],
    ["a word with as many bytes", edit("cidade.md", "一千", "三千"), [3, 4]],
    ["the description of a note it links to", edit("bairro.md", "antigo", "novo"), [2, 3]],
    ["the text of a note it links to", edit("bairro.md", "Perto", "Longe"), []],
  ])("%s", async (_, change, levels) => {
    expect(await shownAgain(change)).toEqual(levels);
  });

  test("a section that was read in its note is new once the note was edited, and not before", async () => {
    const folder = temporaryVault(NOTES);
    const { vault, call } = await folder.open();
    const { session } = await call("node", { nodes: "cidade", level: 4, session: "new" });
    const ask = async () =>
      (await call("node", { nodes: "cidade#história", level: 4, session, repeat: false })).nodes.length;
    expect(await ask()).toBe(0);
    edit("cidade.md", "1554", "1553")(folder);
    await vault.refresh();
    expect([await ask(), await ask()]).toEqual([1, 0]);
  });

  test("another process knows what was shown: versions depend on files alone", async () => {
    const folder = temporaryVault(NOTES);
    const asked = [{ id: "note:cidade" as never }, { id: "note:bairro" as never }, { id: "note:none" as never }];
    const versions = async (cache: false | string) => {
      const { graph, release } = await (await folder.open({ cache })).vault.open();
      const found = await graph.versions?.(asked);
      release();
      return found;
    };
    const first = await versions(false);
    expect(first).toEqual([expect.any(String), expect.any(String), undefined]);
    expect(await versions(folder.cache)).toEqual(first);
    expect(await versions(folder.cache)).toEqual(first);
  });
});
