import { createMemoryFilesystem, type FileContent, type Filesystem, isPdError } from "@pd/core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { CONTEXT_FOLDER } from "../render/context-file.js";
import {
  isVisibilityExpansionRequired,
  PromptValidationError,
  type VisibilityExpansionRequired,
} from "../section/errors.js";
import type { Delivery, ToolResult } from "../section/prompt-types.js";
import { markdownSection } from "../section/section.js";
import { promptTemplate } from "../section/template.js";
import { createPromptSession } from "../session/session.js";
import { SectionVisibility } from "../session/visibility.js";
import { setVisibilityOverride } from "../session/visibility-slice.js";
import { call } from "../testing/call-tool.js";
import { createOpenSectionsHandler } from "./open-sections.js";

const { FULL, SUMMARY } = SectionVisibility;

const tool = (name: string) => ({
  name,
  description: name,
  input: z.object({}),
  readOnly: true,
  call: async () => name,
});
const closed = { summary: "short", visibility: SUMMARY } as const;

/** Seed 001's tree of varying tool status, and beside it content alone, closed and open. */
function template(delivery?: Delivery) {
  const grandchild = markdownSection({ title: "Grandchild", key: "grandchild", template: "grandchild text" });
  const childA = markdownSection({
    title: "Child A",
    key: "child-a",
    template: "a text",
    tools: [tool("a_tool")],
    children: [grandchild],
  });
  const childB = markdownSection({ title: "Child B", key: "child-b", template: "b text", ...closed });
  const parent = markdownSection({
    title: "Parent",
    key: "parent",
    template: "parent text",
    ...closed,
    children: [childA, childB],
  });
  const style = markdownSection({ title: "Code Style", key: "code-style", template: "style text", ...closed });
  const off = markdownSection({
    title: "Off",
    key: "off",
    template: "off text",
    enabled: false,
    tools: [tool("off_tool")],
  });
  const guidelines = markdownSection({
    title: "Guidelines",
    key: "guidelines",
    template: "guide text",
    ...closed,
    children: [style, off],
  });
  const docs = markdownSection({ title: "Docs", key: "docs", template: "docs text", ...closed });
  const open = markdownSection({ title: "Open", key: "open", template: "open text" });
  return promptTemplate({ ns: "t", key: "t", sections: [parent, guidelines, docs, open], delivery });
}

function open(
  section_keys: readonly string[],
  { filesystem = createMemoryFilesystem() as Filesystem | null, delivery = "files" as Delivery } = {},
) {
  return call(
    template(delivery)
      .bind()
      .render({ filesystem: filesystem ?? undefined }),
    "open_sections",
    { section_keys, reason: "because" },
  ) as Promise<ToolResult<{ written_files: string[] }>>;
}

