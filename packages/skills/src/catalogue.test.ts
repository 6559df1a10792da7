import { bytes, estimate, type TokenCounter, words } from "@pd/core";
import { loadO200k } from "@pd/core/o200k";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "./any-text.js";
import { availableSkills, type Catalogue } from "./catalogue.js";
import { onOneLine } from "./catalogue-description.js";
import { CATALOGUE_FORMATS } from "./catalogue-format.js";
import type { CatalogueSkill } from "./catalogue-order.js";

const o200k = await loadO200k();

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

/** Reads the block as strictly as its grammar allows: anything else fails. */
function parseXml(text: string) {
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cs}\ufffe\uffff]/u);
  const inside = /^<available_skills>\n(.*)\n<\/available_skills>$/s.exec(text)?.[1];
  expect(inside).toBeDefined();
  return inside!.split("\n").flatMap((line) => {
    if (/^<note>[^<>&]*<\/note>$/.test(line) || /^<omitted count="\d+">[^<>&]*<\/omitted>$/.test(line) || line === "")
      return [];
    const parts =
      /^<skill><name>([^<]*)<\/name>(?:<description>([^<]*)<\/description>(?:<location>([^<]*)<\/location>)?)?<\/skill>$/.exec(
        line,
      );
    expect(parts).not.toBeNull();
    const [, name = "", description, location] = parts!;
    return {
      name: unescaped(name),
      description: description === undefined ? undefined : unescaped(description),
      location: location === undefined ? undefined : unescaped(location),
    };
  });
}

/** What XML 1.0 can hold of a text. */
const asXml = (text: string) => text.replace(/(?![\t\n\r])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu, "\ufffd");

