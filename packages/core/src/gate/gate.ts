import type { Answer, Form, WordedNotice } from "../model/answer.js";
import { throwIfCancelled } from "../model/errors.js";
import type { OnEvent } from "../model/event.js";
import type { NodeId } from "../model/node.js";
import { wordNotice } from "../model/notice.js";
import type { Cursor, Notice, Plan } from "../model/plan.js";
import { coverageOf } from "../model/telemetry.js";
import { type TokenCounter, type Tokens, tokens } from "../model/tokens.js";
import type { Reading } from "../ports/content.js";
import type { Caller, SessionId, SessionStore } from "../ports/session.js";
import type { Seen } from "../sessions/ledger.js";
import { onOneLine } from "../text/printable.js";
import { type AllowedWant, allowLevels } from "./allowed-levels.js";
import type { BodyCache } from "./body-cache.js";
import { fill } from "./filling.js";
import { type FittedFigures, fitFigures } from "./fit-figures.js";
import { type Facts, identify, lookUp } from "./identify.js";
import { makeAnswer } from "./make-answer.js";
import { createNodeReader, type NodeReader } from "./node-reader.js";
import { isShown, type Outcome, omissionsIn } from "./outcome.js";
import { pack } from "./packing.js";
import { pageThatFits } from "./page-that-fits.js";
import { underHeads } from "./passage-groups.js";
import { budgetFor, type Closing, roomForClosing } from "./render/closing-line.js";
import { linesThatFit } from "./render/footer.js";
import type { Delivered } from "./render/level-views.js";
import { measureOf } from "./render/measure.js";
import { cursorLine, referenceOf, sessionLine } from "./render/render-text.js";
import { createShellCosts } from "./render/shell-cost.js";
import { NO_VERSIONS, type Versions, versionsOf } from "./shown-before.js";
import { seenBefore, tally } from "./tally.js";
import { fitWholeJson } from "./whole-json.js";

/** The one place where content becomes an answer. Nothing else is handed a `NodeSource`. */
export interface Gate {
  disclose(plan: Plan, disclosure: Disclosure): Promise<Answer>;
}

