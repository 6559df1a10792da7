import { createMemoryFilesystem, defineTool, isPdError } from "@pd/core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { scripted } from "./adapters/scripted.js";
import { evaluate } from "./evaluate.js";
import { fileTools } from "./open/file-tools.js";
import {
  isVisibilityExpansionRequired,
  PromptValidationError,
  type VisibilityExpansionRequired,
} from "./section/errors.js";
import { markdownSection } from "./section/section.js";
import { promptTemplate } from "./section/template.js";
import { createPromptSession } from "./session/session.js";
import { SectionVisibility } from "./session/visibility.js";
import { setVisibilityOverride } from "./session/visibility-slice.js";
import { call, toolNamed } from "./testing/call-tool.js";

/** The examples of seeds 001 and 004, as TypeScript. */

const { FULL, SUMMARY } = SectionVisibility;

describe("seed 001, section configuration", () => {
  test("a section is declared with a summary and visibility SUMMARY", () => {
    const section = markdownSection({
      title: "Reference Documentation",
      key: "reference-docs",
      template: "Full detailed documentation content...",
      summary: "Reference documentation is available on request.",
      visibility: SUMMARY,
    });
    const { text } = promptTemplate({ ns: "agents", key: "docs", sections: [section] })
      .bind()
      .render();
    expect(text).toContain("Reference documentation is available on request.");
    expect(text).not.toContain("Full detailed documentation content");
  });

  test("visibility is computed from parameters or from the session", () => {
    let fromSession: SectionVisibility = FULL;
    const { bind } = promptTemplate({
      ns: "agents",
      key: "dynamic",
      sections: [
        markdownSection({
          title: "A",
          key: "a",
          template: "whole a",
          summary: "short a",
          params: z.object({ verbose: z.boolean() }),
          visibility: ({ verbose }) => (verbose ? SUMMARY : FULL),
        }),
        markdownSection({
          title: "B",
          key: "b",
          template: "whole b",
          summary: "short b",
          visibility: () => fromSession,
        }),
      ],
    });
    expect(bind({ verbose: true }).render().text).toMatch(/short a.*whole b/s);
    fromSession = SUMMARY;
    expect(bind({ verbose: false }).render().text).toMatch(/whole a.*short b/s);
  });
});

describe("seed 001, basic progressive disclosure", () => {
  const instructions = markdownSection({
    title: "Instructions",
    key: "instructions",
    params: z.object({ task: z.string() }),
    template: "Complete the following task: ${task}",
  });

  test("renders as the seed has it", () => {
    const template = promptTemplate({
      ns: "agents/assistant",
      key: "task-handler",
      sections: [
        instructions,
        markdownSection({
          title: "Reference Documentation",
          key: "reference-docs",
          params: z.object({ api_docs: z.string() }),
          template: "Detailed API documentation...\n\n${api_docs}",
          summary: "API documentation available on request.",
          visibility: SUMMARY,
        }),
      ],
    });
    const rendered = template.bind({ task: "add", api_docs: "GET /" }).render({ filesystem: createMemoryFilesystem() });
    expect(rendered.text).toBe(
      `## 1. Instructions (instructions)

Complete the following task: add

## 2. Reference Documentation (reference-docs)

API documentation available on request.

---
[This section is summarized. To view full content, call \`open_sections\` with key "reference-docs". The content will be written to context/reference-docs.md for you to read.]`,
    );
    expect(rendered.tools.map(({ name }) => name)).toEqual(["open_sections"]);
  });

  test("R4.2 word for word, with a placeholder and no params, it is refused at build", () => {
    const build = () =>
      markdownSection({
        title: "Reference Documentation",
        key: "reference-docs",
        template: "Detailed API documentation...\n\n${api_docs}",
        summary: "API documentation available on request.",
        visibility: SUMMARY,
      });
    expect(build).toThrow(PromptValidationError);
    expect(build).toThrow(/'reference-docs'.*"api_docs"/);
  });
});

describe("seed 001, content-only section with filesystem", () => {
  const filesystem = createMemoryFilesystem();
  const template = promptTemplate({
    ns: "agents/coder",
    key: "edit-files",
    sections: [
      markdownSection({ title: "Instructions", key: "instructions", template: "Edit files as requested." }),
      markdownSection({
        title: "Workspace",
        key: "workspace",
        template: "Files can be listed and read.",
        tools: fileTools(filesystem),
      }),
      markdownSection({
        title: "Code Style Guide",
        key: "style-guide",
        template: "Comprehensive style guide content...",
        summary: "Code style guide available.",
        visibility: SUMMARY,
      }),
    ],
  });

  test("the model opens the section, and reads the file with the tools it has", async () => {
    const rendered = template.bind().render({ filesystem });
    const opened = await call(rendered, "open_sections", {
      section_keys: ["style-guide"],
      reason: "Need formatting rules",
    });
    expect(opened).toEqual({
      message: "Section content written to: context/style-guide.md. Read these files to view the expanded content.",
      value: { written_files: ["context/style-guide.md"] },
      success: true,
    });
    expect(await call(rendered, "read_file", { path: "context/style-guide.md" })).toMatchObject({
      text: "## Code Style Guide (style-guide)\n\nComprehensive style guide content...\n",
    });
  });
});

