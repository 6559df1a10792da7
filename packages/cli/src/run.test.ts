import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { answerSchema, createToolkit, OPERATIONS, o200k } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { describe, expect, test } from "vitest";
import { run } from "./run.js";
import { memoryIo, NOTES, temporaryPlace } from "./testing/temporary-place.js";

const VAULT = ["--vault", "docs"];
/** As the person in that folder would. */
const TRUST = ["trust", "--yes"];

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
    expect(answer.data.topology).toMatchObject({ nodes: 6, links: 6, mocs: 1, brokenLinks: 1 });
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
    [0, ["search", "--version"]],
    [0, ["help", "search"]],
    [0, ["validate", "--threshold", "10", ...VAULT]],
    [0, ["explain", "broken-link"]],
    [1, ["search", "zzzzqqqq", ...VAULT]],
    [1, ["node", "no such note", ...VAULT]],
    [0, ["skill", "stats", ...VAULT]],
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
    expect(await talk(["xyz"])).toContain("pd --help lists the commands, and pd tool");
  });

  test("what is missing is named as it is typed", async () => {
    expect(await talk(["node", ...VAULT])).toContain("pd node needs <id|name|path> …\n");
    expect(await talk(["search", ...VAULT])).toContain("fix:   For example: pd search token budget");
    expect(await talk(["context", ...VAULT])).toContain("pd context needs <question> or --nodes\n");
    expect(await talk(["traverse", ...VAULT])).toContain("pd traverse needs <start> … or --query\n");
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
    await place.pd(TRUST);
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

  test("a command of another package names the package, and the lines that bring it", async () => {
    for (const word of ["validate", "list", "invoke"]) {
      const text = await talk(["skill", word, "pdf-forms", ...VAULT]);
      expect(text).toContain(`pd skill ${word} comes with @pd/skills and with @pd/pd\n`);
      expect(text).toContain("Install @pd/pd, the program that has every command.");
      expect(text).toContain('import { SkillManager, skillMount } from "@pd/skills";\n');
    }
    expect(await talk(["mcp"])).toContain("pd mcp comes with @pd/mcp and with @pd/pd\n");
    expect(await talk(["serve", "docs", "--port", "0"])).toContain("pd serve comes with @pd/http and with @pd/pd\n");
    expect(await talk(["studio", "--help"])).toContain("pd studio comes with @pd/pd\n");
  });
});

test("where a configuration hands over skills, it is not told to", async () => {
  const tool = `{ name: "read_skill_file", description: "Reads.", readOnly: true, input: { _zod: { def: { type: "object" }, run: (payload) => payload, toJSONSchema: () => ({ type: "object" }) } }, call: async () => "" }`;
  const place = temporaryPlace({ ...NOTES, "pd.config.mjs": `export default { mounts: [{ tools: [${tool}] }] };` });
  await place.pd(TRUST);
  const { code, stderr } = await place.pd(["skill", "frobnicate", ...VAULT]);
  expect([code, stderr.includes("pd tool lists"), stderr.includes("install")]).toEqual([2, true, false]);
});

test("a code that only a mounted package declares has its exit code, and is explained in its words", async () => {
  const kind =
    '{ code: "mond-voll", what: "Der Mond ist voll.", fix: "Warten.", fault: "absent", status: 404, exit: 1 }';
  const thrown = `Object.assign(new Error("voll"), { code: "mond-voll", [Symbol.for("pd.error.kind")]: kind })`;
  const input = `{ _zod: { def: { type: "object" }, run: (payload) => payload, toJSONSchema: () => ({ type: "object" }) } }`;
  const tool = `{ name: "watch_moon", description: "Watches.", readOnly: true, input: ${input}, call: async () => { throw ${thrown}; } }`;
  const place = temporaryPlace({
    ...NOTES,
    "pd.config.mjs": `const kind = ${kind};\nexport default { mounts: [{ tools: [${tool}], codes: { errors: { "mond-voll": kind } } }] };`,
  });
  await place.pd(TRUST);
  const failed = await place.pd(["watch-moon"]);
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("error[mond-voll] voll")]);
  const explained = await place.pd(["explain", "mond-voll", "--json"]);
  expect(JSON.parse(explained.stdout).data).toMatchObject({
    code: "mond-voll",
    kind: "error",
    what: "Der Mond ist voll.",
  });
  const elsewhere = await temporaryPlace(NOTES).pd(["explain", "mond-voll"]);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining("is not a code of pd")]);
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
    await place.pd(TRUST);
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
    expect((await place.pd(["tool"])).stdout).toMatch(/say-words\s+Says words\./u);
    expect((await place.pd(["sya-words"])).stderr).toContain("Did you mean pd say-words?");
  });

  test("a text is written as it is, and shown safely on a terminal", async () => {
    const place = temporaryPlace({ ...NOTES, "pd.config.mjs": config });
    await place.pd(TRUST);
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
    await place.pd(TRUST);
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
    await place.pd(TRUST);
    const { stderr } = await place.pd(["scan"]);
    expect(stderr).toMatch(
      /could not be made: boom\n {2}where: .*pd\.config\.mjs\n {2}fix: {3}Correct that, or use --no-config\.\n$/u,
    );
  });

  test("without a configuration a mistyped command opens nothing", async () => {
    const place = temporaryPlace(NOTES);
    expect((await place.pd(["say-words", "x", "--vault", "gone"])).stderr).toContain("There is no command");
  });
});

