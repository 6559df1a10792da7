import fc from "fast-check";
import type { Form } from "../model/answer.js";
import { LEVELS, type Level } from "../model/level.js";
import { type NodeId, nodeId, RELATIONS } from "../model/node.js";
import type { Plan, Want } from "../model/plan.js";
import { tokens } from "../model/tokens.js";
import type { MemoryNode } from "./memory-content.js";

/** A word that stands in exactly one field of one node, so that a leak shows. */
export function canary(field: "description" | "context" | "preview" | "body", index: number): string {
  return `canary${field}${index}x`;
}

/** Nodes whose every field carries a canary, over whatever texts are given. */
export function arbitraryNodes(text: fc.Arbitrary<string>): fc.Arbitrary<readonly MemoryNode[]> {
  return fc.integer({ min: 1, max: 7 }).chain((size) => {
    const node = (index: number) =>
      fc
        .record({
          description: text,
          tags: fc.array(fc.constantFrom("tag", "标签", "a b", ""), { maxLength: 3 }),
          links: fc.array(arbitraryLink(size, index), { maxLength: 3 }),
          previews: fc.array(fc.tuple(fc.string({ maxLength: 12 }), text), { maxLength: 3 }),
          body: text,
        })
        .map(
          ({ description, tags, links, previews, body }): MemoryNode => ({
            id: `note:n${index}`,
            name: `Node ${index}`,
            description: `${canary("description", index)} ${description.slice(0, 200)}`,
            tags,
            links,
            sections: previews.map(([heading, preview], position) => ({
              heading,
              depth: 1 + (position % 6),
              preview: `${canary("preview", index)} ${preview.slice(0, 300)}`,
              anchor: `s${position}`,
              text: `${canary("body", index)} ${preview}`,
            })),
            body: `${canary("body", index)} ${body}`,
          }),
        );
    return fc.tuple(...Array.from({ length: size }, (_, index) => node(index)));
  });
}

function arbitraryLink(size: number, from: number) {
  return fc.record({
    target: fc.integer({ min: 0, max: size - 1 }).map((to) => `note:n${to}`),
    relation: fc.constantFrom(...RELATIONS),
    context: fc.constant(`${canary("context", from)} sentence`),
    declared: fc.boolean(),
  });
}

/** Plans over those nodes, and over some that do not exist. */
export const arbitraryPlan: fc.Arbitrary<Plan> = fc.record({
  wants: fc.array(arbitraryWant(), { maxLength: 10 }),
  visited: fc.nat(50),
  budget: fc.option(
    fc.oneof(fc.nat(60), fc.nat(600), fc.nat(6000)).map((count) => tokens(count)),
    { nil: undefined },
  ),
  levels: fc.constantFrom("pinned" as const, "raised" as const),
  breadth: fc.constantFrom(0, 0.25, 0.5, 1),
  repeat: fc.boolean(),
  notices: fc.constantFrom(
    [],
    [{ code: "nothing-found" as const }],
    [{ code: "reference-unknown" as const, reference: "x".repeat(90) }],
  ),
});

function arbitraryWant(): fc.Arbitrary<Want> {
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.nat(7).map((index) => nodeId(`note:n${index}`)) },
    { weight: 2, arbitrary: fc.tuple(fc.nat(7), fc.nat(2)).map(([index, at]) => nodeId(`note:n${index}#s${at}`)) },
  );
  const range = fc
    .tuple(fc.constantFrom(...LEVELS), fc.constantFrom(...LEVELS))
    .map(([a, b]) => [a, b].sort() as [Level, Level]);
  return fc
    .record({
      id,
      range,
      score: fc.option(fc.double({ noNaN: false }), { nil: undefined }),
      hop: fc.nat(3),
      via: fc.boolean(),
    })
    .map(({ id: wanted, range: [least, most], score, hop, via }) => ({
      id: wanted,
      least,
      most,
      ...(score === undefined ? {} : { score }),
      hop,
      ...(via ? { why: [{ field: "link" as const, via: nodeId("note:n0") }, { field: "body" as const }] } : {}),
    }));
}

export const arbitraryForm: fc.Arbitrary<Form> = fc.constantFrom("json", "text");

/** The canaries that may stand in a text about these nodes at these levels. */
export function allowedCanaries(
  nodes: readonly MemoryNode[],
  shown: readonly { readonly id: NodeId; readonly level: Level }[],
): ReadonlySet<string> {
  const allowed = new Set<string>();
  for (const { id, level } of shown) {
    const index = Number(/n(\d+)/.exec(id)?.[1]);
    const section = id.includes("#");
    if (level >= 1 && !section) allowed.add(canary("description", index));
    if (level >= 4) allowed.add(canary("body", index));
    // A section has an outline of its own, and no links.
    if (level === 3) allowed.add(canary("preview", index));
    if (section) continue;
    for (const link of nodes[index]?.links ?? []) {
      if (level < 2 || (level === 4 && link.declared !== true)) continue;
      allowed.add(canary("context", index));
      allowed.add(canary("description", Number(/n(\d+)/.exec(link.target)?.[1])));
    }
  }
  return allowed;
}

export function canariesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/canary(?:description|context|preview|body)\d+x/g) ?? []);
}
