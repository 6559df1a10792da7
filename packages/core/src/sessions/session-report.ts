import type { Level } from "../model/level.js";
import type { NodeId } from "../model/node.js";
import type { OmissionReason } from "../model/omission.js";
import { notesLoadedIn } from "../model/telemetry.js";
import { type Caller, type SessionEntry, type SessionId, type SessionStore, unknownSession } from "../ports/session.js";

/** What a session has cost and shown, and how the next one could do better. For people, with times. */
export interface SessionReport {
  readonly session: SessionId;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly calls: number;
  readonly tokensUsed: number;
  /** How much of each graph the remembered calls have read together. */
  readonly coverage: readonly ReportedCoverage[];
  readonly loads: readonly ReportedLoad[];
  readonly skips: readonly ReportedSkip[];
  readonly recommendations: readonly string[];
}

export interface ReportedCoverage {
  readonly graphId: string;
  /** Notes seen at level 3 or 4; one whose passages or sections were seen counts once. */
  readonly notesLoaded: number;
  readonly coveragePercent: number;
}

export interface ReportedLoad {
  readonly at: string;
  readonly operation: string;
  readonly graphId: string;
  readonly id: NodeId;
  readonly level: Level;
  readonly from?: Level;
}

export interface ReportedSkip {
  readonly at: string;
  readonly operation: string;
  readonly graphId: string;
  readonly id: NodeId;
  readonly reason: OmissionReason;
  readonly tokens?: number;
}

export async function reportOf(
  session: SessionId,
  caller: Caller,
  { sessions }: { readonly sessions: SessionStore },
): Promise<SessionReport> {
  const record = await sessions.record(session, caller);
  if (record === undefined) throw unknownSession();
  const { entries, forgotten, createdAt, expiresAt } = record;
  return {
    session,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    calls: entries.length + forgotten,
    tokensUsed: entries.reduce((sum, { tokensUsed }) => sum + tokensUsed, 0),
    coverage: coverageBy(entries),
    loads: entries.flatMap((entry) => entry.loaded.map((load) => ({ ...about(entry), ...load }))),
    skips: entries.flatMap((entry) => entry.skipped.map((skip) => ({ ...about(entry), ...skip }))),
    recommendations: recommend(entries),
  };
}

function about({ at, operation, graphId }: SessionEntry) {
  return { at: iso(at), operation, graphId };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function coverageBy(entries: readonly SessionEntry[]): readonly ReportedCoverage[] {
  const sizes = new Map(entries.map(({ graphId, graphSize = 0 }) => [graphId, graphSize]));
  return [...sizes].map(([graphId, size]) => {
    const loads = entries.filter((entry) => entry.graphId === graphId).flatMap(({ loaded }) => loaded);
    return { graphId, ...notesLoadedIn(loads, size) };
  });
}

/** Each rule looks at the whole session and says one thing to change, or nothing. */
function recommend(entries: readonly SessionEntry[]): readonly string[] {
  const skips = entries.flatMap(({ skipped }) => skipped);
  const loads = entries.flatMap(({ loaded }) => loaded);
  const forBudget = skips.filter(({ reason }) => reason === "budget");
  const repeated = loads.filter(({ level, from }) => from !== undefined && from >= level && level >= 3);
  const changed = skips.filter(({ reason }) => reason === "changed");
  const unbudgeted = entries.filter(({ tokenBudget, tokensUsed }) => tokenBudget === null && tokensUsed > 4000);
  const cheapest = Math.min(...forBudget.map(({ tokens }) => tokens ?? Number.POSITIVE_INFINITY));
  return [
    ...(forBudget.length === 0
      ? []
      : [
          `${count(forBudget.length, "node")} did not fit a budget${Number.isFinite(cheapest) ? `; the cheapest needs ${cheapest} tokens` : ""}. Raise tokenBudget, or ask for fewer nodes at level 3.`,
        ]),
    ...(repeated.length === 0
      ? []
      : [
          `${count(repeated.length, "node")} came again at a level already seen. Pass repeat: false to pay for new text only.`,
        ]),
    ...(unbudgeted.length === 0
      ? []
      : [`${count(unbudgeted.length, "call")} without a budget used more than 4,000 tokens. Set tokenBudget.`]),
    ...(changed.length === 0
      ? []
      : [`${count(changed.length, "node")} changed while being read. Ask again: the index catches up.`]),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
