import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { answerSchema, createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { describe, expect, test } from "vitest";
import { run } from "./run.js";
import { memoryIo, NOTES, temporaryPlace } from "./testing/temporary-place.js";

const VAULT = ["--vault", "docs"];

describe("R6.6 --json is the answer itself, of every operation", () => {
  test.each([
    ["scan", []],
    ["search", ["token"]],
    ["query", ["token", "budget"]],
    ["node", ["Budgets", "--level", "3"]],
    ["traverse", ["Levels"]],
    ["context", ["token budget", "--budget", "500"]],
    ["stats", []],
    ["validate", []],
  ])("%s", async (operation, args) => {
    const place = temporaryPlace(NOTES);
    const { code, stdout, stderr } = await place.pd([operation, ...args, ...VAULT, "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ version: 1, operation, graphId: "docs" });
    expect(answerSchema._zod.run({ value: answer, issues: [] }, {})).toMatchObject({ issues: [] });
  });

  test("R6.1 it is the one that a toolkit gives", async () => {
    const place = temporaryPlace(NOTES);
    const vault = await openVault(place.path("docs"), { cache: false });
    const toolkit = createToolkit({ mounts: [{ content: vault }] });
    const expected = await toolkit.call("query", { query: "token budget", limit: 3, tokenBudget: 900 });
    await vault.close();
    const { stdout } = await place.pd([
      "query",
      "token budget",
      "--limit",
      "3",
      "--token-budget=900",
      ...VAULT,
      "--json",
    ]);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
  });
});

describe("R6.4 the seed's two commands", () => {
  test("pd query shows level 1, and level 3 of the best", async () => {
    const { stdout } = await temporaryPlace(NOTES).pd(["query", "level", "--top", "1", ...VAULT, "--json"]);
    const levels = JSON.parse(stdout).nodes.map(({ level }: { level: number }) => level);
    expect(levels[0]).toBe(3);
    expect(new Set(levels.slice(1))).toEqual(new Set([1]));
  });

  test("pd skill stats shows level 0 and nothing more", async () => {
    const place = temporaryPlace({ ...NOTES, ...SKILLS });
    const { code, stdout } = await place.pd(["skill", "stats", ...VAULT, "--json"]);
    const answer = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(answer).toMatchObject({ version: 1, operation: "skill_stats", data: { skills: 2 } });
    for (const node of answer.nodes)
      expect(Object.keys(node).sort()).toEqual(["domain", "id", "level", "name", "tokens", "type"]);
    expect(stdout).not.toContain("Fill PDF");
  });
});

const SKILLS = {
  "docs/skills/pdf-forms/SKILL.md": "---\nname: pdf-forms\ndescription: Fill PDF forms.\n---\n\nBody of it.\n",
  "docs/skills/Other/SKILL.md": "---\nname: other name\nsurprise: 1\n---\n\nBody.\n",
};

describe("pd context", () => {
  test("prints exactly the text for a model, and nothing else on stdout", async () => {
    const place = temporaryPlace(NOTES);
    const { code, stdout, stderr } = await place.pd(["context", "token", "budget", "--budget", "300", ...VAULT]);
    const json = await place.pd(["context", "token budget", "--budget", "300", "--format", "text", ...VAULT, "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(JSON.parse(json.stdout).text);
    expect(JSON.parse(json.stdout).telemetry.tokensUsed).toBeLessThanOrEqual(300);
  });
});

describe("--jsonl", () => {
  test("one node or finding a line", async () => {
    const place = temporaryPlace(NOTES);
    const lines = async (args: readonly string[]) =>
      (await place.pd([...args, ...VAULT, "--jsonl"])).stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect((await lines(["scan"])).map(({ level }) => level)).toEqual([1, 1, 1, 1]);
    expect((await lines(["validate"])).some(({ code }) => code === "broken-link")).toBe(true);
    expect((await lines(["doctor"])).some(({ about }) => about === "node")).toBe(true);
    expect((await lines(["config"])).some(({ name }) => name === "counter")).toBe(true);
  });

  test("what is no list says so", async () => {
    const { code, stderr } = await temporaryPlace(NOTES).pd(["stats", ...VAULT, "--jsonl"]);
    expect(code).toBe(2);
    expect(stderr).toContain("fix:   Use --json.");
  });
});

describe("exit codes", () => {
  test.each([
    [0, ["scan", ...VAULT]],
    [0, ["--help"]],
    [0, ["--version"]],
    [0, ["help", "search"]],
    [0, ["validate", "--threshold", "10", ...VAULT]],
    [0, ["explain", "broken-link"]],
    [1, ["search", "zzzzqqqq", ...VAULT]],
    [1, ["node", "no such note", ...VAULT]],
    [1, ["skill", "list", ...VAULT]],
    [1, ["tool", ...VAULT]],
    [1, ["node", "Budgets", "--level", "4", "--budget", "1", ...VAULT]],
    [2, ["serach", "x"]],
    [2, ["search", "x", "--limti", "3"]],
    [2, ["search", "x", "--limit", "many", ...VAULT]],
    [2, ["search", "x", "--limit", "0", ...VAULT]],
    [2, ["search", ...VAULT]],
    [2, ["stats", "extra", ...VAULT]],
    [2, ["scan", "--vault", "gone"]],
    [2, ["skill"]],
    [2, ["skill", "invoke", "x", ...VAULT]],
    [2, ["explain", "no-such-code"]],
    [2, ["completion", "tcsh"]],
    [2, ["scan", "--graph", "other", ...VAULT]],
    [2, ["scan", "--config", "gone.json"]],
  ])("%i: pd %j", async (expected, args) => {
    const { code, stderr } = await temporaryPlace(NOTES).pd(args);
    expect([code, stderr]).toEqual([expected, stderr]);
    if (expected === 2) expect(stderr).toMatch(/^error\[[a-z-]+\] \S/u);
  });
});

test("R3.7 below the threshold exits 1", async () => {
  const place = temporaryPlace({ "docs/a.md": "[[gone]] [[gone too]] [[gone as well]]" });
  expect((await place.pd(["validate", "--threshold", "90", ...VAULT])).code).toBe(1);
  expect((await place.pd(["validate", "--threshold", "0", ...VAULT])).code).toBe(0);
});

describe("errors", () => {
  const talk = async (args: readonly string[]) => (await temporaryPlace(NOTES).pd(args)).stderr;

  test("say what, where and what would work, and never a stack", async () => {
    const text = await talk(["search", "x", "--limit", "0", ...VAULT]);
    expect(text).toMatch(/^error\[input-invalid\] --limit should be/u);
    expect(text).toMatch(/\n {2}where: --limit\n {2}fix: {3}Give --limit as/u);
    expect(text).not.toContain("    at ");
  });

  test.each(["--json=x", "--verbose=1", "--no-color=yes", "--no-config=0"])(
    "a flag that is given a value is a wrong option like any other: %s",
    async (flag) => {
      const { code, stdout, stderr } = await temporaryPlace(NOTES).pd(["scan", ...VAULT, flag]);
      expect(code).toBe(2);
      expect(stdout + stderr).toContain("takes no value");
    },
  );

  test("call every field that is wrong by its option", async () => {
    const text = await talk(["context", "x", "--budget", "0", "--breadth", "7", "--max-nodes", "0", ...VAULT]);
    expect(text).not.toMatch(/tokenBudget|maxNodes/u);
    const two = await talk(["traverse", "a", "--max-depth", "99", "--max-nodes", "0", "--budget", "0", ...VAULT]);
    expect(two).not.toMatch(/tokenBudget|maxNodes|maxDepth/u);
    for (const option of ["--depth", "--max-nodes", "--budget"]) expect(two).toContain(`${option} should be`);
  });

  test("name the nearest command, option, subcommand, choice and code", async () => {
    expect(await talk(["serach", "x"])).toContain("Did you mean pd search?");
    expect(await talk(["search", "x", "--limti", "3"])).toContain("Did you mean --limit?");
    expect(await talk(["scan", "--counter", "byte"])).toContain('Did you mean "bytes"?');
    expect(await talk(["explain", "broken-lnk"])).toContain("Did you mean pd explain broken-link?");
    expect(await talk(["completion", "bsh"])).toContain("Did you mean pd completion bash?");
    expect(await talk(["skill", "stast"])).toContain("Did you mean pd skill stats?");
  });

  test("a short form means the whole word", async () => {
    expect(await talk(["srch", "x"])).toContain("Did you mean pd search?");
    expect(await talk(["ctx", "x"])).toContain("Did you mean pd context?");
    expect(await talk(["scan", "--verb"])).toContain("Did you mean --verbose?");
    expect(await talk(["xyz"])).toContain("pd --help lists the commands.");
  });

  test("what is missing is named as it is typed", async () => {
    expect(await talk(["node", ...VAULT])).toContain("pd node needs <id|name|path> …\n");
    expect(await talk(["search", ...VAULT])).toContain("fix:   For example: pd search token budget");
    expect(await talk(["context", ...VAULT])).toContain("pd context needs <question> or --nodes\n");
    expect(await talk(["traverse", ...VAULT])).toContain("pd traverse needs <start> … or --query\n");
    expect(await talk(["skill", "show", ...VAULT])).toContain("pd skill show needs the name of a skill\n");
    expect(await talk(["context", "x", "--budget", "0", ...VAULT])).toMatch(/^error\[input-invalid\] --budget should/u);
  });

  test("a message breaks between words on a terminal, and is one line elsewhere; what is endless is cut", async () => {
    const place = temporaryPlace(NOTES);
    const args = ["node", "there is no note that is called like this, and its name is long", ...VAULT];
    const { stderr } = await place.pd(args, { terminal: 40, environment: { NO_COLOR: "1" } });
    for (const line of stderr.split("\n")) expect(line.length).toBeLessThanOrEqual(40);
    expect((await place.pd(args)).stderr.split("\n")[0]).toContain("its name is long");
    const endless = await place.pd(["scan", "--session", "x".repeat(50_000), ...VAULT]);
    expect([endless.code, endless.stderr.length < 3000]).toEqual([2, true]);
    expect(endless.stderr).toMatch(/^error\[session-unknown\]/u);
  });

  test("--verbose tells every cause", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "pd.config.mjs": 'throw new Error("first", { cause: new Error("second") });',
    });
    const brief = await place.pd(["scan"]);
    expect(brief.stderr).toMatch(/error\[configuration-invalid\].*: first\n {2}where: pd\.config\.mjs:1\n {2}fix:/u);
    expect(brief.stderr).not.toContain("second");
    const { stderr } = await place.pd(["scan", "--verbose"]);
    expect(stderr).toMatch(/caused by:\n\s+Error: first/u);
    expect(stderr).toMatch(/caused by:\n\s+Error: second/u);
  });

  test("with --json the document on stdout says it too", async () => {
    const { stdout, stderr } = await temporaryPlace(NOTES).pd(["node", "no such note", ...VAULT, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      error: { code: "node-unknown", where: "--nodes" },
    });
    expect(stderr).toContain("error[node-unknown]");
  });

  test("a skill command that needs another package says which lines to add", async () => {
    const text = await talk(["skill", "invoke", "pdf-forms", ...VAULT]);
    expect(text).toContain("pd.config.mjs:\n");
    expect(text).toContain('import { SkillManager, skillMount } from "@pd/skills";\n');
  });
});

test("where a configuration hands over skills, it is not told to", async () => {
  const tool = `{ name: "read_skill_file", description: "Reads.", readOnly: true, input: { _zod: { def: { type: "object" }, run: (payload) => payload, toJSONSchema: () => ({ type: "object" }) } }, call: async () => "" }`;
  const place = temporaryPlace({ ...NOTES, "pd.config.mjs": `export default { mounts: [{ tools: [${tool}] }] };` });
  const { code, stderr } = await place.pd(["skill", "frobnicate", ...VAULT]);
  expect([code, stderr.includes("pd tool lists"), stderr.includes("install")]).toEqual([2, true, false]);
});

describe("which vault", () => {
  test("several are several graphs, the first is meant, and all of them together are one more", async () => {
    const place = temporaryPlace({ ...NOTES, "more/two.md": "---\nname: Second\n---\n\nAnother note.\n" });
    const names = async (args: readonly string[]) =>
      JSON.parse((await place.pd(["scan", "--vault", "docs", "--vault", "more", "--json", ...args])).stdout)
        .nodes.map(({ name }: { name: string }) => name)
        .sort();
    expect(await names([])).toEqual(["Budgets", "Levels", "Sessions", "Start"]);
    expect(await names(["--graph", "more"])).toEqual(["Second"]);
    expect(await names(["--graph-id", "all"])).toEqual(["Budgets", "Levels", "Second", "Sessions", "Start"]);
    const { stderr } = await place.pd(["scan", "--vault", "docs", "--vault", "more"]);
    expect(stderr).toContain("docs answered; --graph more or --graph all asks elsewhere");
  });

  test("without --vault the configuration's, found upward; --no-config looks at this folder alone", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "pd.config.json": '{"vaults": ["docs"], "budget": 333}',
      "deep/x.md": "# Deep\n\nText.\n",
    });
    const { stdout } = await place.pd(["query", "token", "--json"], { within: "deep" });
    expect(JSON.parse(stdout)).toMatchObject({ graphId: "docs", telemetry: { tokenBudget: 333 } });
    const bare = await place.pd(["scan", "--no-config", "--json"], { within: "deep" });
    expect(JSON.parse(bare.stdout)).toMatchObject({ graphId: "deep", nodes: [{ name: "Deep" }] });
  });
});

