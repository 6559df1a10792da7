import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { SectionVisibility } from "../session/visibility.js";
import { PromptRenderError, PromptValidationError } from "./errors.js";
import { markdownSection, type Section } from "./section.js";
import { promptTemplate } from "./template.js";

const prompt = <const Sections extends readonly Section<never>[]>(...sections: Sections) =>
  promptTemplate({ ns: "tests", key: "prompt", sections });
const section = (key: string, template = "text") => markdownSection({ title: "Title", key, template });

function errorOf(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error("It did not throw");
}

describe("R4.1 keys", () => {
  test("are trimmed and lower-cased", () => {
    expect(section("  Reference-Docs ").key).toBe("reference-docs");
    expect(promptTemplate({ ns: " Agents/Coder ", key: " Edit ", sections: [section("a")] })).toMatchObject({
      ns: "agents/coder",
      key: "edit",
    });
  });

  test.each(
    ["", " ", "a.b", "-a", "_a", "a b", "ä", "a/b", "a".repeat(65), "a\n", "a\u0000b"].map((key) => [
      key.trim() === "a" ? "a\nb" : key,
    ]),
  )("%j is none", (key) => {
    expect(() => section(key)).toThrow(PromptValidationError);
  });

  test.each(["a", "0", "a_b-c", "a".repeat(64)])("%j is one", (key) => {
    expect(section(key).key).toBe(key);
  });

  test.each(["", "/", "a/", "/a", "a//b", "a b/c", "a.b"])("%j is no namespace", (ns) => {
    expect(() => promptTemplate({ ns, key: "k", sections: [section("a")] })).toThrow(PromptValidationError);
  });

  test("siblings have keys of their own; cousins may share one", () => {
    expect(() => prompt(section("a"), section(" A "))).toThrow(/'a': there are two of it/);
    const parent = (key: string) => markdownSection({ title: "P", key, template: "", children: [section("same")] });
    expect([...prompt(parent("a"), parent("b")).registry.places.keys()]).toEqual(["a", "a.same", "b", "b.same"]);
  });

  test("headings: number, title, path; one # more per depth; numbers are fixed at registration", () => {
    const leaf = markdownSection({ title: " Leaf ", key: "leaf", template: "leaf" });
    const branch = markdownSection({
      title: "Branch",
      key: "branch",
      template: "branch",
      children: [section("first"), leaf],
    });
    const off = markdownSection({ title: "Off", key: "off", template: "off", enabled: false });
    const { text } = prompt(off, markdownSection({ title: "Root", key: "root", template: "root", children: [branch] }))
      .bind()
      .render();
    expect(text.split("\n").filter((line) => line.startsWith("#"))).toEqual([
      "## 2. Root (root)",
      "### 2.1. Branch (root.branch)",
      "#### 2.1.1. Title (root.branch.first)",
      "#### 2.1.2. Leaf (root.branch.leaf)",
    ]);
  });

  test.each(["", "  ", "two\nlines"])("%j is no title", (title) => {
    expect(() => markdownSection({ title, key: "k", template: "" })).toThrow(/'k'.*title/);
  });

  test.each([undefined, null, {}, "text"])("%j is no section", (wrong) => {
    expect(() => prompt(wrong as never)).toThrow(PromptValidationError);
    const parent = markdownSection({ title: "T", key: "parent", template: "x", children: [wrong as never] });
    expect(() => prompt(parent)).toThrow(/section 'parent' is not a section/);
    expect(() => promptTemplate({ ns: "t", key: "t", sections: wrong as never })).toThrow(PromptValidationError);
  });

  test("nesting has an end, and a prompt a beginning", () => {
    let deep: Section<unknown> = section("d");
    for (let depth = 0; depth < 40; depth += 1)
      deep = markdownSection({ title: "D", key: "d", template: "", children: [deep] });
    expect(() => prompt(deep)).toThrow(/too deeply/);
    expect(() => prompt()).toThrow(/no sections/);
  });
});

