import type { JsonAnswer, NodeId, Toolkit } from "@pd/core";
import { readContainedSync } from "@pd/core/files";
import type { Asked } from "./evidence.js";
import type { NoteFile } from "./grep.js";
import type { Question } from "./question-file.js";

export interface VaultNote {
  readonly id: NodeId;
  readonly name: string;
  readonly path: string | undefined;
}

export interface Asking {
  readonly toolkit: Toolkit;
  readonly graphId: string | undefined;
}

const PAGE = 1000;
/** Larger files are no notes that a grep would read. */
const MOST_BYTES = 5_000_000;

/** Every note of a vault, in the order of its list. */
export async function vaultNotes({ toolkit, graphId }: Asking): Promise<readonly VaultNote[]> {
  const notes: VaultNote[] = [];
  let cursor: string | undefined;
  do {
    const input = { graphId, limit: PAGE, cursor, tokenBudget: Number.POSITIVE_INFINITY };
    const page: JsonAnswer = await toolkit.call("scan", input, { maxBudget: Number.POSITIVE_INFINITY });
    for (const node of page.nodes) notes.push({ id: node.id, name: node.name, path: pathOf(node) });
    cursor = page.cursor;
  } while (cursor !== undefined);
  return notes;
}

function pathOf(node: object): string | undefined {
  const { path } = node as { readonly path?: unknown };
  return typeof path === "string" ? path : undefined;
}

/** The files behind the notes, as an agent without pd reads them. One that cannot be read is none to it either. */
export function noteFiles(root: string, notes: readonly VaultNote[]): readonly NoteFile[] {
  const decoder = new TextDecoder();
  // In the order of a folder's list, in which a grep has them, and not best first.
  const inOrder = [...notes].sort((a, b) => ((a.path ?? "") < (b.path ?? "") ? -1 : 1));
  return inOrder.flatMap(({ id, path }) => {
    if (path === undefined) return [];
    try {
      const { bytes } = readContainedSync(root, path, { maxBytes: MOST_BYTES, listed: true });
      return [{ id, path, text: decoder.decode(bytes) }];
    } catch {
      return [];
    }
  });
}

/** A question whose notes are known by id. One that does not exist is an error that says which, and what is near it. */
export async function resolved({ notes, ...question }: Question, { toolkit, graphId }: Asking): Promise<Asked> {
  if (notes.length === 0) return { ...question, notes: [] };
  const ids: NodeId[] = [];
  for (const nodes of notes) {
    const { nodes: found } = await toolkit.call("node", { nodes, graphId, level: 0 });
    ids.push(...found.map(({ id }) => id));
  }
  return { ...question, notes: [...new Set(ids)] };
}
