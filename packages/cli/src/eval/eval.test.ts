import { existsSync, readFileSync } from "node:fs";
import { nodeId } from "@pd/core";
import { describe, expect, test } from "vitest";
import { temporaryPlace } from "../testing/temporary-place.js";
import { piecesSeen } from "./evidence.js";
import { fold } from "./fold.js";
import { grepLines, grepThenRead, type NoteFile } from "./grep.js";

const NOTES = {
  "docs/fluss.md":
    "# Flüsse\n\nEin Fluss entspringt in den Bergen, siehe [[Berge]].\n\n## Mündung\n\nAm Ende fließt jeder Fluss in ein Meer oder einen See.\n\n## Wie lang?\n\nDer längste Fluss ist länger als sechstausend Kilometer.\n",
  "docs/berge.md": "# Berge\n\nBerge sind hoch und stehen fest; aus ihnen kommt das Wasser der [[Flüsse]].\n",
  "docs/河流.md": "# 河流\n\n河流从山上流下来，最后流入大海。 Rivers flow into the sea at last.\n",
};
const VAULT = ["--vault", "docs"];
const lines = (...questions: object[]) => questions.map((question) => `${JSON.stringify(question)}\n`).join("");
const GOOD = lines(
  { question: "Wohin fließt ein Fluss am Ende?", evidence: ["Am Ende fließt jeder Fluss in ein Meer oder einen See."] },
  { question: "Was steht über Berge?", notes: ["Berge"] },
  { question: "河流", evidence: [{ title: "河流", paragraph: "河流从山上流下来，最后流入大海。" }] },
);