describe("tools of a configuration are commands", () => {
  const config = `
    const schema = (properties, required) => ({ _zod: { def: { type: "object" }, run: (payload) => payload, toJSONSchema: () => ({ type: "object", properties, required }) } });
    export default {
      vaults: ["docs"],
      mounts: [{ tools: [{
        name: "say_words",
        description: "Says words.",
        readOnly: true,
        input: schema({ words: { type: "string" }, times_over: { type: "integer" }, loud: { type: "boolean" }, more: { type: "array", items: { type: "string" } }, extra: { type: "object" } }, ["words"]),
        call: async (input) => ({ said: input }),
      }, {
        name: "scan_it",
        description: "Gives a text.",
        readOnly: true,
        input: schema({}, []),
        call: async () => "plain \\u001b[31mtext",
      }] }],
    };`;

  test("kebab-case, with options from their schema and required fields as words", async () => {
    const place = temporaryPlace({ ...NOTES, "pd.config.mjs": config });
    const { code, stdout, stderr } = await place.pd([
      "say-words",
      "hello",
      "world",
      "--times-over",
      "2",
      "--loud",
      "--more",
      "a",
      "--more=b",
      "--extra",
      '{"k":1}',
      "--json",
    ]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      operation: "say_words",
      data: { said: { words: "hello world", times_over: 2, loud: true, more: ["a", "b"], extra: { k: 1 } } },
    });
    expect((await place.pd(["tool", "say-words", "x"])).stdout).toContain('"words": "x"');
    expect((await place.pd(["say-words", "--help"])).stdout).toMatch(
      /Usage {2}pd say-words <words> \[options\][\s\S]*--times-over <n>/u,
    );
    expect((await place.pd(["tool"])).stdout).toMatch(/say-words\s+Says words\./u);
    expect((await place.pd(["sya-words"])).stderr).toContain("Did you mean pd say-words?");
  });

  test("a text is written as it is, and shown safely on a terminal", async () => {
    const place = temporaryPlace({ ...NOTES, "pd.config.mjs": config });
    expect((await place.pd(["scan-it"])).stdout).toBe("plain \u001b[31mtext");
    expect((await place.pd(["scan-it"], { terminal: 80 })).stdout).toBe("plain \\u001b[31mtext\n");
  });

  test.each([
    ['async () => { throw new Error("inner\\n    at a stack"); }', "why:   inner", "--verbose"],
    ["async () => 10n", "cannot hold", "plain data"],
    ["async () => { const loop = {}; loop.loop = loop; return loop; }", "cannot hold", "plain data"],
  ])("one that fails says where, why and what would work: %s", async (call, why, fix) => {
    const schema =
      '{ _zod: { def: { type: "object" }, run: (payload) => payload, toJSONSchema: () => ({ type: "object" }) } }';
    const tool = `{ name: "go_wrong", description: "Fails.", readOnly: true, input: ${schema}, call: ${call} }`;
    const place = temporaryPlace({ ...NOTES, "pd.config.mjs": `export default { mounts: [{ tools: [${tool}] }] };` });
    const { code, stdout, stderr } = await place.pd(["go-wrong", "--json"]);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      2,
      { version: 1, error: { code: "tool-failed", where: "pd go-wrong" } },
    ]);
    for (const part of [why, fix]) expect(stderr).toContain(part);
    expect(stderr).not.toMatch(/at a stack|call-failed/u);
  });

  test("mounts that cannot be made say why on one line, and what to do", async () => {
    const mounts = '() => { throw new Error("boom\\n    at a stack"); }';
    const place = temporaryPlace({ ...NOTES, "pd.config.mjs": `export default { mounts: ${mounts} };` });
    const { stderr } = await place.pd(["scan"]);
    expect(stderr).toMatch(
      /could not be made: boom\n {2}where: .*pd\.config\.mjs\n {2}fix: {3}Mend that, or use --no-config\.\n$/u,
    );
  });

  test("without a configuration a mistyped command opens nothing", async () => {
    const place = temporaryPlace(NOTES);
    expect((await place.pd(["say-words", "x", "--vault", "gone"])).stderr).toContain("There is no command");
  });
});

