import type { PdErrorCode } from "../model/errors.js";
import type { Level } from "../model/level.js";
import type { OmissionReason } from "../model/omission.js";

/** One call and what must come of it. `"$session"` in an input stands for the session of the case. */
export interface EnforcementStep {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Expectation;
}

export interface Expectation {
  readonly error?: PdErrorCode;
  /** These nodes, at these levels, and no others. */
  readonly levels?: Readonly<Record<string, Level>>;
  /** Every node that comes has this level. */
  readonly every?: Level;
  /** At least so many nodes. */
  readonly atLeast?: number;
  readonly omitted?: Readonly<Record<string, OmissionReason>>;
  /** Words that must be there, or must not, anywhere in the answer. */
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
}

export interface EnforcementCase {
  readonly rule: string;
  readonly title: string;
  readonly steps: readonly EnforcementStep[];
}

const alpha = "note:alpha";

/** The promises of docs/rules.md that any door can be asked about, as data: what goes in and what must come out. */
export const ENFORCEMENT_CASES: readonly EnforcementCase[] = [
  {
    rule: "R1",
    title: "each level carries its own fields and none of the next",
    steps: [
      at(0, { lacks: ["DESC-", "CTX-", "PREV-", "BODY-"] }),
      at(1, { has: ["DESC-alpha"], lacks: ["CTX-", "PREV-", "BODY-"] }),
      at(2, { has: ["DESC-alpha", "CTX-alpha-beta", "DESC-beta"], lacks: ["PREV-", "BODY-"] }),
      at(3, { has: ["DESC-alpha", "PREV-alpha"], lacks: ["CTX-", "BODY-"] }),
      at(4, { has: ["PREV-alpha", "BODY-alpha"], lacks: ["DESC-beta"] }),
    ],
  },
  {
    rule: "R1.3",
    title: "a section is a node of its own and does not raise its note",
    steps: [
      step("node", { nodes: "note:alpha#details", level: 4, session: "new" }, { levels: { "note:alpha#details": 4 } }),
      step("node", { nodes: alpha, level: 1, session: "$session" }, { levels: { [alpha]: 1 }, lacks: ["BODY-"] }),
    ],
  },
  {
    rule: "R1.6",
    title: "a node is found by id, name, alias and wikilink",
    steps: [
      step("node", { nodes: "Alpha", level: 0 }, { levels: { [alpha]: 0 } }),
      step("node", { nodes: "the second", level: 0 }, { levels: { "note:beta": 0 } }),
      step("node", { nodes: "[[Gamma]]", level: 0 }, { levels: { "note:gamma": 0 } }),
      step("node", { nodes: "漢字", level: 0 }, { levels: { "note:han": 0 } }),
    ],
  },
  {
    rule: "R2.1",
    title: "a node seen in full is never shown at less",
    steps: [
      step("node", { nodes: alpha, level: 4, session: "new" }, { levels: { [alpha]: 4 } }),
      step("node", { nodes: alpha, level: 1, session: "$session" }, { levels: { [alpha]: 4 }, has: ["BODY-alpha"] }),
      step("node", { nodes: alpha, level: 0, session: "$session" }, { levels: { [alpha]: 4 } }),
    ],
  },
  {
    rule: "R2.1",
    title: "scan and search stay at level 1 whatever was seen, and lower nothing",
    steps: [
      step("node", { nodes: alpha, level: 4, session: "new" }, { levels: { [alpha]: 4 } }),
      step("scan", { session: "$session" }, { every: 1, atLeast: 5, lacks: ["CTX-", "PREV-", "BODY-"] }),
      step("search", { query: "alpha", session: "$session" }, { every: 1, atLeast: 1, lacks: ["BODY-"] }),
      step("node", { nodes: alpha, level: 1, session: "$session" }, { levels: { [alpha]: 4 } }),
    ],
  },
  {
    rule: "R2.1",
    title: "without a session there is no memory",
    steps: [
      step("node", { nodes: alpha, level: 4 }, { levels: { [alpha]: 4 } }),
      step("node", { nodes: alpha, level: 1 }, { levels: { [alpha]: 1 }, lacks: ["BODY-"] }),
    ],
  },
  {
    rule: "R2.2",
    title: "a note too long for the budget comes as its outline, and is named with its price",
    steps: [
      step(
        "node",
        { nodes: "note:delta", level: 4, tokenBudget: 300 },
        { levels: { "note:delta": 3 }, omitted: { "note:delta": "budget" }, has: ["Details"], lacks: ["BODY-"] },
      ),
      step(
        "node",
        { nodes: "note:delta", level: 4, tokenBudget: 60 },
        { atLeast: 1, omitted: { "note:delta": "budget" }, lacks: ["BODY-"] },
      ),
    ],
  },
  {
    rule: "R2.2",
    title: "what fits as asked is not shortened for what does not",
    steps: [
      step(
        "node",
        { nodes: ["note:delta", alpha], level: 4, tokenBudget: 600 },
        { levels: { "note:delta": 3, [alpha]: 4 }, omitted: { "note:delta": "budget" }, lacks: ["BODY-delta"] },
      ),
    ],
  },
  {
    rule: "R2.2",
    title: "the ceiling beats what was seen",
    steps: [
      step("node", { nodes: "note:delta", level: 4, session: "new" }, { levels: { "note:delta": 4 } }),
      step(
        "node",
        { nodes: "note:delta", level: 1, tokenBudget: 250, session: "$session" },
        { levels: { "note:delta": 3 }, omitted: { "note:delta": "budget" }, lacks: ["BODY-"] },
      ),
      step("node", { nodes: "note:delta", level: 0, session: "$session" }, { levels: { "note:delta": 4 } }),
    ],
  },
  {
    rule: "R2.3",
    title: "every budget is kept",
    steps: [10, 50, 100, 200, 500, 1000, 4000].map((tokenBudget) =>
      step("query", { query: "alpha beta gamma details", tokenBudget, top: 6 }, { lacks: ["BODY-"] }),
    ),
  },
  {
    rule: "R2.7",
    title: "repeat: false returns what is new and names what was shown",
    steps: [
      step("node", { nodes: alpha, level: 3, session: "new" }, { levels: { [alpha]: 3 } }),
      step(
        "node",
        { nodes: alpha, level: 3, session: "$session", repeat: false },
        { levels: {}, omitted: { [alpha]: "seen" } },
      ),
      step("node", { nodes: alpha, level: 4, session: "$session", repeat: false }, { levels: { [alpha]: 4 } }),
    ],
  },
  {
    rule: "R2.7",
    title: "a session that was never made is refused",
    steps: [
      step("scan", { session: `pds_${"0".repeat(39)}` }, { error: "session-unknown" }),
      step("scan", { session: "../../etc" }, { error: "session-unknown" }),
    ],
  },
  {
    rule: "R3.5",
    title: "query shows the best at level 3 and the rest at level 1",
    steps: [
      step(
        "query",
        { query: "delta", top: 1, limit: 2 },
        { levels: { "note:delta": 3, "moc:hub": 1 }, lacks: ["BODY-"] },
      ),
    ],
  },
  {
    rule: "R3.5",
    title: "traverse walks from a start, says how far each node is, and names what it passed",
    steps: [
      step("traverse", { start: "Alpha", maxDepth: 0 }, { levels: { [alpha]: 4 }, has: ["BODY-alpha"] }),
      step(
        "traverse",
        { start: "Gamma", maxDepth: 1, maxNodes: 1 },
        { levels: { "note:gamma": 4 }, omitted: { "note:beta": "limit" } },
      ),
      step("traverse", { start: "Hub", tokenBudget: 250 }, { atLeast: 2, lacks: ["BODY-delta"] }),
      step("traverse", {}, { error: "input-invalid" }),
    ],
  },
  {
    rule: "R3.5",
    title: "context fills a budget, with what was named in it first",
    steps: [
      step("context", { query: "gamma", tokenBudget: 2000 }, { has: ["BODY-gamma"] }),
      step("context", { nodes: "Alpha", tokenBudget: 600 }, { levels: { [alpha]: 4 }, has: ["BODY-alpha"] }),
      step("context", { nodes: ["Delta", "Gamma"], tokenBudget: 700 }, { has: ["BODY-gamma"], lacks: ["BODY-delta"] }),
      ...[20, 60, 150, 400, 1000, 3000].map((tokenBudget) =>
        step("context", { query: "alpha beta details", tokenBudget }, {}),
      ),
      step("context", {}, { error: "input-invalid" }),
      step("context", { query: "", tokenBudget: 3000 }, { atLeast: 1 }),
      step("context", { query: "gamma", nodes: ["no such node"] }, { has: ["BODY-gamma", "reference-unknown"] }),
    ],
  },
  {
    rule: "R2.1",
    title: "context and traverse remember, and never show less than was seen",
    steps: [
      step("node", { nodes: alpha, level: 4, session: "new" }, { levels: { [alpha]: 4 } }),
      step("context", { nodes: alpha, session: "$session" }, { levels: { [alpha]: 4 } }),
      step("traverse", { start: alpha, maxDepth: 0, session: "$session" }, { levels: { [alpha]: 4 } }),
      step(
        "context",
        { nodes: alpha, session: "$session", repeat: false },
        { levels: {}, omitted: { [alpha]: "seen" } },
      ),
    ],
  },
  {
    rule: "R3.5",
    title: "stats and validate give figures, and no node's content",
    steps: [
      step("stats", {}, { levels: {}, has: ["quality"], lacks: ["DESC-", "CTX-", "PREV-", "BODY-"] }),
      step("validate", { threshold: 50 }, { levels: {}, has: ["quality", "passed"], lacks: ["PREV-", "BODY-"] }),
      step("validate", { threshold: 101 }, { error: "input-invalid" }),
    ],
  },
  {
    rule: "R3.6",
    title: "no result is an empty answer with a hint, not an error",
    steps: [step("search", { query: "zzzzqqqq" }, { levels: {}, has: ["nothing-found"] })],
  },
  {
    rule: "R3.5",
    title: "bad input is refused with a code",
    steps: [
      ...[-1, 5, 1.5, "4", null].map((level) => step("node", { nodes: alpha, level }, { error: "input-invalid" })),
      ...[0, -1, 1.5, "100", 2 ** 60].map((tokenBudget) =>
        step("query", { query: "a", tokenBudget }, { error: "input-invalid" }),
      ),
      step("node", { nodes: [] }, { error: "input-invalid" }),
      step("node", { nodes: "no such node" }, { error: "node-unknown" }),
      step("node", { nodes: alpha, levle: 4 }, { error: "input-invalid" }),
      step("scan", { graphId: "elsewhere" }, { error: "graph-unknown" }),
      step("scan", { limit: 0 }, { error: "input-invalid" }),
      step("__proto__", {}, { error: "tool-unknown" }),
      step("constructor", {}, { error: "tool-unknown" }),
    ],
  },
];

function at(level: Level, expect: Expectation): EnforcementStep {
  return step("node", { nodes: alpha, level }, { levels: { [alpha]: level }, ...expect });
}

function step(operation: string, input: EnforcementStep["input"], expect: Expectation): EnforcementStep {
  return { operation, input, expect };
}
