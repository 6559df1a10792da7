import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { describe, expect, inject, test } from "vitest";
import { candidates } from "./commands/complete.js";
import { allCommands, commandNamed } from "./commands.js";
import { COMPLETION_SCRIPTS } from "./completion/completion-scripts.js";
import { ALONE } from "./program.js";
import { spawnIn } from "./testing/spawn-pd.js";
import { NOTES, type TemporaryPlace, temporaryPlace } from "./testing/temporary-place.js";

test("every command of the help is one", async () => {
  const names = (await allCommands()).map(({ name }) => name);
  const commands = await Promise.all(names.map(commandNamed));
  expect(commands.map((command) => command?.name)).toEqual(names);
});

describe("what the last word could become", () => {
  test.each([
    [["se"], ["search"]],
    [["skill", ""], ["stats"]],
    [["skill", "stats", "--gr"], ["--graph"]],
    [["search", "--lim"], ["--limit"]],
    [
      ["search", "x", "--format", ""],
      ["json", "text"],
    ],
    [["--counter", "o"], ["o200k"]],
    [["--vault", "d"], [":folders"]],
    [["scan", "--counter=o"], ["--counter=o200k"]],
    [["scan", "--vault=d"], [":folders"]],
    [["scan", "--counter", "=", "o"], ["o200k"]],
    [
      ["search", "x", "--format", "="],
      ["json", "text"],
    ],
    [["scan", "--json=t"], []],
    [["scan", "--session", ""], [":files"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish", "powershell"],
    ],
    [["explain", "broken"], ["broken-link"]],
    [["help", "sea"], ["search"]],
    [["--vault", "docs", "trav"], ["traverse"]],
    [["init", ""], [":folders"]],
    [["trust", ""], [":files"]],
    [["nothing", ""], []],
    [["__proto__", "--cons"], []],
  ])("%j", async (words, expected) => {
    expect(await candidates(words, ALONE)).toEqual(expected);
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
  expect(await complete("pd", "scan", "--vault", "=", "do")).toEqual(["docs"]);
  expect(await complete("pd", "explain", "orph")).toEqual(["orphan"]);
});

/** Types into a zsh on a terminal of its own and presses Tab and Enter; gives the line that was entered. */
const ZSH_SESSION = `zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner 'PS1=; autoload -Uz compinit; compinit -D -u; source <(pd completion zsh)'
zpty -w inner 'zle-line-finish() { print -r -- "GOT<$BUFFER>" }; zle -N zle-line-finish; print READY'
while zpty -r inner line; do [[ $line == *READY* && $line != *print* ]] && break; done
for typed in "$@"; do
  zpty -w inner "$typed"$'\\t'
  while zpty -r inner line; do [[ $line == *GOT\\<* ]] && { print -r -- \${\${line#*GOT\\<}%\\>*}; break }; done
done
zpty -d inner
`;

test.skipIf(!has("zsh"))("zsh, if it is installed, completes commands, options, values and folders", async () => {
  const place = withPd();
  place.write("session.zsh", ZSH_SESSION);
  const typed = ["pd sea", "pd query --token", "pd scan --vault do", "pd scan --vault=do", "pd explain orph"];
  const { stdout } = await spawnIn(place, ["timeout", "600", "zsh", "-f", "session.zsh", ...typed], path(place));
  expect(stdout.split("\n")).toEqual([
    "pd search",
    "pd query --token-budget",
    "pd scan --vault docs",
    "pd scan --vault=docs",
    "pd explain orphan",
    "",
  ]);
});

test.skipIf(!has("fish"))("fish, if it is installed, completes commands, options, values and folders", async () => {
  const place = withPd();
  const complete = async (line: string) => {
    const program = `pd completion fish | source; complete -C '${line}'`;
    const { stdout } = await spawnIn(place, ["fish", "--no-config", "-c", program], path(place));
    return stdout
      .trim()
      .split("\n")
      .map((found) => found.split("\t")[0]);
  };
  expect(await complete("pd sea")).toEqual(["search"]);
  expect(await complete("pd query --to")).toEqual(["--token-budget", "--top"]);
  expect(await complete("pd scan --vault do")).toEqual(["docs/"]);
  expect(await complete("pd scan --vault=do")).toEqual(["--vault=docs/"]);
  expect(await complete("pd scan --vault zz")).toEqual([""]);
  expect(await complete("pd explain orph")).toEqual(["orphan"]);
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

test.skipIf(!has("pwsh"))("PowerShell, if it is installed, takes the script and completes a command", async () => {
  const place = withPd();
  const program = `pd completion powershell | Out-String | Invoke-Expression
(TabExpansion2 -inputScript 'pd sea' -cursorColumn 6).CompletionMatches.CompletionText`;
  const { stdout } = await spawnIn(place, ["pwsh", "-NoProfile", "-Command", program], path(place));
  expect(stdout.trim()).toBe("search");
});

describe("the script for PowerShell, read as its tokenizer does", () => {
  const script = COMPLETION_SCRIPTS.get("powershell") ?? "";
  // Strings and comments first: what is in them opens and closes nothing.
  const bare = script.replace(/'(?:[^']|'')*'|"(?:[^"`]|`.)*"|#[^\n]*/gu, "");

  test("every bracket is closed by its own kind, in order", () => {
    const open: string[] = [];
    for (const [mark] of bare.matchAll(/[()[\]{}]/gu)) {
      if ("([{".includes(mark)) open.push(mark);
      else expect(`${open.pop()}${mark}`).toMatch(/^(?:\(\)|\[\]|\{\})$/u);
    }
    expect(open).toEqual([]);
    expect(bare).not.toMatch(/['"]/u);
  });

  test("every variable is a parameter, assigned before, or PowerShell's own", () => {
    const known = new Set(["$_", "$null"]);
    const [, parameters = ""] = /param\(([^)]*)\)/u.exec(bare) ?? [];
    for (const [name] of parameters.matchAll(/\$\w+/gu)) known.add(name);
    for (const [, name = ""] of bare.matchAll(/(\$\w+) = /gu)) known.add(name);
    const used = [...bare.matchAll(/[$@](\w+)/gu)].map(([, name]) => `$${name}`);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
    expect(used.length).toBeGreaterThan(5);
  });
});
