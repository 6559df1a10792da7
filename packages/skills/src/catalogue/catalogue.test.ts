import { bytes, o200k, type TokenCounter, words } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../testing/any-text.js";
import { availableSkills, type Catalogue } from "./catalogue.js";
import { onOneLine } from "./catalogue-description.js";
import { CATALOGUE_FORMATS } from "./catalogue-format.js";
import { type CatalogueSkill, createMetadataRanking } from "./catalogue-order.js";

function skill(qualifiedName: string, description: string, more: Partial<CatalogueSkill> = {}): CatalogueSkill {
  const filePath = `/skills/${qualifiedName}/SKILL.md`;
  return { qualifiedName, description, filePath, source: "project", disableModelInvocation: false, ...more };
}

const PROSE =
  "Extracts text and tables from documents, fills forms, merges pages and turns scans into searchable files. Use it when the user has a document.";
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => skill(`skill-${String(at).padStart(5, "0")}`, `Number ${at}. ${PROSE}`));

const anyText = fc.oneof(
  fc.lorem({ maxCount: 40 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({ unit: anyCharacter, maxLength: 100 }),
  fc.stringMatching(/^[<>&"'\]\n\t\0a-c!-]{0,60}$/),
  fc.constantFrom(
    "填写表格并从文档中提取文字。".repeat(8),
    "👩‍💻🇫🇷".repeat(30),
    "]]></skill><skill>",
    "\ud800 lone \udfff",
  ),
);
const anySkill = fc
  .record({
    qualifiedName: fc.oneof(fc.stringMatching(/^[a-z0-9]{1,12}(-[a-z0-9]{1,8}){0,2}$/), anyText),
    description: anyText,
    filePath: fc.oneof(fc.constant("/home/user/.agents/skills/x/SKILL.md"), anyText),
    source: fc.constantFrom("project", "personal", "plugin", "custom"),
    disableModelInvocation: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  })
  .map((made): CatalogueSkill => made as CatalogueSkill);
const anySkills = fc.array(anySkill, { maxLength: 30 });
const anyBudget = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 4000 }));
const anyFormat = fc.constantFrom(...CATALOGUE_FORMATS);

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function unescaped(text: string): string {
  expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|apos|#\d+);)/u);
  return text.replace(/&(#?\w+);/g, (_, entity: string) =>
    entity.startsWith("#") ? String.fromCharCode(Number(entity.slice(1))) : ENTITIES.get(entity)!,
  );
}

interface ReadEntry {
  readonly name: string;
  readonly description: string | undefined;
  readonly location: string | undefined;
}

/** Reads the block as strictly as its grammar allows: anything else fails. Names on lines are told from descriptions by `names`. */
function parseXml(text: string, names: readonly string[] = []): readonly ReadEntry[] {
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cs}\ufffe\uffff]/u);
  const inside = /^<available_skills>\n(.*)\n<\/available_skills>$/s.exec(text)?.[1];
  expect(inside).toBeDefined();
  const known = [...names].sort((one, other) => other.length - one.length);
  return inside!.split("\n").flatMap((line, at, all): readonly ReadEntry[] => {
    const isLast = at === all.length - 1;
    if (isLast && /^<(?:note|omitted count="\d+")>[^<>&]*<\/(?:note|omitted)>$/.test(line)) return [];
    const parts =
      /^<skill><name>([^<]*)<\/name><description>([^<]*)<\/description><location>([^<]*)<\/location><\/skill>$/.exec(
        line,
      );
    if (parts !== null) {
      const [, name = "", description = "", location = ""] = parts;
      return [{ name: unescaped(name), description: unescaped(description), location: unescaped(location) }];
    }
    const whole = unescaped(line);
    const name = known.find((one) => whole === one || whole.startsWith(`${one}: `));
    const cut = /^([^:]*)(?:: (.*))?$/s.exec(whole);
    if (name === undefined) return [{ name: cut?.[1] ?? whole, description: cut?.[2], location: undefined }];
    return [{ name, description: whole === name ? undefined : whole.slice(name.length + 2), location: undefined }];
  });
}

/** What XML 1.0 can hold of a text. */
const asXml = (text: string) => text.replace(/(?![\t\n\r])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu, "\ufffd");