test("this repository has a configuration of its own that needs no trust: its documentation and its skills", async () => {
  temporaryPlace();
  const { io, stdout } = memoryIo(fileURLToPath(new URL("../../..", import.meta.url)));
  expect(await run(["config", "--json", "--no-cache"], io)).toBe(0);
  const { file, standing, settings } = JSON.parse(stdout()).data;
  expect([file, standing]).toEqual([expect.stringMatching(/pd\.config\.json$/u), "unneeded"]);
  const vaults = [expect.stringMatching(/docs$/u), expect.stringMatching(/\.agents.skills$/u)];
  expect(settings[0]).toMatchObject({ name: "vaults", value: vaults });
});

describe("--session keeps what was shown from one call to the next", () => {
  test("a person is told which file it is, and how to see only what is new", async () => {
    const place = temporaryPlace(NOTES);
    const context = (...more: readonly string[]) =>
      place.pd(["context", "ceiling", "--session", "größe.json", ...more, ...VAULT], { terminal: 100 });
    expect((await context()).stderr).toContain("session: größe.json, which is new");
    expect((await context()).stderr).toContain("session: größe.json; --no-repeat shows only what is new");
    expect((await context("--no-repeat")).stderr).not.toContain("shows only");
  });

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

  test("R2.7 --no-repeat shows a note that was edited since, and not one that was only touched", async () => {
    const text = "---\nname: São Paulo\n---\n\nA cidade é a maior do Brasil.\n";
    const place = temporaryPlace({ "docs/cidade.md": text });
    const ask = async () => {
      const args = ["node", "São Paulo", "--level", "4", "--no-repeat", "--session", "s.json", ...VAULT, "--json"];
      const { nodes, omitted } = JSON.parse((await place.pd(args)).stdout);
      return nodes[0]?.content.full.trim() ?? omitted[0].reason;
    };
    expect(await ask()).toBe("A cidade é a maior do Brasil.");
    expect(await ask()).toBe("seen");
    place.write("docs/cidade.md", text);
    expect(await ask()).toBe("seen");
    place.write("docs/cidade.md", text.replace("Brasil", "país"));
    expect(await ask()).toBe("A cidade é a maior do país.");
    expect(await ask()).toBe("seen");
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
      "damaged.json": '{"pd":"session","version":2,"id":7}',
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
    expect((await temporaryPlace().pd(["init", "gone"])).stderr).toContain('"gone" is not a folder');
  });
});

test("pd skill stats looks at the first graph that has skills, unless one is named", async () => {
  const place = temporaryPlace({
    ...NOTES,
    "more/pdf-forms/SKILL.md": "---\nname: pdf-forms\ndescription: Fill PDF forms.\n---\n\nBody of it.\n",
    "pd.config.json": '{ "vaults": ["docs", "more"] }',
  });
  const { code, stdout } = await place.pd(["skill", "stats", "--json"]);
  expect([code, JSON.parse(stdout).graphId]).toEqual([0, "more"]);
  const named = JSON.parse((await place.pd(["skill", "stats", "--graph", "docs", "--json"])).stdout);
  expect(named.data).toMatchObject({ skills: 0, topology: { nodes: 4 } });
});