describe("R4.2 placeholders", () => {
  const rendered = (template: string, params: Record<string, unknown>) => {
    const shape = Object.fromEntries(Object.keys(params).map((name) => [name, z.any()]));
    const made = markdownSection({ title: "T", key: "k", template, params: z.object(shape) });
    return prompt(made).bind(params).render().text.slice("## 1. T (k)\n\n".length);
  };

  test("${name} is replaced, $$ is a dollar sign, a lone $ is itself", () => {
    expect(rendered("a ${x} b ${y}${x}", { x: 1, y: "two" })).toBe("a 1 b two1");
    expect(rendered("$$ $5 $x $ $${x} $$${x}", { x: 1 })).toBe("$ $5 $x $ ${x} $1");
    expect(rendered("${b} ${n}", { b: true, n: 12n })).toBe("true 12");
  });

  test("what a value holds is text: it is filled in once, and $& means nothing", () => {
    expect(rendered("${a}|${b}", { a: "${b} $$ $&", b: "$'" })).toBe("${b} $$ $&|$'");
  });

  test("a placeholder without a parameter is an error at build, with section and placeholder", () => {
    const error = errorOf(() =>
      markdownSection({ title: "T", key: "docs", template: "${nope}", params: z.object({ yes: z.string() }) }),
    );
    expect(error).toBeInstanceOf(PromptValidationError);
    expect(error.message).toContain("'docs'");
    expect(error.message).toContain('"nope"');
    expect((error as PromptValidationError).fix).toContain("yes");
    for (const name of ["toString", "constructor", "__proto__", "hasOwnProperty"])
      expect(() => markdownSection({ title: "T", key: "docs", template: `\${${name}}`, params: z.object({}) })).toThrow(
        name,
      );
  });

  test.each(["${", "${}", "${a b}", "${a.b}", "${1a}", "${a", "x ${ä} y", "${a\n}"])(
    "%j is no placeholder",
    (template) => {
      const error = errorOf(() =>
        markdownSection({ title: "T", key: "docs", template, params: z.object({ a: z.string() }) }),
      );
      expect(error).toBeInstanceOf(PromptValidationError);
      expect(error.message).toContain("'docs'");
    },
  );

  test.each([
    ["zod", z.object({ task: z.string() })],
    ["zod/mini", mini.object({ task: mini.string() })],
    ["strict", z.strictObject({ task: z.string() })],
    ["optional", z.object({ task: z.optional(z.string()) })],
    ["a transform", z.object({ other: z.optional(z.string()) }).transform(() => ({}) as { task: string })],
  ])("a parameter that is missing is a PromptRenderError with section and placeholder: %s", (_, params) => {
    const child = markdownSection({ title: "T", key: "child", template: "${task}", params });
    const bound = prompt(markdownSection({ title: "P", key: "parent", template: "", children: [child] })).bind(
      {} as never,
    );
    const error = errorOf(() => bound.render()) as PromptRenderError;
    expect(error).toBeInstanceOf(PromptRenderError);
    expect(error.message).toContain("'parent.child'");
    expect(error.message).toContain('"task"');
    expect([error.section, error.placeholder, error.code]).toEqual(["parent.child", "task", "prompt-not-rendered"]);
  });

  test("one of the wrong kind too", () => {
    const wrong = errorOf(() =>
      prompt(markdownSection({ title: "T", key: "k", template: "${n}", params: z.object({ n: z.number() }) }))
        .bind({ n: "x" } as never)
        .render(),
    );
    expect(wrong.message).toMatch(/'k'.*"n" does not fit: expected number/);
    expect(() => rendered("${o}", { o: { a: 1 } })).toThrow(/"o".*object/);
    expect(() => rendered("${o}", { o: ["a"] })).toThrow(/"o".*a list/);
    const waits = z.object({ a: z.string().refine(async () => true) });
    expect(() =>
      prompt(markdownSection({ title: "T", key: "k", template: "${a}", params: waits }))
        .bind({ a: "x" })
        .render(),
    ).toThrow(PromptRenderError);
  });

  test("each section sees its own parameters, parsed: defaults, transforms, strict schemas beside others", () => {
    const one = markdownSection({
      title: "One",
      key: "one",
      template: "${a}",
      params: z.strictObject({ a: z._default(z.string(), "default") }),
    });
    const two = markdownSection({
      title: "Two",
      key: "two",
      template: "${b}",
      params: z.strictObject({ b: z.number().transform((n) => n * 2) }),
    });
    expect(prompt(one, two).bind({ b: 21 }).render().text).toBe("## 1. One (one)\n\ndefault\n\n## 2. Two (two)\n\n42");
  });

  test("a schema that transforms the whole sees its own parameters too", () => {
    const one = markdownSection({
      title: "One",
      key: "one",
      template: "${both}",
      params: z.strictObject({ a: z.string(), b: z.string() }).transform(({ a, b }) => ({ both: `${a}-${b}` })),
    });
    const two = markdownSection({
      title: "Two",
      key: "two",
      template: "${c}",
      params: z.strictObject({ c: z.string() }),
    });
    expect(prompt(one, two).bind({ a: "1", b: "2", c: "3" }).render().text).toContain("1-2");
  });

  test("what is wrong with all of them together is said so", () => {
    const params = z.object({ a: z.string() }).refine(() => false, "they contradict each other");
    const one = markdownSection({ title: "One", key: "one", template: "${a}", params });
    expect(() => prompt(one).bind({ a: "x" }).render()).toThrow(
      "Section 'one': what was given does not fit its params: they contradict each other",
    );
  });

  test("constructor is a name like others; __proto__ is none, since an object would lose it", () => {
    const params = z.object({ constructor: z.string(), toString: z.string() });
    const one = markdownSection({ title: "One", key: "constructor", template: "${constructor} ${toString}", params });
    expect(
      prompt(one)
        .bind({ constructor: "c", toString: "s" } as never)
        .render().text,
    ).toContain("c s");
    expect(() =>
      prompt(one)
        .bind({} as never)
        .render(),
    ).toThrow(/nothing was given for the placeholder "constructor"/);
    expect(() =>
      markdownSection({ title: "T", key: "k", template: "${__proto__}", params: z.looseObject({}) }),
    ).toThrow(/'k'.*"\$\{__proto__\}" is not a placeholder/);
  });

  test.each([{ template: undefined }, { template: 5 }, { template: "x", summary: 5 }])("%j is no text", (wrong) => {
    expect(() => markdownSection({ title: "T", key: "k", ...wrong } as never)).toThrow(PromptValidationError);
  });

  test("a loose schema takes what is given", () => {
    const loose = markdownSection({ title: "T", key: "k", template: "${any}", params: z.looseObject({}) });
    expect(prompt(loose).bind({ any: "thing" }).render().text).toContain("thing");
    expect(() => prompt(loose).bind({}).render()).toThrow(PromptRenderError);
  });

  test("a summary is plain text", () => {
    const closed = markdownSection({
      title: "T",
      key: "k",
      template: "x",
      summary: "Costs $$ and ${nothing}",
      visibility: SectionVisibility.SUMMARY,
    });
    expect(prompt(closed).bind().render().text).toContain("Costs $$ and ${nothing}\n");
    expect(() => markdownSection({ title: "T", key: "k", template: "x", summary: " \n " })).toThrow(/summary is empty/);
  });

  test("any text without ${ comes out as it went in, but for $$", () => {
    const property = fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      const template = `x${text.replaceAll("${", "{")}x`;
      return rendered(template, {}) === template.replaceAll("$$", "$");
    });
    fc.assert(property, { numRuns: propertyRuns() });
  });

  test("whatever a parameter holds, it comes out as it is", () => {
    const units = fc.array(fc.oneof(fc.nat(0xffff), fc.constantFrom(0x24, 0x7b, 0x7d, 0x26)), { maxLength: 40 });
    const property = fc.property(units, (codes) => {
      const value = String.fromCharCode(...codes);
      return rendered("<${v}>", { v: value }) === `<${value}>`;
    });
    fc.assert(property, { numRuns: propertyRuns() });
  });
});

