import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterwards } from "pd-tooling/afterwards";
import { describe, expect, test } from "vitest";
import { BIN } from "./testing/spawn-pd.js";

const pages = new URL("../../../docs/start/", import.meta.url);
const names = readdirSync(pages).filter((name) => name !== "index.md");

/** What a page tells its reader to type; other blocks show what is not run here, such as servers. */
function commandsOf(page: string): string {
  const text = readFileSync(new URL(page, pages), "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gmu)].map(([, lines]) => lines).join("");
}

/** Somebody's machine: a home with notes, a project with docs, and `pd` on the path. */
function machine() {
  const top = mkdtempSync(join(tmpdir(), "pd-start-"));
  afterwards(() => rmSync(top, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(join(top, path, ".."), { recursive: true });
    writeFileSync(join(top, path), text);
  };
  const budgets =
    "---\ndescription: A ceiling on tokens.\n---\n# Budgets\n\nHow budgets are kept: see [[Größe]].\n\n## Why\n\nA pack that is too large is of no use.\n";
  for (const folder of ["Notes", "work/docs"]) {
    write(`${folder}/Budgets.md`, budgets);
    write(
      `${folder}/Größe.md`,
      "---\ndescription: 大小.\n---\n# Größe\n\nA reading list about size; back to [[Budgets]].\n\n## Maße\n\nIn metres.\n",
    );
  }
  write("Notes/Private/diary.md", "# Diary\n\nA secret.\n");
  write("bin/pd", `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
  chmodSync(join(top, "bin/pd"), 0o755);
  return (script: string) =>
    spawnSync("bash", ["-e", "-c", script], {
      cwd: join(top, "work"),
      env: { PATH: `${join(top, "bin")}:${process.env["PATH"]}`, HOME: top, NO_COLOR: "1" },
      encoding: "utf8",
    });
}

describe.skipIf(process.platform === "win32")("the pages to start with", () => {
  test("there is one for each kind of reader", () => {
    expect(names.map((name) => name.replace(".md", "")).sort()).toEqual([
      "agent-builders",
      "documentation-teams",
      "obsidian-users",
      "operators",
      "skill-authors",
    ]);
  });

  test.each(names)("%s: every command works, in its order", (page) => {
    const commands = commandsOf(page);
    expect(commands).toMatch(/^pd /mu);
    const { status, stdout, stderr } = machine()(commands);
    expect(stderr).not.toContain("error[");
    expect(status, `${stdout}\n${stderr}`).toBe(0);
  });

  test("what a .pdignore names is gone from the next list", () => {
    const { stdout } = machine()(commandsOf("obsidian-users.md"));
    expect(stdout).toContain("diary");
    expect(stdout.slice(stdout.lastIndexOf("reading list"))).not.toContain("diary");
  });
});
