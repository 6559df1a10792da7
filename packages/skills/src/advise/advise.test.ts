import { o200k } from "@pd/core";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { availableSkills } from "../catalogue/catalogue.js";
import { CLIENT_LIMITS, clientFit } from "./client-limits.js";
import { collideSkills } from "./collide-skills.js";
import { descriptionWords } from "./description-words.js";
import { routeSkills } from "./route-skills.js";
import { skillCost } from "./skill-cost.js";
import { parseExpectations, testRouting } from "./test-routing.js";

type Given = Parameters<typeof skillCost>[0][number];

const skill = (qualifiedName: string, description: string, more: Partial<Given> = {}): Given => ({
  qualifiedName,
  description,
  filePath: `/skills/${qualifiedName}/SKILL.md`,
  source: "project",
  pluginName: undefined,
  disableModelInvocation: false,
  ...more,
});

const OFFICE = [
  skill("pdf", "Fill forms in PDF documents and read tables from them. Use it for AcroForms."),
  skill("pdf-tools", "Read tables and fill forms in PDF documents.", { source: "plugin", pluginName: "office" }),
  skill("slides", "Make slides for a talk."),
  skill("übersetzen", "Übersetzt Texte. 翻译中文文档。", { source: "personal" }),
  skill("secret", "Models may not use this one.", { disableModelInvocation: true }),
];

