import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { commandNamed } from "./command-named.js";
import { COMMANDS } from "./commands.js";
import { run } from "./run.js";
import { memoryIo, temporaryPlace } from "./testing/temporary-place.js";

describe("what is shown to be typed can be typed, in this repository", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const isBuilt = existsSync(new URL("../../skills/dist/index.js", import.meta.url));
  const wordsOf = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/gu)].map(([whole, quoted]) => quoted ?? whole);
  const typed = async (line: string) => {
    temporaryPlace();
    const { io, stdout, stderr } = memoryIo(root, { terminal: 80 });
    const environment = { NO_COLOR: "1" };
    const code = await run([...wordsOf(line).slice(1), "--no-cache"], { ...io, environment });
    return { code, stdout: stdout(), stderr: stderr() };
  };
  // They write something, or look for skills in a folder that has none.
  const passedOver = /^(?:pd init|pd skill init|pd skill validate|source )/u;
  const examples = COMMANDS.flatMap(({ name }) => commandNamed(name)?.examples ?? []).map(
    (example) => example.split(" | ")[0] ?? "",
  );

  test.each(examples.filter((example) => !passedOver.test(example)))("%s", async (example) => {
    if (example.startsWith("pd skill") && !isBuilt) return;
    const { code, stderr } = await typed(example);
    expect([code, stderr]).toEqual([0, stderr]);
  });

  test("the README shows what is printed, whatever the figures are", async () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const [, command = "", printed = ""] = /```\n\$ (pd search .*)\n([\s\S]*?)```/u.exec(readme) ?? [];
    const { stdout, stderr } = await typed(command);
    const masked = (text: string) => text.replace(/\d+/gu, "0").replace(/ {2,}/gu, "  ");
    expect(masked(printed)).toBe(masked(`${stdout}${stderr}`));
  });
});
