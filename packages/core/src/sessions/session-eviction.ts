import type { SessionId } from "../ports/session.js";

/** A session of the caller that has to give one up. */
export interface HeldSession {
  readonly id: SessionId;
  /** Rises with every session that is made. */
  readonly number: number;
  /** Calls that were answered in it. */
  readonly calls: number;
  /** What it takes of the room that is short: one place, or bytes. */
  readonly share: number;
}

/**
 * Which of one caller's sessions ends when there is no room, given least recently used first. Without a token all programs on a
 * machine are one caller, so that a flood of one must not end the sessions of the others: sessions that were called again keep up to
 * half of the room against any number that were called once, and of those the older half stays too.
 */
export function sessionToEnd(sessions: readonly HeldSession[]): SessionId | undefined {
  const again = sessions.filter(({ calls }) => calls > 1);
  const once = sessions.filter(({ calls }) => calls <= 1);
  if (roomOf(again) > roomOf(once)) return again[0]?.id;
  // The oldest of the younger half: whoever is new in a flood has as many sessions' time to call again.
  const byAge = once.sort((left, right) => left.number - right.number);
  return byAge[Math.floor(byAge.length / 2)]?.id;
}

function roomOf(sessions: readonly HeldSession[]): number {
  return sessions.reduce((sum, { share }) => sum + share, 0);
}
