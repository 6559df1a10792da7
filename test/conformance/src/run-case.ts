import type { Case } from "./case.js";
import { problemsOf } from "./check.js";
import type { Door, Input, Outcome } from "./doors/door.js";
import { normalised } from "./normalise.js";

export interface CaseRun {
  /** What each step gave, without what must differ. Nothing where the door has no way to say it. */
  readonly outcomes: readonly (Outcome | undefined)[];
  readonly problems: readonly string[];
}

/** Drives one case through one door, as a client that does nothing else. */
export async function runCase({ steps }: Case, door: Door): Promise<CaseRun> {
  const ask = door.client();
  const outcomes: (Outcome | undefined)[] = [];
  const problems: string[] = [];
  let last: Told = {};
  for (const [at, { call, input, expect }] of steps.entries()) {
    const asked = filledIn(input, last, door);
    const outcome = await ask(call, asked);
    if (outcome === undefined) {
      outcomes.push(undefined);
      continue;
    }
    last = { ...last, ...toldIn(outcome) };
    const plain = normalised(outcome, last.session, call);
    outcomes.push(plain);
    const found = [
      ...problemsOf("error" in plain ? plain : outcome, asked, expect),
      ...(expect.sameAs === undefined ? [] : difference(plain, outcomes[expect.sameAs - 1], expect.sameAs)),
    ];
    problems.push(
      ...found.map((problem) => `${door.name}, step ${at + 1} ${call} ${JSON.stringify(input)}: ${problem}`),
    );
  }
  return { outcomes, problems };
}

interface Told {
  readonly session?: string;
  readonly cursor?: string;
}

/** What the next step may refer to. */
function toldIn(outcome: Outcome): Told {
  if (!("answer" in outcome) || typeof outcome.answer !== "object" || outcome.answer === null) {
    const [, session] = ("text" in outcome && /(?:\[session |"session":")(pds_\d+)/u.exec(outcome.text)) || [];
    return session === undefined ? {} : { session };
  }
  const { session, cursor } = outcome.answer as Told;
  return { ...(session === undefined ? {} : { session }), ...(cursor === undefined ? {} : { cursor }) };
}

function filledIn(input: Input, { session, cursor }: Told, { name }: Door): Input {
  const isFile = name === "command line";
  return {
    ...input,
    ...(input["session"] === "$session" && !isFile ? { session } : {}),
    ...(input["cursor"] === "$cursor" ? { cursor } : {}),
  };
}

function difference(one: Outcome, other: Outcome | undefined, step: number): readonly string[] {
  return JSON.stringify(one) === JSON.stringify(other) ? [] : [`other bytes than the answer to step ${step}`];
}
