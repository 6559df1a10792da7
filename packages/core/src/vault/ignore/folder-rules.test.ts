import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { temporaryVault } from "../testing/temporary-vault.js";

async function paths(files: Readonly<Record<string, string>>, options: { gitignore?: boolean; git?: boolean } = {}) {
  const temporary = temporaryVault(files);
  if (options.git === true) mkdirSync(temporary.path(".git"));
  const { call } = await temporary.open(options.gitignore === undefined ? {} : { gitignore: options.gitignore });
  const { nodes } = await call("scan", { limit: 50 });
  return nodes.map(({ id }) => id).sort();
}

describe("R3.1 Obsidian's settings", () => {
  const files = {
    ".obsidian/app.json": JSON.stringify({ userIgnoreFilters: ["Archiv/", "/^Log\\/\\d{4}/", "Tagebuch/2020"] }),
    ".obsidian/templates.json": '{"folder": "Vorlagen"}',
    ".obsidian/daily-notes.json": '{"folder": "Tagebuch", "template": "Meta/Tag"}',
    "Archiv/alt.md": "alt",
    "Log/2020-01.md": "x",
    "Log/später.md": "x",
    "Tagebuch/2020-05.md": "x",
    "Tagebuch/2021-05.md": "x",
    "Vorlagen/Notiz.md": "{{title}}",
    "Meta/Tag.md": "{{date}}",
    "Meta/Tagung.md": "x",
    ".stversions/x.md": "x",
    "Plan.canvas": "{}",
  };
  test("leave out what their owner left out", async () => {
    expect(await paths(files)).toEqual(["note:2021-05", "note:später", "note:tagung"]);
  });
  test("a filter that could run for ever closes the vault, and says why", async () => {
    const temporary = temporaryVault({
      "a.md": "a",
      ".obsidian/app.json": JSON.stringify({ userIgnoreFilters: ["/(a+)+$/"] }),
    });
    const { call } = await temporary.open();
    await expect(call("scan")).rejects.toMatchObject({ code: "vault-unreadable" });
  });
  test.each(["kein JSON", "[]", '{"userIgnoreFilters": "Archiv/"}', '{"userIgnoreFilters": [1, "/[/"]}'])(
    "that cannot be understood are none: %s",
    async (text) => {
      const found = await paths({ ".obsidian/app.json": text, "a.md": "a" });
      expect(found).toEqual(["note:a"]);
    },
  );
  test("a note is called as its file is, and found by its heading", async () => {
    const { call } = await temporaryVault({
      ".obsidian/app.json": "{}",
      "2021 Größe.md": "# Wie groß ist es?\n\nText.",
      "Karte.md": "[[Wie groß ist es?]]",
      "b/index.md": "# Anfang",
    }).open();
    const { nodes } = await call("scan");
    expect(nodes.map(({ name }) => name).sort()).toEqual(["2021 Größe", "Karte", "b"]);
    expect((await call("node", { nodes: "Wie groß ist es?" })).nodes[0]?.name).toBe("2021 Größe");
    const { data } = await call<{ findings: readonly { code: string }[] }>("validate");
    expect(data?.findings.map(({ code }) => code)).not.toContain("broken-link");
  });
});

describe("R3.1 a .gitignore", () => {
  const files = {
    ".gitignore": "# gebaut\nout/\n*.tmp.md\n/nur-oben.md\n",
    "out/a.md": "a",
    "b.tmp.md": "b",
    "nur-oben.md": "x",
    "sub/nur-oben.md": "x",
    "sub/.gitignore": "geheim.md\n!da.tmp.md\n",
    "sub/geheim.md": "x",
    "sub/tief/geheim.md": "x",
    "sub/da.tmp.md": "x",
    "c.md": "c",
  };
  test("counts where the folder is a repository", async () => {
    expect(await paths(files, { git: true })).toEqual(["note:c", "note:da.tmp", "note:nur-oben"]);
  });
  test("counts nowhere else, nor where the host turns it off", async () => {
    expect(await paths(files)).toHaveLength(8);
    expect(await paths(files, { git: true, gitignore: false })).toHaveLength(8);
  });
  test("a .pdignore takes back what it leaves out, and dot folders too", async () => {
    const more = { ...files, ".pdignore": "!out/\n!.notizen/\n", ".notizen/d.md": "d", ".andere/e.md": "e" };
    expect(await paths(more, { git: true })).toEqual(["note:a", "note:c", "note:d", "note:da.tmp", "note:nur-oben"]);
  });
  test("one above the folder counts, and one that changes below the top is seen", async () => {
    const repository = temporaryVault({
      ".gitignore": "docs/intern/\n",
      "docs/a.md": "a",
      "docs/intern/b.md": "b",
      "docs/x/c.md": "c",
    });
    mkdirSync(repository.path(".git"));
    const { openVault } = await import("../open-vault.js");
    const vault = await openVault(repository.path("docs"), { cache: repository.cache });
    expect((await vault.open()).graph.size).toBe(2);
    repository.write("docs/x/.gitignore", "c.md\n");
    await vault.refresh();
    expect((await vault.open()).graph.size).toBe(1);
    await vault.close();
  });
});