function expectNames({ shown, omitted, shortened, named }: Catalogue, skills: readonly CatalogueSkill[]): void {
  const listed = skills.filter((each) => !each.disableModelInvocation).map((each) => each.qualifiedName);
  expect([...shown, ...omitted].sort()).toEqual(listed.sort());
  for (const name of [...shortened, ...named]) expect(shown).toContain(name);
}

/** Names as skills have them, each once: what is shown of each can be told. */
const anyNamedSkills = fc
  .uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]{0,11}(-[a-z0-9]{1,8}){0,2}$/), { minLength: 1, maxLength: 30 })
  .chain((names) => fc.tuple(...names.map((name) => anyText.map((description) => skill(name, description)))));

/** How much of each skill's description is shown; 0 for a name alone. One more where it is whole, another where its location is there. */
function lengthsOf(
  { text, step, shown, shortened, named }: Catalogue,
  skills: readonly CatalogueSkill[],
  format: (typeof CATALOGUE_FORMATS)[number],
): Map<string, number> {
  const whole = new Map(skills.map((each) => [each.qualifiedName, onOneLine(each.description).length + 1]));
  const cut = new Set([...shortened, ...named]);
  const lengths = new Map<string, number>();
  const lines = text.split("\n");
  for (const name of shown) {
    if (!cut.has(name)) {
      lengths.set(name, whole.get(name)! + (step === "full" ? 1 : 0));
      continue;
    }
    if (named.includes(name)) {
      lengths.set(name, 0);
      continue;
    }
    const start = { xml: `${name}: `, markdown: `- ${name}: `, json: `{"name":"${name}",` }[format];
    // Escaped as it is, one beginning of a text is longer than another where the texts are.
    lengths.set(
      name,
      Math.min(whole.get(name)! - 1, lines.find((line) => line.startsWith(start))!.length - start.length),
    );
  }
  return lengths;
}

