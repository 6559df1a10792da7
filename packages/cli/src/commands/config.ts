import { basename } from "node:path";
import type { Setting } from "@pd/core/vault";
import type { Command, Invocation } from "../command.js";
import { kebab } from "../schema-options.js";
import { serving } from "../serving.js";
import { safeLine, shellWord } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { padEnd, widthOf, wrap } from "../terminal/width.js";
import { printTalk } from "../write-answer.js";
import { writeDocument } from "../write-document.js";

/** `pd config`: what is in force and who says so. */
export const config: Command = {
  name: "config",
  words: 0,
  usage: "",
  summary:
    "Every setting that is in force, and where it comes from: the command line, a configuration file, or the default.",
  options: [],
  examples: ["pd config", "pd config --vault docs --json"],
  run: (invocation) =>
    serving(invocation, async ({ served, toolkit }): Promise<0> => {
      const { out } = invocation;
      const tools = toolkit.tools.filter(({ kind }) => kind === "tool").map(({ name }) => kebab(name));
      const file = served.config?.file ?? null;
      const shadowed = served.config?.shadowed ?? [];
      const settings = served.settings.map((setting) => ({ ...setting, from: fromOf(setting, file) }));
      const human = () => {
        const [first = "", ...rest] = wrap(file === null ? "none found" : safeLine(file), Math.max(20, out.width - 15));
        out.line(`${out.style.strong("configuration")}  ${first}`);
        for (const text of rest) out.line(`${" ".repeat(15)}${text}`);
        for (const other of shadowed) out.line(out.style.warning(`  not used: ${safeLine(other)}`));
        out.line();
        // The file is named above; below its name is enough.
        for (const { name, value, from } of settings)
          printSetting(name, { value, from: from === file ? basename(file) : from }, out);
        if (tools.length > 0) printSetting("commands", { value: tools.join(", "), from: "tools of the mounts" }, out);
        if (file === null) printTalk(invocation, { elsewhere: undefined, steps: [{ command: initOf(invocation) }] });
      };
      const data = { file, form: served.config?.form ?? null, shadowed, settings, tools };
      writeDocument(invocation, { operation: "config", data, items: settings, human });
      return 0;
    }),
};

function printSetting(
  name: string,
  { value, from }: { readonly value: unknown; readonly from: string },
  out: Screen,
): void {
  const values = Array.isArray(value) ? value.map(String) : [value === null ? "none" : String(value)];
  const shown = values.length === 0 ? ["none"] : values;
  const room = Math.max(20, out.width - 10);
  const lines = shown.flatMap((text) => wrap(safeLine(text), room));
  const [first = "", ...rest] = lines;
  const who = `(${safeLine(from)})`;
  const isShort = rest.length === 0 && Math.max(10, widthOf(first)) + 2 + widthOf(who) <= room;
  out.line(
    `${out.style.strong(name.padEnd(10))}${isShort ? `${padEnd(first, 10)}  ${out.style.faint(who)}`.trimEnd() : first}`,
  );
  for (const text of rest) out.line(`${" ".repeat(10)}${text}`);
  if (!isShort) out.line(`${" ".repeat(10)}${out.style.faint(who)}`);
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
function fromOf({ name, origin }: Setting, file: string | null): string {
  switch (origin) {
    case "given":
      return `the command line, --${WRITTEN.get(name) ?? name}`;
    case "config":
      return file ?? "the configuration";
    case "found":
      return "the nearest folder upward that looks like a vault";
    case "default":
      return name === "vaults" ? "the working folder" : "the default";
  }
}
