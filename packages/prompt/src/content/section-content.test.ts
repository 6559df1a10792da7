import { type Answer, createToolkit, isPdError, type JsonAnswer, o200k, type TextAnswer } from "@pd/core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { markdownSection } from "../section/section.js";
import { promptMount } from "../section/section-tools.js";
import { promptTemplate } from "../section/template.js";
import { SectionVisibility } from "../session/visibility.js";
import { sectionContent } from "./section-content.js";

const { SUMMARY } = SectionVisibility;

const tool = { name: "verify_result", description: "", input: z.object({}), readOnly: true, call: async () => 1 };
const style = markdownSection({
  title: "Code Style",
  key: "code-style",
  template: "BODY-style tabs or spaces",
  summary: "How code is formatted.",
});
const off = markdownSection({ title: "Off", key: "off", template: "BODY-off", enabled: false });
const guidelines = markdownSection({
  title: "Guidelines",
  key: "guidelines",
  template: "BODY-guidelines for ${who}",
  params: z.object({ who: z.string() }),
  summary: "What to keep in mind.",
  visibility: SUMMARY,
  children: [style, off],
});
const verification = markdownSection({
  title: "Verification",
  key: "verification",
  template: "BODY-tools",
  summary: "Tools to verify with.",
  tools: [tool],
});
const start = markdownSection({ title: "Start", key: "start", template: "BODY-start begin here" });
const prompt = promptTemplate({
  ns: "agents/coder",
  key: "edit-files",
  sections: [start, guidelines, verification],
}).bind({ who: "you" });
const toolkit = createToolkit({ mounts: [promptMount(prompt)] });

const codeOf = async (act: Promise<unknown>) => {
  const thrown = await act.catch((error: unknown) => error);
  return isPdError(thrown) ? thrown.code : thrown;
};