describe("R5.11 the catalogue of skills", () => {
  test("seed 003: name, description and location of each, as the open format has it", () => {
    const catalogue = availableSkills([skill("pdf", "Fill <PDF> forms & more"), skill("csv", "Read tables")]);
    expect(catalogue.text).toBe(
      [
        "<available_skills>",
        "<skill><name>csv</name><description>Read tables</description><location>/skills/csv/SKILL.md</location></skill>",
        "<skill><name>pdf</name><description>Fill &lt;PDF&gt; forms &amp; more</description><location>/skills/pdf/SKILL.md</location></skill>",
        "</available_skills>",
      ].join("\n"),
    );
    expect(catalogue).toMatchObject({ step: "full", shown: ["csv", "pdf"], shortened: [], omitted: [] });
    expect(catalogue.tokens).toBe(o200k.count(catalogue.text));
  });

  test("markdown and JSON say the same", () => {
    const skills = [skill("pdf", 'Fill "forms"\n*now*', { filePath: "/a_b/SKILL.md" })];
    expect(availableSkills(skills, { format: "markdown" }).text).toBe(
      'Available skills:\n- **pdf**: Fill "forms" \\*now\\* (/a\\_b/SKILL.md)',
    );
    expect(JSON.parse(availableSkills(skills, { format: "json" }).text)).toEqual({
      available_skills: [{ name: "pdf", description: 'Fill "forms" *now*', location: "/a_b/SKILL.md" }],
    });
  });

  test("nothing at all where there is no skill", () => {
    for (const format of CATALOGUE_FORMATS)
      expect(availableSkills([], { format })).toEqual({
        text: "",
        tokens: 0,
        step: "full",
        shown: [],
        shortened: [],
        named: [],
        omitted: [],
        locations: false,
      });
    const hidden = skill("pdf", "Fill forms", { disableModelInvocation: true });
    expect(availableSkills([hidden]).text).toBe("");
    expect(availableSkills([hidden, skill("csv", "Read")], { budget: 500 }).shown).toEqual(["csv"]);
  });

  test("by source, then by name", () => {
    const skills = [
      skill("b", "", { source: "custom" }),
      skill("a", "", { source: "personal" }),
      skill("d", "", { source: "project" }),
      skill("c", "", { source: "project" }),
      skill("x:a", "", { source: "plugin" }),
    ];
    expect(availableSkills(skills).shown).toEqual(["c", "d", "a", "x:a", "b"]);
  });

  test("steps down as the budget shrinks, and says what it left out", () => {
    const skills = many(40);
    const at = (budget: number) => availableSkills(skills, { budget });
    expect(at(4000)).toMatchObject({ step: "full", shortened: [], omitted: [] });
    expect(at(1700)).toMatchObject({ step: "lines", shortened: [], named: [], omitted: [] });
    const cut = at(1200);
    expect(cut).toMatchObject({ step: "shortened", named: [], omitted: [] });
    expect(cut.shortened).toHaveLength(40);
    expect(cut.tokens).toBeGreaterThan(1170);
    expect(cut.text).toContain("Descriptions are cut: search_skills gives them whole.");
    let budget = 150;
    for (; at(budget).step === "selected"; budget += 1);
    const names = at(budget);
    expect(names).toMatchObject({ step: "names", shortened: [], omitted: [] });
    expect(names.named).toHaveLength(40);
    expect(names.text).not.toContain("Extracts");
    const some = at(150);
    expect(some.step).toBe("selected");
    expect(some.shown.length).toBeGreaterThan(5);
    expect(some.shown.length + some.omitted.length).toBe(40);
    expect(some.text).toContain(`<omitted count="${some.omitted.length}">Find them with search_skills.</omitted>`);
    expect(at(60)).toMatchObject({ step: "selected" });
  });

  test("one line a skill inside the same element, where whole entries do not fit", () => {
    const skills = [skill("pdf", "Fill <PDF> forms & more"), skill("größe", "测量尺寸")];
    expect(availableSkills(skills, { budget: 60 }).text).toBe(
      [
        "<available_skills>",
        "größe: 测量尺寸",
        "pdf: Fill &lt;PDF&gt; forms &amp; more",
        "<note>Load a skill by its name.</note>",
        "</available_skills>",
      ].join("\n"),
    );
    expect(availableSkills(skills, { budget: 38, format: "markdown" }).text).toBe(
      [
        "Available skills:",
        "- größe: 测量尺寸",
        "- pdf: Fill \\<PDF\\> forms \\& more",
        "Load a skill by its name.",
      ].join("\n"),
    );
  });

  test("where not even the smallest form fits, the text is empty and all are named as omitted", () => {
    for (const budget of [0, 1, 10]) {
      const none = availableSkills(many(3), { budget });
      expect(none).toMatchObject({ text: "", tokens: 0, step: "nothing", shown: [] });
      expect(none.omitted).toHaveLength(3);
    }
  });

  test("a budget or format that is none is refused", () => {
    for (const budget of [-1, 1.5, Number.NaN])
      expect(() => availableSkills([], { budget })).toThrow(expect.objectContaining({ code: "input-invalid" }));
    expect(() => availableSkills([], { format: "toString" as "xml" })).toThrow(
      expect.objectContaining({ code: "input-invalid" }),
    );
  });

  test("all are shortened alike: the shortest description stays whole until the pace reaches it", () => {
    const skills = [skill("short", "Read tables from files"), skill("long", PROSE.repeat(6)), skill("middle", PROSE)];
    const seen = (budget: number) => {
      const made = availableSkills(skills, { budget });
      const lengths = new Map(parseXml(made.text).map((each) => [each.name, each.description?.length ?? 0]));
      return { ...made, lengths };
    };
    let budget = 400;
    for (; seen(budget).step !== "shortened"; budget -= 5);
    expect(seen(budget).shortened).toEqual(["long"]);
    for (; !seen(budget).shortened.includes("middle"); budget -= 1);
    expect(seen(budget).shortened).toEqual(["long", "middle"]);
    const { lengths } = seen(budget);
    expect(lengths.get("short")).toBe(22);
    expect(Math.abs(lengths.get("long")! - lengths.get("middle")!)).toBeLessThan(20);
  });

  test("room is used: next to nothing is left over wherever something was cut", () => {
    const skills = many(100);
    for (const budget of [300, 700, 1000, 1500, 2000, 3000]) {
      const { step, tokens } = availableSkills(skills, { budget });
      expect(["selected", "names", "shortened"]).toContain(step);
      expect(tokens).toBeGreaterThan(budget - 30);
    }
  });

  test("two of one name stand in one order", () => {
    const [one, other] = [skill("pdf", "x", { filePath: "/a" }), skill("pdf", "x", { filePath: "/b" })];
    const third = skill("pdf", "y", { filePath: "/b" });
    const { text } = availableSkills([one, other, third]);
    expect(availableSkills([third, other, one]).text).toBe(text);
    expect(availableSkills([other, third, one]).text).toBe(text);
  });

  test("what is pinned and what a query finds come first, whole, where others have only a name or none", () => {
    const skills = [
      ...many(60),
      skill("zz-tables", "Reads spreadsheets and pivots"),
      skill("zz-pin", "Something else"),
    ];
    const asked = { budget: 120, query: "pivot spreadsheet", pinned: ["zz-pin", "gone"] };
    const { text, step, omitted } = availableSkills(skills, asked);
    expect(step).toBe("selected");
    expect(text).toContain("zz-tables: Reads spreadsheets and pivots\n");
    expect(text).toContain("zz-pin: Something else\n");
    expect(omitted.length).toBeGreaterThan(40);
    const plain = availableSkills(skills, { budget: 120 }).shown;
    expect(plain).not.toContain("zz-tables");
    const own = availableSkills(skills, { ...asked, pinned: [], ranking: () => ["skill-00059"] });
    expect(own.shown).toContain("skill-00059");
    const all = availableSkills(skills, { ...asked, budget: 600 });
    expect(all).toMatchObject({ step: "shortened", omitted: [] });
    expect(all.text).toContain("zz-tables: Reads spreadsheets and pivots\n");
  });

  test("where all come whole, a query changes no byte", () => {
    const skills = many(10);
    for (const budget of [2000, 450]) {
      const plain = availableSkills(skills, { budget });
      expect(["full", "lines"]).toContain(plain.step);
      expect(availableSkills(skills, { budget, query: "tables", pinned: ["skill-00009"] })).toEqual(plain);
    }
  });

  test("more budget never shows less of any skill", () => {
    fc.assert(
      fc.property(
        anyNamedSkills,
        anyFormat,
        fc.option(fc.constantFrom("tables of a document", "填写表格", "lorem ipsum dolor"), { nil: undefined }),
        fc.integer({ min: 0, max: 3000 }),
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 }),
        (skills, format, query, least, steps) => {
          let budget = least;
          let before = lengthsOf(availableSkills(skills, { budget, format, query }), skills, format);
          for (const step of steps) {
            budget += step;
            const now = lengthsOf(availableSkills(skills, { budget, format, query }), skills, format);
            for (const [name, length] of before)
              expect([name, now.get(name) ?? -1]).toEqual([name, Math.max(length, now.get(name) ?? -1)]);
            before = now;
          }
        },
      ),
      { numRuns: propertyRuns(0.5) },
    );
  });

  test("more budget never shows less, token by token", () => {
    const skills = [
      ...many(12),
      skill("chinese", "填写表格并从文档中提取文字。".repeat(8)),
      skill("flags", "👩‍💻🇫🇷".repeat(30)),
      skill("empty", ""),
      skill("links", "See <https://example.org/a/very/long/path/that/nobody/would/ever/type> & more, so there."),
    ];
    const ranking = createMetadataRanking(skills);
    const asked = [
      { format: "xml" },
      { format: "xml", query: "提取 tables" },
      { format: "markdown" },
      { format: "json", query: "pivot tables" },
    ] as const;
    for (const options of asked) {
      let before = new Map<string, number>();
      for (let budget = 0; budget < 700; budget += 1) {
        const now = lengthsOf(availableSkills(skills, { budget, ranking, ...options }), skills, options.format);
        for (const [name, length] of before)
          expect(now.get(name) ?? -1, `${name} at ${budget}`).toBeGreaterThanOrEqual(length);
        before = now;
      }
    }
  });

  test("the budget is a ceiling, by the counter in use and by a real tokenizer", () => {
    fc.assert(
      fc.property(anySkills, anyBudget, anyFormat, fc.boolean(), (skills, budget, format, asks) => {
        const made = availableSkills(skills, { budget, format, ...(asks ? { query: "tables" } : {}) });
        expect(made.tokens).toBe(o200k.count(made.text));
        expect(made.tokens).toBeLessThanOrEqual(budget);
        expect(o200k.count(made.text)).toBeLessThanOrEqual(budget);
        expectNames(made, skills);
      }),
      { numRuns: propertyRuns(0.4) },
    );
  });

  test.each([
    ["o200k", o200k],
    ["bytes", bytes],
    ["words", words],
  ])("the budget is a ceiling by %s", (_, counter) => {
    fc.assert(
      fc.property(anySkills, anyBudget, anyFormat, (skills, budget, format) => {
        const { text } = availableSkills(skills, { budget, format, counter });
        expect(counter.count(text)).toBeLessThanOrEqual(budget);
      }),
      { numRuns: propertyRuns(0.1) },
    );
  });

  test("the bytes do not depend on the order in which skills come", () => {
    fc.assert(
      fc.property(
        anySkills.chain((skills) =>
          fc.tuple(
            fc.constant(skills),
            fc.shuffledSubarray(skills, { minLength: skills.length, maxLength: skills.length }),
          ),
        ),
        anyBudget,
        anyFormat,
        ([skills, shuffled], budget, format) => {
          const options = { budget, format, query: "tables of a document" };
          expect(availableSkills(shuffled, options)).toEqual(availableSkills(skills, options));
        },
      ),
      { numRuns: propertyRuns(0.2) },
    );
  });

  test("nothing in a name, description or location breaks the XML, and what XML can hold is unchanged", () => {
    fc.assert(
      fc.property(anySkills, anyBudget, (skills, budget) => {
        const { text, shown, locations } = availableSkills(skills, { budget: budget * 4 });
        if (text === "") return;
        const read = parseXml(text, shown.map(asXml));
        expect(read).toHaveLength(shown.length === 0 ? read.length : shown.length);
        if (!locations) return;
        expect(read.map(({ name }) => name)).toEqual(shown.map(asXml));
        // Line breaks in these two are kept as references; a description is one line.
        const whole = skills.map((each) => ({
          name: asXml(each.qualifiedName),
          description: asXml(onOneLine(each.description)),
          location: asXml(each.filePath),
        }));
        for (const entry of read) expect(whole).toContainEqual(entry);
      }),
      { numRuns: propertyRuns(0.4) },
    );
  });

  test("a cut description is a beginning of the description, and says that it goes on", () => {
    fc.assert(
      fc.property(anyNamedSkills, anyBudget, (skills, budget) => {
        const { text, shortened } = availableSkills(skills, { budget });
        if (shortened.length === 0) return;
        const read = new Map(parseXml(text, shortened).map((entry) => [entry.name, entry.description ?? ""]));
        for (const name of shortened) {
          const description = asXml(onOneLine(skills.find((each) => each.qualifiedName === name)!.description));
          expect(read.get(name)).toMatch(/.…$/su);
          expect(description.startsWith(read.get(name)!.slice(0, -1))).toBe(true);
        }
      }),
      { numRuns: propertyRuns(0.4) },
    );
  });

  test("JSON parses and markdown is one line a skill, whatever the skills say", () => {
    fc.assert(
      fc.property(anySkills, anyBudget, (skills, budget) => {
        const json = availableSkills(skills, { budget, format: "json" });
        if (json.text !== "") {
          const read = JSON.parse(json.text) as { available_skills: { name: string }[] };
          expect(read.available_skills.map(({ name }) => name)).toEqual(json.shown);
        }
        const markdown = availableSkills(skills, { budget, format: "markdown" });
        expect(markdown.text.match(/^- /gmu)?.length ?? 0).toBe(markdown.shown.length);
        expect(markdown.text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
      { numRuns: propertyRuns(0.2) },
    );
  });
});

describe("R7.3 many skills", () => {
  test("thousands are not written or counted again and again", () => {
    let counted = 0;
    const counter: TokenCounter = {
      name: "watched",
      count(text) {
        counted += text.length;
        return o200k.count(text);
      },
    };
    const skills = many(3000);
    const { step, omitted } = availableSkills(skills, { budget: 1500, counter });
    expect(step).toBe("selected");
    expect(omitted.length).toBeGreaterThan(2700);
    // About twelve steps of what fits, not of all that there is.
    expect(counted).toBeLessThan(450_000);
    const before = process.cpuUsage().user;
    availableSkills(skills, { budget: 90_000 });
    expect(process.cpuUsage().user - before).toBeLessThan(10_000_000);
  });
});
