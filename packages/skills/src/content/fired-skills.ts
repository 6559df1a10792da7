import type { OnEvent, PdEvent } from "@pd/core";

/** What a session has opened so far: each skill, and how often. */
type Fired = Map<string, number>;

/** Sessions that are remembered. */
const MOST_SESSIONS = 1000;

/**
 * A listener that tells each skill that a model opens, and which its session had opened before: by name and figures, never a text. Calls
 * without a session are one conversation, as they are over stdio.
 */
export function firedSkills(tell: (line: string) => void): OnEvent {
  const sessions = new Map<string, Fired>();

  function firedIn(session: string): Fired {
    const fired = sessions.get(session) ?? new Map<string, number>();
    // Met last, forgotten last.
    sessions.delete(session);
    sessions.set(session, fired);
    const [oldest] = sessions.keys();
    if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    return fired;
  }

  return (event: PdEvent) => {
    if (event.kind === "session-ended") sessions.delete(event.session);
    if (event.kind !== "node-disclosed" || event.level !== 4 || !event.id.startsWith(SKILL) || event.id.includes("#"))
      return;
    const name = event.id.slice(SKILL.length);
    const fired = firedIn(event.session ?? "");
    const before = [...fired].map(([other, times]) => (times === 1 ? other : `${other} ×${times}`));
    fired.set(name, (fired.get(name) ?? 0) + 1);
    const memory = before.length === 0 ? "first of this session" : `after ${before.join(", ")}`;
    tell(`skill ${name} fired, ${event.tokens} tokens, ${memory}`);
  };
}

const SKILL = "skill:";