test("this repository has a configuration of its own: its documentation, and its skills where they are built", async () => {
  temporaryPlace();
  const { io, stdout } = memoryIo(fileURLToPath(new URL("../../..", import.meta.url)));
  expect(await run(["config", "--json", "--no-cache"], io)).toBe(0);
  const { file, settings, tools } = JSON.parse(stdout()).data;
  expect(file).toMatch(/pd\.config\.mjs$/u);
  expect(settings[0]).toMatchObject({ name: "vaults", value: [expect.stringMatching(/docs$/u)] });
  const built = existsSync(new URL("../../skills/dist/index.js", import.meta.url));
  expect(tools.includes("read-skill-file")).toBe(built);
});

describe("--session keeps what was shown from one call to the next", () => {
  test("R2.1 what was seen in full is not shown at less; R2.7 --no-repeat names it instead", async () => {
    const place = temporaryPlace(NOTES);
    const session = ["--session", "s.json", ...VAULT, "--json"];
    const first = JSON.parse((await place.pd(["node", "Budgets", "--level", "4", ...session])).stdout);
    expect(first.session).toMatch(/^pds_\d{39}$/u);
    const second = JSON.parse((await place.pd(["node", "Budgets", "--level", "1", ...session])).stdout);
    expect(second.session).toBe(first.session);
    expect(second.nodes[0].level).toBe(4);
    const third = await place.pd(["node", "Budgets", "--level", "1", "--no-repeat", ...session]);
    expect(JSON.parse(third.stdout)).toMatchObject({
      nodes: [],
      omitted: [{ id: "concept:budgets", reason: "seen", seenAt: 4 }],
    });
    expect(third.code).toBe(0);
  });

  test("two folders of the same name are two, also in one session", async () => {
    const note = "---\nname: Alpha\n---\n\nSome text.\n";
    const place = temporaryPlace({ "one/docs/alpha.md": note, "two/docs/alpha.md": note });
    const level = async (vault: string, asked: string) => {
      const args = ["node", "Alpha", "--level", asked, "--session", "s.json", "--vault", vault, "--json"];
      return JSON.parse((await place.pd(args)).stdout).nodes[0].level;
    };
    expect([await level("one/docs", "4"), await level("two/docs", "1"), await level("one/docs", "1")]).toEqual([
      4, 1, 4,
    ]);
  });

  test("a file that is something else is left alone", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "notes.txt": "precious",
      "damaged.json": '{"pd":"session","version":1,"id":7}',
    });
    for (const file of ["notes.txt", "damaged.json", "docs"]) {
      const { code, stderr } = await place.pd(["scan", "--session", file, ...VAULT]);
      expect([code, stderr.split("\n")[0]]).toEqual([2, expect.stringMatching(/^error\[session-unknown\]/u)]);
      // Nobody is told to delete what was never a session.
      expect(stderr.includes("delete")).toBe(file === "damaged.json");
    }
    expect(readFileSync(place.path("notes.txt"), "utf8")).toBe("precious");
  });
});

