import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ValidateData } from "../operations/validate.js";
import type { Finding } from "../ports/content.js";
import { type OpenedVault, temporaryVault } from "./testing/temporary-vault.js";

async function findings({ call }: OpenedVault): Promise<readonly Finding[]> {
  const { data } = await call<ValidateData>("validate");
  return data?.findings ?? [];
}

async function full({ call }: OpenedVault, reference: string): Promise<string> {
  const { nodes } = await call("node", { nodes: reference, level: 4 });
  const [node] = nodes;
  if (node?.level !== 4) throw new Error(`${reference} did not come in full`);
  return node.content.full;
}

async function scanned({ call }: OpenedVault, input: object = {}) {
  const { nodes } = await call("scan", { limit: 1000, tokenBudget: Number.POSITIVE_INFINITY, ...input });
  return nodes.flatMap((node) => (node.level === 1 ? [node] : []));
}

describe("R3.1 what a note is called, and what it is", () => {
  test.each([
    ["a.md", "---\nname: Declared\ntitle: Titled\n---\n# Headed", "Declared"],
    ["a.md", "---\ntitle: Titled\n---\n# Headed", "Titled"],
    ["a.md", "---\nname: '  '\n---\n# Headed", "Headed"],
    ["a.md", "Some text.\n\n# Headed *so*\n", "Headed so"],
    ["My file.md", "## No title\n", "My file"],
    ["My file.md", "", "My file"],
    ["folder/index.md", "Text.", "folder"],
    ["folder/SKILL.md", "Text.", "folder"],
    ["三.md", "三\n==\n", "三"],
  ])("%s with %j is %s", async (path, text, name) => {
    const opened = await temporaryVault({ [path]: text }).open();
    expect((await scanned(opened)).map((node) => node.name)).toEqual([name]);
  });

  test("defaults of type, domain, description and tags", async () => {
    const opened = await temporaryVault({
      "plain.md": "# Plain\n\nThe *first* sentence. And another. #one and #Two/deep",
      "area/deep/nested.md": "---\ntags: [x, '#y']\naliases: Other name\ntype: Concept\n---\n",
      "skills/pdf/SKILL.md": "---\ndescription: Fills forms\ndomain: office\ntags: a b, c\n---\nBody #d",
    }).open();
    const nodes = new Map((await scanned(opened)).map((node) => [node.id as string, node]));
    expect([...nodes.keys()].sort()).toEqual(["concept:nested", "note:plain", "skill:pdf"]);
    expect(nodes.get("note:plain")).toMatchObject({
      type: "note",
      domain: "general",
      description: "The first sentence.",
      tags: ["one", "Two/deep"],
    });
    expect(nodes.get("concept:nested")).toMatchObject({
      type: "Concept",
      domain: "area",
      description: "",
      tags: ["x", "y"],
    });
    expect(nodes.get("skill:pdf")).toMatchObject({
      domain: "office",
      description: "Fills forms",
      tags: ["a", "b", "c", "d"],
    });
    expect((await opened.call("node", { nodes: "other NAME" })).nodes[0]?.id).toBe("concept:nested");
  });

  test("R3.2 ids are readable, keep every script, and differ where paths do", async () => {
    const opened = await temporaryVault({
      "C.md": "",
      "C++.md": "",
      "C#.md": "",
      "漢字 かな.md": "",
      "🎉.md": "",
      "a b.md": "",
      "a-b.md": "",
      "x/Setup.md": "",
      "y/setup.md": "",
      [`${"long".repeat(40)}.md`]: "",
    }).open();
    const ids = (await scanned(opened)).map(({ id }) => id as string).sort();
    expect(ids.filter((id) => !/^note:(?:a-b-[0-9a-f]{8}|long.*)$/u.test(id))).toEqual(
      ["note:c", "note:c++", "note:c-sharp", "note:x/setup", "note:y/setup", "note:漢字-かな", "note:🎉"].sort(),
    );
    expect(new Set(ids).size).toBe(10);
    expect(ids.filter((id) => id.startsWith("note:a-b-"))).toHaveLength(2);
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThan(100);
  });

  test("what is ignored is not there, and a .pdignore is heard while the vault is open", async () => {
    const temporary = temporaryVault({
      "node_modules/x/README.md": "",
      ".git/a.md": "",
      ".obsidian/b.md": "",
      "dist/c.md": "",
      ".hidden.md": "",
      "drafts/d.md": "",
      "e.txt": "",
      "keep.MD": "",
      ".pdignore": "drafts/\n",
    });
    const opened = await temporary.open();
    expect((await scanned(opened)).map(({ id }) => id)).toEqual(["note:keep"]);
    temporary.write(".pdignore", "\uFEFFkeep.MD\n");
    expect(await opened.vault.refresh()).toBe(true);
    expect((await scanned(opened)).map(({ id }) => id)).toEqual(["note:d"]);
  });
});