describe("what skills cost in every turn", () => {
  test("the whole list, each source, each skill", () => {
    const cost = skillCost(OFFICE);
    expect(cost.skills).toBe(4);
    expect(cost.tokens).toBe(o200k.count(availableSkills(OFFICE).text));
    expect(cost.sources.map(({ source, pluginName, skills }) => [source, pluginName, skills])).toEqual([
      ["project", undefined, 2],
      ["personal", undefined, 1],
      ["plugin", "office", 1],
    ]);
    expect(cost.entries.map(({ name }) => name)).not.toContain("secret");
    const sum = cost.entries.reduce((all, { tokens }) => all + tokens, 0);
    expect(Math.abs(sum - cost.tokens)).toBeLessThan(20);
    expect(cost.sources.reduce((all, { tokens }) => all + tokens, 0)).toBe(sum);
    expect(cost.catalogue).toBeUndefined();
    expect(skillCost(OFFICE, { budget: 80 }).catalogue).toMatchObject({ step: "shortened" });
  });

  test("who sees how much: each client has its source, and a small list fits", () => {
    for (const { client, fits, cut, omitted, source } of skillCost(OFFICE).clients) {
      expect([client, fits, cut, omitted]).toEqual([client, true, [], []]);
      expect(source).toMatch(/^https:/u);
    }
  });

  test("a client that drops descriptions says how many at the least, one that shortens says which, then whom it omits", () => {
    const [drops, shortens] = CLIENT_LIMITS;
    const many = Array.from({ length: 100 }, (_, at) => ({ name: `skill-${at}`, description: "x".repeat(200) }));
    expect(clientFit(many, drops!, 200_000)).toMatchObject({ limit: 8000, fits: false, losing: 67, omitted: [] });
    const short = clientFit([...many, { name: "tiny", description: "Tiny." }], shortens!, 200_000);
    expect(short).toMatchObject({ limit: 16_000, fits: false, losing: 100 });
    expect(short.cut).not.toContain("tiny");
    expect(clientFit(many, shortens!, 10_000).omitted.length).toBeGreaterThan(30);
    expect(clientFit([{ name: "long", description: "x".repeat(2000) }], drops!)).toMatchObject({ cut: ["long"] });
  });

  test("whatever the skills: never more lost than there are, and a larger window never loses more", () => {
    const entry = fc.record({ name: fc.stringMatching(/^[a-z]{1,20}$/), description: fc.string({ maxLength: 400 }) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), fc.nat(50_000), fc.nat(50_000), (listed, one, more) => {
        for (const limit of CLIENT_LIMITS) {
          const [small, large] = [clientFit(listed, limit, one), clientFit(listed, limit, one + more)];
          expect(small.losing).toBeLessThanOrEqual(listed.length);
          expect(large.losing).toBeLessThanOrEqual(small.losing);
          expect(large.omitted.length).toBeLessThanOrEqual(small.omitted.length);
        }
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });
});

describe("which skill a request speaks for", () => {
  test("with the words that do, and those that nobody has", () => {
    const { fires, unknown } = routeSkills(OFFICE, "make some slides about whales");
    expect(fires).toEqual([{ name: "slides", share: 1, words: ["make", "slides"] }]);
    expect(unknown).toEqual(["some", "about", "whales"]);
  });

  test("two that are in each other's way both fire", () => {
    const { fires, nearly } = routeSkills(OFFICE, "fill a form in a PDF document");
    expect([...fires, ...nearly].map(({ name }) => name).sort()).toEqual(["pdf", "pdf-tools"]);
  });

  test("in any script; nothing for nothing, and never one that models may not invoke", () => {
    expect(routeSkills(OFFICE, "翻译文档").fires[0]).toMatchObject({ name: "übersetzen" });
    expect(routeSkills(OFFICE, "!?").fires).toEqual([]);
    expect(routeSkills(OFFICE, "zzz").fires).toEqual([]);
    expect(routeSkills(OFFICE, "models may not").fires).toEqual([]);
    expect(routeSkills([], "pdf")).toEqual({ query: "pdf", fires: [], nearly: [], unknown: ["pdf"] });
  });
});

describe("which skills fight for the same words", () => {
  test("the pair, how much, and the words", () => {
    const [first, ...rest] = collideSkills(OFFICE);
    expect(first).toMatchObject({ skills: ["pdf", "pdf-tools"] });
    expect(first?.overlap).toBeGreaterThan(0.7);
    expect(first?.words).toEqual(expect.arrayContaining(["tables", "forms"]));
    expect(rest).toEqual([]);
  });

  test("the same description is all of it; nothing in common is nothing", () => {
    const twins = [skill("a", "翻译中文文档 into German"), skill("b", "翻译中文文档 into German")];
    expect(collideSkills(twins)[0]?.overlap).toBeGreaterThan(0.8);
    expect(collideSkills([skill("one", "Bakes bread."), skill("two", "Paints walls.")], { least: 0 })).toEqual([]);
  });

  test("the order in which skills come does not matter", () => {
    const words = fc.array(fc.constantFrom("bread", "walls", "forms", "größe", "文档", "tables"), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (texts) => {
        const skills = texts.map((text, at) => skill(`s${at}`, text.join(" ")));
        expect(collideSkills(skills.toReversed())).toEqual(collideSkills(skills));
        for (const { overlap } of collideSkills(skills, { least: 0 })) expect(overlap).toBeLessThanOrEqual(1.000001);
      }),
      { numRuns: propertyRuns(0.5) },
    );
  });
});

describe("expectations for continuous integration", () => {
  const FILE = [
    "# What our skills are for",
    "",
    "fill a form in a PDF -> pdf, office:pdf-tools",
    "make slides → slides",
    "bake bread => none",
    "翻译 -> übersetzen",
  ].join("\r\n");

  test("each line passes or says what was found instead", () => {
    const { passed, checks } = testRouting(OFFICE, parseExpectations(FILE));
    expect(checks.map(({ line, passed: own }) => [line, own])).toEqual([
      [3, true],
      [4, true],
      [5, true],
      [6, true],
    ]);
    expect(passed).toBe(true);
    const wrong = testRouting(OFFICE, parseExpectations("make slides -> pdf\nread tables -> none"));
    expect(wrong.passed).toBe(false);
    expect(wrong.checks[0]).toMatchObject({ passed: false, found: ["slides"] });
  });

  test("a line without an arrow is refused, by its number", () => {
    for (const text of ["pdf", "# x\n -> pdf", "words ->", "words -> ,"])
      expect(() => parseExpectations(text)).toThrow(
        expect.objectContaining({ code: "input-invalid", where: expect.stringContaining("line") }),
      );
  });
});

test("words of a text: each once, common ones left out, in scripts without blanks too", () => {
  expect(descriptionWords("Use the forms, the FORM and a table").map(({ written }) => written)).toEqual([
    "forms",
    "table",
  ]);
  expect(descriptionWords("翻译中文文档").length).toBeGreaterThan(1);
});