function expectNames({ shown, omitted, shortened }: Catalogue, skills: readonly CatalogueSkill[]): void {
  const listed = skills.filter((each) => !each.disableModelInvocation).map((each) => each.qualifiedName);
  expect([...shown, ...omitted].sort()).toEqual(listed.sort());
  for (const name of shortened) expect(shown).toContain(name);
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
    expect(catalogue.tokens).toBe(estimate.count(catalogue.text));
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
    const cut = at(2000);
    expect(cut.step).toBe("shortened");
    expect(cut.shown).toHaveLength(40);
    expect(cut.shortened).toHaveLength(40);
    expect(cut.tokens).toBeGreaterThan(1800);
    const names = at(760);
    expect(names).toMatchObject({ step: "names", omitted: [] });
    expect(names.text).toContain("search_skills");
    expect(names.text).not.toContain("Extracts");
    const some = at(300);
    expect(some.step).toBe("selected");
    expect(some.shown.length).toBeGreaterThan(5);
    expect(some.shown.length + some.omitted.length).toBe(40);
    expect(some.text).toContain(`<omitted count="${some.omitted.length}">Find them with search_skills.</omitted>`);
    expect(at(60)).toMatchObject({ step: "selected" });
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

  test("all are shortened alike: the shortest description stays whole until the cap reaches it", () => {
    const skills = [skill("short", "Read tables from files"), skill("long", PROSE.repeat(6)), skill("middle", PROSE)];
    const seen = (budget: number) => {
      const { text, shortened, step } = availableSkills(skills, { budget });
      return { shortened, step, lengths: new Map(parseXml(text).map((each) => [each.name, each.description?.length])) };
    };
    let budget = 400;
    for (; seen(budget).step === "full"; budget -= 20);
    expect(seen(budget).shortened).toEqual(["long"]);
    for (; !seen(budget).shortened.includes("middle"); budget -= 4);
    expect(seen(budget).shortened).toEqual(["long", "middle"]);
    const { lengths } = seen(budget);
    expect(lengths.get("short")).toBe(22);
    expect(Math.abs(lengths.get("long")! - lengths.get("middle")!)).toBeLessThan(40);
  });

  test("before descriptions get short, locations go; the text says so", () => {
    const skills = many(20);
    const steps = new Set<string>();
    for (let budget = 1800; budget > 300; budget -= 50) {
      const { text, step, locations, shortened } = availableSkills(skills, { budget });
      steps.add(`${step} ${locations}`);
      expect(text.includes("<location>")).toBe(locations);
      expect(text.includes("locations are left out")).toBe(step === "shortened" && !locations);
      if (step !== "shortened") continue;
      const lengths = parseXml(text).map(({ description }) => description!.length);
      if (locations) expect(Math.min(...lengths)).toBeGreaterThan(40);
      expect(shortened.length).toBe(lengths.filter((_, at) => parseXml(text)[at]!.description!.endsWith("…")).length);
    }
    expect([...steps]).toEqual(["full true", "shortened true", "shortened false", "names false", "selected false"]);
  });

  test("room is used: little is left over where descriptions are cut", () => {
    const skills = many(100);
    for (const budget of [4000, 5000, 6000]) {
      const { step, tokens } = availableSkills(skills, { budget, counter: o200k });
      expect(step).toBe("shortened");
      expect(tokens).toBeGreaterThan(budget * 0.95);
    }
  });

  test("R2.4 what a counter may fall short by is held back", () => {
    const short: TokenCounter = { name: "short", margin: { share: 1, fixed: 10 }, count: (text) => text.length };
    for (const budget of [300, 1000, 3000])
      expect(availableSkills(many(20), { budget, counter: short }).tokens * 2 + 10).toBeLessThanOrEqual(budget);
  });

  test("two of one name stand in one order", () => {
    const [one, other] = [skill("pdf", "x", { filePath: "/a" }), skill("pdf", "x", { filePath: "/b" })];
    const third = skill("pdf", "y", { filePath: "/b" });
    const { text } = availableSkills([one, other, third]);
    expect(availableSkills([third, other, one]).text).toBe(text);
    expect(availableSkills([other, third, one]).text).toBe(text);
  });

  test("what is pinned and what a query finds comes first where only some names fit", () => {
    const skills = [
      ...many(60),
      skill("zz-tables", "Reads spreadsheets and pivots"),
      skill("zz-pin", "Something else"),
    ];
    const asked = { budget: 120, query: "pivot spreadsheet", pinned: ["zz-pin", "gone"] };
    const { shown, step } = availableSkills(skills, asked);
    expect(step).toBe("selected");
    expect(shown).toContain("zz-tables");
    expect(shown).toContain("zz-pin");
    const plain = availableSkills(skills, { budget: 120 }).shown;
    expect(plain).not.toContain("zz-tables");
    const own = availableSkills(skills, { ...asked, pinned: [], ranking: () => ["skill-00059"] });
    expect(own.shown).toContain("skill-00059");
  });

  test("where all fit, a query changes no byte", () => {
    const skills = many(10);
    for (const budget of [2000, 400, 250]) {
      const plain = availableSkills(skills, { budget });
      expect(plain.step).not.toBe("selected");
      expect(availableSkills(skills, { budget, query: "tables", pinned: ["skill-00009"] })).toEqual(plain);
    }
  });

  test("the budget is a ceiling, by the counter in use and by a real tokenizer", () => {
    fc.assert(
      fc.property(anySkills, anyBudget, anyFormat, fc.boolean(), (skills, budget, format, asks) => {
        const made = availableSkills(skills, { budget, format, ...(asks ? { query: "tables" } : {}) });
        expect(made.tokens).toBe(estimate.count(made.text));
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
        const { text, shown, step, locations } = availableSkills(skills, { budget: budget * 4 });
        if (text === "") return;
        const read = parseXml(text);
        expect(read.map(({ name }) => name)).toEqual(shown.map(asXml));
        if (step !== "full" && step !== "shortened") return;
        // Line breaks in these two are kept as references; a description is one line.
        const whole = skills.map((each) => ({
          name: asXml(each.qualifiedName),
          description: asXml(onOneLine(each.description)),
          location: locations ? asXml(each.filePath) : undefined,
        }));
        for (const { name, description, location } of read) {
          const same = whole.filter((each) => each.name === name && each.location === location);
          const isCut = (of: string) => description!.length > 1 && of.startsWith(description!.slice(0, -1));
          expect(
            same.some(
              (each) =>
                each.description === description ||
                (step === "shortened" && description!.endsWith("…") && isCut(each.description)),
            ),
          ).toBe(true);
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
        return estimate.count(text);
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