describe("templates over several lines of code", () => {
  test("lose the indentation their lines share, and blank lines around", () => {
    const { text } = prompt(
      section(
        "a",
        `
        First
          indented

        Last
      `,
      ),
    )
      .bind()
      .render();
    expect(text).toBe("## 1. Title (a)\n\nFirst\n  indented\n\nLast");
  });

  test("others keep theirs", () => {
    expect(prompt(section("a", "    code\ntext\n\n")).bind().render().text).toBe("## 1. Title (a)\n\n    code\ntext");
  });

  test("one that is empty leaves the heading", () => {
    expect(prompt(section("a", " \n "), section("b")).bind().render().text).toBe(
      "## 1. Title (a)\n\n## 2. Title (b)\n\ntext",
    );
  });
});

describe("R6.5 tools", () => {
  const tool = (name: string) => ({ name, description: "", input: z.object({}), readOnly: true, call: async () => 1 });
  const withTool = (key: string, name: string) =>
    markdownSection({ title: "T", key, template: "", tools: [tool(name)] });

  test("a name that is there twice fails at construction, with both sections", () => {
    expect(() => prompt(withTool("a", "same"), withTool("b", "same"))).toThrow(/'b'.*"same".*'a'/);
  });

  test.each(["Bad Name", "größe", "工具", "", "a".repeat(65), 7 as never])(
    "%j cannot be a tool's name: refused when the section is made, closed or not",
    (name) => {
      const closed = { summary: "S.", visibility: SectionVisibility.SUMMARY };
      const make = () => markdownSection({ title: "T", key: "n", template: "", tools: [tool(name)], ...closed });
      expect(make).toThrow(PromptValidationError);
      expect(make).toThrow(expect.objectContaining({ where: "n", fix: "Use snake_case, at most 64 characters." }));
    },
  );

  test.each([[[{ ...tool("ok"), input: {} as never }]], [[null as never]], ["look" as never], [7 as never]])(
    "what is no list of tools is refused when the section is made",
    (tools) => {
      expect(() => markdownSection({ title: "T", key: "n", template: "", tools })).toThrow(PromptValidationError);
    },
  );

  test.each(["open_sections", "read_section"])("%s is the prompt's own", (name) => {
    expect(() => prompt(withTool("a", name))).toThrow(PromptValidationError);
  });
});
