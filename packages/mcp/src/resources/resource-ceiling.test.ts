import { o200k } from "@pd/core";
import { createMemoryContent } from "@pd/core/testing";
import { expect, test } from "vitest";
import { connected, ERAS } from "../../fixtures/client.js";
import { memorySkills } from "../../fixtures/memory-skills.js";
import { createMcpServer } from "../server/create-mcp-server.js";

const long = "Ein langer Absatz über Flüsse und 河流. ".repeat(200);

test.each(ERAS)("R2.11 a resource stays within the host's maximum, to a client of the %s era", async (era) => {
  await o200k.load();
  const content = createMemoryContent([{ id: "note:fluss", name: "Fluß", body: long }]);
  const skills = await memorySkills({
    rivers: { "SKILL.md": "---\nname: rivers\ndescription: Measures 河流.\n---\n", "long.md": long },
  });
  const client = await connected(createMcpServer({ mounts: [{ content }, { skills }], maxBudget: 700 }), era);
  const note = await client.readResource({ uri: "pd://memory/note:fluss?level=4" }).catch(() => undefined);
  const [shown] = (note?.contents ?? []) as readonly { readonly text?: string }[];
  expect(o200k.count(shown?.text ?? "")).toBeLessThanOrEqual(700);
  const file = await client.readResource({ uri: "skill://rivers/SKILL.md" });
  const [{ text = "" } = {}] = file.contents as readonly { readonly text?: string }[];
  expect(file._meta?.["pd/telemetry"]).toEqual({ tokensUsed: o200k.count(text), tokenBudget: 700, counter: "o200k" });
  await expect(client.readResource({ uri: "skill://rivers/long.md" })).rejects.toMatchObject({
    message: expect.stringMatching(/The file costs \d+ tokens, and one may cost 700/),
    data: { code: "budget-too-small" },
  });
});

test("R2.8 a resource tells what it cost, in its text and to software", async () => {
  const content = createMemoryContent([{ id: "note:kanji", name: "漢字", description: "字。", body: "漢字。" }]);
  const client = await connected(createMcpServer({ mounts: [{ content }] }), "modern");
  const { contents, _meta = {} } = await client.readResource({ uri: "pd://memory/note:kanji" });
  const { telemetry } = _meta["pd/answer"] as { readonly telemetry: { readonly tokensUsed: number } };
  const [{ text = "" } = {}] = contents as readonly { readonly text?: string }[];
  expect(text).toContain(`[${telemetry.tokensUsed} of 32000 tokens`);
  expect(o200k.count(text)).toBe(telemetry.tokensUsed);
});
