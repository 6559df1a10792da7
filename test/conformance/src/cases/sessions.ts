import type { Case } from "../case.js";
import { about, ask, BEGIN, GO_ON, node } from "./write.js";

const ALPHA = "note:alpha";
const NONE = { levels: {} } as const;

/** R2.1 and R2.7: what a session has seen. */
export const sessions: readonly Case[] = [
  ...[1, 2, 3].map((level) =>
    about(
      `sessions/seen-at-4-asked-at-${level}`,
      "R2.1",
      node("Alpha", 4, { levels: { [ALPHA]: 4 } }, BEGIN),
      node("Alpha", level, { levels: { [ALPHA]: 4 }, has: ["BODY-alpha"] }, GO_ON),
    ),
  ),
  ...[1, 2, 3].map((level) =>
    about(
      `sessions/seen-at-${level}-asked-at-0`,
      "R2.1",
      node("Alpha", level, {}, BEGIN),
      node("Alpha", 0, { every: level as 1 }, GO_ON),
      node("Beta", 0, { every: 0 }, GO_ON),
    ),
  ),
  about(
    "sessions/each-level-raises",
    "R2.1",
    ...[0, 1, 2, 3, 4].map((level) => node("Alpha", level, { every: level as 0 }, level === 0 ? BEGIN : GO_ON)),
    node("Alpha", 0, { every: 4 }, GO_ON),
  ),
  about(
    "sessions/scan-keeps-its-level",
    "R2.1 R3.5",
    node("Alpha", 4, {}, BEGIN),
    ask("scan", { ...GO_ON }, { every: 1, lacks: ["BODY-", "PREV-"] }),
    node("Alpha", 1, { every: 4 }, GO_ON),
  ),
  about(
    "sessions/search-keeps-its-level",
    "R2.1 R3.5",
    node("Alpha", 4, {}, BEGIN),
    ask("search", { query: "alpha", ...GO_ON }, { every: 1, atLeast: 1 }),
    node("Alpha", 0, { every: 4 }, GO_ON),
  ),
  about(
    "sessions/query-keeps-its-levels",
    "R2.1 R3.5",
    node("Alpha", 4, {}, BEGIN),
    ask("query", { query: "alpha", top: 0, ...GO_ON }, { every: 1, lacks: ["BODY-"] }),
    node("Alpha", 0, { every: 4 }, GO_ON),
  ),
  about(
    "sessions/query-raises",
    "R2.1",
    ask("query", { query: "alpha", top: 1, limit: 1, ...BEGIN }, { levels: { [ALPHA]: 3 } }),
    node("Alpha", 0, { levels: { [ALPHA]: 3 } }, GO_ON),
  ),
  about(
    "sessions/traverse-raises",
    "R2.1",
    ask("traverse", { start: "Alpha", maxDepth: 0, ...BEGIN }, { levels: { [ALPHA]: 4 } }),
    node("Alpha", 0, { every: 4 }, GO_ON),
  ),
  about(
    "sessions/context-raises",
    "R2.1",
    ask("context", { nodes: "Alpha", tokenBudget: 600, ...BEGIN }, { levels: { [ALPHA]: 4 } }),
    node("Alpha", 0, { every: 4 }, GO_ON),
  ),
  about(
    "sessions/scan-raises-to-1",
    "R2.1",
    ask("scan", { limit: 100, ...BEGIN }, { every: 1 }),
    node("Alpha", 0, { every: 1 }, GO_ON),
  ),
  about(
    "sessions/traverse-is-not-below-what-was-seen",
    "R2.1",
    node("Gamma", 4, {}, BEGIN),
    ask("traverse", { start: "Alpha", maxNodes: 100, ...GO_ON }, { nodes: { "note:gamma": { level: 4 } } }),
  ),
  about(
    "sessions/none-given-none-made",
    "R2.7",
    ask("scan", {}, { matches: { session: undefined } }),
    node("Alpha", 4, { matches: { session: undefined } }),
    node("Alpha", 1, { every: 1 }),
  ),
  about(
    "sessions/new-makes-one-and-gives-it-back",
    "R2.7",
    ask("scan", { ...BEGIN }, { has: ["pds_"] }),
    ask("scan", { ...GO_ON }, { has: ["pds_"] }),
  ),
  about(
    "sessions/two-know-nothing-of-each-other",
    "R2.7",
    node("Alpha", 4, {}, BEGIN),
    node("Alpha", 1, { every: 1 }, BEGIN),
  ),
  about(
    "sessions/one-that-never-was",
    "R2.7",
    ask("scan", { session: `pds_${"0".repeat(39)}` }, { error: "session-unknown" }),
    ask("node", { nodes: "Alpha", session: "pds_1" }, { error: "session-unknown" }),
  ),
  about(
    "sessions/no-id-at-all",
    "R2.7",
    ask("scan", { session: "" }, { error: "session-unknown" }),
    ask("scan", { session: "__proto__" }, { error: "session-unknown" }),
  ),
  about(
    "sessions/repeat-false-names-what-was-shown",
    "R2.7 R2.2",
    node("Alpha", 3, {}, BEGIN),
    node(
      "Alpha",
      3,
      { ...NONE, omitted: { [ALPHA]: "seen" }, matches: { omitted: [{ id: ALPHA, seenAt: 3 }] } },
      { ...GO_ON, repeat: false },
    ),
  ),
  about(
    "sessions/repeat-false-still-raises",
    "R2.7",
    node("Alpha", 1, {}, BEGIN),
    node("Alpha", 4, { levels: { [ALPHA]: 4 } }, { ...GO_ON, repeat: false }),
  ),
  about(
    "sessions/repeat-false-in-scan",
    "R2.7",
    ask("scan", { type: "essay", ...BEGIN }, { levels: { "essay:delta": 1 } }),
    ask("scan", { type: "essay", repeat: false, ...GO_ON }, { ...NONE, omitted: { "essay:delta": "seen" } }),
  ),
  about(
    "sessions/repeat-false-in-search",
    "R2.7",
    ask("search", { query: "delta river", limit: 1, ...BEGIN }, { levels: { "essay:delta": 1 } }),
    ask("search", { query: "delta river", limit: 1, repeat: false, ...GO_ON }, NONE),
  ),
  about(
    "sessions/repeat-false-in-context",
    "R2.7",
    ask("context", { nodes: "Alpha", ...BEGIN }, {}),
    ask("context", { nodes: "Alpha", repeat: false, ...GO_ON }, { ...NONE, omitted: { [ALPHA]: "seen" } }),
  ),
  about(
    "sessions/text-names-the-handle",
    "R2.7 R2.3",
    node("Alpha", 1, { has: ["[session pds_"] }, { ...BEGIN, format: "text" }),
  ),
  about(
    "sessions/seen-holds-for-both-forms",
    "R2.1 R2.3",
    node("Alpha", 4, {}, { ...BEGIN, format: "text" }),
    node("Alpha", 1, { every: 4 }, GO_ON),
  ),
  about(
    "sessions/the-id-changes-no-other-byte",
    "R2.5 R2.7",
    node("Alpha", 2, {}, BEGIN),
    node("Alpha", 2, { sameAs: 1 }, BEGIN),
  ),
];