describe("pd doctor and pd config", () => {
  test("a folder outside is said to need trust, and that comes first", async () => {
    const place = temporaryPlace({ "here/x.md": "# X\n", "größe/a.md": "# A\n" });
    const { code, stderr } = await place.pd(["init", "../größe"], { within: "here", terminal: 100 });
    expect([code, stderr]).toEqual([0, expect.stringContaining("../größe: outside this folder")]);
    expect([...stderr.matchAll(/(?<=next:\S* ).*$/gmu)].map(String)).toEqual(["pd trust", "pd doctor", "pd scan"]);
    expect((await place.pd(["trust", "--yes"], { within: "here" })).code).toBe(0);
    expect((await place.pd(["scan"], { within: "here" })).stdout).toContain("a.md");
    const inside = await place.pd(["init", "größe"], { terminal: 100 });
    expect(inside.stderr).not.toContain("trust");
  });

  test("the help of init names the folders that it takes by itself", async () => {
    const place = temporaryPlace({ "notes/ação.md": "# Ação\n" });
    const { stdout } = await place.pd(["init", "--dry-run", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { config: { vaults: ["notes"] } } });
    expect((await place.pd(["init", "--help"])).stdout.replaceAll(/\s+/gu, " ")).toContain("docs, notes, vault");
  });

  test("doctor says what was loaded and what is wrong, each with its fix", async () => {
    const place = temporaryPlace({ ...NOTES, "pd.config.json": '{"vaults": ["docs"], "counter": "words"}' });
    const { code, stdout } = await place.pd(["doctor", "--json"]);
    const { data } = JSON.parse(stdout);
    expect(code).toBe(0);
    const about = (name: string) => data.findings.filter((finding: { about: string }) => finding.about === name);
    expect(about("node")).toMatchObject([{ severity: "ok" }]);
    expect(about("config")).toMatchObject([
      { severity: "ok", message: expect.stringContaining("pd.config.json (JSON; asks for nothing that needs trust)") },
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
  test("R2.3 prices and budget are those of the text that a model would read, at every level", async () => {
    const place = temporaryPlace(NOTES);
    const text = JSON.parse((await place.pd(["search", "token", ...VAULT, "--json", "--format", "text"])).stdout);
    const [, price = ""] = /^- .*?\((?:[^()]*, )?(\d+) tokens/mu.exec(text.text) ?? [];
    const terminal = { terminal: 200, environment: { NO_COLOR: "1" } };
    const { stdout, stderr } = await place.pd(["search", "token", ...VAULT], terminal);
    expect(stdout).toMatch(new RegExp(`^scan .* ${price} tokens$`, "mu"));
    expect(stderr).toContain(`${text.telemetry.tokensUsed} of 2,000 tokens`);
    const asJson = await place.pd(["search", "token", ...VAULT, "--format", "json"], terminal);
    expect(asJson.stderr).not.toContain(`${text.telemetry.tokensUsed} of 2,000 tokens`);
  });

  test("R2.11 an agent that reads what is written into a pipe reads no more than the budget", async () => {
    const notes = Array.from({ length: 40 }, (_, at) => [
      `docs/n${at}.md`,
      `# Note ${at}\n\nUm orçamento 預算 ${at}.\n`,
    ]);
    const place = temporaryPlace(Object.fromEntries(notes));
    const { stdout, stderr } = await place.pd(["scan", "--limit", "40", "--budget", "300", ...VAULT]);
    expect(o200k.count(stdout + stderr)).toBeLessThanOrEqual(300);
  });

  test("a list of links says the relation only where it says something", async () => {
    const note = "---\nextends: Über\n---\n# Plain\n\nSee [[Über]] and [[Other]].\n";
    const notes = {
      "docs/plain.md": note,
      "docs/über.md": "# Über\n\nSee [[Plain]].\n",
      "docs/other.md": "# Other\n\nText.\n",
    };
    const place = temporaryPlace(notes);
    const mixed = await place.pd(["node", "Plain", "--level", "2", "--links", "all", ...VAULT]);
    expect(mixed.stdout).toMatch(/→ extends +note:über/u);
    const plain = await place.pd(["node", "Über", "--level", "2", "--links", "all", ...VAULT]);
    expect(plain.stdout).toMatch(/→ note:plain/u);
    expect(plain.stdout).not.toContain("references");
  });

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
        ["skill", "stats"],
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
    const { stderr } = await place.pd(["skill", "stats", ...VAULT], terminal);
    expect(stderr).toContain("next: pd scan --type skill --vault docs\n");
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
    expect((await temporaryPlace().pd(["scan", "-V", "--json"])).stdout).toBe(stdout);
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
    const OTHERS = [
      "skill",
      "tool",
      "llms",
      "doctor",
      "eval",
      "log",
      "cache",
      "explain",
      "init",
      "config",
      "trust",
      "completion",
    ].map((name) => ({ name }));
    const { stdout } = await temporaryPlace().pd(["--help", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      operation: "help",
      data: { commands: OPERATIONS.map(({ name }) => ({ name })).concat(OTHERS) },
    });
    const search = JSON.parse((await temporaryPlace().pd(["search", "--help", "--json"])).stdout);
    expect(search).toMatchObject({
      version: 1,
      operation: "help",
      data: { name: "search", usage: "<words> [folder]" },
    });
  });

  test.each([
    ["query", "pd query <words> [folder] [options]"],
    ["scan", "pd scan [words] [folder] [options]"],
    ["stats", "pd stats [folder] [options]"],
    ["eval", "pd eval [questions.jsonl | init] [folder] [options]"],
    ["explain", "pd explain [code] [options]"],
  ])("pd %s --help says where the folder stands", async (name, usage) => {
    const { stdout } = await temporaryPlace().pd([name, "--help"]);
    expect(stdout).toContain(`Usage  ${usage}\n`);
  });

  test("talk is on stderr, so that a pipe gets data only", async () => {
    const { stdout, stderr } = await temporaryPlace(NOTES).pd(["search", "token", ...VAULT]);
    expect(stdout).not.toMatch(/\d tokens ·|next:/u);
    expect(stderr).toMatch(/\d+ nodes \(.*\) · \d+ of 2,000 tokens/u);
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
