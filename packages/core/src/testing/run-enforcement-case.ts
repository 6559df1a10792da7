import * as z from "zod/mini";
import type { Form } from "../model/answer.js";
import { jsonAnswerSchema, textAnswerSchema } from "../model/answer-schema.js";
import type { TokenCounter } from "../model/tokens.js";
import type { EnforcementCase, EnforcementStep, Expectation } from "./enforcement-cases.js";

/** What a door gave back: the answer as it came over the wire, or the error. */
export type Outcome = { readonly answer: unknown } | { readonly error: { readonly code: string } };

export type Door = (operation: string, input: Readonly<Record<string, unknown>>) => Promise<Outcome>;

export interface EnforcementOptions {
  readonly form: Form;
  /** The counter the door runs with, for the recount. */
  readonly counter: TokenCounter;
}

/** Drives one case through a door. Gives back what was wrong; nothing means it passed. */
export async function runEnforcementCase(
  { steps }: EnforcementCase,
  door: Door,
  options: EnforcementOptions,
): Promise<readonly string[]> {
  const problems: string[] = [];
  let session: string | undefined;
  for (const [number, step] of steps.entries()) {
    const input = { format: options.form, ...inSession(step, session) };
    const outcome = await door(step.operation, input);
    session = sessionOf(outcome) ?? session;
    const found = check(outcome, { ...step, input }, options);
    problems.push(
      ...found.map((problem) => `step ${number + 1}, ${step.operation} ${JSON.stringify(input)}: ${problem}`),
    );
  }
  return problems;
}

function inSession({ input }: EnforcementStep, session: string | undefined): EnforcementStep["input"] {
  return input["session"] === "$session" ? { ...input, session } : input;
}

function sessionOf(outcome: Outcome): string | undefined {
  if (!("answer" in outcome) || typeof outcome.answer !== "object" || outcome.answer === null) return undefined;
  return "session" in outcome.answer ? String(outcome.answer.session) : undefined;
}

function check(outcome: Outcome, { input, expect }: EnforcementStep, options: EnforcementOptions): readonly string[] {
  if ("error" in outcome) {
    return outcome.error.code === expect.error
      ? []
      : [`error ${outcome.error.code}, expected ${expect.error ?? "an answer"}`];
  }
  if (expect.error !== undefined) return [`an answer, expected the error ${expect.error}`];
  const parsed = z.safeParse(options.form === "json" ? jsonAnswerSchema : textAnswerSchema, outcome.answer);
  if (!parsed.success) return [`not a valid answer: ${JSON.stringify(parsed.error.issues.slice(0, 2))}`];
  const answer = parsed.data;
  // As it came: a schema puts fields into an order of its own.
  const { nodes, data } = outcome.answer as typeof answer;
  const parts = "text" in answer ? [answer.text] : [nodes, data].flatMap((part) => JSON.stringify(part) ?? []);
  const counted = parts.reduce((sum, part) => sum + options.counter.count(part), 0);
  const shown = new Map(answer.nodes.map(({ id, level }) => [id, level]));
  return [
    ...budgetProblems(counted, answer.telemetry.tokensUsed, input["tokenBudget"]),
    ...levelProblems(shown, expect),
    ...omissionProblems(new Map(answer.omitted.map(({ id, reason }) => [id, reason])), expect),
    ...wordProblems(JSON.stringify(answer), expect),
  ];
}

function budgetProblems(counted: number, reported: number, budget: unknown): readonly string[] {
  return [
    ...(counted === reported ? [] : [`tokensUsed is ${reported}, a recount gives ${counted}`]),
    ...(typeof budget === "number" && counted > budget
      ? [`${counted} tokens delivered for a budget of ${budget}`]
      : []),
  ];
}

function levelProblems(
  shown: ReadonlyMap<string, number>,
  { levels, every, atLeast = 0 }: Expectation,
): readonly string[] {
  const expected = new Map(Object.entries(levels ?? {}));
  return [
    ...(levels === undefined
      ? []
      : [...shown.keys()].filter((id) => !expected.has(id)).map((id) => `${id} was not expected`)),
    ...[...expected].flatMap(([id, level]) =>
      shown.get(id) === level ? [] : [`${id} at ${shown.get(id)}, expected ${level}`],
    ),
    ...[...shown].flatMap(([id, level]) =>
      every === undefined || level === every ? [] : [`${id} at ${level}, expected ${every}`],
    ),
    ...(shown.size >= atLeast ? [] : [`${shown.size} nodes, expected at least ${atLeast}`]),
  ];
}

function omissionProblems(omitted: ReadonlyMap<string, string>, expect: Expectation): readonly string[] {
  return Object.entries(expect.omitted ?? {}).flatMap(([id, reason]) =>
    omitted.get(id) === reason ? [] : [`${id} omitted as ${omitted.get(id)}, expected ${reason}`],
  );
}

function wordProblems(text: string, { has = [], lacks = [] }: Expectation): readonly string[] {
  return [
    ...has.filter((word) => !text.includes(word)).map((word) => `"${word}" is missing`),
    ...lacks.filter((word) => text.includes(word)).map((word) => `"${word}" has leaked`),
  ];
}
