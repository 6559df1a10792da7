import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { skillContent } from "../content/skill-content.js";
import { skillPort } from "../content/skill-port.js";
import { PathSecurityError } from "../record/errors.js";
import type { SkillEvent } from "../record/skill-event.js";
import { runScript, type ScriptExecutor } from "../scripts/executor.js";
import { listScripts } from "../scripts/scripts.js";
import { type Files, scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { fingerprintSkill } from "../trust/trust.js";
import { SkillManager } from "./skill-manager.js";

const SECRET = "the secret";

function managed(files: Files = {}) {
  const top = writeFiles(scratchFolder(), { secret: SECRET, "sibling-skill/data.csv": SECRET });
  const root = join(top, "skills");
  writeFiles(root, {
    "pdf/SKILL.md": "---\nname: pdf\ndescription: d\n---\n",
    "pdf/reference.md": "inside",
    "pdf/scripts/extract.py": "print()",
    ...files,
  });
  const events: SkillEvent[] = [];
  const manager = new SkillManager({
    projectDir: root,
    personalDir: false,
    maxFileBytes: 1000,
    onEvent: (event) => events.push(event),
  });
  manager.discoverSync();
  events.length = 0;
  return { top, folder: join(root, "pdf"), manager, events };
}

describe("SC-007 files of a skill are read and resolved", () => {
  test("FR-013 in its folders, five down", () => {
    const { folder, manager } = managed({ "pdf/a/b/c/d/e/deep.txt": "deep" });
    expect(manager.readResourceSync("pdf", "reference.md")).toBe("inside");
    expect(manager.readResourceSync("pdf", "a/b/c/d/e/deep.txt")).toBe("deep");
    expect(manager.resolvePath("pdf", "scripts/extract.py")).toBe(join(folder, "scripts", "extract.py"));
    expect(manager.resolvePath("pdf", "./reference.md")).toBe(join(folder, "reference.md"));
  });

  test("a file that does not exist has a path, and fails where it is read", async () => {
    const { folder, manager, events } = managed();
    expect(manager.resolvePath("pdf", "none/there.md")).toBe(join(folder, "none", "there.md"));
    await expect(manager.readResource("pdf", "none/there.md")).rejects.toMatchObject({
      code: "content-unreadable",
      name: "PdError",
    });
    expect(events).toEqual([]);
  });

  test("a link that stays inside works; so does a skill whose folder is a link", () => {
    const { top, folder, manager } = managed();
    symlinkSync("reference.md", join(folder, "again.md"));
    expect(manager.readResourceSync("pdf", "again.md")).toBe("inside");
    const linked = join(top, "linked");
    mkdirSync(linked);
    symlinkSync(folder, join(linked, "pdf"));
    const other = new SkillManager({ projectDir: linked, personalDir: false });
    expect(other.readResourceSync("pdf", "reference.md")).toBe("inside");
    expect(other.invokeSkillSync("pdf").content).toContain(join(linked, "pdf"));
    expect(other.resolvePath("pdf", "reference.md")).toBe(join(linked, "pdf", "reference.md"));
  });
});

const REFUSED = [
  "../sibling-skill/data.csv",
  "../../secret",
  "scripts/../../../secret",
  "/etc/passwd",
  "C:/secret",
  "c:\\secret",
  "\\\\server\\share",
  "..\\secret",
  "a\0b",
  "",
  ".",
  "a/b/c/d/e/f/too-deep.txt",
  ".env",
  "./.env",
  ".git/config",
  "referências/.segredo/chave.txt",
  "scripts/.hidden.py",
  "..notes.md",
];

describe("FR-011 FR-012 SC-006 whatever leaves the folder is refused, typed and told", () => {
  test.each(REFUSED)("%j", async (path) => {
    const { manager, events } = managed({ "pdf/a/b/c/d/e/f/too-deep.txt": "x" });
    const refusal = expect.objectContaining({
      name: "PathSecurityError",
      code: "path-escapes-root",
      skill: "pdf",
      path,
    });
    expect(() => manager.resolvePath("pdf", path)).toThrow(refusal);
    await expect(manager.readResource("pdf", path)).rejects.toEqual(refusal);
    expect(() => manager.readResourceSync("pdf", path)).toThrow(PathSecurityError);
    expect(events).toMatchObject(
      Array.from({ length: 3 }, () => ({ kind: "path-refused", skill: "pdf", path, code: "path-escapes-root" })),
    );
  });

  test("links out, through a file, a folder or a chain of links", () => {
    const { top, folder, manager } = managed();
    symlinkSync(join(top, "secret"), join(folder, "file"));
    symlinkSync(top, join(folder, "folder"));
    symlinkSync("file", join(folder, "chain"));
    symlinkSync(join(top, "not-yet"), join(folder, "dangling"));
    for (const path of ["file", "folder/secret", "chain"]) {
      expect(() => manager.readResourceSync("pdf", path), path).toThrow(PathSecurityError);
      expect(() => manager.resolvePath("pdf", path), path).toThrow(PathSecurityError);
    }
    expect(() => manager.resolvePath("pdf", "dangling")).toThrow(PathSecurityError);
    expect(() => manager.resolvePath("pdf", "folder/new.txt")).toThrow(PathSecurityError);
    expect(manager.getSkill("pdf")?.resources.other.map(({ path }) => path)).toEqual(["reference.md"]);
  });

  test("R5.9 links of the skill's own folder to what has a dot before its name", () => {
    const { folder, manager } = managed({ "pdf/.env": SECRET, "pdf/.git/config": SECRET });
    symlinkSync(".env", join(folder, "notes.md"));
    symlinkSync(".git", join(folder, "história"));
    for (const path of ["notes.md", "história/config"]) {
      expect(() => manager.readResourceSync("pdf", path), path).toThrow(PathSecurityError);
      expect(() => manager.resolvePath("pdf", path), path).toThrow(PathSecurityError);
    }
    expect(manager.getSkill("pdf")?.resources.other.map(({ path }) => path)).toEqual(["reference.md"]);
  });

  test("devices, FIFOs, folders and files beyond the limit", () => {
    const { folder, manager, events } = managed({ "pdf/large.txt": "x".repeat(1001) });
    execFileSync("mkfifo", [join(folder, "fifo")]);
    expect(() => manager.readResourceSync("pdf", "fifo")).toThrow(PathSecurityError);
    expect(() => manager.readResourceSync("pdf", "scripts")).toThrow(PathSecurityError);
    expect(() => manager.readResourceSync("pdf", "large.txt")).toThrow(
      expect.objectContaining({ name: "PathSecurityError", code: "file-too-large" }),
    );
    expect(events).toHaveLength(3);
  });

  test("a path that is no text is bad input", () => {
    const { manager } = managed();
    expect(() => manager.readResourceSync("pdf", undefined as never)).toThrow(
      expect.objectContaining({ code: "input-invalid" }),
    );
  });

  test("no path whatever gives a word from outside", () => {
    const { manager } = managed();
    const part = fc.constantFrom(
      "..",
      ".",
      "scripts",
      "secret",
      "sibling-skill",
      "data.csv",
      "",
      "\\..",
      "%2e%2e",
      "..%2f",
      "~",
      "/",
      "pdf",
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 7 }),
        fc.constantFrom("/", "\\", "//"),
        (parts, between) => {
          try {
            expect(manager.readResourceSync("pdf", parts.join(between))).not.toBe(SECRET);
          } catch (error) {
            expect(error).toMatchObject({ code: expect.stringMatching(/^(?:path-escapes-root|content-unreadable)$/u) });
          }
        },
      ),
      { numRuns: propertyRuns(0.2) },
    );
  });

  test("a link that is swapped in while files are read never leads out", async () => {
    const { top, folder, manager } = managed();
    const [victim, spare, link] = [join(folder, "victim"), join(folder, "spare"), join(folder, "link")];
    const swapper = new Worker(
      `const { renameSync, symlinkSync, writeFileSync, rmSync } = require("node:fs");
       const { victim, spare, link, secret } = require("node:worker_threads").workerData;
       for (;;) {
         try {
           writeFileSync(spare, "inside"); renameSync(spare, victim);
           rmSync(link, { force: true }); symlinkSync(secret, link); renameSync(link, victim);
         } catch {}
       }`,
      { eval: true, workerData: { victim, spare, link, secret: join(top, "secret") } },
    );
    const answers = new Set<string>();
    const began = Date.now();
    // At least so long, and until a link was met: on a busy machine the swapper may start late.
    while (Date.now() - began < 600 || !answers.has("refused")) {
      try {
        answers.add(manager.readResourceSync("pdf", "victim"));
      } catch (error) {
        answers.add(error instanceof PathSecurityError ? "refused" : "missing");
      }
    }
    await swapper.terminate();
    expect(answers).not.toContain(SECRET);
    expect(answers).toContain("refused");
  });
});

