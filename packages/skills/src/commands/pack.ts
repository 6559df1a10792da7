import { existsSync, writeFileSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { defineCommand, PdError } from "@pd/core";
import * as z from "zod/mini";
import { packSkill } from "../archive/pack-skill.js";
import { SKILL_ERRORS } from "../record/skill-errors.js";
import { validateSkill } from "../record/validate-skill.js";

export const pack = defineCommand({
  name: "skill pack",
  summary: "Pack a valid skill into a .skill archive",
  input: z.strictObject({
    folder: z.string().check(z.describe("The skill's folder")),
    out: z.optional(z.string().check(z.describe("The archive; default: <name>.skill in this folder"))),
  }),
  words: ["folder"],
  examples: ["pd skill pack .agents/skills/write-a-note"],
  async run({ folder, out }, { workingFolder, configuration: { counter } }) {
    const path = resolve(workingFolder, folder);
    const fault = validateSkill(path, { counter }).findings.find(({ severity }) => severity === "error");
    if (fault !== undefined) throw invalidSkill(fault.message, folder);
    const target = resolve(workingFolder, out ?? `${basename(path)}.skill`);
    if (existsSync(target)) throw targetExists(target);
    const { bytes, archive, leftOut } = await packSkill(path);
    // Fails where another process was quicker.
    writeFileSync(target, bytes, { flag: "wx" });
    const shown = relative(workingFolder, target);
    return {
      exitCode: 0,
      data: { file: target, bytes: bytes.length, files: archive.files.map((file) => file.path), leftOut },
      text: [
        { kind: "line", text: `wrote ${shown}: ${archive.files.length} files, ${bytes.length} bytes` },
        ...leftOut.map((name) => ({ kind: "line", text: `left out: ${name}` }) as const),
      ],
    };
  },
});

function invalidSkill(message: string, folder: string): PdError {
  return new PdError(SKILL_ERRORS["skill-invalid"], `The skill is not valid: ${message}`, {
    where: folder,
    fix: `pd skill validate ${folder} lists what to mend.`,
  });
}

function targetExists(target: string): PdError {
  return new PdError("file-unwritable", "There is a file of that name already", {
    where: target,
    fix: "Delete it, or name another with --out.",
  });
}