describe("what content says is shown, never sent", () => {
  const hostile = {
    "docs/evil.md": `---\nname: "evil \\e]52;c;ZXZpbA==\\a name"\ndescription: "red \\e[31m and \\u202e back"\ntags: ["t\\e[5m"]\n---\n\n# Evil \u001b]0;title\u0007\n\nBody \u001b]52;c;ZXZpbA==\u0007\u009b2J of it. [[gone\u001b[31m]]\n`,
    "docs/\u001b]52;c;eA==\u0007.md": "A file whose name is a command.\n",
  };

  test.each([
    [["scan"]],
    [["search", "evil"]],
    [["query", "evil"]],
    [["node", "docs/evil.md", "evil.md", "--level", "4"]],
    [["traverse", "--query", "evil"]],
    [["context", "evil", "--budget", "2000"]],
    [["stats"]],
    [["validate"]],
    [["doctor"]],
    [["scan", "--json"]],
    [["scan", "--graph", "\u001b]52;c;eA==\u0007"]],
    [["\u001b]52;c;eA==\u0007"]],
    [["node", "\u001b]52;c;eA==\u0007"]],
    [["scan", "--\u001b]52;c;eA==\u0007"]],
  ])("%j", async (args) => {
    const place = temporaryPlace(hostile);
    const { stdout, stderr } = await place.pd([...args, ...VAULT, "--no-color"], { terminal: 80 });
    // All control characters but line breaks, and what turns the direction of writing.
    expect(`${stdout}${stderr}`.replaceAll("\n", "")).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
    expect(`${stdout}${stderr}`).toMatch(/\S/u);
  });
});

