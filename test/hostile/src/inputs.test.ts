import { createToolkit, isPdError, type Toolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { markdownSection, promptMount, promptTemplate, SectionVisibility } from "@pd/prompt";
import { availableSkills, SkillManager, skillMount } from "@pd/skills";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INPUTS } from "./cases/inputs.js";
import { PATTERNS } from "./cases/patterns.js";
import { TEXTS } from "./cases/texts.js";
import { makeHostilePlace } from "./place.js";
import { expectHarmless, withinCeiling } from "./promises.js";

const place = makeHostilePlace();
const manager = new SkillManager({ projectDir: place.skills, personalDir: false });
let toolkit: Toolkit;

beforeAll(async () => {
  const vault = await openVault(place.vault, { cache: false });
  await vault.ready();
  await manager.discover();
  const guide = {
    title: "Guide",
    key: "guide",
    template: "Long.",
    summary: "Short.",
    visibility: SectionVisibility.SUMMARY,
  };
  const child = markdownSection({ title: "Child", key: "child", template: "Below." });
  const prompt = promptTemplate({
    ns: "a",
    key: "prompt",
    sections: [markdownSection({ ...guide, children: [child] })],
  }).bind();
  toolkit = createToolkit({ mounts: [{ content: vault }, skillMount(manager), promptMount(prompt)] });
});
afterAll(() => place.remove());

describe("input", () => {
  test.each(INPUTS.map((one) => [one.call, one.name, one] as const))(
    "%s: %s",
    async (_, __, { call, input, expected }) => {
      const outcome = await withinCeiling(() =>
        toolkit.call(call as string, input).then(
          (answer) => ({ answer }),
          (error: unknown) => ({ error }),
        ),
      );
      if ("error" in outcome) {
        if (!isPdError(outcome.error)) throw outcome.error;
        expect(expected).toContain(outcome.error.code);
        expectHarmless(JSON.stringify(outcome.error));
        // What came in is not sent to a terminal by way of an error.
        expect(outcome.error.message).not.toMatch(/\p{Cc}/u);
      } else {
        expect(expected).toContain("answer");
        expectHarmless(JSON.stringify(outcome.answer), { opens: call === "skill" || call === "context" });
      }
      expect((await toolkit.call("node", { nodes: "Alpha", level: 1 })).nodes).toHaveLength(1);
    },
  );
});

describe("patterns for names", () => {
  test.each(PATTERNS)("%s", async (pattern) => {
    const found = await withinCeiling(async () => {
      try {
        return manager.listSkills({ name: pattern }).length;
      } catch (error) {
        if (!isPdError(error)) throw error;
        return error.code;
      }
    });
    expect([0, 1, 2, "input-invalid"]).toContain(found);
  });
});

describe("texts in a catalogue", () => {
  test.each(TEXTS)("%j", async (text) => {
    const skill = {
      name: text,
      qualifiedName: text,
      description: text,
      filePath: `/${text}/SKILL.md`,
      baseDir: `/${text}`,
      source: "project",
      disableModelInvocation: false,
    };
    const { text: xml } = await withinCeiling(async () => availableSkills([skill as never]));
    // One skill and its fields, and nothing that the text has opened or closed.
    expect(
      xml
        .match(/<[^>]*>/gu)
        ?.map((tag) => tag.replace(/[</>]/gu, ""))
        .filter((tag, at, all) => all.indexOf(tag) === at)
        .sort(),
    ).toEqual(["available_skills", "description", "location", "name", "skill"]);
    expect(xml.match(/<skill>/gu)).toHaveLength(1);
    expect(xml.match(/<\/available_skills>/gu)).toHaveLength(1);
    expectHarmless(xml);
  });
});
