import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import type { Answer } from "../../model/answer.js";
import { temporaryVault } from "../testing/temporary-vault.js";

// R1.9: a session that asks for more gets the next passages in their order, each whole once and at most one part of it before that.

const WORDS = ["Orçamento", "δέλτα", "река", "بحر", "Donau", "supply", "kettle", "морской"];
const paragraph = fc
  .array(fc.constantFrom(...WORDS), { minLength: 4, maxLength: 160, size: "max" })
  .map((words) => `Donau ${words.join(" ")}.`.replaceAll(" kettle", ". Kettle"));
const arbitraryNotes = fc.uniqueArray(paragraph, { minLength: 2, maxLength: 8 });

interface Step {
  readonly answer: Answer & { readonly text?: string };
  readonly budget: number;
}

async function ask(paragraphs: readonly string[], budgetOf: (last: Step | undefined) => number): Promise<Step[]> {
  const half = Math.ceil(paragraphs.length / 2);
  const body = (some: readonly string[]) => some.join("\n\n");
  const folder = temporaryVault({
    "a.md": body(paragraphs.slice(0, half)),
    "b.md": body(paragraphs.slice(half)),
  });
  const { call } = await folder.open();
  const steps: Step[] = [];
  let session = "new";
  for (let turn = 0; turn < 4 * paragraphs.length + 4; turn += 1) {
    const budget = budgetOf(steps.at(-1));
    const answer = await call("context", {
      query: "Donau",
      tokenBudget: budget,
      format: "text",
      session,
      repeat: false,
    });
    session = answer.session!;
    steps.push({ answer, budget });
  }
  return steps;
}

const squeezed = (text: string) => text.replaceAll(/\s+/gu, " ");

test("R1.9 asked for more with what the first omission is said to cost, every passage comes whole, once", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryNotes, fc.integer({ min: 150, max: 500 }), async (paragraphs, least) => {
      const steps = await ask(paragraphs, (last) => Math.max(least, last?.answer.omitted[0]?.tokens ?? 0));
      const texts = steps.map(({ answer }) => squeezed(answer.text ?? ""));
      for (const one of paragraphs) expect(texts.filter((text) => text.includes(squeezed(one)))).toHaveLength(1);
    }),
    { numRuns: Math.min(40, propertyRuns()), endOnFailure: true },
  );
});

test("R1.9 asked for more with one budget, no text comes twice, and the answers come to an end", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryNotes, fc.integer({ min: 120, max: 300 }), async (paragraphs, budget) => {
      const steps = await ask(paragraphs, () => budget);
      const shown = steps.map(({ answer }) => answer.nodes.map(({ id }) => id));
      // Once as a part, once whole.
      for (const id of new Set(shown.flat()))
        expect(shown.filter((ids) => ids.includes(id)).length).toBeLessThanOrEqual(2);
      expect(shown.at(-1)).toEqual([]);
      for (const { answer } of steps) {
        const reasons = answer.omitted.map(({ reason }) => reason);
        expect(reasons.toSorted((a, b) => Number(a === "seen") - Number(b === "seen"))).toEqual(reasons);
      }
    }),
    { numRuns: Math.min(40, propertyRuns()), endOnFailure: true },
  );
});

test("R2.7 a text names a session that was made for it, and not one that the caller named", async () => {
  const [first, second] = await ask(["Donau entspringt.", "Donau mündet."], () => 300);
  expect(first!.answer.text).toContain(`[session ${first!.answer.session}]`);
  expect(second!.answer.text).not.toContain("[session");
  expect(second!.answer.session).toBe(first!.answer.session);
});

/** What one session is shown, call by call. */
async function texts(files: Readonly<Record<string, string>>, asked: readonly object[]): Promise<readonly string[]> {
  const { call } = await temporaryVault(files).open();
  let session = "new";
  const shown: string[] = [];
  for (const input of asked) {
    const answer = await call("context", { format: "text", session, repeat: false, ...input });
    session = answer.session!;
    shown.push(answer.text ?? "");
  }
  return shown;
}

test("R1.9 a text without a part that fits keeps nothing behind it from coming", async () => {
  const files = {
    "a.md": `---\nname: Yearly budget\n---\n${"👩‍👩‍👧‍👦".repeat(400)}`,
    "b.md": "The yearly budget is public.",
    "c.md": "A budget for the year.",
  };
  const asked = { query: "yearly budget", tokenBudget: 160 };
  const all = (await texts(files, [asked, asked, asked])).join("\n");
  expect(all).toContain("The yearly budget is public.");
  expect(all).toContain("A budget for the year.");
});

test("R1.9 another question gets another part of a text that was cut", async () => {
  const sentences = Array.from({ length: 40 }, (_, at) => `Sentence ${at} of the budget is here.`).join(" ");
  const ask = (query: string) => ({ query, tokenBudget: 100 });
  const shown = await texts({ "a.md": sentences }, [ask("budget sentence 7"), ask("budget sentence 33")]);
  expect(shown[0]).toContain("Sentence 7 of");
  expect(shown[1]).toContain("Sentence 33 of");
});

test("R2.7 asking for more gets to the last of many passages", { timeout: 600_000 }, async () => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [`n${at}.md`, `The yearly budget of town${at} was settled in week ${at}.`]),
  );
  const shown = await texts(
    files,
    Array.from({ length: 10 }, () => ({ query: "yearly budget", tokenBudget: 2000 })),
  );
  expect(new Set(shown.join("\n").match(/town\d+/gu)).size).toBe(400);
});
