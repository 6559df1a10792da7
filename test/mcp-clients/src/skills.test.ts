import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENTS } from "./clients.js";

const folder = mkdtempSync(join(tmpdir(), "pd-clients-skills-"));
beforeAll(() => {
  for (let at = 0; at < 80; at += 1) {
    mkdirSync(join(folder, `skill-${at}`));
    const head = `name: skill-${at}\ndescription: Does the work of number ${at}. Use for zeugnis${at}.`;
    writeFileSync(join(folder, `skill-${at}`, "SKILL.md"), `---\n${head}\n---\n\nStep one of ${at}.\n`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(CLIENTS)("%s: 80 skills without a list", (_name, connect) => {
  test("three tools, the best descriptions for a request, and the skill itself", async () => {
    const client = await connect("stdio", { folder, url: "", skills: true, close: () => undefined });
    try {
      expect(await client.tools()).toEqual(["search_skills", "skill", "read_skill_file"]);
      const found = await client.call("search_skills", { query: "zeugnis42" });
      expect(found).toContain("Does the work of number 42.");
      expect(found).not.toContain("Step one");
      expect(await client.call("skill", { name: "skill-42" })).toContain("Step one of 42.");
      expect(await client.call("skill", { name: "skil-42" }).catch(String)).toContain("skill-42");
    } finally {
      await client.close();
    }
  });
});