describe("names of a prototype are names like any other", () => {
  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("%s", async (name) => {
    const place = temporaryPlace(NOTES);
    expect((await place.pd([name])).code).toBe(2);
    expect((await place.pd(["scan", `--${name}`, "x", ...VAULT])).stderr).toContain(`There is no option --${name}`);
    expect((await place.pd(["scan", "--type", name, ...VAULT])).code).toBe(1);
    expect((await place.pd(["node", name, ...VAULT])).code).toBe(1);
    expect((await place.pd(["explain", name])).code).toBe(2);
    expect((await place.pd(["skill", name, ...VAULT])).code).toBe(2);
    expect((await place.pd(["completion", name])).code).toBe(2);
    expect((await place.pd(["scan", "--counter", name])).code).toBe(2);
  });
});

describe("pd init", () => {
  test("names the folder that has notes, and never writes over anything", async () => {
    const place = temporaryPlace(NOTES);
    expect((await place.pd(["init", "--dry-run"])).code).toBe(0);
    expect(existsSync(place.path("pd.config.json"))).toBe(false);
    expect((await place.pd(["init", "--dry-run", "--vault", ".git"])).stdout).toContain('".git"');
    expect((await place.pd(["init", "--budget", "900"])).code).toBe(0);
    expect(JSON.parse(readFileSync(place.path("pd.config.json"), "utf8"))).toEqual({
      version: 1,
      vaults: ["docs"],
      budget: 900,
    });
    expect((await place.pd(["scan"])).code).toBe(0);
    expect((await place.pd(["init"])).stderr).toContain("There is a configuration here already");
    expect((await temporaryPlace().pd(["init", "gone"])).stderr).toContain('"gone" is no folder');
  });
});

