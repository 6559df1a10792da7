import type { Expectation } from "./case.js";
import type { Input, Outcome } from "./doors/door.js";
import { brokenInvariants, isAnswer } from "./invariants.js";
import { OWN } from "./normalise.js";

interface Shown {
  readonly nodes: readonly { readonly id: string; readonly level: number }[];
  readonly omitted: readonly { readonly id: string; readonly reason: string }[];
}

/** What was wrong with what a door gave; nothing means that it keeps the rule. */
export function problemsOf(outcome: Outcome, input: Input, expect: Expectation): readonly string[] {
  if ("error" in outcome) return errorProblems(outcome.error, expect);
  if (expect.error !== undefined) return [`an answer, expected the error ${expect.error}`];
  if ("text" in outcome) return wordProblems(outcome.text, expect);
  const { answer } = outcome;
  const words = wordProblems(typeof answer === "string" ? answer : JSON.stringify(answer), expect);
  if (!isAnswer(answer)) {
    return [...words, ...(expect.matches === undefined ? [] : matchProblems(answer, expect.matches, "the result"))];
  }
  const shown = answer as Shown;
  return [
    ...brokenInvariants(answer, input),
    ...words,
    ...levelProblems(shown, expect),
    ...orderProblems(shown, expect),
    ...omissionProblems(shown, expect),
    ...matchProblems(answer, expect.matches ?? {}, "the answer"),
    ...Object.entries(expect.nodes ?? {}).flatMap(([id, part]) =>
      matchProblems(
        shown.nodes.find((node) => node.id === id),
        part,
        id,
      ),
    ),
  ];
}

function errorProblems(error: { code: string; message: string; fix?: string | undefined }, expect: Expectation) {
  const told = `${error.message} ${error.fix ?? ""}`;
  return [
    ...(error.code === expect.error ? [] : [`error ${error.code} (${told}), expected ${expect.error ?? "an answer"}`]),
    ...(/\n\s+at /u.test(told) ? ["R6.6 a stack in an error"] : []),
    // What only a command line says is worded there, and the code is what counts.
    ...(error.message === OWN ? [] : (expect.says ?? []))
      .filter((word) => !told.includes(word))
      .map((word) => `the error does not say "${word}": ${told}`),
  ];
}

function wordProblems(text: string, { has = [], lacks = [] }: Expectation): readonly string[] {
  return [
    ...has.filter((word) => !text.includes(word)).map((word) => `"${word}" is missing`),
    ...lacks.filter((word) => text.includes(word)).map((word) => `"${word}" has leaked`),
  ];
}

function levelProblems({ nodes }: Shown, { levels, every, atLeast = 0, atMost }: Expectation): readonly string[] {
  const shown = new Map(nodes.map(({ id, level }) => [id, level]));
  const expected = new Map(Object.entries(levels ?? {}));
  return [
    ...(levels === undefined
      ? []
      : [...shown.keys()].filter((id) => !expected.has(id)).map((id) => `${id} is too many`)),
    ...[...expected]
      .filter(([id, level]) => shown.get(id) !== level)
      .map(([id, level]) => `${id} at ${shown.get(id)}, expected ${level}`),
    ...[...shown]
      .filter(([, level]) => every !== undefined && level !== every)
      .map(([id, level]) => `${id} at ${level}, expected ${every}`),
    ...(nodes.length >= atLeast ? [] : [`${nodes.length} nodes, expected at least ${atLeast}`]),
    ...(atMost === undefined || nodes.length <= atMost ? [] : [`${nodes.length} nodes, expected at most ${atMost}`]),
  ];
}

function orderProblems({ nodes }: Shown, { first = [] }: Expectation): readonly string[] {
  const begins = nodes.slice(0, first.length).map(({ id }) => id);
  return begins.join(" ") === first.join(" ") ? [] : [`begins with ${begins.join(", ")}, expected ${first.join(", ")}`];
}

function omissionProblems({ omitted }: Shown, expect: Expectation): readonly string[] {
  const reasons = new Map(omitted.map(({ id, reason }) => [id, reason]));
  return Object.entries(expect.omitted ?? {})
    .filter(([id, reason]) => reasons.get(id) !== reason)
    .map(([id, reason]) => `${id} omitted as ${reasons.get(id)}, expected ${reason}`);
}

/** Every part that is expected must be there and equal; others may be there too. A list is compared item by item. */
function matchProblems(value: unknown, expected: unknown, place: string): readonly string[] {
  if (Array.isArray(expected) && Array.isArray(value) && value.length !== expected.length) {
    return [`${place} has ${value.length} items, expected ${expected.length}: ${JSON.stringify(value).slice(0, 300)}`];
  }
  if (typeof expected !== "object" || expected === null) {
    return Object.is(value, expected)
      ? []
      : [`${place} is ${JSON.stringify(value)}, expected ${JSON.stringify(expected)}`];
  }
  if (typeof value !== "object" || value === null) return [`${place} is ${JSON.stringify(value)}`];
  const parts = new Map(Object.entries(value));
  return Object.entries(expected).flatMap(([key, part]) =>
    // Nothing expected: it must not be there.
    part === undefined && !parts.has(key) ? [] : matchProblems(parts.get(key), part, `${place}.${key}`),
  );
}
