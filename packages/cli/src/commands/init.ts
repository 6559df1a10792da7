import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { escapeControls, PdError } from "@pd/core";
import { CONFIG_NAMES } from "@pd/core/files";
import { type Command, isSet } from "../command.js";
import { safeLine } from "../terminal/safe-text.js";
import { writeDocument } from "../terminal/write-document.js";

/** Where notes usually are. */
const USUAL = ["docs", "notes", "vault"];

/** `pd init [folder]`: a pd.config.json for this folder. Never over one that is there. */
export const init: Command = {
  name: "init",
  usage: "[folder] …",
  heading: "Set up",
  summary: "Write a pd.config.json for this folder",
  details: `Write a pd.config.json in this folder that names folders of notes: those given, else the first of ${USUAL.join(", ")} that holds some, else this one.`,
  options: [
    { name: "budget", kind: "integer", placeholder: "n", description: "Default token budget of requests" },
    { name: "dry-run", kind: "flag", description: "Only show what would be written" },
  ],
  examples: ["pd init", "pd init docs notes --budget 4000"],
  async run(invocation) {
    const { parsed, io, out, talk } = invocation;
    const there = CONFIG_NAMES.map((name) => join(io.workingFolder, name)).find((path) => existsSync(path));
    if (there !== undefined) throw already(there);
    const folders = parsed.words.length > 0 ? parsed.words : [parsed.options.get("vault") ?? []].flat().map(String);
    const vaults =
      folders.length > 0 ? folders.map((folder) => named(folder, io.workingFolder)) : [guessed(io.workingFolder)];
    const budget = parsed.options.get("budget");
    const schema = "node_modules/@pd/core/schema/pd.config.v1.json";
    const config = {
      ...(existsSync(join(io.workingFolder, schema)) ? { $schema: `./${schema}` } : {}),
      version: 1,
      vaults,
      ...(budget === undefined ? {} : { budget }),
    };
    const file = join(io.workingFolder, "pd.config.json");
    const text = `${JSON.stringify(config, undefined, 2)}\n`;
    const isDry = isSet(parsed, "dry-run");
    // Fails where another process was quicker.
    if (!isDry) writeFileSync(file, text, { flag: "wx" });
    const human = () => {
      out.line(isDry ? "would write pd.config.json:" : "wrote pd.config.json:");
      out.write(text);
    };
    writeDocument(invocation, { operation: "init", data: { file, written: !isDry, config }, human });
    // What is found there is read only after its person's word, also where the same person has just written it.
    const outside = vaults.filter(liesOutside);
    if (outside.length > 0)
      talk.line(
        talk.style.warning(`${outside.map(safeLine).join(", ")}: outside this folder; pd trust lets it be read`),
      );
    const steps = [...(outside.length > 0 ? ["pd trust"] : []), "pd doctor", "pd scan"];
    if (talk.isTerminal) for (const step of steps) talk.line(`${talk.style.faint("next:")} ${step}`);
    return 0;
  },
};

function named(folder: string, workingFolder: string): string {
  const path = resolve(workingFolder, folder);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new PdError("vault-unreadable", `"${safeLine(folder)}" is not a folder`, {
      where: safeLine(folder),
      fix: "Give the path of a folder that holds markdown files.",
    });
  }
  return relative(workingFolder, path).split(sep).join("/") || ".";
}

/** Of the path that `named` makes: up, or on another drive. */
function liesOutside(vault: string): boolean {
  return vault.split("/")[0] === ".." || isAbsolute(vault);
}

function guessed(workingFolder: string): string {
  const hasNotes = (folder: string) => {
    try {
      return readdirSync(folder, { recursive: false }).some((name) => /\.md$/iu.test(String(name)));
    } catch {
      return false;
    }
  };
  return USUAL.find((name) => hasNotes(join(workingFolder, name))) ?? ".";
}

function already(file: string): PdError {
  return new PdError("configuration-invalid", "There is a configuration here already", {
    where: escapeControls(file),
    fix: "Edit it, or delete it first. pd config shows what it says.",
  });
}
