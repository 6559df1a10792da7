import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSessionLog } from "@pd/core";
import { describe, expect, test } from "vitest";
import { folderOf, NOTES, type Ran, runAssistant, SKILLS } from "./testing/run-assistant.js";

const vault = folderOf(NOTES);
const skills = folderOf(SKILLS);

/** Without a key, so the scripted model answers: what it does is the same every time. */
function talk(lines: readonly string[], argv: readonly string[] = []) {
  return runAssistant({ argv: ["--vault", vault, "--skills", skills, ...argv], lines });
}

const QUESTION = "Why does the sea rise twice a day?";

describe("without a key", () => {
  test("a scripted model answers from what it reads, and the first lines say that it does", async () => {
    const { code, stdout, stderr } = await talk([], [QUESTION]);
    expect(stderr).toMatch(/^pd assistant\n[\s\S]*No key was found, so a script answers/);
    expect(stdout).toBe(
      "“The moon pulls the sea, so that it rises twice a day.” [Tides.md]\n(Quoted from the notes: no model was asked.)\n",
    );
    expect(code).toBe(0);
  });

  test("it uses a skill that fits, and the tools of a section that it opens for them", async () => {
    const { stdout } = await talk(["Make a table of tides for Brest", "What is related to Harbours?", "/replay"]);
    const replay = stdout.slice(stdout.indexOf("  prompt"));
    expect(replay).toMatch(/skill name: tide-table/);
    expect(replay).toMatch(/open_sections section_keys: graph[\s\S]*4 section:graph \(was 1\)[\s\S]*traverse start:/);
  });

  test("nothing found is said, not made up", async () => {
    const { stdout } = await talk([], ["Quarks?"]);
    expect(stdout).toMatch(/^The notes that I looked at do not say\. I can only quote/);
  });

  test("the same question gives the same answer by the same way", async () => {
    const [one, other] = [await talk([], [QUESTION]), await talk([], [QUESTION])];
    // The mark around data is random, and so are its tokens.
    const way = ({ stdout, stderr }: Ran) => stdout + stderr.replaceAll(/[\d,█░]+/g, "#");
    expect(way(one)).toBe(way(other));
  });
});

