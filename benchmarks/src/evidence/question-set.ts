import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A question and the paragraphs that answer it. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answers?: readonly string[];
  readonly evidence: readonly { readonly title: string; readonly paragraph: string }[];
}

/** How a set's notes are written as files: with frontmatter and links, as plain text, or ten in a file; or plain among those of all sets. */
export type Form = "linked" | "plain" | "merged" | "mixed";

export interface VaultFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Where question sets are: beside the repository, or where `PD_EVALUATION` says. */
export const evaluation =
  process.env["PD_EVALUATION"] ?? fileURLToPath(new URL("../../../../shared/eval", import.meta.url));

export function hasSets(): boolean {
  return existsSync(join(evaluation, "score.mjs"));
}

export function questionsOf(set: string): readonly Question[] {
  return readFileSync(join(evaluation, set, "questions.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Question);
}

/** The files of a set in a form, in order of their paths. */
export function filesOf(set: string, form: Form): readonly VaultFile[] {
  const scratch = mkdtempSync(join(tmpdir(), "pd-evidence-"));
  try {
    const flags = { linked: [], plain: ["--plain"], merged: ["--merge", "10"], mixed: ["--plain"] }[form];
    execFileSync(process.execPath, [join(evaluation, "make-vault.mjs"), join(evaluation, set), scratch, ...flags]);
    return readdirSync(scratch)
      .sort()
      .map((path) => ({ path, bytes: readFileSync(join(scratch, path)) }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