describe("pd eval", () => {
  test("measures packs at four budgets, and reading beside grep", async () => {
    const place = temporaryPlace({ ...NOTES, "questions.jsonl": GOOD });
    const { code, stdout } = await place.pd(["eval", "questions.jsonl", ...VAULT, "--json"]);
    expect(code).toBe(0);
    const { data, operation } = JSON.parse(stdout);
    expect(operation).toBe("eval");
    expect(data.questions).toBe(3);
    expect(data.packs.map(({ budget }: { budget: number }) => budget)).toEqual([250, 500, 1000, 2000]);
    expect(data.packs[3]).toMatchObject({ evidence: 100, complete: 100, missed: [] });
    for (const { precision, meanTokens, budget } of data.packs) {
      expect(precision).toBeGreaterThan(0);
      expect(precision).toBeLessThanOrEqual(100);
      expect(meanTokens).toBeLessThanOrEqual(budget);
    }
    const policies = data.reading.map(({ policy }: { policy: string }) => policy);
    expect(policies).toEqual(["grep, then whole files", "grep, matching lines", "pd context, asking for more"]);
    expect(data.reading.at(-1)).toMatchObject({ found: 100 });
  });

  test("a JSON list is read too, and a person gets a chart", async () => {
    const list = JSON.stringify(
      GOOD.trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    );
    const place = temporaryPlace({ ...NOTES, "pd-eval.jsonl": list });
    const { stdout } = await place.pd(["eval", ...VAULT]);
    expect(stdout).toMatch(/^ {2}2000 {2}#{30} {3}100%/mu);
    expect(stdout).toContain("tokens until all evidence was seen");
  });

  test("below the threshold the exit code is 1, at the budget that was asked for", async () => {
    const never = lines({ question: "Flüsse", evidence: ["Das steht in keiner Notiz."] });
    const place = temporaryPlace({ ...NOTES, "good.jsonl": GOOD, "never.jsonl": never });
    const passed = await place.pd(["eval", "good.jsonl", "--threshold", "90", "--at", "700", ...VAULT]);
    expect([passed.code, passed.stdout]).toEqual([0, expect.stringContaining("reaches the threshold of 90% at 700")]);
    const failed = await place.pd(["eval", "never.jsonl", "--threshold", "1", ...VAULT]);
    expect([failed.code, failed.stdout]).toEqual([1, expect.stringContaining("does not reach the threshold")]);
    expect(failed.stdout).toContain("not answered by a pack of 2000 tokens: 1");
  });

  test("says how many questions no note of this vault answers, and how many more are not named", async () => {
    const strange = Array.from({ length: 13 }, (_, at) => ({ question: `Frage ${at}?`, evidence: [`Satz ${at} 外.`] }));
    const place = temporaryPlace({ ...NOTES, "q.jsonl": `${GOOD}${lines(...strange)}` });
    const { stdout } = await place.pd(["eval", "q.jsonl", "docs"]);
    expect(stdout).toContain("the evidence of 13 of 16 questions is in no note of this vault");
    expect(stdout).toContain("… 3 more");
    const { data } = JSON.parse((await place.pd(["eval", "q.jsonl", "docs", "--json"])).stdout);
    expect(data).toMatchObject({ questions: 16, unfounded: 13 });
    const own = temporaryPlace({ ...NOTES, "q.jsonl": GOOD });
    expect((await own.pd(["eval", "q.jsonl", ...VAULT])).stdout).not.toContain("in no note");
  });

  test("a folder in place of the file is told from one after it", async () => {
    const place = temporaryPlace(NOTES);
    const { code, stderr } = await place.pd(["eval", "docs"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("This is a folder, not a file of questions")]);
    const drafted = await place.pd(["eval", "init", "docs"]);
    expect([drafted.code, drafted.stderr]).toEqual([0, ""]);
  });

  test.each([
    ["no such file", undefined, "pd eval init"],
    ["no JSON", "{", "is not JSON"],
    ["no question", lines({ notes: ["Berge"] }), 'has no "question"'],
    ["no evidence", lines({ question: "Wie?" }), 'neither "evidence" nor "notes"'],
    ["nothing", "\n", "holds no question"],
    ["an unknown note", lines({ question: "Wie?", notes: ["Gibt es nicht"] }), "No node is called"],
  ])("%s is an error that says what would work", async (_name, text, words) => {
    const place = temporaryPlace({ ...NOTES, ...(text === undefined ? {} : { "q.jsonl": text }) });
    const { code, stderr } = await place.pd(["eval", "q.jsonl", ...VAULT]);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(words);
  });
});

describe("pd eval init", () => {
  test("drafts questions whose evidence stands in their note, and pd eval reads them", async () => {
    const place = temporaryPlace(NOTES);
    expect((await place.pd(["eval", "init", ...VAULT])).code).toBe(0);
    const drafts = readFileSync(place.path("pd-eval.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(drafts.map(({ question }) => question)).toEqual(
      expect.arrayContaining(["Flüsse: Mündung", "Wie lang?", "What does Flüsse have to do with Berge?"]),
    );
    for (const { evidence, from } of drafts) {
      const body = fold(readFileSync(place.path(`docs/${from.note}`), "utf8"));
      for (const sentence of evidence) expect(body).toContain(sentence);
    }
    const { code, stdout } = await place.pd(["eval", ...VAULT]);
    expect(code).toBe(0);
    expect(stdout).toContain(`evidence in a pack, ${drafts.length} questions`);
  });

  test("keeps to its limit, writes where it is told, and never over a file", async () => {
    const place = temporaryPlace(NOTES);
    await place.pd(["eval", "init", "--limit", "2", "--out", "mine.jsonl", ...VAULT]);
    const text = readFileSync(place.path("mine.jsonl"), "utf8");
    expect(text.trim().split("\n")).toHaveLength(2);
    const again = await place.pd(["eval", "init", "--out", "mine.jsonl", ...VAULT]);
    expect(again.code).toBeGreaterThan(0);
    expect(again.stderr).toContain("There is a file of questions already");
    expect(readFileSync(place.path("mine.jsonl"), "utf8")).toBe(text);
    expect(existsSync(place.path("pd-eval.jsonl"))).toBe(false);
  });
});

test("a wikilink counts as the words it shows", () => {
  expect(fold("See [[concepts/levels#Two|the levels]]\n and ![[Budgets]].")).toBe("See the levels and Budgets.");
});

describe("grep", () => {
  const files: readonly NoteFile[] = [
    { id: nodeId("note:a"), path: "a.md", text: "common common\nrare word\n" },
    { id: nodeId("note:b"), path: "b.md", text: "common\n" },
  ];
  const count = (text: string) => text.length;
  const asked = { question: "What is the common rare?", also: [], evidence: ["rare word"], notes: [] };

  test("reads the lines of the rarest word first, each once", () => {
    const shown = [...(grepLines(files, count)(asked) as Iterable<{ text: string; tokens: number; notes: never[] }>)];
    expect(shown.map(({ text }) => text)).toEqual(["rare word", "common common\ncommon"]);
    expect(piecesSeen(asked, shown)).toBe(1);
  });

  test("reads whole files, those with most words first, after their list", () => {
    const shown = [...(grepThenRead(files, count)(asked) as Iterable<{ text: string }>)];
    expect(shown.map(({ text }) => text)).toEqual(["", files[0]?.text, files[1]?.text]);
  });
});
