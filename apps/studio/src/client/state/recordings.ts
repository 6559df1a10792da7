import type { SessionLogEntry } from "@pd/core";
import { computed, signal } from "@preact/signals";
import type { SourceName } from "../../wire.js";
import { parameter } from "../router.js";

/** Calls and where they come from. */
export interface Source extends SourceName {
  readonly entries: readonly SessionLogEntry[];
  /** What is wrong with it at the moment, such as a server that does not answer. */
  readonly trouble?: string | undefined;
}

/** Calls in their order, to be looked at: all of a source, or those of one of its sessions. */
export interface Recording {
  readonly id: string;
  readonly label: string;
  readonly kind: Source["kind"];
  /** The session's own id, where these are the calls of one. */
  readonly session: string | undefined;
  readonly entries: readonly SessionLogEntry[];
  /** What is wrong with its source at the moment. */
  readonly trouble: string | undefined;
}

export const sources = signal<readonly Source[]>([]);

/** Whether the server has said what there is. */
export const sourcesLoaded = signal(false);

/** Everything that can be looked at, files first. */
export const recordings = computed<readonly Recording[]>(() => sources.value.flatMap(recordingsOf));

const askedFor = parameter("session");
const askedBeside = parameter("b");
const askedStep = parameter("step");

/** The one that the address names, else the first that has calls. */
export const recording = computed<Recording | undefined>(() => byId(askedFor.value) ?? firstWithCalls());

/** The one beside it, where two are compared. */
export const recordingBeside = computed<Recording | undefined>(() => byId(askedBeside.value));

/** How many calls are looked at, from the first on: the address says, else all, and then new ones are followed. */
export const step = computed<number>(() => stepIn(recording.value, askedStep.value));

/** Nothing pins the step, so that new calls show as they come. */
export const isFollowing = computed(() => askedStep.value === undefined);

export function stepIn(of: Recording | undefined, asked: string | undefined): number {
  const all = of?.entries.length ?? 0;
  const number = asked === undefined || !/^\d{1,9}$/.test(asked) ? all : Number(asked);
  return Math.min(number, all);
}

/** The source's calls as one recording and, where there are several sessions in it, each of them. */
export function recordingsOf({ id, label, kind, entries, trouble }: Source): readonly Recording[] {
  const bySession = new Map<string, SessionLogEntry[]>();
  for (const entry of entries) {
    if (entry.session === undefined) continue;
    const list = bySession.get(entry.session);
    if (list === undefined) bySession.set(entry.session, [entry]);
    else list.push(entry);
  }
  const isOne = bySession.size === 1 && [...bySession.values()][0]?.length === entries.length;
  const whole = { id, label, kind, session: isOne ? [...bySession.keys()][0] : undefined, entries, trouble };
  if (isOne || bySession.size === 0) return [whole];
  const each = [...bySession].map(([session, own], index) => ({
    id: `${id}/${session}`,
    label: `${label}, session ${index + 1}`,
    kind,
    session,
    entries: own,
    trouble,
  }));
  return [whole, ...each];
}

function byId(id: string | undefined): Recording | undefined {
  return id === undefined ? undefined : recordings.value.find((one) => one.id === id);
}

function firstWithCalls(): Recording | undefined {
  return recordings.value.find(({ entries }) => entries.length > 0) ?? recordings.value[0];
}
