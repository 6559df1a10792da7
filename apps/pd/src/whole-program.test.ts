import { readdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { validateSkill } from "@pd/skills";
import { describe, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { BIN, place, written } from "./testing/spawn-pd.js";

const NOTES = {
  "docs/größe.md": "---\nname: Größe\ndescription: Wie groß etwas ist.\n---\n\n# Größe\n\nSee [[budget]].\n",
  "docs/budget.md":
    "---\nname: Budget\ndescription: A ceiling on tokens.\n---\n\n# Budget\n\nA token budget is a ceiling.\n",
};
const skill = (lines: string, body = "# Forms\n\nFill.\n") => `---\n${lines}\n---\n\n${body}`;

describe("R6.7 one program has everything wired", () => {
  test("the commands of every part, and the version of this package", () => {
    const { pd } = place(NOTES);
    const { code, stdout } = pd(["--help"]);
    expect(code).toBe(0);
    for (const name of ["scan", "context", "skill", "mcp", "serve", "studio", "doctor"])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} `, "mu"));
    expect(pd(["--version"]).stdout).toBe(`${manifest.version}\n`);
  });

  test("the table of the readme and that of the docs name every command", () => {
    const { data } = JSON.parse(place({}).pd(["--help", "--json"]).stdout);
    const { data: skills } = JSON.parse(place({}).pd(["skill", "--help", "--json"]).stdout);
    const below = skills.usage.replace(/[<>]/gu, "").split("|");
    const names: readonly string[] = data.commands.map(({ name }: { readonly name: string }) => name);
    for (const file of ["../README.md", "../../../docs/doors/command-line.md"]) {
      const text = readFileSync(new URL(file, import.meta.url), "utf8");
      const table = text.split("\n").filter((line) => line.startsWith("|"));
      const named = new Set(table.join(" ").match(/[a-z]+/gu));
      expect([...names, ...below].filter((name) => !named.has(name))).toEqual([]);
    }
  });

  test("the operations are those of the command line", () => {
    const { stdout } = place(NOTES).pd(["search", "ceiling", "docs", "--limit", "1", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ operation: "search", nodes: [{ name: "Budget" }] });
  });

  test("pd alone says in three lines what it is, what it reads here, and what to try", () => {
    const { code, stdout } = place(NOTES).pd([]);
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "pd reads folders of notes level by level, within a token budget.",
      "Here: 2 notes in this folder.",
      expect.stringMatching(/^Try: {2}pd scan .*pd --help$/u),
      "",
    ]);
    expect(place({}).pd([]).stdout).toContain("Here: no notes in this folder.");
  });
});

describe("a folder as the last word", () => {
  const files = {
    ".agents/skills/near/SKILL.md": skill("name: near\ndescription: Checks the health of a vault."),
    "größe/far/SKILL.md": skill("name: far\ndescription: Checks the health of a vault, far away."),
    "x.expect": "check vault health -> far\n",
  };

  test.each([
    [["skill", "route", "check vault health", "./größe"]],
    [["skill", "list", "./größe"]],
    [["skill", "show", "far", "./größe"]],
    [["skill", "cost", "./größe"]],
    [["skill", "test", "x.expect", "./größe"]],
  ])("pd %j answers from that folder", (args) => {
    const { pd } = place(files);
    const { code, stdout } = pd([...args, "--json"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("far")]);
    expect(stdout).not.toContain('"near"');
    expect(pd([...args.slice(0, -1), "./nirgends"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("error[vault-unreadable]"),
    });
  });
});

describe("R6.4 one Agent Skills checker", () => {
  // The three on which two checkers once disagreed, and messes of other kinds.
  const HEADS: readonly (readonly [string, string])[] = [
    ["user-invocable", skill("name: forms\ndescription: Fills forms.\nuser-invocable: false")],
    ["type", skill("name: forms\ndescription: Fills forms.\ntype: skill")],
    ["a link to nowhere", skill("name: forms\ndescription: Fills forms.", "See [it](references/none.md).\n")],
    ["another name", skill("name: 形式\ndescription: Fills forms.")],
    ["an unquoted colon", skill("name: forms\ndescription: Fills: forms")],
    ["no frontmatter", "# Forms\n"],
    ["no description", skill("name: forms")],
    ["as it should be", skill("name: forms\ndescription: Füllt Formulare aus.")],
    ["a long description", skill(`name: forms\ndescription: ${"😀".repeat(1025)}`)],
    ["CRLF and a byte order mark", `\uFEFF${skill("name: forms\ndescription: Fills forms.")}`.replaceAll("\n", "\r\n")],
  ];

  test.each(HEADS)("pd skill validate and validateSkill agree on %s", (_, text) => {
    const { folder, pd } = place({ "skills/forms/SKILL.md": text });
    const { code, stdout } = pd(["skill", "validate", "--json"]);
    const { valid, findings } = validateSkill(join(folder, "skills/forms"));
    expect(JSON.parse(stdout).data.findings).toEqual(
      findings.map((finding) => ({ ...finding, file: "skills/forms/SKILL.md" })),
    );
    expect(code).toBe(valid ? 0 : 1);
    for (const { code: finding } of findings) expect(pd(["explain", finding]).code).toBe(0);
  });

  test("a type in the frontmatter does not hide a skill", () => {
    const { pd } = place({ "skills/forms/SKILL.md": skill("name: forms\ndescription: Fills forms.\ntype: note") });
    const { nodes } = JSON.parse(pd(["skill", "list", "--json"]).stdout);
    expect(nodes).toMatchObject([{ id: "skill:forms", level: 1 }]);
  });

  test("the skills of an agent's own folder are found where no folder is named", () => {
    const { pd } = place({ ".claude/skills/forms/SKILL.md": skill("name: forms\ndescription: Füllt: Formulare aus.") });
    expect(pd(["skill", "list"]).stdout).toContain("forms");
    expect(pd(["skill", "lint"]).stdout).toMatch(/^1 skill, /mu);
    expect(JSON.parse(pd(["skill", "cost", "--json"]).stdout).data).toMatchObject({ skills: 1, unlisted: 0 });
  });

  test("from init to show, lock, verify and pack", () => {
    const { pd } = place(NOTES);
    const run = (...words: readonly string[]) => pd(["skill", ...words, "--vault", "docs"]);
    expect(run("init", "my-skill").stdout).toBe("wrote docs/skills/my-skill/SKILL.md\n");
    expect(run("validate").code).toBe(0);
    expect(run("stats").code).toBe(0);
    expect(run("list").stdout).toContain("my-skill/SKILL.md");
    expect(run("show", "my-skill").stdout).toContain("## Steps");
    expect(run("lock").code).toBe(0);
    expect(run("verify").stdout).toContain("as they were locked");
    expect(run("pack", "docs/skills/my-skill").stdout).toContain("wrote my-skill.skill");
    expect(run("vlaidate").stderr).toContain("Did you mean pd skill validate?");
    expect(run("validate", "--jsno").stderr).toContain("Did you mean --json?");
  });
});

/** Answers to the requests 2 to 5, in any order. */
const ALL_ANSWERED = /^(?=[\s\S]*"id":2\}\n)(?=[\s\S]*"id":3\}\n)(?=[\s\S]*"id":4\}\n)(?=[\s\S]*"id":5\}\n)[\s\S]*$/u;

describe("servers", () => {
  test("pd mcp speaks MCP, and its configuration starts this program", async () => {
    const { start, pd } = place(NOTES);
    const child = start(["mcp", "--vault", "docs"]);
    const request = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const [line] = await written(child.stdout, /^\{.*\}$/mu);
    expect(JSON.parse(line)).toMatchObject({ id: 1, result: { serverInfo: { name: expect.any(String) } } });
    child.stdin.end();
    const config = JSON.parse(pd(["mcp", "config", "--client", "cursor", "docs"]).stdout);
    expect(config.mcpServers.pd.args.slice(0, 2)).toEqual([BIN, "mcp"]);
    expect(pd(["mcp", "--help"]).stdout).toMatch(/^pd mcp: /u);
    expect(pd(["help", "mcp"]).stdout).not.toContain("pd-mcp");
    expect(pd(["mcp", "--nonsense"])).toMatchObject({ code: 2, stderr: expect.stringMatching(/^pd mcp: /u) });
  });

  test.each(["mcp", "serve", "studio"])("pd %s --help keeps to 80 columns", (name) => {
    const { code, stdout } = place({}).pd([name, "--help"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`pd ${name}`)]);
    expect(stdout).not.toMatch(/^.{81,}$/mu);
  });

  test("pd mcp --skills serves skills and no notes, and logs what fired", async () => {
    const { start, pd, folder } = place({
      ...NOTES,
      "mine/forms/SKILL.md": skill("name: forms\ndescription: Füllt Formulare aus."),
      "mine/größe/SKILL.md": skill("name: groesse\ndescription: Misst, wie groß etwas ist."),
    });
    const child = start(["mcp", "--skills", "mine"]);
    const call = (id: number, method: string, params: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    call(1, "initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    call(2, "tools/list", {});
    call(3, "tools/call", { name: "search_skills", arguments: { query: "Formulare" } });
    call(4, "tools/call", { name: "skill", arguments: { name: "forms" } });
    call(5, "resources/list", {});
    const fired = written(child.stderr, /skill forms fired, \d+ tokens, first of this session/u);
    const [answers] = await written(child.stdout, ALL_ANSWERED);
    await fired;
    child.stdin.end();
    const of = (id: number) => answers.split("\n").find((line) => line.includes(`"id":${id}`)) ?? "";
    expect([...of(2).matchAll(/"name":"(\w+)","description"/gu)].map(([, name]) => name)).toEqual([
      "search_skills",
      "skill",
      "read_skill_file",
    ]);
    expect(of(3)).toContain("Füllt Formulare aus.");
    expect(of(4)).toContain("Fill.");
    expect(of(5)).toContain("skill:groesse");
    expect(answers).not.toContain("A ceiling on tokens");
    expect(pd(["mcp", "cost", "--skills", "mine"]).stdout).toMatch(/^together +\d{3} tokens/mu);
    const config = JSON.parse(pd(["mcp", "config", "--client", "cursor", "--skills", "mine"]).stdout);
    expect(config.mcpServers.pd.args.slice(1)).toEqual(["mcp", "--skills", join(folder, "mine")]);
  });

  test.each([
    ["mcp", "--htpp", "--http"],
    ["serve", "--prot", "--port"],
    ["studio", "--no-opne", "--no-open"],
  ])("pd %s %s: the option that was meant is named", (word, typed, meant) => {
    const { code, stderr } = place(NOTES).pd([word, typed]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Did you mean ${meant}?`)]);
  });

  test.each(["mcp", "serve", "studio"])("every example in the help of pd %s was run", async (word) => {
    const { pd, start } = place({ ...NOTES, "calls.jsonl": "" });
    const [, listed = ""] = /^Examples\n((?: {2}.*\n)+)/mu.exec(pd([word, "--help"]).stdout) ?? [];
    const examples = listed.trim().split("\n");
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      expect(example.trim()).toMatch(new RegExp(`^pd ${word} `, "u"));
      const args = example.trim().split(" ").slice(1);
      // Over stdio it ends with its input; its configuration is printed at once.
      if (word === "mcp" && !args.includes("--http")) {
        expect([example, pd(args).code]).toEqual([example, 0]);
        continue;
      }
      const child = start(args);
      const [url] = await written(word === "studio" ? child.stdout : child.stderr, /http:\/\/127\.0\.0\.1:\d+/u);
      // Whatever it answers: what answers also hears that it should end.
      await fetch(url);
      const ended = new Promise((resolve) => child.on("exit", resolve));
      child.kill("SIGINT");
      expect([example, await ended]).toEqual([example, 0]);
    }
  });

  test.each(["mcp", "serve", "studio"])(
    "pd %s of a folder that is missing ends with the same words as pd scan",
    (word) => {
      const { pd } = place(NOTES);
      const shape = (text: string) => text.replace(/^pd \w+: /u, "").replaceAll(/\s+/gu, " ");
      const of = pd(["scan", "--vault", "./fehlt"]);
      expect(shape(pd([word, "./fehlt"]).stderr)).toBe(shape(of.stderr));
      expect(of.stderr).toMatch(/^error\[vault-unreadable\] [\s\S]*\n {2}where: [\s\S]*\n {2}fix: {3}/u);
    },
  );

  test("pd serve prints its address, answers there and ends when it is told to", async () => {
    const child = place(NOTES).start(["serve", "docs", "--port", "0"]);
    const [, url = ""] = await written(child.stderr, /^pd serve: (http:\S+),/mu);
    const reply = await fetch(`${url}/api/skillgraph/search`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "ceiling", limit: 1 }),
    });
    expect([reply.status, await reply.json()]).toMatchObject([200, { nodes: [{ name: "Budget" }] }]);
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  test("pd studio serves its page", async () => {
    const child = place(NOTES).start(["studio", "docs", "--no-open"]);
    const [, url = ""] = await written(child.stdout, /pd studio is at (http:[^#\s]+)/u);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<script")]);
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });
});

/** The built files that one reaches without `import()`. */
function reached(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, name = ""] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.\/[^"]+)"/gu))
    reached(join(dirname(file), name), seen);
  return seen;
}