describe("pd skill", () => {
  test("looks at the first graph that has skills, unless one is named", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "more/pdf-forms/SKILL.md": "---\nname: pdf-forms\ndescription: Fill PDF forms.\n---\n\nBody of it.\n",
      "pd.config.json": '{ "vaults": ["docs", "more"] }',
    });
    for (const command of [["stats"], ["list"], ["show", "pdf-forms"], ["validate"]]) {
      const { code, stdout } = await place.pd(["skill", ...command, "--json"]);
      expect([code, JSON.parse(stdout).graphId]).toEqual([0, "more"]);
    }
    expect((await place.pd(["skill", "list", "--graph", "docs"])).code).toBe(1);
  });

  test("list is level 1, show is the body, also by another name", async () => {
    const place = temporaryPlace({ ...NOTES, ...SKILLS });
    const listed = JSON.parse((await place.pd(["skill", "list", ...VAULT, "--json"])).stdout);
    expect(listed.nodes.map(({ type, level }: { type: string; level: number }) => `${type} ${level}`)).toEqual([
      "skill 1",
      "skill 1",
    ]);
    const shown = JSON.parse((await place.pd(["skill", "show", "pdf-forms", ...VAULT, "--json"])).stdout);
    expect(shown.nodes[0]).toMatchObject({ id: "skill:pdf-forms", level: 4 });
    expect((await place.pd(["skill", "show", "other name", "--level", "1", ...VAULT])).code).toBe(0);
    expect((await place.pd(["skill", "show", "nothing like it", ...VAULT])).code).toBe(1);
  });

  test("R5.1 validate is strict, with file and line", async () => {
    const place = temporaryPlace({ ...NOTES, ...SKILLS });
    const { code, stdout } = await place.pd(["skill", "validate", ...VAULT, "--json"]);
    const { data } = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(data).toMatchObject({ skills: 2, passed: false });
    const found = data.findings.map(
      ({ code: name, file, line }: { code: string; file: string; line: number }) => `${file}:${line} ${name}`,
    );
    expect(found).toEqual([
      "skills/Other/SKILL.md:1 skill-no-description",
      "skills/Other/SKILL.md:2 skill-name",
      "skills/Other/SKILL.md:2 skill-folder",
      "skills/Other/SKILL.md:3 skill-unknown-key",
    ]);
  });

  test.each([
    ["name: pdf\ndescription: 12", "skill-field"],
    ["name: pdf\ndescription: Fills forms.\nlicense:", "skill-field"],
    ["name: pdf\ndescription: Fills forms.\ncompatibility: ''", "skill-field"],
    ["name: pdf\ndescription: Fills forms.\nallowed-tools: [1]", "skill-field"],
    ["name: pdf\ndescription: Fills forms.\ndisable-model-invocation: maybe", "skill-field"],
    ["name: pdf\ndescription: Fills forms.\nmetadata:", "skill-metadata"],
    ["name: pdf\ndescription: Fills forms: all of them", "frontmatter-unquoted-colon"],
    [`name: pdf\ndescription: ${"😀".repeat(1025)}`, "skill-description"],
  ])("R5.1 %j is a fault by the format: %s", async (head, fault) => {
    const place = temporaryPlace({ "docs/pdf/SKILL.md": `---\n${head}\n---\n\n# Pdf\n` });
    const { code, stdout } = await place.pd(["skill", "validate", ...VAULT, "--json"]);
    const codes = JSON.parse(stdout).data.findings.map(({ code: name }: { code: string }) => name);
    expect([code, codes]).toEqual([1, [fault]]);
  });

  test("R5.1 characters are counted, not units; what a note of a vault may have is no fault", async () => {
    const head = `name: pdf\ndescription: ${"😀".repeat(1024)}\ntype: skill\ntags: [forms]`;
    const place = temporaryPlace({ "docs/pdf/SKILL.md": `---\n${head}\n---\n\n# Pdf\n` });
    expect((await place.pd(["skill", "validate", ...VAULT])).code).toBe(0);
  });

  test("validate looks at the files of one vault, and says where there are none", async () => {
    const place = temporaryPlace({ ...NOTES, ...SKILLS, "more/a.md": "# A\n" });
    const none = await place.pd(["skill", "validate", "--vault", "more"], { terminal: 80 });
    expect([none.code, none.stdout]).toEqual([1, "0 skills: no SKILL.md in this vault\n"]);
    const found = await place.pd(["skill", "validate", "--vault", "more", "--vault", "docs", "--json"]);
    expect(JSON.parse(found.stdout)).toMatchObject({ graphId: "docs", data: { skills: 2 } });
    const all = await place.pd(["skill", "validate", "--graph", "all", "--vault", "more", "--vault", "docs"]);
    expect([all.code, all.stderr]).toEqual([2, expect.stringContaining('"all" is no vault')]);
  });

  test("init writes one that is valid, and never over another", async () => {
    const place = temporaryPlace(NOTES);
    expect((await place.pd(["skill", "init", "my-skill", "--description", 'Says "hi": often', ...VAULT])).code).toBe(0);
    expect((await place.pd(["skill", "validate", ...VAULT])).code).toBe(0);
    expect((await place.pd(["skill", "init", "my-skill", ...VAULT])).stderr).toContain("is there already");
    for (const name of ["../x", "My Skill", "", "a--b", "x".repeat(65)]) {
      expect((await place.pd(["skill", "init", name, ...VAULT])).code).toBe(2);
    }
  });
});