describe("commands", () => {
  test("/cost adds up what was shown, beside what everything would have cost", async () => {
    const { stdout } = await talk([QUESTION, "/cost"]);
    expect(stdout).toMatch(/instructions +\d+\n +tools +[\d,]+\n +1 scan +\d+ {2}3 nodes\n +4 full +\d+ {2}\d nodes\n/);
    expect(stdout).toMatch(/[\d,]+ {2}of 8,000\n +everything +[\d,]+/);
  });

  test("/why tells of a node that was shown, with its rank, and of one that was not", async () => {
    const { stdout } = await talk([
      QUESTION,
      "/why Tides",
      "/why [[Harbours#Nowhere]]",
      "/why tide-table",
      "/why Dunes",
    ]);
    expect(stdout).toMatch(
      /note:tides.*\n {2}search showed it at level 1: \d+ tokens\n {2}context showed it at level 4[^\n]*, its passage @\d/,
    );
    expect(stdout).toMatch(/it ranks 1 of \d+, score [\d.]+: by .*body/);
    expect(stdout).toContain("skill:tide-table");
    expect(stdout).toContain("No call has come across it.");
  });

  test("/why of something that does not exist is a typed error", async () => {
    const { stderr } = await talk(["/why Dunes"]);
    expect(stderr).toContain('node-unknown: No node is called "Dunes"');
  });

  test("/open shows a node and gives it to the model, once", async () => {
    const { stdout } = await talk([
      "/open Moon 4",
      "/open Moon 4",
      "How many days does the moon take round the earth?",
      "/replay",
    ]);
    expect(stdout.match(/The moon goes round the earth in 27 days/g)?.length).toBeGreaterThanOrEqual(2);
    expect(stdout).toMatch(/\(Given to the model, \d+ tokens\.\)/);
    expect(stdout).toContain("(The model has it already.)");
  });

  test("/budget raises the ceiling when it is used up", async () => {
    const { stdout } = await talk([QUESTION, "/budget 9,000"], ["--budget", "1800"]);
    expect(stdout).toMatch(/[\d,]+ of 9,000 tokens are used\./);
  });

  test("/budget below what is used says that nothing more fits", async () => {
    const { stdout } = await talk([QUESTION, "/budget 100"]);
    expect(stdout).toMatch(/[\d,]+ of 100 tokens are used\. Nothing more fits/);
  });

  test("the bar counts what stands before the model and what was sent for it; one call is one call", async () => {
    const { stderr } = await talk([], [QUESTION]);
    expect(stderr).toMatch(/[\d,]+ of 8,000 tokens shown; [\d,]+ sent in 4 requests/);
    const file = join(folderOf({}), "one.jsonl");
    expect((await talk(["/open Tides", `/save ${file}`])).stdout).toMatch(/\b(?:1 call|[^1\s] calls) saved/);
  });

  test("/save writes a log that can be read back, for its owner alone", async () => {
    const file = join(folderOf({}), "session.jsonl");
    const { stdout } = await talk([QUESTION, `/save ${file}`, `/save ${file}`]);
    expect(stdout).toMatch(/4 calls saved/);
    expect(parseSessionLog(readFileSync(file, "utf8")).map(({ operation }) => operation)).toEqual([
      "prompt",
      "read_section",
      "search",
      "context",
    ]);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test("/save replaces no file that is not a session", async () => {
    const file = join(folderOf({ "notes.md": "precious\n" }), "notes.md");
    const { stderr } = await talk([`/save ${file}`]);
    expect(stderr).toContain("file-unwritable");
    expect(readFileSync(file, "utf8")).toBe("precious\n");
  });

  test("one that is misspelt, or lacks its word, says what was meant", async () => {
    const { stderr, code } = await talk(["/cots", "/why", "/open", "/save", "/budget much"]);
    expect(stderr).toContain("Did you mean /cost?");
    expect(stderr).toContain("Type /why <node>.");
    expect(stderr).toContain('"much" is not a token budget');
    expect(code).toBe(0);
  });

  test("/quit ends, and what stands after it is not read", async () => {
    const { stdout } = await talk(["/help", "/quit", "/replay"]);
    expect(stdout).toContain("/open <node> [level]");
    expect(stdout).not.toContain("Nothing has happened yet.");
  });
});

describe("the command line", () => {
  test.each([
    [["--bugdet", "3"], "Unknown option"],
    [["--budget", "many"], "not a token budget"],
    [["--provider", "nobody"], "anthropic, openai, compatible, scripted"],
    [["--provider", "openai"], "Set OPENAI_API_KEY."],
    [["--base-url", "http://127.0.0.1:9/v1"], "Give --model"],
    [["--base-url", "nonsense", "--model", "m"], "Give one like http"],
  ])("%j is refused with what would work", async (argv, words) => {
    const { code, stderr } = await runAssistant({ argv: [...argv, "Why?"] });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });

  test("a folder that is not there is refused", async () => {
    const { code, stderr } = await runAssistant({ argv: ["--vault", join(vault, "nowhere"), "Why?"] });
    expect([code, stderr.split(":")[0]]).toEqual([2, "vault-unreadable"]);
  });

  test("a password in a base URL is not shown", async () => {
    const argv = ["--vault", vault, "--base-url", "http://me:secret@127.0.0.1:9/v1", "--model", "m"];
    const { stdout, stderr } = await runAssistant({ argv, lines: [] });
    expect(stderr).toContain("m at 127.0.0.1:9");
    expect(stdout + stderr).not.toContain("secret");
  });

  test("--help names every option; without one, pd's own notes and skills are there", async () => {
    const { stdout, code } = await runAssistant({ argv: ["--help"] });
    expect(code).toBe(0);
    expect(stdout).toContain("--base-url");
    const { stderr } = await runAssistant({ argv: ["What is a level?"] });
    expect(stderr).toContain("concept:levels");
  });

  test("--save is written after each answer, also where it fails to be", async () => {
    const missing = join(folderOf({}), "no", "such.jsonl");
    const { code, stderr } = await talk([], ["--save", missing, QUESTION]);
    expect([code, existsSync(missing)]).toEqual([1, false]);
    expect(stderr).toContain("file-unwritable");
    const torn = join(folderOf({}), "torn.jsonl");
    writeFileSync(torn, "");
    expect((await talk([], ["--save", torn, QUESTION])).code).toBe(0);
  });
});
