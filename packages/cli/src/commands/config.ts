import { basename } from "node:path";
import type { LoadedConfig } from "@pd/core/files";
import type { Setting } from "@pd/core/vault";
import type { Command, Invocation } from "../command.js";
import { standingOf } from "../explain/config-standing.js";
import { serving } from "../serving.js";
import { safeLine, shellWord } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { padEnd, widthOf, wrap } from "../terminal/width.js";
import { printTalk } from "../terminal/write-answer.js";
import { writeDocument } from "../terminal/write-document.js";

/** `pd config`: what is in force and who says so. It runs no code of a configuration. */
export const config: Command = {
  name: "config",
  words: 0,
  folder: "alone",
  usage: "",
  heading: "Set up",
  summary: "Show the effective configuration and where each value comes from",
  details: "Every effective setting, and where it comes from: the command line, a configuration file, or the default.",
  options: [],
  examples: ["pd config", "pd config --vault docs --json"],
  run: (invocation) => {
    const look = { ...invocation, look: true };
    return serving(look, async ({ served }): Promise<0> => {
      const { config: found } = served;
      const file = found?.file ?? null;
      const settings = served.settings.map((setting) => ({ ...setting, from: fromOf(setting, found) }));
      writeDocument(invocation, {
        operation: "config",
        data: {
          file,
          form: found?.form ?? null,
          standing: found?.standing ?? null,
          notice: found?.notice ?? null,
          shadowed: found?.shadowed ?? [],
          settings,
        },
        items: settings,
        human: () => printConfig(found, settings, invocation),
      });
      return 0;
    });
  },
};

interface SaidSetting extends Setting {
  readonly from: string;
}

function printConfig(found: LoadedConfig | undefined, settings: readonly SaidSetting[], invocation: Invocation): void {
  const { out } = invocation;
  const { file = null, shadowed = [] } = found ?? {};
  const [first = "", ...rest] = wrap(file === null ? "none found" : safeLine(file), Math.max(20, out.width - 15));
  out.line(`${out.style.strong("configuration")}  ${first}`);
  for (const text of rest) out.line(`${" ".repeat(15)}${text}`);
  if (found !== undefined)
    for (const text of wrap(safeLine(standingOf(found)), Math.max(20, out.width - 2))) out.line(`  ${text}`);
  for (const other of shadowed) out.line(out.style.warning(`  not used: ${safeLine(other)}`));
  out.line();
  // The file is named above; below its name is enough.
  for (const { name, value, from } of settings)
    printSetting(name, { value, from: file !== null && from === file ? basename(file) : from }, out);
  if (file === null) printTalk(invocation, { elsewhere: undefined, steps: [{ command: initOf(invocation) }] });
}

/** Where values begin: behind the longest name. */
const FIRST = 12;

function printSetting(
  name: string,
  { value, from }: { readonly value: unknown; readonly from: string },
  out: Screen,
): void {
  const values = Array.isArray(value) ? value.map(String) : [value === null ? "none" : String(value)];
  const shown = values.length === 0 ? ["none"] : values;
  const room = Math.max(20, out.width - FIRST);
  const lines = shown.flatMap((text) => wrap(safeLine(text), room));
  const [first = "", ...rest] = lines;
  const who = `(${safeLine(from)})`;
  const isShort = rest.length === 0 && Math.max(10, widthOf(first)) + 2 + widthOf(who) <= room;
  out.line(
    `${out.style.strong(name.padEnd(FIRST))}${isShort ? `${padEnd(first, 10)}  ${out.style.faint(who)}`.trimEnd() : first}`,
  );
  for (const text of rest) out.line(`${" ".repeat(FIRST)}${text}`);
  if (!isShort) out.line(`${" ".repeat(FIRST)}${out.style.faint(who)}`);
}

/** Writes down what the command line says. */
function initOf({ parsed }: Invocation): string {
  const folders = [parsed.options.get("vault") ?? []].flat().map((folder) => ` ${shellWord(String(folder))}`);
  return `pd init${folders.join("")}`;
}

/** Settings whose option has another name. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ["vaults", "vault"],
  ["cache", "no-cache"],
]);

/** In words: who says so. */
function fromOf({ name, origin }: Setting, found: LoadedConfig | undefined): string {
  switch (origin) {
    case "given":
      return `the command line, --${WRITTEN.get(name) ?? name}`;
    case "config":
      if (found?.reading === "not-run") return `not known: ${basename(found.file)} is code, and looking runs nothing`;
      return found?.file ?? "the configuration";
    case "found":
      return "the nearest folder upward that looks like a vault";
    case "default":
      return name === "vaults" ? "the working folder" : "the default";
  }
}