describe("R1.2 a prompt's sections as nodes", () => {
  test("level 1 is the summary; nothing of a text is in it", async () => {
    const answer = await toolkit.call("scan", {});
    expect(answer.nodes.map(({ id, level }) => [id, level])).toEqual([
      ["section:start", 1],
      ["section:guidelines", 1],
      ["section:guidelines.code-style", 1],
      ["section:verification", 1],
    ]);
    expect(answer.nodes[1]).toMatchObject({
      name: "Guidelines",
      type: "section",
      domain: "agents",
      description: "What to keep in mind.",
    });
    expect(JSON.stringify(answer)).not.toContain("BODY-");
    expect(answer.graphId).toBe("edit-files");
  });

  test("level 4 is the whole text with all below it, as it would stand in a file; parameters are filled in", async () => {
    const answer = await toolkit.call("node", { nodes: "guidelines", level: 4 });
    expect(answer.nodes[0]).toMatchObject({
      id: "section:guidelines",
      level: 4,
      content: {
        full: "## Guidelines (guidelines)\n\nBODY-guidelines for you\n\n### Code Style (guidelines.code-style)\n\nBODY-style tabs or spaces",
      },
    });
  });

  test("levels 2 and 3 are the sections below and their beginnings", async () => {
    const links = await toolkit.call("node", { nodes: "[[Guidelines]]", level: 2, links: "all" });
    expect(links.nodes[0]).toMatchObject({
      links: [
        {
          target: "section:guidelines.code-style",
          name: "Code Style",
          description: "How code is formatted.",
          relation: "clusters",
        },
      ],
    });
    expect(JSON.stringify(links)).not.toContain("BODY-");
    const previews = await toolkit.call("node", { nodes: "section:guidelines", level: 3, previews: "all" });
    expect(previews.nodes[0]).toMatchObject({
      content: {
        sections: [
          { heading: "Guidelines (guidelines)", depth: 2 },
          { heading: "Code Style (guidelines.code-style)", depth: 3 },
        ],
      },
    });
  });

  test("R1.6 a node is found by id, path, title and wikilink", async () => {
    for (const reference of [
      "section:guidelines.code-style",
      "guidelines.code-style",
      "Code Style",
      "[[code style]]",
      "[[guidelines.code-style|it]]",
    ])
      expect((await toolkit.call("node", { nodes: reference })).nodes[0]?.id).toBe("section:guidelines.code-style");
    expect(await codeOf(toolkit.call("node", { nodes: "off" }))).toBe("node-unknown");
  });

  test("it is searched by title, summary and text, and walked", async () => {
    expect((await toolkit.call("search", { query: "tabs spaces" })).nodes[0]?.id).toBe("section:guidelines.code-style");
    expect((await toolkit.call("search", { query: "formatted" })).nodes[0]?.id).toBe("section:guidelines.code-style");
    expect((await toolkit.call("search", { query: "keep in mind", path: "verification" })).nodes).toEqual([]);
    const walk = await toolkit.call("traverse", { start: "guidelines", tokenBudget: 2000 });
    expect(walk.nodes.map(({ id }) => id)).toContain("section:guidelines.code-style");
    const pack = await toolkit.call("context", { query: "formatting style tabs", tokenBudget: 400 });
    expect(pack.telemetry.tokensUsed).toBeLessThanOrEqual(400);
    expect(JSON.stringify(pack.nodes)).toContain("BODY-style");
  });

  test("pages, filters, stats and findings", async () => {
    const first = await toolkit.call("scan", { limit: 3 });
    const second = await toolkit.call("scan", { limit: 3, cursor: first.cursor });
    expect([...first.nodes, ...second.nodes]).toHaveLength(4);
    expect(second.cursor).toBeUndefined();
    expect(await codeOf(toolkit.call("scan", { cursor: "nonsense" }))).toBe("input-invalid");
    expect(await codeOf(toolkit.call("scan", { query: "style", cursor: first.cursor }))).toBe("cursor-stale");
    expect((await toolkit.call("scan", { type: "note" })).nodes).toEqual([]);
    expect((await toolkit.call("scan", { domain: "agents", path: "guidelines" })).nodes).toHaveLength(2);
    expect((await toolkit.call("stats", {})).data).toMatchObject({ nodes: 4, links: 1 });
    expect((await toolkit.call("validate", {})).nodes).toEqual([]);
  });

  test("R2.2 a budget is kept", async () => {
    const answer = await toolkit.call("node", { nodes: ["guidelines", "start"], level: 4, tokenBudget: 110 });
    expect(o200k.count(JSON.stringify(answer.nodes))).toBeLessThanOrEqual(110);
    expect(answer.omitted.map(({ reason }) => reason)).toContain("budget");
  });

  test("R4.8 a section that brings tools is tagged before anyone asks for it", async () => {
    const tagged = (await toolkit.call("scan", { tag: "brings-tools" })) as JsonAnswer;
    expect(tagged.nodes).toMatchObject([{ id: "section:verification", tags: ["brings-tools"] }]);
    expect((await toolkit.call("scan", { tag: "other" })).nodes).toEqual([]);
    const outline = (await toolkit.call("node", { nodes: "verification", level: 3 })) as JsonAnswer;
    expect(outline.nodes).toMatchObject([{ level: 3, tags: ["brings-tools"] }]);
  });

  test("a section that brings tools is listed, and left out in full", async () => {
    // It has no price, since no budget opens it here (R2.6).
    const { nodes } = await toolkit.call("scan", {});
    expect(nodes.map(({ id, tokens }) => [id, tokens !== undefined])).toEqual([
      ["section:start", true],
      ["section:guidelines", true],
      ["section:guidelines.code-style", true],
      ["section:verification", false],
    ]);
    const answer = (await toolkit.call("node", { nodes: "verification", level: 4 })) as JsonAnswer;
    expect(answer.nodes).toEqual([]);
    expect(answer.omitted).toMatchObject([{ id: "section:verification", reason: "unreadable", level: 4 }]);
  });

  test("a long path makes an id that fits", async () => {
    let deep = markdownSection({ title: "Deep", key: "x".repeat(60), template: "deep" });
    for (let depth = 0; depth < 9; depth += 1)
      deep = markdownSection({ title: "Deep", key: "x".repeat(60), template: "", children: [deep] });
    const content = sectionContent(promptTemplate({ ns: "t", key: "t", sections: [deep] }).bind());
    const { graph } = await content.open();
    const { ids } = await graph.page({ limit: 20 });
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
    for (const id of ids) expect(id.length).toBeLessThan(400);
  });

  test("a section that lacks a parameter is listed, and unreadable", async () => {
    const needy = promptTemplate({ ns: "t", key: "needy", sections: [guidelines, start] }).bind({} as never);
    const kit = createToolkit({ mounts: [promptMount(needy)] });
    expect((await kit.call("scan", {})).nodes).toHaveLength(3);
    expect((await kit.call("node", { nodes: "guidelines", level: 4 })).omitted).toMatchObject([
      { reason: "unreadable" },
    ]);
    expect((await kit.call("search", { query: "begin" })).nodes[0]?.id).toBe("section:start");
  });
});

describe("R6.5 read_section through a door", () => {
  const read = (input: object) => toolkit.call("read_section", input) as Promise<Answer>;

  test("comes through the gate: telemetry, budget, ledger", async () => {
    const answer = (await read({ section_key: "guidelines", session: "new" })) as TextAnswer;
    expect(answer.text).toContain("BODY-guidelines for you");
    expect(answer.text).toContain("BODY-style");
    expect(answer.nodes).toEqual([{ id: "section:guidelines", level: 4 }]);
    expect(answer.telemetry.tokensUsed).toBe(o200k.count(answer.text));
    // The session has it: asked for at level 1, it comes in full (R2.1).
    const again = await toolkit.call("node", { nodes: "guidelines", level: 1, session: answer.session! });
    expect(again.nodes[0]?.level).toBe(4);
  });

  test("does not fit: left out, with its price", async () => {
    const answer = (await read({ section_key: "guidelines", tokenBudget: 30 })) as TextAnswer;
    expect(answer.text).not.toContain("BODY-");
    expect(answer.omitted).toMatchObject([{ id: "section:guidelines", reason: "budget" }]);
  });

  test("R4.8 what brings tools is a typed error, and the list of tools stays", async () => {
    const before = JSON.stringify(toolkit.tools);
    expect(await codeOf(read({ section_key: "verification" }))).toBe("expansion-required");
    expect(JSON.stringify(toolkit.tools)).toBe(before);
    expect(toolkit.tools.map(({ name }) => name)).not.toContain("verify_result");
  });

  test("what does not exist is a typed error", async () => {
    expect(await codeOf(read({ section_key: "nope" }))).toBe("prompt-invalid");
    expect(await codeOf(read({ section_key: "guidelines.off" }))).toBe("prompt-invalid");
  });
});
