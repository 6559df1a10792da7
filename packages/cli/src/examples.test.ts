import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { allCommands } from "./commands.js";
import { run } from "./run.js";
import { memoryIo, temporaryPlace } from "./testing/temporary-place.js";

describe("what is shown to be typed can be typed, in this repository", async () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const wordsOf = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/gu)].map(([whole, quoted]) => quoted ?? whole);
  const typed = async (line: string) => {
    temporaryPlace();
    const { io, stdout, stderr } = memoryIo(root, { terminal: 80 });
    // In CI there is no progress bar, which a slow machine would draw.
    const environment = { NO_COLOR: "1", CI: "1" };
    const code = await run([...wordsOf(line).slice(1), "--no-cache"], { ...io, environment });
    return { code, stdout: stdout(), stderr: stderr() };
  };
  // They write something, or take back what was never given; a log and tools of a configuration are not here: their own tests run those.
  const passedOver = /^(?:pd log|pd tool|pd init|pd eval init|pd skill init|pd trust --revoke|source )/u;
  const commands = await allCommands();
  const examples = commands
    .flatMap((command) => command.examples ?? [])
    .map((example) => example.split(" | ")[0] ?? "");

  test.each(examples.filter((example) => !passedOver.test(example)))("%s", async (example) => {
    const { code, stderr } = await typed(example);
    expect([code, stderr]).toEqual([0, stderr]);
  });

  test("every command has an example in its help", () => {
    const all = commands.flatMap((command) => [command, ...(command.group?.commands ?? [])]);
    expect(all.filter(({ examples: own = [] }) => own.length === 0).map(({ name }) => name)).toEqual([]);
  });

  test("the README shows what is printed, whatever the figures are", async () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const [, command = "", printed = ""] = /```\n\$ (pd search .*)\n([\s\S]*?)```/u.exec(readme) ?? [];
    const { stdout, stderr } = await typed(command);
    const masked = (text: string) => text.replace(/\d+/gu, "0").replace(/ {2,}/gu, "  ");
    expect(masked(printed)).toBe(masked(`${stdout}${stderr}`));
  });
});
