import { bytes, createMemoryFilesystem } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { isVisibilityExpansionRequired, PromptBudgetError, SectionClosedError } from "../section/errors.js";
import { markdownSection } from "../section/section.js";
import { promptTemplate } from "../section/template.js";
import { createPromptSession } from "../session/session.js";
import { SectionVisibility } from "../session/visibility.js";
import {
  clearAllVisibilityOverrides,
  clearVisibilityOverride,
  setVisibilityOverride,
} from "../session/visibility-slice.js";
import { plannedSections, sectionsFrom } from "../testing/arbitrary-prompt.js";
import { call } from "../testing/call-tool.js";

const { FULL, SUMMARY } = SectionVisibility;

const verify = {
  name: "verify_result",
  description: "",
  input: z.object({}),
  readOnly: true,
  call: async () => "verified",
};
const inner = markdownSection({
  title: "Inner",
  key: "inner",
  template: "inner text",
  summary: "inner short",
  visibility: SUMMARY,
});
const tools = markdownSection({
  title: "Tools",
  key: "tools",
  template: "tools text",
  summary: "tools short",
  visibility: SUMMARY,
  tools: [verify],
  children: [inner],
});
const docs = markdownSection({
  title: "Docs",
  key: "docs",
  template: "docs text",
  summary: "docs short",
  visibility: SUMMARY,
});
const start = markdownSection({ title: "Start", key: "start", template: "start text" });
const template = promptTemplate({ ns: "t", key: "t", sections: [start, tools, docs] });

