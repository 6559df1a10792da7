import { type NodeId, newSessionId, type PdError, type Seen, type SessionEntry, type SessionId } from "@pd/core";

/** A session as it lies in a file. */
export interface KeptSession {
  readonly id: SessionId;
  readonly createdAt: number;
  readonly usedAt: number;
  /** By graph, what each node showed, and at which level at the most. A vault goes by its folder: two may have the same id. */
  readonly seen: ReadonlyMap<string, ReadonlyMap<NodeId, Seen>>;
  readonly entries: readonly SessionEntry[];
  readonly forgotten: number;
}

/** Raised where the form changes: another version's file is refused. */
export const KEPT_VERSION = 2;

/** What a session file may have: tens of thousands of nodes. */
export const SESSION_BYTES = 32 * 1024 * 1024;

/** What can be wrong with a file that was a session. */
export const ANOTHER_VERSION = "was written by another version of pd";
export const DAMAGED = "is damaged";

export function newKeptSession(at: number): KeptSession {
  return { id: newSessionId(), createdAt: at, usedAt: at, seen: new Map(), entries: [], forgotten: 0 };
}

/** Reads it back. Whatever somebody else may have written into the file is refused, and the file is left alone. */
export function parseKept(text: string, refuse: (why: string) => PdError): KeptSession {
  const value = json(text);
  if (!isObject(value) || value["pd"] !== "session") throw refuse("is not a session of pd");
  if (value["version"] !== KEPT_VERSION) throw refuse(ANOTHER_VERSION);
  const { id, createdAt, usedAt, seen, entries, forgotten } = value;
  const isWhole =
    typeof id === "string" &&
    /^pds_[0-9]{39}$/u.test(id) &&
    [createdAt, usedAt, forgotten].every(isCount) &&
    isList(seen, (pair) => isPair(pair) && typeof pair[0] === "string" && isList(pair[1], isSeen)) &&
    isList(entries, isEntry);
  if (!isWhole) throw refuse(DAMAGED);
  const graphs = seen as readonly (readonly [string, readonly (readonly [NodeId, Seen])[]])[];
  return {
    id: id as SessionId,
    createdAt: createdAt as number,
    usedAt: usedAt as number,
    seen: new Map(graphs.map(([graphId, nodes]) => [graphId, new Map(nodes)])),
    entries: entries as readonly SessionEntry[],
    forgotten: forgotten as number,
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isList(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function isPair(value: unknown): value is readonly [unknown, unknown] {
  return Array.isArray(value) && value.length === 2;
}

function isSeen(value: unknown): boolean {
  if (!isPair(value) || typeof value[0] !== "string" || !isObject(value[1])) return false;
  const { level, digests } = value[1];
  return isLevel(level) && isObject(digests) && Object.values(digests).every((digest) => typeof digest === "string");
}

function isLevel(value: unknown): boolean {
  return value === 0 || value === 1 || value === 2 || value === 3 || value === 4;
}

function isEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { graphId, operation, at, tokensUsed, tokenBudget, graphSize, loaded, skipped } = value;
  return (
    typeof graphId === "string" &&
    typeof operation === "string" &&
    isCount(at) &&
    isCount(tokensUsed) &&
    (tokenBudget === null || isCount(tokenBudget)) &&
    (graphSize === undefined || isCount(graphSize)) &&
    isList(loaded, (item) => isObject(item) && typeof item["id"] === "string" && isLevel(item["level"])) &&
    isList(skipped, (item) => isObject(item) && typeof item["id"] === "string")
  );
}
