import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { SkillManager, skillMount, validateSkill } from "@pd/skills";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MARKDOWN } from "./cases/markdown.js";
import { YAML } from "./cases/yaml.js";
import { type HostilePlace, makeHostilePlace } from "./place.js";
import { BODY, expectHarmless, withinCeiling } from "./promises.js";

let place: HostilePlace;
beforeEach(() => {
  place = makeHostilePlace();
});
afterEach(() => place.remove());

/** Loads the vault with the file in it, and looks at that note in every way. */
async function look(text: string): Promise<void> {
  writeFileSync(join(place.vault, "hostile.md"), text);
  const vault = await withinCeiling(async () => {
    const opened = await openVault(place.vault, { cache: false });
    await opened.ready();
    return opened;
  });
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  const below = await withinCeiling(async () => [
    ...(await Promise.all(
      [0, 1, 2, 3].map((level) => toolkit.call("node", { nodes: "hostile.md", level: level as 0 })),
    )),
    await toolkit.call("scan", {}),
    await toolkit.call("search", { query: "hostile" }),
    await toolkit.call("stats", {}),
    await toolkit.call("validate", { limit: 20 }),
  ]);
  expect(below[0]?.nodes).toHaveLength(1);
  expectHarmless(JSON.stringify(below));
  const pack = await withinCeiling(() =>
    toolkit.call("context", { nodes: "hostile.md", query: "alpha", tokenBudget: 300 }),
  );
  expect(pack.telemetry.tokensUsed).toBeLessThanOrEqual(300);
  expectHarmless(JSON.stringify(pack), { opens: true });
  await vault.close();
}

describe("markdown", () => {
  test.each(MARKDOWN)("%s", async (_, text) =>
    look(`---\ndescription: Hostile\n---\n\n${text}\n\nShort.\n\n${BODY}\n`),
  );
});

describe("frontmatter of a note", () => {
  test.each(YAML)("%s", async (_, yaml) => look(`---\n${yaml}\n---\n\n# Hostile\n\nShort.\n\n${BODY}\n`));
});

describe("frontmatter of a skill", () => {
  test.each(YAML)("%s", async (_, yaml) => {
    const file = join(place.skills, "pdf", "SKILL.md");
    writeFileSync(
      file,
      `---\n${yaml.includes("description") ? "" : "description: Hostile\n"}${yaml}\n---\n\n${BODY}\n`,
    );
    const manager = new SkillManager({ projectDir: place.skills, personalDir: false });
    await withinCeiling(() => manager.discover());
    // Whatever became of it, the other one is there.
    expect(manager.getSkill("other")?.description).toBe("Another");
    expectHarmless(JSON.stringify([manager.diagnostics, manager.availableSkills().text.replaceAll("&lt;", "<")]));
    await withinCeiling(async () => validateSkill(join(place.skills, "pdf")));
    const toolkit = createToolkit({ mounts: [skillMount(manager)] });
    expectHarmless(JSON.stringify(await withinCeiling(() => toolkit.call("scan", {}))));
  });
});
