import { GLOBAL_OPTIONS, type Option } from "./arguments/options.js";
import { placeholderOf } from "./arguments/parse-arguments.js";
import { type Command, HEADINGS } from "./command.js";
import type { Screen } from "./terminal/screen.js";
import { padEnd, wrap } from "./terminal/width.js";

/** A command as the list of all has it. */
export interface ListedCommand extends Pick<Command, "name" | "summary"> {
  readonly heading: Command["heading"] | undefined;
}

/** What pd is, its commands and what each of them takes. */
export function printHelp(commands: readonly ListedCommand[], { line, style, width }: Screen): void {
  const [head = "", ...more] = wrap("read a folder of notes level by level, within a token budget", width - 4);
  line(`${style.strong("pd")}: ${head}`);
  for (const part of more) line(`    ${part}`);
  line();
  line(`${style.strong("Usage")}  pd <command> [words] [options]`);
  for (const heading of HEADINGS) {
    const below = commands.filter((command) => command.heading === heading);
    if (below.length === 0) continue;
    line();
    line(style.strong(heading));
    for (const { name, summary } of below) printEntry(name, summary, { line, width, first: 12 });
  }
  line();
  line(style.strong("Options of every command"));
  printOptions(GLOBAL_OPTIONS, { line, width });
  line();
  line(style.strong("Try"));
  printExamples(["pd scan --vault docs", 'pd context "how are budgets kept?" --budget 2000', "pd doctor"], {
    line,
    width,
  });
  line();
  const rest = "pd <command> --help says more. Tools of a pd.config are commands too: pd tool lists them.";
  for (const part of wrap(rest, width)) line(style.faint(part));
}

export function printCommandHelp(command: Command, screen: Screen): void {
  const { line, style, width } = screen;
  for (const part of wrap(command.details ?? command.summary, width)) line(part);
  line();
  const usage = wrap(`pd ${command.name} ${wholeUsage(command)} [options]`, width - 7);
  for (const [index, part] of usage.entries()) line(`${index === 0 ? style.strong("Usage") : "     "}  ${part}`);
  if (command.options.some(({ hidden }) => hidden !== true)) {
    line();
    line(style.strong("Options"));
    printOptions(command.options, screen);
  }
  line();
  line(style.strong("Options of every command"));
  printOptions(GLOBAL_OPTIONS, screen);
  if (command.examples === undefined) return;
  line();
  line(style.strong("Examples"));
  printExamples(command.examples, screen);
}

/** What may follow the name, the folder to read included. */
export function wholeUsage({ usage, folder }: Pick<Command, "usage" | "folder">): string {
  return [usage, ...(folder === undefined ? [] : ["[folder]"])].filter((part) => part !== "").join(" ");
}

function printExamples(examples: readonly string[], { line, width }: Pick<Screen, "line" | "width">): void {
  for (const example of examples) {
    const [first = "", ...rest] = wrap(example, width - 6);
    line(`  ${first}`);
    for (const part of rest) line(`      ${part}`);
  }
}

function printOptions(options: readonly Option[], { line, width }: Pick<Screen, "line" | "width">): void {
  const shown = options.filter(({ hidden }) => hidden !== true);
  const spelled = shown.map((option) => ({ spelling: spellingOf(option), option }));
  const first = Math.min(30, Math.max(...spelled.map(({ spelling }) => spelling.length))) + 2;
  for (const { spelling, option } of spelled) printEntry(spelling, option.description, { line, width, first });
}

function spellingOf(option: Option): string {
  // The shortest first: it is the one that people type, and the one in the examples.
  const names = [option.name, ...(option.aliases ?? [])].filter((name) => !name.includes("colour"));
  const written = names
    .sort((a, b) => a.length - b.length)
    .map((name) => (name.length === 1 ? `-${name}` : `--${name}`))
    .join(", ");
  const isFlag = option.kind === "flag" || option.kind === "toggle";
  return `${written}${isFlag ? "" : ` <${placeholderOf(option)}>`}`;
}

interface Layout extends Pick<Screen, "line" | "width"> {
  readonly first: number;
}

/** A name and what it means, in two columns; one under the other where the terminal is narrow. */
function printEntry(name: string, meaning: string, { line, width, first }: Layout): void {
  const room = width - first - 2;
  if (room < 24) {
    line(`  ${name}`);
    for (const part of wrap(meaning, width - 6)) line(`      ${part}`);
    return;
  }
  const [head = "", ...rest] = wrap(meaning, room);
  if (name.length > first - 2) {
    line(`  ${name}`);
    for (const part of [head, ...rest].filter((text) => text !== "")) line(`  ${" ".repeat(first)}${part}`);
    return;
  }
  line(`  ${padEnd(name, first)}${head}`.trimEnd());
  for (const part of rest) line(`  ${" ".repeat(first)}${part}`);
}
