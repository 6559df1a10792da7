import { bytes, createMemoryFilesystem, o200k } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Delivery } from "../section/prompt-types.js";
import { markdownSection } from "../section/section.js";
import { promptTemplate } from "../section/template.js";
import { createPromptSession } from "../session/session.js";
import { SectionVisibility } from "../session/visibility.js";
import { setVisibilityOverride } from "../session/visibility-slice.js";
import { type PlannedSection, plannedSections, sectionsFrom } from "../testing/arbitrary-prompt.js";
import { buildSummarySuffix, suffixFor } from "./summary-suffix.js";

const { FULL, SUMMARY } = SectionVisibility;

describe("section skipping, as seed 001 has it", () => {
  const tool = (name: string) => ({ name, description: "", input: z.object({}), readOnly: true, call: async () => 1 });
  const child = markdownSection({ title: "Child", key: "child", template: "child text", tools: [tool("child_tool")] });
  const parent = markdownSection({
    title: "Parent",
    key: "parent",
    template: "parent text",
    summary: "parent summary",
    visibility: SUMMARY,
    tools: [tool("parent_tool")],
    children: [child],
  });
  const after = markdownSection({ title: "After", key: "after", template: "after text", tools: [tool("after_tool")] });
  const prompt = promptTemplate({ ns: "t", key: "t", sections: [parent, after] }).bind();

  test("a summary instead of the template, the suffix, no children, no tools of either", () => {
    const { text, tools } = prompt.render();
    expect(text).toBe(
      `## 1. Parent (parent)\n\nparent summary${buildSummarySuffix("parent", ["child"], true)}\n\n## 2. After (after)\n\nafter text`,
    );
    expect(tools.map(({ name }) => name)).toEqual(["after_tool", "open_sections"]);
  });

  test("open_sections is there only while something is summarised", () => {
    const { text, tools } = prompt.render({ visibility: [["parent", FULL]] });
    expect(text).toBe(
      "## 1. Parent (parent)\n\nparent text\n\n### 1.1. Child (parent.child)\n\nchild text\n\n## 2. After (after)\n\nafter text",
    );
    expect(tools.map(({ name }) => name)).toEqual(["parent_tool", "child_tool", "after_tool"]);
  });

  test("tokens of the text and of each section in it, by the counter that was given", () => {
    const rendered = prompt.render({ counter: bytes });
    expect(rendered.tokens).toBe(bytes.count(rendered.text));
    expect(rendered.sections).toEqual([
      {
        path: "parent",
        number: "1",
        title: "Parent",
        depth: 0,
        visibility: SUMMARY,
        tokens: bytes.count(rendered.text.split("\n\n## 2.")[0]!),
      },
      {
        path: "after",
        number: "2",
        title: "After",
        depth: 0,
        visibility: FULL,
        tokens: bytes.count("## 2. After (after)\n\nafter text"),
      },
    ]);
    expect(prompt.render().tokens).toBe(o200k.count(rendered.text));
  });
});

describe("what is kept between renderings is never shown where it no longer holds", () => {
  test("the suffix follows the delivery, the children that exist, and the tools below", () => {
    let on = false;
    const tool = { name: "inner_tool", description: "", input: z.object({}), readOnly: true, call: async () => 1 };
    const child = markdownSection({ title: "C", key: "child", template: "c", enabled: () => on, tools: [tool] });
    const parent = markdownSection({
      title: "P",
      key: "p",
      template: "p",
      summary: "s",
      visibility: SUMMARY,
      children: [child],
    });
    const prompt = promptTemplate({ ns: "t", key: "t", sections: [parent] }).bind();
    const suffix = (delivery: Delivery) => prompt.render({ delivery }).text.slice("## 1. P (p)\n\ns".length);
    const expected = (delivery: Delivery) =>
      suffixFor({ path: "p", childKeys: on ? ["child"] : [], hasTools: on, delivery });
    for (const enabled of [false, true, false]) {
      on = enabled;
      for (const delivery of ["files", "inline", "rerender", "files"] as const)
        expect(suffix(delivery)).toBe(expected(delivery));
    }
  });

  test("tokens are those of the counter that asks", () => {
    const prompt = promptTemplate({
      ns: "t",
      key: "t",
      sections: [markdownSection({ title: "T", key: "k", template: "some text" })],
    }).bind();
    const tokens = (counter: typeof bytes) => prompt.render({ counter }).sections[0]?.tokens;
    const text = "## 1. T (k)\n\nsome text";
    for (const counter of [bytes, o200k, bytes]) expect(tokens(counter)).toBe(counter.count(text));
  });
});

describe("R4.1 to R4.5 any prompt", () => {
  /** As the seed words it: recursive, with nothing kept. */
  function expected(
    planned: readonly PlannedSection[],
    delivery: Delivery,
    above: readonly PlannedSection[] = [],
    number = "",
  ): string[] {
    return planned.flatMap((one, index) => {
      if (!one.enabled) return [];
      const path = [...above, one].map(({ key }) => key).join(".");
      const own = number === "" ? `${index + 1}` : `${number}.${index + 1}`;
      const heading = `${"#".repeat(above.length + 2)} ${own}. Title of ${one.key} (${path})`;
      const closed = one.closed && one.summary !== undefined;
      const body = closed ? one.summary! : one.body;
      const text = body === "" ? heading : `${heading}\n\n${body}`;
      if (!closed) return [text, ...expected(one.children, delivery, [...above, one], own)];
      const childKeys = one.children.filter(({ enabled }) => enabled).map(({ key }) => key);
      return [text + suffixFor({ path, childKeys, hasTools: hasTools(one), delivery })];
    });
  }

  function hasTools({ tool, children }: PlannedSection): boolean {
    return tool || children.some((child) => child.enabled && hasTools(child));
  }

  test("is the text that the rules say, in every delivery, and the same bytes each time", () => {
    const delivery = fc.constantFrom<Delivery>("files", "inline", "rerender");
    const property = fc.property(plannedSections, delivery, (planned, chosen) => {
      const template = promptTemplate({ ns: "t", key: "t", sections: sectionsFrom(planned), delivery: chosen });
      const prompt = template.bind();
      const { text } = prompt.render();
      expect(text).toBe(expected(planned, chosen).join("\n\n"));
      expect(prompt.render().text).toBe(text);
      expect(template.bind().render({ session: createPromptSession() }).text).toBe(text);
    });
    fc.assert(property, { numRuns: propertyRuns(0.5) });
  });

  test("rendering is a function of the state: overrides there and back give the first bytes again", () => {
    const property = fc.property(plannedSections, fc.array(fc.nat(), { maxLength: 6 }), (planned, picks) => {
      const { bind, registry } = promptTemplate({ ns: "t", key: "t", sections: sectionsFrom(planned) });
      const prompt = bind();
      const filesystem = createMemoryFilesystem();
      const session = createPromptSession();
      const before = session.snapshot();
      const first = prompt.render({ session, filesystem }).text;
      for (const pick of picks) {
        const { path } = registry.sections[pick % registry.sections.length]!;
        session.dispatch(setVisibilityOverride(path, FULL));
        const fresh = bind().render({ session, filesystem });
        const kept = prompt.render({ session, filesystem });
        expect(kept.text).toBe(fresh.text);
        expect(kept.sections).toEqual(fresh.sections);
        expect(kept.tools.map(({ name }) => name)).toEqual(fresh.tools.map(({ name }) => name));
      }
      session.restore(before);
      expect(prompt.render({ session, filesystem }).text).toBe(first);
    });
    fc.assert(property, { numRuns: propertyRuns(0.3) });
  });
});
