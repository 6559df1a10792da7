import type { Answer, Form, WordedNotice } from "./answer.js";
import type { BodyCache } from "./body-cache.js";
import type { Reading } from "./content.js";
import { throwIfCancelled } from "./errors.js";
import type { OnEvent } from "./event.js";
import { fill } from "./filling.js";
import { footerCost, linesThatFit } from "./footer.js";
import { identify } from "./identify.js";
import type { Level } from "./level.js";
import type { NodeId } from "./node.js";
import { wordNotice } from "./notice.js";
import { pack } from "./packing.js";
import { createPartCount } from "./part-count.js";
import type { Place } from "./place.js";
import type { Plan } from "./plan.js";
import { cursorLine, sessionLine } from "./render-text.js";
import { seal } from "./seal.js";
import type { Caller, SessionId, SessionStore } from "./session.js";
import { type Settled, settle } from "./settle.js";
import { createShellCosts } from "./shell-cost.js";
import { seenBefore, tally } from "./tally.js";
import { type TokenCounter, withinMargin } from "./tokens.js";

/** The one place where content becomes an answer. Nothing else is handed a `NodeSource`. */
export interface Gate {
  disclose(plan: Plan, disclosure: Disclosure): Promise<Answer>;
}

export interface Disclosure {
  readonly reading: Reading;
  readonly graphId: string;
  readonly operation: string;
  readonly form: Form;
  readonly caller: Caller;
  readonly session?: SessionId | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The number of the call that this belongs to, for its events. */
  readonly call: number;
  readonly onEvent?: OnEvent | undefined;
}

export interface GateOptions {
  readonly counter: TokenCounter;
  readonly sessions: SessionStore;
  readonly bodies: BodyCache;
  readonly now: () => number;
}

/** floor by ledger → price → fit → read → build view → render → recount → tally */
export function createGate(options: GateOptions): Gate {
  const { counter, bodies } = options;
  const shells = createShellCosts(counter);
  const parts = createPartCount(counter);
  return {
    async disclose(plan, disclosure) {
      const { reading, graphId, form, session, signal } = disclosure;
      throwIfCancelled(signal);
      const seen = await seenBefore(plan, disclosure, options.sessions);
      const settled = settle(plan, seen);
      const { asked, absent } = await identify(settled, reading.graph, { counter, form, signal });

      const ceiling = plan.budget === undefined ? undefined : withinMargin(plan.budget, counter);
      const notices = (plan.notices ?? []).map(wordNotice);
      const wishedLines = form === "json" ? [] : footer(plan, session, notices);
      const lines = linesThatFit(wishedLines, ceiling, counter);
      const frame = form === "json" ? counter.count("[]") : footerCost(lines, counter);
      const room = ceiling === undefined ? undefined : Math.max(0, ceiling - frame);
      const { breadth } = plan;
      const shown = await fill(asked, {
        reading,
        graphId,
        form,
        counter,
        bodies,
        session,
        signal,
        room,
        breadth,
        frame,
        shells,
      });
      throwIfCancelled(signal);

      const places = [...inOrder(settled, shown, absent), ...passedBy(plan, seen)];
      const packed = pack(places, { form, counter, parts, budget: plan.budget, ceiling, frame, lines, wishedLines });
      const answer = seal(packed, { plan, disclosure, notices, counter: counter.name });
      await tally(answer, packed.places, { disclosure, parts, ...options });
      return answer;
    },
  };
}

/** The lines of a text that are known beforehand; figures, where the answer is figures. */
function footer(plan: Plan, session: SessionId | undefined, notices: readonly WordedNotice[]): readonly string[] {
  return [
    ...(session === undefined ? [] : [sessionLine(session)]),
    ...(plan.cursor === undefined ? [] : [cursorLine(plan.cursor)]),
    ...notices.map(({ message }) => `[${message}]`),
    ...(plan.data === undefined ? [] : [JSON.stringify(plan.data)]),
  ];
}

/** What the operation met and did not want comes last, without a look at it. */
function passedBy({ passed = [], wants }: Plan, seen: ReadonlyMap<NodeId, Level>): readonly Place[] {
  if (passed.length === 0) return [];
  const wanted = new Set(wants.map(({ id }) => id));
  const ids = [...new Set(passed)].filter((id) => !wanted.has(id));
  return ids.map((id) => ({ id, seen: seen.get(id), reason: "limit" as const }));
}

/** As the plan has them: what was left out without reading goes back between the others. */
function inOrder(settled: readonly Settled[], shown: readonly Place[], absent: readonly Place[]): readonly Place[] {
  if (absent.length === 0) return shown;
  const byId = new Map([...shown, ...absent].map((place) => [place.id, place]));
  return settled.map(({ want }) => byId.get(want.id)!);
}