test("SKILL.md itself is read by the same rules", () => {
  const { top, folder, manager, events } = managed();
  writeFileSync(join(top, "other.md"), "---\nname: pdf\ndescription: d\n---\nOUTSIDE");
  unlinkSync(join(folder, "SKILL.md"));
  symlinkSync(join(top, "other.md"), join(folder, "SKILL.md"));
  expect(() => manager.invokeSkillSync("pdf")).toThrow(PathSecurityError);
  expect(events).toMatchObject([{ kind: "path-refused", path: "SKILL.md" }]);
  rmSync(join(folder, "SKILL.md"));
  renameSync(join(top, "other.md"), join(folder, "SKILL.md"));
  expect(manager.invokeSkillSync("pdf").content).toContain("OUTSIDE");
  renameSync(join(folder, "SKILL.md"), join(folder, ".hidden.md"));
  symlinkSync(".hidden.md", join(folder, "SKILL.md"));
  expect(() => manager.invokeSkillSync("pdf")).toThrow(PathSecurityError);
  manager.discoverSync();
  expect(manager.getSkill("pdf")).toBeUndefined();
});

describe("R5.9 what has a dot before its name is the skill's own business", () => {
  const hidden = {
    "pdf/.env": SECRET,
    "pdf/.git/config": SECRET,
    "pdf/scripts/.cache/größe.json": SECRET,
    "pdf/references/.DS_Store": SECRET,
  };

  test("it is listed nowhere: resources, scripts, nodes, the list of MCP", async () => {
    const { folder, manager } = managed(hidden);
    const skill = manager.getSkill("pdf");
    const { scripts, references, other } = skill?.resources ?? {};
    expect([scripts, references, other].map((files) => files?.map(({ path }) => path))).toEqual([
      ["scripts/extract.py"],
      [],
      ["reference.md"],
    ]);
    expect(listScripts(folder).map(({ path }) => path)).toEqual(["scripts/extract.py"]);
    expect(listScripts(folder, ["scripts/.cache/größe.json"])).toEqual([]);
    const { graph } = await skillContent(manager).open();
    expect((await graph.page({ limit: 100 })).ids).toHaveLength(3);
    const port = skillPort(manager);
    const [entry] = (await port.list({ limit: 10 })).skills;
    expect(entry?.files.map(({ path }) => path)).toEqual(["SKILL.md", "reference.md", "scripts/extract.py"]);
    expect(await port.read({ skill: "pdf", file: ".env" })).toBeUndefined();
  });

  test("no script of it is run", async () => {
    const { manager } = managed({ "pdf/scripts/.hidden.mjs": "console.log(1)" });
    const executor: ScriptExecutor = { name: "none", run: () => Promise.reject(new Error("ran")) };
    const work = runScript(manager.getSkill("pdf")!, "scripts/.hidden.mjs", { executor });
    await expect(work).rejects.toMatchObject({ name: "PathSecurityError", code: "path-escapes-root" });
  });

  test("a change in it changes the digest all the same: scripts can read it", () => {
    const { folder } = managed(hidden);
    const before = fingerprintSkill(folder).digest;
    writeFileSync(join(folder, ".env"), "SECRET=2");
    const after = fingerprintSkill(folder).digest;
    expect(after).not.toBe(before);
    writeFileSync(join(folder, ".git", "config"), "fetched");
    expect(fingerprintSkill(folder).digest).toBe(after);
  });
});