export interface Disclosure {
  readonly reading: Reading;
  readonly graphId: string;
  readonly operation: string;
  readonly form: Form;
  /** All of the JSON counts, the envelope too, against this budget. */
  readonly whole?: { readonly budget: Tokens | undefined } | undefined;
  /** A text comes with the views that it was rendered from. */
  readonly views?: true | undefined;
  readonly caller: Caller;
  readonly session?: SessionId | undefined;
  /** The caller has the session, because it named it or hands it over itself: a text does not say it. */
  readonly keepsSession?: boolean | undefined;
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

/** floor by ledger → price → fit → read → build view → render → count → tally */
export function createGate(options: GateOptions): Gate {
  const { counter, bodies } = options;
  const shells = createShellCosts(counter);
  const measure = measureOf(counter);

  /** Shows what fits around this page's end. */
  async function disclosePage(about: Page) {
    const { plan, disclosure, allowed, facts, versions, cursor, seen, reader } = about;
    const { reading, graphId, form, session, signal } = disclosure;
    const told = disclosure.keepsSession === true ? undefined : session;
    const figures = figuresOf(plan, { form, counter, session: told });
    const notices = [...(plan.notices ?? []), ...(figures?.notices ?? [])].map(wordNotice);
    const wishedLines = form === "json" ? [] : footer({ session: told, cursor, notices, figures: figures?.line });
    const lines = figures === undefined ? linesThatFit(wishedLines, plan.budget, counter) : wishedLines;
    const closing = form === "json" ? NO_CLOSING : roomForClosing(plan.budget, plan.wants.length, counter);
    const bare = measure.frame(form, lines);
    const frame = bare + closing.base;
    // As JSON, the figures stand beside the nodes and count as much (R2.3).
    const beside = form === "json" && figures !== undefined ? counter.count(figures.line) : 0;
    const budget = plan.budget === undefined ? undefined : tokens(plan.budget - beside);
    const room = budget === undefined ? undefined : Math.max(0, measure.within(budget) - frame);
    const alone = (cost: number) => budgetFor(bare + cost, form, counter);
    const delivered: Delivered = { form, counter, shells, alone };
    const { asked, absent } = identify(allowed, facts, { delivered, versions, repeat: plan.repeat });
    const { breadth, wholeFirst = false } = plan;
    const strict = !plan.repeat || plan.next?.of === "nodes";
    const how = { room, kept: closing.omissions, breadth, wholeFirst, strict };
    const filled = await fill(asked, { ...delivered, ...how, reading, reader, graphId, bodies, session, signal });
    throwIfCancelled(signal);
    const outcomes = underHeads([...inOrder(allowed, filled, absent), ...passedBy(plan, seen)], form);
    const packed = pack(outcomes, {
      form,
      counter,
      budget,
      delivered,
      lines,
      wishedLines,
      closing: (all) => closingOf(all, { budget: plan.budget, delivered, facts, graphSize: reading.graph.size }),
    });
    const omitted = omissionsIn(packed.outcomes, delivered);
    return { packed, omitted, figures, notices, tokensUsed: tokens(packed.tokensUsed + beside) };
  }

  return {
    async disclose(plan, disclosure) {
      const { reading, session, signal } = disclosure;
      throwIfCancelled(signal);
      const seen = await seenBefore(plan, disclosure, options.sessions);
      const allowed = allowLevels(plan, seen);
      const versions = session === undefined ? NO_VERSIONS : await versionsOf(allowed, reading.graph, { signal });
      const facts = await lookUp(allowed, reading.graph, { counter, signal });
      const reader = createNodeReader(reading, { counter, signal });
      const about = { disclosure, allowed, facts, versions, seen, reader };
      const attempt = async (budget: Tokens | undefined) => {
        const within = { ...plan, budget };
        const { page, cursor } = await pageThatFits(plan.next, disclosure.form === "text", (at) =>
          disclosePage({ ...about, plan: within, cursor: at }),
        );
        const { packed, omitted, figures, notices, tokensUsed } = page;
        const parts = {
          plan: within,
          disclosure,
          notices,
          cursor,
          data: figures?.data,
          omitted,
          counter: counter.name,
        };
        return { packed, omitted, answer: makeAnswer({ ...packed, tokensUsed }, parts) };
      };
      const { packed, omitted, answer } =
        disclosure.whole === undefined
          ? await attempt(plan.budget)
          : await fitWholeJson({ counter, budget: disclosure.whole.budget, attempt }, plan.budget);
      await tally(answer, packed.outcomes, { disclosure, versions, omitted, ...options });
      return answer;
    },
  };
}

const NO_CLOSING = { base: 0, omissions: 0 };

interface Page {
  readonly plan: Plan;
  readonly disclosure: Disclosure;
  readonly allowed: readonly AllowedWant[];
  readonly facts: Facts;
  readonly versions: Versions;
  readonly cursor: Cursor | undefined;
  readonly seen: ReadonlyMap<NodeId, Seen>;
  readonly reader: NodeReader;
}

interface ClosingOptions {
  readonly budget: number | undefined;
  readonly delivered: Delivered;
  readonly facts: Facts;
  readonly graphSize: number;
}

function closingOf(outcomes: readonly Outcome[], { budget, delivered, facts, graphSize }: ClosingOptions): Closing {
  const shown = outcomes.filter(isShown).map(({ view }) => view);
  const { nodesAtLevel, coveragePercent } = coverageOf(shown, graphSize);
  return {
    budget,
    omitted: omissionsIn(outcomes, delivered),
    atLevel: nodesAtLevel,
    coveragePercent,
    reference: (id) => referenceOf({ id, path: facts.summaryOf.get(id)?.path }),
  };
}

interface FigureOptions extends Pick<Disclosure, "form" | "session"> {
  readonly counter: TokenCounter;
}

function figuresOf(plan: Plan, { form, counter, session }: FigureOptions): FittedFigures | undefined {
  if (plan.figures === undefined) return undefined;
  const closing = form === "json" ? 0 : roomForClosing(plan.budget, 0, counter).base;
  const cost = (line: string, more: readonly Notice[]) => {
    if (form === "json") return counter.count("[]") + counter.count(line);
    const notices = [...(plan.notices ?? []), ...more].map(wordNotice);
    const lines = footer({ session, cursor: undefined, notices, figures: line });
    return counter.count(lines.join("\n")) + closing;
  };
  return fitFigures(plan.figures, { form, counter, budget: plan.budget, cost });
}

interface FooterParts {
  readonly session: SessionId | undefined;
  readonly cursor: Cursor | undefined;
  readonly notices: readonly WordedNotice[];
  readonly figures: string | undefined;
}

/** The lines of a text that are known beforehand; figures, where the answer is figures. */
function footer({ session, cursor, notices, figures }: FooterParts): readonly string[] {
  return [
    ...(session === undefined ? [] : [sessionLine(session)]),
    ...(cursor === undefined ? [] : [cursorLine(cursor)]),
    ...notices.map(({ message }) => `[${onOneLine(message)}]`),
    ...(figures === undefined ? [] : [figures]),
  ];
}

/** What the operation met and did not want comes last, without a look at it. */
function passedBy({ passed = [], wants }: Plan, seen: ReadonlyMap<NodeId, Seen>): readonly Outcome[] {
  if (passed.length === 0) return [];
  const wanted = new Set(wants.map(({ id }) => id));
  const ids = [...new Set(passed)].filter((id) => !wanted.has(id));
  return ids.map((id) => ({ id, seen: seen.get(id)?.level, reason: "limit" as const, level: 1 as const }));
}

/** As the plan has them: what was left out without reading goes back between the others. */
function inOrder(
  allowed: readonly AllowedWant[],
  shown: readonly Outcome[],
  absent: readonly Outcome[],
): readonly Outcome[] {
  if (absent.length === 0) return shown;
  const byId = new Map([...shown, ...absent].map((outcome) => [outcome.id, outcome]));
  return allowed.map(({ want }) => byId.get(want.id)!);
}
