import { escapeControls, meant, nearest, PdError } from "@pd/core/messages";
import type { Option, OptionValue } from "./options.js";

export interface Parsed {
  /** By the option's own name, whichever of its names was written. */
  readonly options: ReadonlyMap<string, OptionValue>;
  /** What is no option, in order. */
  readonly words: readonly string[];
}

/** Options by all their names. A map: what a user types is no key of an object. */
type Known = ReadonlyMap<string, Option>;

export function parseArguments(args: readonly string[], options: readonly Option[]): Parsed {
  const known = knownOf(options);
  const values = new Map<string, OptionValue>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      words.push(...args.slice(at + 1));
      break;
    }
    if (!isOption(arg)) {
      words.push(arg);
      continue;
    }
    const { name, attached } = nameIn(arg);
    const option = known.get(name);
    if (option === undefined) throw unknownOption(arg, known);
    const { value, used } = valueFor(option, { arg, attached, next: args[at + 1] });
    at += used;
    add(values, option, value);
  }
  return { options: values, words };
}

/** The first word that is no option and no option's value: the command. Options that are not known yet are passed over. */
export function findWord(args: readonly string[], options: readonly Option[]): number {
  const known = knownOf(options);
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") return -1;
    if (!isOption(arg)) return at;
    const { name, attached } = nameIn(arg);
    const option = known.get(name);
    if (option !== undefined && takesValue(option) && attached === undefined) at += 1;
  }
  return -1;
}

/** Only these options of a line in which there may be others: what is needed before a command's own options are known. */
export function pickOptions(args: readonly string[], options: readonly Option[]): Parsed["options"] {
  const known = knownOf(options);
  const own: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") break;
    if (!isOption(arg)) continue;
    const { name, attached } = nameIn(arg);
    const option = known.get(name);
    if (option === undefined) continue;
    own.push(arg);
    if (takesValue(option) && attached === undefined) own.push(...args.slice(at + 1, ++at + 1));
  }
  return parseArguments(own, options).options;
}

/** `-` alone is a word, and so is a negative number. */
function isOption(arg: string): boolean {
  return arg.startsWith("-") && arg !== "-" && !/^-\d/u.test(arg);
}

function nameIn(arg: string): { readonly name: string; readonly attached: string | undefined } {
  const equals = arg.indexOf("=");
  const written = equals < 0 ? arg : arg.slice(0, equals);
  return {
    name: written.replace(/^--?/u, ""),
    attached: equals < 0 ? undefined : arg.slice(equals + 1),
  };
}

function knownOf(options: readonly Option[]): Known {
  return new Map(options.flatMap((option) => [option.name, ...(option.aliases ?? [])].map((name) => [name, option])));
}

function takesValue({ kind }: Option): boolean {
  return kind !== "flag" && kind !== "toggle";
}

interface Given {
  readonly arg: string;
  readonly attached: string | undefined;
  readonly next: string | undefined;
}

function valueFor(option: Option, { attached, next }: Given): { readonly value: OptionValue; readonly used: 0 | 1 } {
  if (!takesValue(option)) {
    if (attached === undefined) return { value: option.kind === "flag", used: 0 };
    throw wrong(option, "takes no value", `Write --${option.name} alone.`);
  }
  if (attached !== undefined) return { value: convert(option, attached), used: 0 };
  if (next === undefined) throw wrong(option, "needs a value", `Write --${option.name} <${placeholderOf(option)}>.`);
  if (next.startsWith("--")) {
    throw wrong(
      option,
      `needs a value, and "${shown(next)}" looks like an option`,
      `Write --${option.name}=<${placeholderOf(option)}>.`,
    );
  }
  return { value: convert(option, next), used: 1 };
}

export function placeholderOf({ placeholder, choices, kind }: Option): string {
  return placeholder ?? choices?.join("|") ?? (kind === "integer" || kind === "number" ? "n" : kind);
}

function convert(option: Option, text: string): OptionValue {
  const { choices } = option;
  if (choices !== undefined && !choices.includes(text)) {
    const choice = nearest(text, choices);
    throw wrong(
      option,
      `cannot be "${shown(text)}"`,
      choice === undefined ? `One of: ${choices.join(", ")}.` : `Did you mean "${choice}"?`,
    );
  }
  switch (option.kind) {
    case "integer":
    case "number": {
      const number = text.trim() === "" ? Number.NaN : Number(text.replaceAll("_", ""));
      const fits = option.kind === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number);
      if (fits) return number;
      throw wrong(option, `cannot be "${shown(text)}"`, `Give a ${option.kind === "integer" ? "whole " : ""}number.`);
    }
    case "json":
      try {
        return { json: JSON.parse(text) };
      } catch (cause) {
        throw wrong(option, "takes JSON, and this is none", `For example --${option.name} '{"key": "value"}'.`, cause);
      }
    case "flag":
    case "toggle":
    case "text":
      return text;
  }
}

function add(values: Map<string, OptionValue>, option: Option, value: OptionValue): void {
  if (option.many !== true || (typeof value !== "string" && typeof value !== "number")) {
    values.set(option.name, value);
    return;
  }
  const before = values.get(option.name);
  values.set(option.name, [...(Array.isArray(before) ? before : []), value]);
}

function unknownOption(arg: string, known: Known): PdError {
  const { name } = nameIn(arg);
  const other = meant(name, known.keys());
  return new PdError("input-invalid", `There is no option ${shown(arg.split("=", 1)[0] ?? arg)}`, {
    where: "the command line",
    fix: other === undefined ? "--help lists the options of a command." : `Did you mean --${other}?`,
  });
}

function wrong(option: Option, what: string, fix: string, cause?: unknown): PdError {
  return new PdError("input-invalid", `--${option.name} ${what}`, { where: `--${option.name}`, fix, cause });
}

function shown(text: string): string {
  return escapeControls(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
