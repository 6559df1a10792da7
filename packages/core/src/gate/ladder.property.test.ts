import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import type { Form } from "../model/answer.js";
import { LEVELS } from "../model/level.js";
import { RELATIONS } from "../model/node.js";
import { arbitraryNodes } from "../testing/arbitrary-content.js";
import { createMemoryContent, type MemoryNode } from "../testing/memory-content.js";
import { anyText } from "../testing/text-classes.js";
import { createToolkit } from "../toolkit/toolkit.js";

const TIMEOUT = 900_000;
const FORMS = ["json", "text"] as const;

async function costsOf(nodes: readonly MemoryNode[], id: string, format: Form): Promise<readonly number[]> {
  const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(nodes) }] });
  const costs: number[] = [];
  for (const level of LEVELS) {
    const answer = await toolkit.call("node", { nodes: id, level, format, tokenBudget: Number.POSITIVE_INFINITY });
    expect(answer.nodes[0]?.level).toBe(level);
    costs.push(answer.telemetry.tokensUsed);
  }
  return costs;
}

function expectLadder([index, scan, links, sections, full]: readonly number[]): void {
  const about = `${index} ${scan} ${links} ${sections} ${full}`;
  expect(index!, about).toBeLessThanOrEqual(scan!);
  expect(scan!, about).toBeLessThanOrEqual(Math.min(links!, sections!));
  expect(Math.max(links!, sections!), about).toBeLessThanOrEqual(full!);
}

/** What a level may add beyond half of the body: its empty list, and a closing line that says another level. */
const EMPTY_LIST = 8;