describe("pd doctor and pd config", () => {
  test("doctor says what was loaded and what is wrong, each with its fix", async () => {
    const place = temporaryPlace({ ...NOTES, "pd.config.json": '{"vaults": ["docs"], "counter": "words"}' });
    const { code, stdout } = await place.pd(["doctor", "--json"]);
    const { data } = JSON.parse(stdout);
    expect(code).toBe(0);
    const about = (name: string) => data.findings.filter((finding: { about: string }) => finding.about === name);
    expect(about("node")).toMatchObject([{ severity: "ok" }]);
    expect(about("config")).toMatchObject([
      { severity: "ok", message: expect.stringContaining("pd.config.json (JSON)") },
    ]);
    expect(about("vault")).toMatchObject([
      { severity: "ok", message: expect.stringMatching(/^docs: 4 notes, 6 links/u) },
    ]);
    expect(about("links")).toMatchObject([
      { severity: "warning", message: expect.stringContaining("levels.md:"), fix: expect.any(String) },
    ]);
    expect(about("tokens")).toMatchObject([{ severity: "warning", fix: expect.any(String) }]);
    expect(about("cache")).toHaveLength(1);
  });

  test("what keeps it from starting is a finding, and exits 1", async () => {
    const place = temporaryPlace({ "pd.config.json": '{"vaults": ["gone"]}' });
    const { code, stdout } = await place.pd(["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/xx vault .*gone/u);
  });

  test("config says of each setting where it comes from", async () => {
    const place = temporaryPlace({ ...NOTES, "pd.config.json": '{"vaults": ["docs"], "budget": 900}' });
    const { data } = JSON.parse((await place.pd(["config", "--counter", "bytes", "--json"])).stdout);
    const from = (name: string) => data.settings.find((setting: { name: string }) => setting.name === name);
    expect(from("budget")).toMatchObject({ value: 900, origin: "config", from: place.path("pd.config.json") });
    expect(from("counter")).toMatchObject({ value: "bytes", origin: "given", from: "the command line, --counter" });
    expect(from("watch")).toMatchObject({ value: false, origin: "default" });
    const { data: bare } = JSON.parse((await place.pd(["config", "--no-cache", "--json"])).stdout);
    expect(bare.settings).toContainEqual(
      expect.objectContaining({ name: "cache", from: "the command line, --no-cache" }),
    );
  });
});

describe("for a person", () => {
  test("no line is wider than the terminal, however narrow it is", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "docs/中文.md": `# 中文笔记\n\n${"这是一个关于令牌预算的中文笔记，".repeat(8)}\n`,
    });
    for (const terminal of [40, 80, 200]) {
      for (const args of [
        ["scan"],
        ["query", "预算"],
        ["stats"],
        ["validate"],
        ["--help"],
        ["search", "--help"],
        ["doctor"],
        ["explain"],
        ["config"],
        ["skill", "validate"],
      ]) {
        const { stdout } = await place.pd(
          [...args, ...(args.includes("--help") || args.includes("explain") ? [] : VAULT)],
          { terminal },
        );
        const { widthOf } = await import("./terminal/width.js");
        const widest = Math.max(...stdout.split("\n").map(widthOf));
        expect([args, widest <= terminal]).toEqual([args, true]);
      }
    }
  });

  test("every option of an operation says what it is for", async () => {
    for (const operation of ["scan", "search", "query", "node", "traverse", "context", "validate"]) {
      const { stdout } = await temporaryPlace().pd([operation, "--help"], { terminal: 120 });
      for (const line of stdout.split("\n").filter((text) => text.startsWith("  -")))
        expect(line).toMatch(/^ {2}-.*\S {2,}\S/u);
    }
  });

  test("the next step can be run as it is printed", async () => {
    const place = temporaryPlace(NOTES);
    const { stderr } = await place.pd(["search", "token", ...VAULT], { terminal: 100, environment: { NO_COLOR: "1" } });
    const [, step = ""] = /^next: pd (.*?) {3}\(/mu.exec(stderr) ?? [];
    const { code, stdout } = await place.pd([...step.split(" "), "--json"]);
    expect([code, JSON.parse(stdout).nodes[0].level]).toEqual([0, 4]);
  });

  test("the next page is of the same list", async () => {
    const place = temporaryPlace({ ...NOTES, ...SKILLS });
    const terminal = { terminal: 100, environment: { NO_COLOR: "1" } };
    const page = async (args: readonly string[]) => {
      const { stderr } = await place.pd([...args, "--limit", "1", ...VAULT], terminal);
      const [, step = ""] = /^next: pd (.*--cursor.*)$/mu.exec(stderr) ?? [];
      const { stdout } = await place.pd([...step.replaceAll("'", "").split(" "), "--json"]);
      return JSON.parse(stdout).nodes.map(({ type }: { type: string }) => type);
    };
    expect(await page(["scan", "--type", "concept"])).toEqual(["concept"]);
    expect(await page(["skill", "list"])).toEqual(["skill"]);
    const { stderr } = await place.pd(["skill", "stats", ...VAULT], terminal);
    expect(stderr).toContain("next: pd skill list --vault docs\n");
  });

  test("where nothing is, it is said how to find out why", async () => {
    const place = temporaryPlace({ "empty/.pdignore": "" });
    const { code, stderr } = await place.pd(["scan", "--vault", "empty"], { terminal: 80 });
    expect(stderr).toMatch(/^\S*There is nothing here/u);
    expect([code, stderr.includes("pd doctor")]).toEqual([1, true]);
    // What an empty list costs is no news.
    expect(stderr).not.toContain("token");
  });

  test("R6.6 every document has a version and says what it is of; one of a failure says why", async () => {
    const { stdout } = await temporaryPlace().pd(["--version", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, operation: "version", data: { pd: expect.any(String) } });
    const failed = await temporaryPlace().pd(["scan", "--vault", "gone", "--json"]);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      version: 1,
      error: {
        code: "vault-unreadable",
        where: expect.any(String),
        why: expect.stringContaining("ENOENT"),
        fix: expect.any(String),
      },
    });
  });

  test("help is a document too", async () => {
    const { stdout } = await temporaryPlace().pd(["--help", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, operation: "help", data: { commands: { length: 15 } } });
    const search = JSON.parse((await temporaryPlace().pd(["search", "--help", "--json"])).stdout);
    expect(search).toMatchObject({ version: 1, operation: "help", data: { name: "search", usage: "<words>" } });
  });

  test("talk is on stderr, so that a pipe gets data only", async () => {
    const { stdout, stderr } = await temporaryPlace(NOTES).pd(["search", "token", ...VAULT]);
    expect(stdout).not.toMatch(/\d tokens ·|next:/u);
    expect(stderr).toMatch(/\d+ nodes \(.*\) · \d+ tokens/u);
    expect(stderr).not.toContain("next:");
  });

  test.each([
    [{}, true],
    [{ NO_COLOR: "1" }, false],
    [{ NO_COLOR: "" }, true],
    [{ TERM: "dumb" }, false],
  ])("colours on a terminal with %j: %s", async (environment, coloured) => {
    const { stdout } = await temporaryPlace(NOTES).pd(["scan", ...VAULT], { terminal: 80, environment });
    expect(stdout.includes("\u001b[")).toBe(coloured);
  });

  test("no colours in a pipe, unless they are asked for", async () => {
    const place = temporaryPlace(NOTES);
    expect((await place.pd(["scan", ...VAULT])).stdout).not.toContain("\u001b[");
    expect((await place.pd(["scan", ...VAULT], { environment: { FORCE_COLOR: "1" } })).stdout).toContain("\u001b[36m");
    expect((await place.pd(["scan", ...VAULT, "--no-color"], { terminal: 80 })).stdout).not.toContain("\u001b[");
  });
});