async function expansion(act: Promise<unknown>): Promise<VisibilityExpansionRequired> {
  const thrown = await act.then(
    (value) => new Error(`no error, but ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (!isVisibilityExpansionRequired(thrown)) throw thrown;
  return thrown;
}

describe("R4.5 what open_sections refuses, word for word", () => {
  test.each([
    [[], "At least one section key must be provided."],
    [["nope"], "Section 'nope' does not exist in this prompt."],
    [["docs", "parent.nope"], "Section 'parent.nope' does not exist in this prompt."],
    [["open"], "Section 'open' is already expanded."],
    [[""], "Section '' does not exist in this prompt."],
    [["__proto__"], "Section '__proto__' does not exist in this prompt."],
  ])("%j", async (keys, message) => {
    const thrown = await open(keys).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(PromptValidationError);
    expect((thrown as Error).message).toBe(message);
    expect(isPdError(thrown) && thrown.code).toBe("prompt-invalid");
  });

  test("a key that no section can have is told without what a terminal would obey, and not at any length", async () => {
    const messageOf = async (key: string) => String(await open([key]).catch((error: unknown) => error));
    const red = await messageOf("\u001b[31mred");
    expect(red).not.toContain("\u001b");
    expect(red).toMatch(/red' does not exist in this prompt\.$/);
    expect((await messageOf("x".repeat(100_000))).length).toBeLessThan(5000);
  });

  test("R4.6 a disabled section does not exist", async () => {
    await expect(open(["guidelines.off"])).rejects.toThrow("Section 'guidelines.off' does not exist in this prompt.");
  });

  test("all keys are validated before anything is written", async () => {
    const filesystem = createMemoryFilesystem();
    await expect(open(["docs", "nope"], { filesystem })).rejects.toThrow("'nope'");
    expect(await filesystem.list()).toEqual([]);
  });

  test("its input is what the seed has", async () => {
    for (const input of [
      {},
      { section_keys: "docs", reason: "" },
      { section_keys: ["docs"] },
      { section_keys: ["docs"], reason: "", more: 1 },
    ])
      await expect(call(template().bind().render(), "open_sections", input)).rejects.toThrow();
  });
});

describe("R4.6 files", () => {
  test("the asked subtree is written, all of it, without numbers", async () => {
    const filesystem = createMemoryFilesystem();
    const result = await open(["guidelines", "docs"], { filesystem });
    expect(result).toEqual({
      message: `Section content written to: ${CONTEXT_FOLDER}/guidelines.md, ${CONTEXT_FOLDER}/docs.md. Read these files to view the expanded content.`,
      value: { written_files: ["context/guidelines.md", "context/docs.md"] },
      success: true,
    });
    expect((await filesystem.read("context/guidelines.md")).text).toBe(
      "## Guidelines (guidelines)\n\nguide text\n\n### Code Style (guidelines.code-style)\n\nstyle text\n",
    );
  });

  test("a nested section has a file of its own, from the top of it", async () => {
    const filesystem = createMemoryFilesystem();
    await open(["guidelines.code-style"], { filesystem });
    expect(await filesystem.list()).toEqual([{ path: "context/guidelines.code-style.md", bytes: 50 }]);
    expect((await filesystem.read("context/guidelines.code-style.md")).text).toBe(
      "## Code Style (guidelines.code-style)\n\nstyle text\n",
    );
  });

  test("no override is changed, and opening again overwrites", async () => {
    const filesystem = createMemoryFilesystem();
    const session = createPromptSession();
    const prompt = template().bind();
    const before = prompt.render({ session, filesystem });
    const again = () => call(before, "open_sections", { section_keys: ["docs"], reason: "" });
    expect(await again()).toMatchObject({ success: true });
    await filesystem.write([{ path: "context/docs.md", text: "spoilt" }]);
    expect(await again()).toMatchObject({ success: true });
    expect((await filesystem.read("context/docs.md")).text).toBe("## Docs (docs)\n\ndocs text\n");
    expect(session.select().size).toBe(0);
    expect(prompt.render({ session, filesystem }).text).toBe(before.text);
  });

  test("a key given twice counts once; open ones are skipped with a word; an error only if all are", async () => {
    const filesystem = createMemoryFilesystem();
    const result = await open(["docs", " DOCS ", "docs", "open"], { filesystem });
    expect(result.value?.written_files).toEqual(["context/docs.md"]);
    expect(result.message).toBe(
      "Section content written to: context/docs.md. Read these files to view the expanded content. Section 'open' is already expanded.",
    );
    await expect(open(["open", "open"])).rejects.toThrow("Section 'open' is already expanded.");
  });

  test("R4.3 a child of a closed section is not already expanded, whatever its own visibility", async () => {
    expect((await open(["guidelines.code-style"])).success).toBe(true);
    expect([
      ...(await expansion(open(["parent.child-a.grandchild"], { delivery: "rerender" }))).requestedOverrides.keys(),
    ]).toEqual(["parent", "parent.child-a", "parent.child-a.grandchild"]);
  });

  test("without a file system it says so", async () => {
    expect(await open(["docs"], { filesystem: null })).toEqual({
      message: "Cannot write context files: no filesystem available.",
      value: null,
      success: false,
    });
  });

  test("the file system of the call is used where rendering was given none", async () => {
    const filesystem = createMemoryFilesystem();
    const rendered = template("files").bind().render();
    expect(await call(rendered, "open_sections", { section_keys: ["docs"], reason: "" }, { filesystem })).toMatchObject(
      { success: true },
    );
    expect(await filesystem.list("context")).toHaveLength(1);
  });

  test("a section that cannot be rendered is a failure with its reason, and none is written", async () => {
    const needy = markdownSection({
      title: "Needy",
      key: "needy",
      template: "${x}",
      params: z.object({ x: z.string() }),
      ...closed,
    });
    const fine = markdownSection({ title: "Fine", key: "fine", template: "fine", ...closed });
    const filesystem = createMemoryFilesystem();
    const rendered = promptTemplate({ ns: "t", key: "t", sections: [fine, needy] })
      .bind({} as never)
      .render({ filesystem });
    expect(await call(rendered, "open_sections", { section_keys: ["fine", "needy"], reason: "" })).toEqual({
      message: "Failed to write context for 'needy': Section 'needy': nothing was given for the placeholder \"x\"",
      value: null,
      success: false,
    });
    expect(await filesystem.list()).toEqual([]);
  });

  test("all files go in one write; a file system that fails is a failure with its reason", async () => {
    const writes: (readonly FileContent[])[] = [];
    const filesystem: Filesystem = {
      ...createMemoryFilesystem(),
      write: async (files) => {
        writes.push(files);
        throw new Error("disk full");
      },
    };
    expect(await open(["docs", "guidelines"], { filesystem })).toEqual({
      message: "Failed to write context for 'docs, guidelines': disk full",
      value: null,
      success: false,
    });
    expect(await open(["docs"], { filesystem })).toMatchObject({
      message: "Failed to write context for 'docs': disk full",
    });
    expect(writes.map((files) => files.length)).toEqual([2, 1]);
  });

  test("a cancelled call is cancelled, not failed", async () => {
    const rendered = template().bind().render({ filesystem: createMemoryFilesystem() });
    const thrown = await call(
      rendered,
      "open_sections",
      { section_keys: ["docs"], reason: "" },
      { signal: AbortSignal.abort() },
    ).catch((error: unknown) => error);
    expect(isPdError(thrown) && thrown.code).toBe("cancelled");
  });

  test("R4.5 the suffix names the file that is really written", async () => {
    const device = markdownSection({ title: "Con", key: "con", template: "x", ...closed });
    const filesystem = createMemoryFilesystem();
    const rendered = promptTemplate({ ns: "t", key: "t", sections: [device] })
      .bind()
      .render({ filesystem });
    await call(rendered, "open_sections", { section_keys: ["con"], reason: "" });
    const [file] = await filesystem.list();
    expect(rendered.text).toContain(`written to ${file?.path} for you`);
  });
});

describe("R4.5 rerender", () => {
  test("tools are looked for in the whole subtree", async () => {
    const { requestedOverrides } = await expansion(open(["parent"]));
    expect([...requestedOverrides]).toEqual([["parent", FULL]]);
    expect([...(await expansion(open(["parent.child-a"]))).requestedOverrides]).toEqual([
      ["parent", FULL],
      ["parent.child-a", FULL],
    ]);
    expect((await open(["parent.child-b"])).value?.written_files).toEqual(["context/parent.child-b.md"]);
    // A tool of a disabled section is none.
    expect((await open(["guidelines"])).success).toBe(true);
  });

  test("skills count as tools", async () => {
    const skilled = markdownSection({ title: "S", key: "s", template: "x", ...closed, skills: [{ name: "pdf" }] });
    const prompt = promptTemplate({ ns: "t", key: "t", sections: [skilled] }).bind();
    const rendered = prompt.render({ filesystem: createMemoryFilesystem() });
    await expansion(call(rendered, "open_sections", { section_keys: ["s"], reason: "" }));
    expect(rendered.skills).toEqual([]);
    expect(prompt.render({ visibility: [["s", FULL]] }).skills).toEqual([{ name: "pdf" }]);
  });

  test("a mixed request raises for all of it and writes nothing", async () => {
    const filesystem = createMemoryFilesystem();
    const error = await expansion(open(["docs", "parent", "open"], { filesystem }));
    expect([...error.requestedOverrides]).toEqual([
      ["docs", FULL],
      ["parent", FULL],
    ]);
    expect(error.sectionKeys).toEqual(["docs", "parent", "open"]);
    expect(error.reason).toBe("because");
    expect(await filesystem.list()).toEqual([]);
  });

  test("applied, the overrides show what was asked for; then it is already expanded", async () => {
    const prompt = template().bind();
    const session = createPromptSession();
    const error = await expansion(open(["parent.child-a"]));
    for (const [path, visibility] of error.requestedOverrides)
      session.dispatch(setVisibilityOverride(path, visibility));
    const rendered = prompt.render({ session, filesystem: createMemoryFilesystem() });
    expect(rendered.text).toContain("grandchild text");
    expect(rendered.tools.map(({ name }) => name)).toContain("a_tool");
    await expect(call(rendered, "open_sections", { section_keys: ["parent.child-a"], reason: "" })).rejects.toThrow(
      "Section 'parent.child-a' is already expanded.",
    );
  });

  test("chosen for a prompt, it is how content opens too", async () => {
    expect([...(await expansion(open(["docs"], { delivery: "rerender" }))).requestedOverrides]).toEqual([
      ["docs", FULL],
    ]);
  });
});

describe("R4.5 which tools there are", () => {
  const names = (delivery: Delivery, paths: readonly string[]) => {
    const all = ["parent", "guidelines", "docs"];
    const visibility = all.map((path) => [path, paths.includes(path) ? SUMMARY : FULL] as const);
    const others = [
      ["parent.child-b", FULL],
      ["guidelines.code-style", FULL],
    ] as const;
    return template(delivery)
      .bind()
      .render({ visibility: [...visibility, ...others] })
      .tools.map(({ name }) => name);
  };

  test.each([
    ["files", ["docs"], ["a_tool", "open_sections"]],
    ["files", [], ["a_tool"]],
    ["files", ["parent"], ["open_sections"]],
    ["rerender", ["docs"], ["a_tool", "open_sections"]],
    ["rerender", [], ["a_tool"]],
    ["inline", [], ["a_tool"]],
    ["inline", ["docs"], ["a_tool", "read_section"]],
    ["inline", ["parent"], ["open_sections"]],
    ["inline", ["parent", "docs"], ["open_sections", "read_section"]],
  ] as const)("%s with %j closed: %j", (delivery, paths, expected) => {
    expect(names(delivery, paths)).toEqual(expected);
  });

  test("a delivery that there is not is refused", () => {
    expect(() =>
      template()
        .bind()
        .render({ delivery: "file" as never }),
    ).toThrow(PromptValidationError);
    expect(() =>
      template("file" as never)
        .bind()
        .stable()
        .render(),
    ).toThrow(/"file" is not a delivery/);
  });

  test("files is the default where a file system is given, inline where none is", () => {
    expect(template().bind().render().delivery).toBe("inline");
    expect(template().bind().render({ filesystem: createMemoryFilesystem() }).delivery).toBe("files");
    expect(template("rerender").bind().render({ filesystem: createMemoryFilesystem() }).delivery).toBe("rerender");
    expect(template("rerender").bind().render({ delivery: "inline" }).delivery).toBe("inline");
  });
});

describe("R4.5 R4.6 inline: read_section", () => {
  const read = (section_key: string) => call(template("inline").bind().render(), "read_section", { section_key });

  test("gives the asked subtree, all of it, and changes nothing", async () => {
    const text = "## Guidelines (guidelines)\n\nguide text\n\n### Code Style (guidelines.code-style)\n\nstyle text";
    expect(await read("guidelines")).toBe(text);
    expect(await read(" Guidelines ")).toBe(text);
    expect(await read("guidelines.code-style")).toBe("## Code Style (guidelines.code-style)\n\nstyle text");
  });

  test("refuses as open_sections does", async () => {
    await expect(read("nope")).rejects.toThrow("Section 'nope' does not exist in this prompt.");
    await expect(read("guidelines.off")).rejects.toThrow("Section 'guidelines.off' does not exist in this prompt.");
    await expect(read("open")).rejects.toThrow("Section 'open' is already expanded.");
  });

  test("what brings tools is rendered again", async () => {
    expect([...(await expansion(read("parent"))).requestedOverrides]).toEqual([["parent", FULL]]);
    const content = call(template("inline").bind().render(), "open_sections", {
      section_keys: ["docs", "parent"],
      reason: "r",
    });
    expect([...(await expansion(content)).requestedOverrides.keys()]).toEqual(["docs", "parent"]);
  });
});

describe("R6.7 createOpenSectionsHandler", () => {
  const { registry } = template();
  const currentVisibility = new Map([
    ["docs", SUMMARY],
    ["open", FULL],
    ["parent", SUMMARY],
    ["parent.child-a", FULL],
  ] as const);

  test("works on a registry, how sections stand, and parameters", async () => {
    const filesystem = createMemoryFilesystem();
    const handler = createOpenSectionsHandler({ registry, currentVisibility, paramLookup: {} });
    expect([handler.name, handler.description]).toEqual([
      "open_sections",
      "Expand summarized sections to view their full content.",
    ]);
    expect(
      await call([handler], "open_sections", { section_keys: ["docs"], reason: "" }, { filesystem }),
    ).toMatchObject({ success: true });
    expect((await filesystem.read("context/docs.md")).text).toContain("docs text");
    expect(await call([handler], "open_sections", { section_keys: ["docs"], reason: "" })).toMatchObject({
      success: false,
    });
    await expect(call([handler], "open_sections", { section_keys: ["open"], reason: "" })).rejects.toThrow(
      "already expanded",
    );
    // Below a closed section nothing is expanded (R4.3).
    await expansion(call([handler], "open_sections", { section_keys: ["parent.child-a"], reason: "" }));
  });
});