describe("R4.8 stable mode", () => {
  test("all tools are listed from the start, and the list never changes", () => {
    const session = createPromptSession();
    const prompt = template.bind().stable();
    const names = () => prompt.render({ session }).tools.map(({ name }) => name);
    const first = names();
    expect(first).toEqual(["verify_result", "open_sections", "read_section"]);
    for (const path of ["tools", "docs", "tools.inner"]) {
      session.dispatch(setVisibilityOverride(path, FULL));
      expect(names()).toEqual(first);
    }
  });

  test("a tool whose section is closed says which to open first; opened, it works", async () => {
    const session = createPromptSession();
    const prompt = template.bind().stable();
    const first = prompt.render({ session });
    const thrown = await call(first, "verify_result", {}).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(SectionClosedError);
    expect(thrown).toMatchObject({ code: "section-closed", section: "tools", message: "Open section 'tools' first." });

    const asked = await call(first, "open_sections", { section_keys: ["tools"], reason: "" }).catch(
      (error: unknown) => error,
    );
    if (!isVisibilityExpansionRequired(asked)) throw asked;
    for (const [path, visibility] of asked.requestedOverrides)
      session.dispatch(setVisibilityOverride(path, visibility));
    prompt.render({ session });
    // The tools of the first rendering are those of every later one.
    expect(await call(first, "verify_result", {})).toBe("verified");
    await expect(call(first, "open_sections", { section_keys: ["tools"], reason: "" })).rejects.toThrow(
      "already expanded",
    );
  });

  test("what is opened is appended, with what came into sight below it", () => {
    const session = createPromptSession();
    const prompt = template.bind().stable();
    const first = prompt.render({ session }).text;
    expect(first).toBe(template.bind().render().text);
    session.dispatch(setVisibilityOverride("tools", FULL));
    const second = prompt.render({ session }).text;
    expect(second.slice(first.length)).toBe(
      '\n\n## 2. Tools (tools)\n\ntools text\n\n### 2.1. Inner (tools.inner)\n\ninner short\n\n---\n[This section is summarized. To view full content, call `read_section` with key "tools.inner".]',
    );
    session.dispatch(setVisibilityOverride("tools.inner", FULL));
    const third = prompt.render({ session });
    expect(third.text.slice(second.length)).toBe("\n\n### 2.1. Inner (tools.inner)\n\ninner text");
    expect(third.sections.map(({ path, visibility }) => `${path} ${visibility}`)).toEqual([
      "start full",
      "tools summary",
      "docs summary",
      "tools full",
      "tools.inner summary",
      "tools.inner full",
    ]);
  });

  test("what is closed again stays, and is not said twice", () => {
    const session = createPromptSession();
    const prompt = template.bind().stable();
    session.dispatch(setVisibilityOverride("docs", FULL));
    const { text } = prompt.render({ session });
    session.dispatch(clearVisibilityOverride("docs"));
    session.dispatch(setVisibilityOverride("start", FULL));
    expect(prompt.render({ session }).text).toBe(text);
    session.dispatch(setVisibilityOverride("docs", FULL));
    expect(prompt.render({ session }).text).toBe(text);
  });

  test("what was opened once is already expanded, closed again or not, and its tools go on working", async () => {
    const session = createPromptSession();
    const prompt = template.bind().stable();
    session.dispatch(setVisibilityOverride("tools", FULL));
    prompt.render({ session });
    session.dispatch(clearAllVisibilityOverrides());
    const rendered = prompt.render({ session });
    const asked = call(rendered, "open_sections", { section_keys: ["tools"], reason: "" });
    await expect(asked).rejects.toThrow("Section 'tools' is already expanded.");
    expect(await call(rendered, "verify_result", {})).toBe("verified");
  });

  test("read_section and open_sections go on as they do, through the tools of any rendering", async () => {
    const filesystem = createMemoryFilesystem();
    const prompt = template.bind().stable();
    const { tools: listed } = prompt.render({ filesystem });
    prompt.render({ filesystem });
    expect(await call(listed, "open_sections", { section_keys: ["docs"], reason: "" })).toMatchObject({
      success: true,
    });
    const inline = template.bind().stable().render();
    expect(await call(inline, "read_section", { section_key: "docs" })).toBe("## Docs (docs)\n\ndocs text");
  });

  test("a budget is settled at the first rendering; what would go over it is refused and not kept", () => {
    const open = (key: string) => markdownSection({ title: key, key, template: "x".repeat(500), summary: "short" });
    const prompt = promptTemplate({ ns: "t", key: "t", sections: [open("a"), open("b")] })
      .bind()
      .stable();
    const session = createPromptSession();
    const options = { session, counter: bytes, tokenBudget: 900 };
    const first = prompt.render(options);
    expect(first.summarised).toEqual(["b"]);
    session.dispatch(setVisibilityOverride("b", FULL));
    expect(() => prompt.render(options)).toThrow(PromptBudgetError);
    session.dispatch(clearAllVisibilityOverrides());
    expect(prompt.render(options).text).toBe(first.text);
    session.dispatch(setVisibilityOverride("b", FULL));
    expect(prompt.render({ ...options, tokenBudget: 2000 }).text.startsWith(first.text)).toBe(true);
  });

  test("which sections exist is settled at the first rendering", () => {
    let on = true;
    const dynamic = markdownSection({ title: "D", key: "d", template: "d text", enabled: () => on });
    const prompt = promptTemplate({ ns: "t", key: "t", sections: [start, dynamic] })
      .bind()
      .stable();
    const { text } = prompt.render();
    on = false;
    expect(prompt.render().text).toBe(text);
  });

  test("R4.8 the earlier bytes never change, whatever happens", () => {
    const step = fc.record({
      pick: fc.nat(),
      what: fc.constantFrom("open", "close", "clear", "clear all"),
    });
    const property = fc.property(plannedSections, fc.array(step, { maxLength: 12 }), (planned, steps) => {
      const { bind, registry } = promptTemplate({ ns: "t", key: "t", sections: sectionsFrom(planned) });
      const prompt = bind().stable();
      const session = createPromptSession();
      let before = prompt.render({ session });
      for (const { pick, what } of steps) {
        const { path, definition } = registry.sections[pick % registry.sections.length]!;
        if (what === "open") session.dispatch(setVisibilityOverride(path, FULL));
        else if (what === "close" && definition.summary !== undefined)
          session.dispatch(setVisibilityOverride(path, SUMMARY));
        else if (what === "clear") session.dispatch(clearVisibilityOverride(path));
        else session.dispatch(clearAllVisibilityOverrides());
        const now = prompt.render({ session });
        expect(now.text.startsWith(before.text)).toBe(true);
        expect(now.tools).toBe(before.tools);
        // Everything that the session shows in full is there.
        for (const { path: shown, visibility } of bind().render({ session }).sections)
          if (visibility === FULL)
            expect(now.sections.some((one) => one.path === shown && one.visibility === FULL)).toBe(true);
        before = now;
      }
    });
    fc.assert(property, { numRuns: propertyRuns(0.2) });
  });
});
