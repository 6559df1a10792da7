import { readFileSync } from "node:fs";
import { escapeControls, PdError } from "@pd/core";
import { systemCodeOf } from "@pd/core/files";
import { fold } from "./fold.js";

/** A question, and what answers it: sentences or paragraphs of notes as they stand there, or whole notes by name, path or id. */
export interface Question {
  readonly question: string;
  readonly also: readonly string[];
  readonly evidence: readonly string[];
  readonly notes: readonly string[];
}

/** Reads a JSON list, or one JSON object a line. */
export function readQuestions(file: string): readonly Question[] {
  const text = readText(file);
  const isList = text.trimStart().startsWith("[");
  const values = isList ? (jsonIn(text, file) as unknown[]) : jsonLines(text, file);
  if (values.length === 0) throw invalid(file, "holds no question");
  return values.map((value, index) => questionIn(value, `${file}, question ${index + 1}`));
}

function jsonLines(text: string, file: string): unknown[] {
  const lines = [...text.split("\n").entries()].filter(([, line]) => line.trim() !== "");
  return lines.map(([index, line]) => jsonIn(line, `${file}:${index + 1}`));
}

function questionIn(value: unknown, where: string): Question {
  const { question, also, evidence, notes } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof question !== "string" || question.trim() === "") throw invalid(where, 'has no "question"');
  const pieces = textsIn(evidence).map(fold);
  const named = textsIn(notes);
  if (pieces.length + named.length === 0) throw invalid(where, 'has neither "evidence" nor "notes"');
  return { question, also: textsIn(also), evidence: pieces, notes: named };
}

/** One text or several; a paragraph may come as an object that names it. */
function textsIn(value: unknown): readonly string[] {
  const list = value === undefined ? [] : [value].flat();
  return list
    .map((item) => (typeof item === "object" && item !== null && "paragraph" in item ? item.paragraph : item))
    .filter((item): item is string => typeof item === "string" && item.trim() !== "");
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (systemCodeOf(cause) === "EISDIR") throw folderGiven(file, cause);
    throw new PdError("content-invalid", "The file of questions cannot be read", {
      where: escapeControls(file),
      fix: "Give a file of questions, or draft one with: pd eval init",
      cause,
    });
  }
}

function folderGiven(file: string, cause: unknown): PdError {
  return new PdError("content-invalid", "This is a folder, not a file of questions", {
    where: escapeControls(file),
    fix: "pd eval --vault <folder> asks its notes the questions of pd-eval.jsonl; pd eval init <folder> drafts some.",
    cause,
  });
}

function jsonIn(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(where, "is not JSON");
  }
}

function invalid(where: string, what: string): PdError {
  return new PdError("content-invalid", `A file of questions ${what}`, {
    where: escapeControls(where),
    fix: 'One a line: {"question": "How are budgets kept?", "notes": ["Budgets"]}, or "evidence": ["A sentence of a note."].',
  });
}
