import { mkdirSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDiskFilesystem } from "@pd/core/files";
import { markdownSection, promptTemplate, SectionVisibility } from "@pd/prompt";
import { describe, expect, test } from "vitest";
import { everyCall } from "./every-call.js";
import { temporaryFolder } from "./temporary-folder.js";

const PATHS = ["context/one.md", "context/two.md", "context/below/three.md"] as const;
const versions = (root: string) => PATHS.map((path) => readFileSync(join(root, path), "utf8"));
const files = (text: string) => PATHS.map((path) => ({ path, text: `${path} ${text}` }));
const all = (text: string) => files(text).map((file) => file.text);

function written(text: string): string {
  const root = temporaryFolder();
  mkdirSync(join(root, "context", "below"), { recursive: true });
  for (const file of files(text)) writeFileSync(join(root, file.path), file.text);
  return root;
}

/** No process has this number: whoever comes next takes the one that made the note for dead. */
function forgetWriters(root: string): void {
  for (const name of readdirSync(root)) {
    if (name.includes("journal-"))
      renameSync(join(root, name), join(root, name.replace(/journal-\d+/, "journal-4194305")));
  }
}

describe("context files", () => {
  test("all are the old ones or all are the new ones, and the next call writes", async () => {
    const tried = await everyCall({
      prepare: () => written("old"),
      under: (root) => [root],
      act: async (root) => createDiskFilesystem(root).write(files("new")),
      async check(root, { error, lasting, named }) {
        // While a disk stays broken nothing can be put back either. Whoever opens the folder next does.
        if (lasting) {
          forgetWriters(root);
          createDiskFilesystem(root);
        }
        const now = versions(root);
        expect([named, now]).toEqual([named, all(now[0]?.endsWith("new") === true ? "new" : "old")]);
        if (error !== undefined && !lasting) expect([named, now]).toEqual([named, all("old")]);
        if (error === undefined) expect([named, now]).toEqual([named, all("new")]);
        const filesystem = createDiskFilesystem(root);
        expect((await filesystem.list()).map(({ path }) => path)).toEqual([...PATHS].sort());
        await filesystem.write(files("next"));
        expect([named, versions(root)]).toEqual([named, all("next")]);
      },
    });
    expect(tried).toBeGreaterThan(100);
  });

  test("what a broken disk kept from being finished is not finished over what was written since", async () => {
    await everyCall({
      prepare: () => written("old"),
      under: (root) => [root],
      act: async (root) => createDiskFilesystem(root).write(files("new")),
      async check(root, { named }) {
        await createDiskFilesystem(root).write(files("next"));
        forgetWriters(root);
        createDiskFilesystem(root);
        expect([named, versions(root)]).toEqual([named, all("next")]);
      },
    });
  });

  test("a note is finished for a process that had the same number before, and not over what another wrote since", async () => {
    for (const [minutes, expected] of [
      [-1, "old"],
      [1, "new"],
    ] as const) {
      const root = written("old");
      const at = Date.now() / 1000 - 86_400;
      const fresh = ".pd-unfinished-1-a";
      writeFileSync(join(root, "context", fresh), "new");
      const note = join(root, `.pd-unfinished-journal-${process.pid}-x`);
      writeFileSync(note, JSON.stringify([[fresh, PATHS[0]]]));
      utimesSync(note, at, at);
      utimesSync(join(root, PATHS[0]), at - minutes * 60, at - minutes * 60);
      createDiskFilesystem(root);
      expect(readFileSync(join(root, PATHS[0]), "utf8")).toContain(expected);
      expect(readdirSync(root)).toEqual(["context"]);
      expect(readdirSync(join(root, "context"))).not.toContain(fresh);
    }
  });

  test("of files that were not there before, all are or none is, and no folder is left", async () => {
    await everyCall({
      prepare: () => temporaryFolder(),
      under: (root) => [root],
      act: async (root) => createDiskFilesystem(root).write(files("new")),
      async check(root, { error, failed, lasting, named }) {
        const cleaning = failed.some((name) => name === "unlinkSync" || name === "rmdirSync");
        if (error !== undefined && !lasting && !cleaning) expect([named, readdirSync(root)]).toEqual([named, []]);
        await createDiskFilesystem(root).write(files("next"));
        expect([named, versions(root)]).toEqual([named, all("next")]);
      },
    });
  });

  test("reading, listing and removing end with an answer or an error of pd", async () => {
    await everyCall({
      prepare: () => written("old"),
      under: (root) => [root],
      async act(root) {
        const filesystem = createDiskFilesystem(root);
        await filesystem.list();
        await filesystem.read(PATHS[0]);
        await filesystem.remove(PATHS[1]);
      },
      async check(root, { named }) {
        const filesystem = createDiskFilesystem(root);
        expect([named, (await filesystem.read(PATHS[0])).text]).toEqual([named, `${PATHS[0]} old`]);
        await filesystem.remove(PATHS[1]);
        expect([named, (await filesystem.list()).map(({ path }) => path)]).toEqual([named, [PATHS[2], PATHS[0]]]);
      },
    });
  });

  test("open_sections tells of a failed write as of any failed call, and works the next time", async () => {
    const closed = { summary: "short", visibility: SectionVisibility.SUMMARY } as const;
    const child = markdownSection({ title: "Child", key: "child", template: "child text" });
    const parent = markdownSection({
      title: "Parent",
      key: "parent",
      template: "parent text",
      children: [child],
      ...closed,
    });
    const other = markdownSection({ title: "Other", key: "other", template: "other text", ...closed });
    const prompt = promptTemplate({ ns: "t", key: "t", sections: [parent, other], delivery: "files" });
    const open = async (root: string) => {
      const { tools } = prompt.bind().render({ filesystem: createDiskFilesystem(root) });
      const tool = tools.find(({ name }) => name === "open_sections");
      const result = await tool?.call({ section_keys: ["parent", "other"], reason: "because" }, {
        onEvent: undefined,
      } as never);
      return result as { readonly success: boolean };
    };
    await everyCall({
      prepare: () => temporaryFolder(),
      under: (root) => [root],
      act: open,
      async check(root, { named }) {
        const result = await open(root);
        expect([named, result]).toMatchObject([named, { success: true }]);
      },
    });
  });
});