test("the list of commands beside the program is what the commands say of themselves", () => {
  const listed = () => JSON.parse(place({}).pd(["--help", "--json"]).stdout).data.commands;
  const written = listed();
  const file = join(dirname(BIN), "commands.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(written);
  renameSync(file, `${file}.away`);
  try {
    expect(listed()).toEqual(written);
  } finally {
    renameSync(`${file}.away`, file);
  }
});

test("no command of the command line loads the SDK of MCP, a web server or the studio", () => {
  const dist = dirname(BIN);
  const file = (start: string) => join(dist, readdirSync(dist).find((name) => name.startsWith(`${start}-`)) ?? start);
  const loaded = new Set(
    ["bin.js", "start", "operation", "other-commands"].flatMap((name) => [...reached(file(name))]),
  );
  expect(loaded.size).toBeGreaterThan(5);
  const text = [...loaded].map((path) => readFileSync(path, "utf8")).join("\n");
  for (const [mark, where] of [
    ["tools/list", "program"],
    ["x-frame-options", "program"],
  ] as const) {
    expect(text).not.toContain(mark);
    const others = readdirSync(dist).filter((name) => name.endsWith(".js"));
    // It is in the program, so that the test would notice it.
    expect([where, others.some((name) => readFileSync(join(dist, name), "utf8").includes(mark))]).toEqual([
      where,
      true,
    ]);
  }
});
