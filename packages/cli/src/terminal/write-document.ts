import { PdError } from "@pd/core";
import type { Invocation } from "../command.js";
import { safeJson } from "./safe-text.js";

/** What a command has to say, in each of the forms that can be asked for. */
export interface Document {
  readonly operation: string;
  readonly data: unknown;
  /** Where it is a list: what `--jsonl` writes line by line. */
  readonly items?: readonly unknown[] | undefined;
  /** Lays it out for a person. */
  readonly human: () => void;
}

/** Data of a command that is no answer of the gate, as one versioned document. */
export function writeDocument(invocation: Invocation, { operation, data, items, human }: Document): void {
  writeForm(invocation, { operation, whole: { version: 1, operation, data }, items, human });
}

export interface Forms extends Omit<Document, "data"> {
  readonly whole: unknown;
}

export function writeForm({ form, out }: Invocation, { operation, whole, items, human }: Forms): void {
  switch (form) {
    case "human":
      human();
      break;
    case "json":
      out.line(safeJson(whole, out.isTerminal ? 2 : undefined));
      break;
    case "jsonl":
      if (items === undefined) throw noList(operation);
      for (const item of items) out.line(safeJson(item));
      break;
  }
}

function noList(operation: string): PdError {
  return new PdError("input-invalid", `${operation} gives one document, not a list`, {
    where: "--jsonl",
    fix: "Use --json.",
  });
}