describe("real vaults as they are", () => {
  test("CRLF, BOM, CJK, NUL, no end of line, invalid UTF-8: level 4 is the body, byte for byte, but for control characters", async () => {
    const bodies: readonly (readonly [string, string, string])[] = [
      ["crlf.md", "---\r\nname: Crlf\r\n---\r\n", "# Head\r\n\r\nText.\r\n"],
      ["bom.md", "\uFEFF", "# Head\n\nText."],
      ["both.md", "\uFEFF---\nname: Both\n---\n", "\n\nText\u2028x\u0000y 漢字🎉"],
      ["empty.md", "", ""],
      ["only-front.md", "---\nname: Only\n---\n", ""],
      ["lone-fence.md", "", "---"],
      ["rule.md", "", "---\n\nNot frontmatter\n\n---\n"],
      ["名前 と 空白.md", "", "本文。二つ目。\n"],
      ["🎉 party: 100%.md", "", "Text."],
    ];
    const opened = await temporaryVault(
      Object.fromEntries(bodies.map(([path, front, body]) => [path, front + body])),
    ).open();
    for (const [path, , body] of bodies)
      expect([path, await full(opened, path)]).toEqual([path, body.replace("\0", "\ufffd")]);
  });

  test("invalid UTF-8 comes with replacement characters, and is found by what is valid", async () => {
    const opened = await temporaryVault({
      "bad.md": Buffer.concat([Buffer.from("# Caf"), Buffer.from([0xe9]), Buffer.from("\n\nplatypus here")]),
    }).open();
    expect(await full(opened, "bad")).toBe("# Caf\uFFFD\n\nplatypus here");
    expect((await opened.call("search", { query: "platypus" })).nodes).toHaveLength(1);
  });

  test.skipIf(process.platform === "win32")(
    "a name may hold what this system allows, and its note is read all the same",
    async () => {
      const names = [
        "a: b.md",
        "back\\slash.md",
        "new\nline.md",
        "-dash.md",
        "  blanks .md",
        "%41.md",
        "#hash.md",
        "[[x]].md",
      ];
      const opened = await temporaryVault(
        Object.fromEntries(names.map((name) => [name, `Text of ${JSON.stringify(name)}`])),
      ).open();
      const nodes = await scanned(opened);
      expect(nodes).toHaveLength(names.length);
      for (const { id } of nodes) expect(await full(opened, id)).toContain("Text of ");
    },
  );

  test.runIf(process.platform === "linux")("a name that is no UTF-8 is said, and ends nothing", async () => {
    const temporary = temporaryVault({ "good.md": "Text." });
    writeFileSync(
      Buffer.concat([Buffer.from(`${temporary.root}/bad`), Buffer.from([0xff]), Buffer.from(".md")]),
      "Text.",
    );
    const opened = await temporary.open();
    expect(await scanned(opened)).toHaveLength(1);
    expect(await findings(opened)).toContainEqual(
      expect.objectContaining({ code: "content-unreadable", file: "bad\uFFFD.md" }),
    );
  });

  test("one bad file is a finding with file and line, and the rest is there", async () => {
    const temporary = temporaryVault({
      "good.md": "---\ndescription: Good\n---\nText.",
      "colon.md": "---\ntype: note\ndescription: Unquoted: colon\n---\nText.",
      "huge.md": "",
      "unclosed.md": "---\nname: Unclosed\n\nmarmalade in the body",
      "tabs.md": "---\nname: x\n\ttags: y\n---\nmarmalade",
      "big-front.md": `---\nname: "${"x".repeat(20_000)}"\n---\nmarmalade`,
    });
    truncateSync(temporary.path("huge.md"), 65 * 2 ** 20);
    symlinkSync("/etc/hostname", temporary.path("link.md"));
    symlinkSync("/etc", temporary.path("folder"));
    symlinkSync("good.md", temporary.path("inner.md"));
    symlinkSync("nowhere.md", temporary.path("dangling.md"));
    execFileSync("mkfifo", [temporary.path("pipe.md")]);
    const opened = await temporary.open();
    expect((await scanned(opened)).map(({ name }) => name).sort()).toContain("good");
    expect(await scanned(opened)).toHaveLength(5);
    const found = await findings(opened);
    expect(found).toContainEqual(
      expect.objectContaining({ code: "frontmatter-unquoted-colon", file: "colon.md", line: 3 }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ code: "file-too-large", file: "huge.md", line: 1, severity: "error" }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ code: "frontmatter-fence-never-closed", file: "unclosed.md" }),
    );
    expect(found).toContainEqual(expect.objectContaining({ code: "frontmatter-too-large", file: "big-front.md" }));
    expect(found).toContainEqual(expect.objectContaining({ code: "link-outside", file: "link.md" }));
    expect(found).toContainEqual(expect.objectContaining({ code: "link-outside", file: "folder" }));
    expect(found).toContainEqual(expect.objectContaining({ code: "link-nowhere", file: "dangling.md" }));
    expect(found).toContainEqual(expect.objectContaining({ code: "not-a-file", file: "pipe.md", severity: "info" }));
    // What it leads to is shown under its own name.
    expect(found.filter(({ file }) => file === "inner.md")).toEqual([]);
    expect(found.every(({ line, file }) => line >= 1 && file !== "")).toBe(true);
    // R1.4 findings are no way around the gate.
    expect(JSON.stringify(found)).not.toContain("marmalade");
  });

  test("what is wrong goes when it is mended, and comes when it breaks, without any note changing", async () => {
    const temporary = temporaryVault({ "good.md": "Text.", "huge.md": "" });
    truncateSync(temporary.path("huge.md"), 65 * 2 ** 20);
    symlinkSync("/etc", temporary.path("folder"));
    const opened = await temporary.open();
    const codes = async () =>
      (await findings(opened)).map(({ code }) => code).filter((code) => /large|outside/u.test(code));
    expect(await codes()).toEqual(["file-too-large", "link-outside"]);
    expect(await opened.vault.refresh()).toBe(false);
    rmSync(temporary.path("huge.md"));
    rmSync(temporary.path("folder"));
    expect(await opened.vault.refresh()).toBe(true);
    expect(await codes()).toEqual([]);
    temporary.write("huge.md", "");
    truncateSync(temporary.path("huge.md"), 65 * 2 ** 20);
    expect(await opened.vault.refresh()).toBe(true);
    expect(await codes()).toEqual(["file-too-large"]);
    await opened.vault.close();
    rmSync(temporary.path("huge.md"));
    const again = await temporary.open();
    expect((await findings(again)).map(({ code }) => code)).not.toContain("file-too-large");
  });

  test.skipIf(process.getuid?.() === 0)("a file or folder that may not be read is a finding", async () => {
    const temporary = temporaryVault({ "good.md": "", "secret.md": "", "closed/a.md": "" });
    chmodSync(temporary.path("secret.md"), 0);
    chmodSync(temporary.path("closed"), 0);
    const opened = await temporary.open();
    const found = await findings(opened);
    chmodSync(temporary.path("closed"), 0o700);
    expect(await scanned(opened)).toHaveLength(1);
    expect(found).toContainEqual(expect.objectContaining({ code: "content-unreadable", file: "secret.md" }));
    expect(found).toContainEqual(expect.objectContaining({ code: "folder-unreadable", file: "closed" }));
  });

  test("files and folders that vanish while it loads are not there, and nothing is said", async () => {
    const files = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`f${at % 20}/n${at}.md`, `Text ${at}.`]));
    const temporary = temporaryVault(files);
    let vanished = false;
    const opening = temporary.open({
      onProgress: (read) => {
        if (vanished || read < 96) return;
        vanished = true;
        for (const folder of ["f8", "f19"]) rmSync(temporary.path(folder), { recursive: true });
        for (const name of Object.keys(files).slice(0, 100)) rmSync(temporary.path(name), { force: true });
      },
    });
    const opened = await opening;
    await opened.vault.ready();
    await opened.vault.refresh();
    const nodes = await scanned(opened);
    expect(nodes).toHaveLength(
      Object.keys(files).filter((name, at) => at >= 100 && !["f8", "f19"].includes(dirname(name))).length,
    );
    expect((await findings(opened)).filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("10,000 files in one folder, and one of 10 MB", async () => {
    const temporary = temporaryVault();
    temporary.write("many/n0.md", "A note. [[n7]]");
    // Links are made faster than files.
    for (let at = 1; at < 10_000; at += 1) linkSync(temporary.path("many/n0.md"), temporary.path(`many/n${at}.md`));
    temporary.write("large.md", `# Large\n\n${`${"A line of text. ".repeat(60)}[[n7]]\n\n`.repeat(10_500)}`);
    let progress = 0;
    const opened = await temporary.open({ cache: false, onProgress: (read, all) => (progress = read / all) });
    expect(progress).toBe(1);
    expect((await opened.call("stats")).data).toMatchObject({ nodes: 10_001, brokenLinks: 0, links: 10_000 });
    expect((await opened.call("node", { nodes: "n9999", level: 2 })).nodes[0]).toMatchObject({ level: 2 });
    expect((await opened.call("node", { nodes: "large", level: 2 })).nodes[0]?.links).toHaveLength(1);
  });

  test("folders nested as deep as a system allows", async () => {
    const temporary = temporaryVault({ [`${"d/".repeat(63)}in.md`]: "", [`${"d/".repeat(70)}out.md`]: "" });
    const opened = await temporary.open();
    expect((await scanned(opened)).map(({ name }) => name)).toEqual(["in"]);
    expect(await full(opened, "in")).toBe("");
    expect((await findings(opened)).map(({ code }) => code)).toContain("too-deep");
  });
});

test("a folder that is none is an error that says so", async () => {
  const temporary = temporaryVault({ "a.md": "" });
  const { openVault } = await import("./open-vault.js");
  for (const path of ["a.md", "nowhere"])
    await expect(openVault(join(temporary.root, path))).rejects.toMatchObject({ code: "vault-unreadable" });
});
