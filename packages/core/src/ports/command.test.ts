import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { checkCommands, defineCommand } from "./command.js";
import { checkMounts } from "./mount.js";

const input = z.strictObject({ name: z.string().check(z.describe("What it is called")) });
const named = (name: string) => ({ name, input });

describe("commands of a mount", () => {
  test("a command's input is typed by its schema", async () => {
    const greet = defineCommand({
      name: "greet",
      summary: "Say hello",
      input,
      words: ["name"],
      // @ts-expect-error the schema has no such field
      run: async ({ surname }) => ({ exitCode: 0, data: surname, text: [] }),
    });
    expect(() => checkMounts([{ commands: [greet] }])).not.toThrow();
  });

  test.each(["skill", "skill validate", "skill-file read", "a1"])("%j can be the name of a command", (name) => {
    expect(() => checkCommands([named(name)])).not.toThrow();
  });

  test.each(["", "Skill", "skill_validate", "a b c", " a", "a ", "größe", "--a", "a".repeat(65), "a  b"])(
    "%j cannot be the name of a command",
    (name) => {
      expect(() => checkCommands([named(name)])).toThrow(/cannot be the name of a command/);
    },
  );

  test("two commands of one name are refused, and so is one without a schema", () => {
    expect(() => checkCommands([named("a"), named("a")])).toThrow(/Two commands are called "a"/);
    expect(() => checkCommands([{ name: "a", input: {} as never }])).toThrow(/no zod schema/);
  });
});
