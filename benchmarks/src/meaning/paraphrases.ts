import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Toolkit } from "@pd/core";

/** A question without the words of the note that answers it, and other words that a model could give for it. */
export interface Paraphrase {
  readonly vault: "docs" | "notes";
  /** The path of the note. */
  readonly note: string;
  readonly question: string;
  readonly also: readonly string[];
}

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** This repository's pages, and 359 linked notes beside it. */
const FOLDERS = {
  docs: place("../../../docs"),
  notes: process.env["PD_NOTES"] ?? place("../../../../shared/corpora/vault"),
} as const;

/** Where a vault of the set is, if it is there. */
export function folderOf(vault: Paraphrase["vault"]): string | undefined {
  return existsSync(FOLDERS[vault]) ? FOLDERS[vault] : undefined;
}

export const PARAPHRASES: readonly Paraphrase[] = readFileSync(place("../../data/paraphrases.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Paraphrase);

/** In percent: notes among the first five and ten of a search, and the mean of 1 / rank. */
export interface Found {
  readonly five: number;
  readonly ten: number;
  readonly reciprocal: number;
}

export async function foundBy(
  toolkit: Toolkit,
  questions: readonly Paraphrase[],
  { also }: { readonly also: boolean },
): Promise<Found> {
  let [five, ten, reciprocal] = [0, 0, 0];
  for (const { question, note, also: others } of questions) {
    const asked = { query: question, ...(also ? { also: others } : {}), limit: 10, tokenBudget: 20_000 };
    const { nodes } = await toolkit.call("search", asked);
    const rank = nodes.findIndex((node) => "path" in node && node.path === note) + 1;
    if (rank === 0) continue;
    five += rank <= 5 ? 1 : 0;
    ten += 1;
    reciprocal += 1 / rank;
  }
  const percent = (sum: number) => (100 * sum) / Math.max(1, questions.length);
  return { five: percent(five), ten: percent(ten), reciprocal: percent(reciprocal) };
}

/** Tokens that packs are allowed. */
export const PACKS = [500, 1000, 2000, 4000];

/** In percent, at each budget: packs that have text of the note. */
export async function packedBy(toolkit: Toolkit, questions: readonly Paraphrase[]): Promise<readonly number[]> {
  const sums = PACKS.map(() => 0);
  for (const { question, note } of questions) {
    const { nodes: known } = await toolkit.call("node", { nodes: note, level: 0 });
    const id = known[0]?.id ?? "";
    for (const [at, tokenBudget] of PACKS.entries()) {
      const { nodes } = await toolkit.call("context", { query: question, tokenBudget, format: "text" });
      const own = nodes.filter((node) => node.level === 4 && node.id.replace(/[#@].*$/u, "") === id);
      if (own.length > 0) sums[at]! += 1;
    }
  }
  return sums.map((sum) => (100 * sum) / Math.max(1, questions.length));
}