describe("seed 001, tool-bearing section", () => {
  const verify = defineTool({
    name: "verify_result",
    description: "Verify computation result.",
    input: z.object({ result: z.number() }),
    readOnly: true,
    call: async ({ result }) => result === 42,
  });
  const template = promptTemplate({
    ns: "agents/calculator",
    key: "compute",
    sections: [
      markdownSection({ title: "Instructions", key: "instructions", template: "Perform calculations." }),
      markdownSection({
        title: "Verification Tools",
        key: "verification",
        template: "Use verify_result to check your work.",
        summary: "Verification tools available.",
        visibility: SUMMARY,
        tools: [verify],
      }),
    ],
  });

  test("opening raises, the caller applies the overrides, and the tool is there", async () => {
    const prompt = template.bind();
    const session = createPromptSession();
    let rendered = prompt.render({ session });
    expect(rendered.tools.map(({ name }) => name)).toEqual(["open_sections"]);
    expect(rendered.text).toContain(
      '[This section is summarized. To view full content and access additional tools, call `open_sections` with key "verification".]',
    );

    const maxExpansions = 10;
    for (let expansions = 0; expansions < maxExpansions; expansions += 1) {
      try {
        await call(rendered, "open_sections", { section_keys: ["verification"], reason: "Need to verify" });
        break;
      } catch (error) {
        if (!isVisibilityExpansionRequired(error)) {
          expect(error).toBeInstanceOf(PromptValidationError);
          break;
        }
        for (const [path, visibility] of error.requestedOverrides)
          session.dispatch(setVisibilityOverride(path, visibility));
        rendered = prompt.render({ session });
        if (!rendered.tools.some(({ name }) => name === "open_sections")) break;
      }
    }
    expect(rendered.tools.map(({ name }) => name)).toEqual(["verify_result"]);
    expect(rendered.text).toContain("Use verify_result to check your work.");
    expect(await call(rendered, "verify_result", { result: 42 })).toBe(true);
  });

  test("the error has what was asked for and why", async () => {
    const tool = toolNamed(template.bind().render(), "open_sections");
    const thrown = await call([tool], "open_sections", {
      section_keys: ["verification"],
      reason: "Need to verify",
    }).catch((error: unknown) => error);
    expect(isVisibilityExpansionRequired(thrown)).toBe(true);
    const { requestedOverrides, reason, sectionKeys } = thrown as VisibilityExpansionRequired;
    expect([...requestedOverrides]).toEqual([["verification", FULL]]);
    expect(reason).toBe("Need to verify");
    expect(sectionKeys).toEqual(["verification"]);
    expect(isPdError(thrown)).toBe(true);
  });
});

describe("seed 004, integration: the full flow through evaluate", () => {
  const tool = defineTool({
    name: "verify_result",
    description: "Verify computation result.",
    input: z.object({}),
    readOnly: true,
    call: async () => "verified",
  });
  const closed = { summary: "Available on request.", visibility: SUMMARY } as const;
  const prompt = promptTemplate({
    ns: "agents",
    key: "flow",
    sections: [
      markdownSection({ title: "Reference", key: "reference-docs", template: "All of the reference.", ...closed }),
      markdownSection({
        title: "Verification",
        key: "verification",
        template: "Use verify_result.",
        ...closed,
        tools: [tool],
      }),
    ],
  }).bind();
  const open = (key: string) => ({ name: "open_sections", input: { section_keys: [key], reason: "needed" } });

  test("a content-only section writes its context file, and the turn goes on", async () => {
    const filesystem = createMemoryFilesystem();
    const model = scripted([{ toolCalls: [open("reference-docs")] }, "done"]);
    const { text, expansions, session } = await evaluate(prompt, model, { filesystem });
    expect([text, expansions, session.select().size]).toEqual(["done", 0, 0]);
    expect((await filesystem.read("context/reference-docs.md")).text).toContain("All of the reference.");
    expect(model.requests.map(({ system }) => system)).toEqual([model.requests[0]?.system, model.requests[0]?.system]);
  });

  test.each([false, true])(
    "a tool-bearing section is rendered again, and its tool works (stable: %s)",
    async (stable) => {
      const model = scripted([
        { toolCalls: [open("verification")] },
        { toolCalls: [{ name: "verify_result", input: {} }] },
        "done",
      ]);
      const evaluation = await evaluate(stable ? prompt.stable() : prompt, model, {
        filesystem: createMemoryFilesystem(),
      });
      expect([evaluation.text, evaluation.expansions]).toEqual(["done", 1]);
      expect([...evaluation.session.select()]).toEqual([["verification", FULL]]);
      expect(JSON.stringify(evaluation.messages)).toContain("verified");
      expect(JSON.stringify(model.requests[2])).toContain("Use verify_result.");
      const [before, after] = model.requests.map(({ tools }) => tools.map(({ name }) => name));
      if (stable) expect(after).toEqual(before);
      else expect([before, after]).toEqual([["open_sections"], ["verify_result", "open_sections"]]);
    },
  );
});
