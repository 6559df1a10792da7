import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { describe, expect, inject, test } from "vitest";
import { commandNamed } from "./command-named.js";
import { candidates } from "./commands/complete.js";
import { COMMANDS } from "./commands.js";
import { COMPLETION_SCRIPTS } from "./completion-scripts.js";
import { spawnIn } from "./testing/spawn-pd.js";
import { NOTES, type TemporaryPlace, temporaryPlace } from "./testing/temporary-place.js";

test("every command of the help is one", () => {
  expect(COMMANDS.map(({ name }) => commandNamed(name)?.name)).toEqual(COMMANDS.map(({ name }) => name));
});

describe("what the last word could become", () => {
  test.each([
    [["se"], ["search"]],
    [
      ["skill", ""],
      ["stats", "list", "show", "validate", "init"],
    ],
    [["skill", "show", "--le"], ["--level"]],
    [["search", "--lim"], ["--limit"]],
    [
      ["search", "x", "--format", ""],
      ["json", "text"],
    ],
    [["--counter", "e"], ["estimate"]],
    [["--vault", "d"], [":folders"]],
    [["scan", "--session", ""], [":files"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish", "powershell"],
    ],
    [["explain", "broken"], ["broken-link"]],
    [["help", "sea"], ["search"]],
    [["--vault", "docs", "trav"], ["traverse"]],
    [["init", ""], [":folders"]],
    [["nothing", ""], []],
    [["__proto__", "--cons"], []],
  ])("%j", (words, expected) => {
    expect(candidates(words)).toEqual(expected);
  });
});

test("pressing a key runs no code of a configuration", async () => {
  const place = temporaryPlace({ ...NOTES, "pd.config.mjs": "globalThis.completionRan = true; export default {};" });
  expect((await place.pd(["__complete", "sea"])).stdout).toBe("search\n");
  expect((await place.pd(["__complete", "say", "--"])).code).toBe(0);
  expect("completionRan" in globalThis).toBe(false);
});

const has = (shell: string) => {
  try {
    execFileSync(shell, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** A place where `pd` is a command. */
function withPd(): TemporaryPlace {
  const place = temporaryPlace(NOTES);
  place.write("bin/pd", `#!/bin/sh\nexec '${process.execPath}' '${inject("bin")}' "$@"\n`);
  chmodSync(place.path("bin/pd"), 0o755);
  return place;
}

const path = (place: TemporaryPlace) => ({
  environment: { PATH: `${place.path("bin")}:${process.env["PATH"] ?? ""}` },
});

test.runIf(has("bash"))("bash completes commands, options, values and folders", async () => {
  const place = withPd();
  const complete = async (...words: readonly string[]) => {
    const line = words.map((word) => `'${word}'`).join(" ");
    const program = `source <(pd completion bash); COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _pd_complete; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = await spawnIn(place, ["bash", "-c", program], path(place));
    expect(stderr).toBe("");
    return stdout.trim().split("\n");
  };
  expect(await complete("pd", "sea")).toEqual(["search"]);
  expect(await complete("pd", "query", "--to")).toEqual(["--top", "--token-budget"]);
  expect(await complete("pd", "scan", "--vault", "do")).toEqual(["docs"]);
  expect(await complete("pd", "explain", "orph")).toEqual(["orphan"]);
});

test.each([...COMPLETION_SCRIPTS.keys()].filter((shell) => shell !== "powershell" && has(shell)))(
  "the script for %s is one",
  async (shell) => {
    const place = withPd();
    const { code, stderr } = await spawnIn(
      place,
      [shell, "-c", `pd completion ${shell} > script && ${shell} -n script`],
      path(place),
    );
    expect([code, stderr]).toEqual([0, ""]);
  },
);