describe("R1.8 the ladder pays", () => {
  test("asking for less costs less, whatever a node says, in both forms", { timeout: TIMEOUT }, async () => {
    const pathed = arbitraryNodes(anyText).chain((nodes) =>
      fc.boolean().map((hasPath) => (hasPath ? nodes.map((node) => ({ ...node, path: `a/${node.name}.md` })) : nodes)),
    );
    await fc.assert(
      fc.asyncProperty(pathed, fc.constantFrom(...FORMS), async (nodes, form) => {
        for (const { id } of nodes) expectLadder(await costsOf(nodes, id, form));
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test("also where there is hardly anything to say", async () => {
    for (const body of ["", "x", "~", "漢", "word ".repeat(3), "[[B]] [[C]]", "\n\n# H\n"])
      for (const description of ["", "D~", "Said.", body])
        for (const form of FORMS) {
          const links = ["note:b", "note:c"].map((target) => ({ target, context: body }));
          const sections = [{ heading: "H", depth: 1, preview: body, anchor: "h", text: body }];
          const others = ["b", "c"].map((key) => ({ id: `note:${key}`, name: key, body: "", description: "Other." }));
          const nodes = [{ id: "note:a", name: "A", description, body, links, sections }, ...others];
          expectLadder(await costsOf(nodes, "note:a", form));
        }
  });

  const MANY = 5000;
  const map: MemoryNode = {
    id: "moc:map",
    name: "Map",
    type: "moc",
    description: "Leads everywhere.",
    body: Array.from({ length: MANY }, (_, at) => `- [[Target ${at}]] tells of it.\n`).join(""),
    links: Array.from({ length: MANY }, (_, at) => ({
      target: `note:t${at}`,
      relation: RELATIONS[at % 2],
      context: `Target ${at} tells of it, in so many words that nobody wants to read them all.`,
    })) as MemoryNode["links"] & {},
    sections: Array.from({ length: 400 }, (_, at) => ({
      heading: `Part ${at}`,
      depth: 1 + (at % 4),
      preview: "Something is said here. ".repeat(8),
      anchor: `part-${at}`,
      text: "Text.",
    })),
  };
  const targets = Array.from({ length: MANY }, (_, at) => ({
    id: `note:t${at}`,
    name: `Target ${at}`,
    description: `What target ${at} is about, at some length.`,
    body: "",
  }));
  const hostile = [map, ...targets];
  const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(hostile) }] });

  test("a map of 5,000 links adds 400 tokens at the most, and counts what it left out", async () => {
    for (const form of FORMS) {
      const costs = await costsOf(hostile, "moc:map", form);
      expectLadder(costs);
      for (const cost of costs.slice(2, 4)) expect(cost - costs[1]!).toBeLessThanOrEqual(400 + EMPTY_LIST);
    }
    const { nodes } = await toolkit.call("node", { nodes: "Map", level: 2 });
    const [node] = nodes;
    expect(node?.links?.length).toBeGreaterThan(5);
    expect(node?.more).toEqual({ links: MANY - (node?.links?.length ?? 0) });
    const outline = (await toolkit.call("node", { nodes: "Map", level: 3 })).nodes[0]!;
    expect(outline.links).toBeUndefined();
    expect(outline.content?.sections?.every(({ depth }) => depth === 1)).toBe(true);
    expect(outline.more?.sections).toBe(400 - (outline.content?.sections?.length ?? 0));
  });

  test("all links come page by page, each once, within the budget", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await toolkit.call("node", {
        nodes: "Map",
        level: 2,
        links: "all",
        tokenBudget: 30_000,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(answer.telemetry.tokensUsed).toBeLessThanOrEqual(30_000);
      seen.push(...(answer.nodes[0]?.links ?? []).map(({ target }) => target as string));
      expect(answer.nodes[0]?.links?.[0]?.context).toContain("in so many words");
      cursor = answer.cursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(MANY);
    expect(seen).toHaveLength(MANY);
  });

  test("all previews come page by page; a cursor of another list is stale", async () => {
    const first = await toolkit.call("node", { nodes: "Map", level: 3, previews: "all", tokenBudget: 6000 });
    const shown = first.nodes[0]?.content?.sections ?? [];
    expect(shown.length + (first.nodes[0]?.more?.sections ?? 0)).toBe(400);
    expect(shown[0]?.preview).toBe("Something is said here. ".repeat(8));
    const { cursor } = first;
    const second = await toolkit.call("node", { nodes: "Map", level: 3, previews: "all", cursor, tokenBudget: 6000 });
    expect(second.nodes[0]?.content?.sections?.[0]?.heading).toBe(`Part ${shown.length}`);
    for (const other of [
      { nodes: "Target 1", previews: "all" },
      { nodes: "Map", links: "all" },
    ] as const)
      await expect(toolkit.call("node", { level: 3, cursor, ...other })).rejects.toMatchObject({
        code: "cursor-stale",
      });
    await expect(toolkit.call("node", { nodes: "Map", level: 3, cursor })).rejects.toMatchObject({
      code: "input-invalid",
    });
  });

  test("R2.1 a request for level 2 brings the links, whatever was seen", async () => {
    const { session } = await toolkit.call("node", { nodes: "Target 1", level: 4, session: "new" });
    const open = await toolkit.call("node", { nodes: "Map", level: 4, session, tokenBudget: Number.POSITIVE_INFINITY });
    expect(open.nodes[0]).toMatchObject({ level: 4 });
    const again = await toolkit.call("node", {
      nodes: "Map",
      level: 2,
      session,
      tokenBudget: Number.POSITIVE_INFINITY,
    });
    expect(again.nodes[0]?.level).toBe(4);
    expect(again.nodes[0]?.links?.length).toBeGreaterThan(5);
  });

  test("R2.2 a note too long for the budget comes as its outline with prices, and says so", async () => {
    for (const format of FORMS) {
      const answer = await toolkit.call("node", { nodes: "Map", level: 4, tokenBudget: 1000, format });
      expect(answer.nodes).toMatchObject([{ id: "moc:map", level: 3 }]);
      expect(answer.omitted).toMatchObject([{ id: "moc:map", reason: "budget", level: 4 }]);
      expect(answer.telemetry.nodesOmitted).toBe(1);
      const { tokens } = answer.omitted[0]!;
      const whole = await toolkit.call("node", { nodes: "Map", level: 4, tokenBudget: tokens ?? 0, format });
      expect(whole.nodes).toMatchObject([{ level: 4 }]);
      const tiny = await toolkit.call("node", { nodes: "Map", level: 4, tokenBudget: 60, format });
      expect(tiny.nodes).toHaveLength(1);
    }
  });
});
