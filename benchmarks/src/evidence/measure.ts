import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit, type Toolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { dialogueFiles, dialogueQuestions } from "./dialogues.js";
import { type Form, filesOf, type Question, questionsOf, type VaultFile } from "./question-set.js";

export const BUDGETS = [125, 250, 500, 1000, 2000];

/** What reaches a model for a question and a budget. */
export interface Pack {
  readonly id: string;
  readonly budget: number;
  readonly text: string;
}

/** The questions of a set, or every second one of them: even ones for tuning, odd ones for checking. */
export function askedOf(set: string, half: string | undefined): readonly Question[] {
  const all = set === "dialogues" ? dialogueQuestions() : questionsOf(set);
  return all.filter((_, at) => half === undefined || at % 2 === (half === "even" ? 0 : 1));
}

/** A folder of a set's notes; or, with `mixed`, of all sets and talks together. `use` is done before it is gone. */
export async function withVault<Result>(
  set: string,
  form: Form,
  use: (folder: string, toolkit: Toolkit) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "pd-evidence-"));
  try {
    writeVault(folder, set, form);
    const vault = await openVault(folder, { cache: false });
    try {
      return await use(folder, createToolkit({ mounts: [{ content: vault }] }));
    } finally {
      await vault.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The notes of a set as files in a folder. */
export function writeVault(folder: string, set: string, form: Form): void {
  for (const { path, bytes } of filesFor(set, form)) writeFileSync(join(folder, path), bytes);
}

/** What `context` gives back for each question and budget. */
export async function packsOf(toolkit: Toolkit, questions: readonly Question[]): Promise<readonly Pack[]> {
  const packs: Pack[] = [];
  for (const { id, question } of questions) {
    for (const budget of BUDGETS) {
      const { text = "" } = await toolkit.call("context", { query: question, tokenBudget: budget, format: "text" });
      packs.push({ id, budget, text });
    }
  }
  return packs;
}

/** Paragraphs, talks and four more languages in one folder: none may drown the others. */
const MIXED = ["musique", "xquad/de", "xquad/ar", "xquad/zh", "xquad/hi"];

function filesFor(set: string, form: Form): readonly VaultFile[] {
  if (form !== "mixed") return set === "dialogues" ? dialogueFiles() : filesOf(set, form);
  const named = (one: string) => filesOf(one, "plain").map((file) => ({ ...file, path: nameIn(one, file.path) }));
  return [...MIXED.flatMap(named), ...dialogueFiles()];
}

/** The articles of the four languages have the same titles, and so file names. */
function nameIn(set: string, path: string): string {
  return set.startsWith("xquad/") ? path.replace(/\.md$/u, ` (${set.slice(6)}).md`) : path;
}
