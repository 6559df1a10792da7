import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openVault, type Vault } from "@pd/core/vault";
import { filesOf, hasSets, questionsOf } from "../evidence/question-set.js";

/** A question, and the pieces of text that have to be read to answer it, without links and line ends. */
export interface Asked {
  readonly question: string;
  readonly evidence: readonly string[];
}

export interface AskedVault {
  readonly name: string;
  readonly vault: Vault;
  readonly questions: readonly Asked[];
}

/** A fence or a bare word stands in every other note. */
const SHORTEST = 20;

/** Links as their texts, every space as one: an answer may break lines elsewhere than its file does. */
export function folded(text: string): string {
  return text
    .replace(
      /!?\[\[([^\]|#]+)(?:#[^\]|]*)?(?:\|([^\]]*))?\]\]/gu,
      (_, target: string, alias?: string) => alias ?? target,
    )
    .replace(/\s+/gu, " ")
    .trim();
}

/** The notebooks of MuSiQue, ten notes of one paragraph in each. */
export async function notebooks(): Promise<AskedVault | undefined> {
  if (!hasSets()) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "pd-advice-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const { path, bytes } of filesOf("musique", "merged")) writeFileSync(join(folder, path), bytes);
  const questions = questionsOf("musique").map(({ question, evidence }) => ({
    question,
    evidence: evidence.map(({ paragraph }) => folded(paragraph)),
  }));
  return { name: "notebooks", vault: await opened(folder), questions };
}

const OWN_QUESTIONS = fileURLToPath(new URL("../../data/vault-questions.jsonl", import.meta.url));

/** A real vault of long notes, with questions whose evidence is named by lines: the vault is not part of this repository. */
export async function longNotes(folder: string): Promise<AskedVault | undefined> {
  if (!existsSync(folder)) return undefined;
  const vault = await opened(folder);
  const { graph, release } = await vault.open();
  const questions: Asked[] = [];
  for (const line of readFileSync(OWN_QUESTIONS, "utf8").trim().split("\n")) {
    const { question, evidence } = JSON.parse(line) as { readonly question: string; readonly evidence: string };
    const [, name = "", first, last] = /^(.*)@(\d+)-(\d+)$/u.exec(evidence) ?? [];
    const [id] = await graph.resolve([name]);
    const [summary] = id === undefined ? [] : await graph.summaries([id]);
    if (summary?.path === undefined)
      throw new Error(`${evidence} is not in ${folder}: these questions are for another vault`);
    const text = readFileSync(join(folder, summary.path), "utf8").split("\n");
    // Line by line: between a paragraph and its list an answer may say where it is.
    const lines = text.slice(Number(first) - 1, Number(last)).map(folded);
    questions.push({ question, evidence: lines.filter((line) => line.length >= SHORTEST) });
  }
  release();
  return { name: "long notes", vault, questions };
}

async function opened(folder: string): Promise<Vault> {
  const vault = await openVault(folder, { cache: false });
  await vault.ready();
  return vault;
}
