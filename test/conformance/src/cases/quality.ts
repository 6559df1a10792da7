import type { Case } from "../case.js";
import { about, ask } from "./write.js";

export const tidyCases: readonly Case[] = [
  about(
    "quality/nothing-to-find",
    "R3.7",
    ask(
      "validate",
      { threshold: 100 },
      { matches: { data: { passed: true, findings: [], quality: { score: 100, grade: "A" } } } },
    ),
  ),
  about(
    "quality/stats-of-a-tidy-vault",
    "R3.5",
    ask(
      "stats",
      {},
      {
        matches: {
          data: {
            nodes: 4,
            brokenLinks: 0,
            orphans: { count: 0 },
            mocs: { count: 1, nodes: [{ id: "moc:overview", level: 0 }] },
          },
        },
      },
    ),
  ),
];

export const faultyCases: readonly Case[] = [
  about(
    "quality/a-broken-link-with-its-line",
    "R3.3 R3.7",
    ask(
      "validate",
      {},
      {
        matches: {
          data: {
            findings: [{ code: "broken-link", file: "kitchen.md", line: 10 }],
            counts: [{ name: "broken-link", count: 1 }],
          },
        },
      },
    ),
  ),
];

/** A command looks anew each time, so what a server does with an old index is not asked of it. */
export const changingCases: readonly Case[] = [
  about(
    "versions/a-body-that-changed-is-left-out",
    "R3.9",
    ask(
      "node",
      { nodes: ["Kitchen", "Bath"], level: 4 },
      { levels: { "room:bath": 4 }, omitted: { "room:kitchen": "changed" }, lacks: ["BODY-later"] },
    ),
  ),
  about(
    "versions/what-is-in-the-index-is-still-served",
    "R3.9 R3.8",
    ask("node", { nodes: "Kitchen", level: 1 }, { nodes: { "room:kitchen": { description: "All about Kitchen" } } }),
  ),
];
