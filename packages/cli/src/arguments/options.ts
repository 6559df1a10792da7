import { COUNTER_TABLE } from "@pd/core/messages";

/** What an option takes. `flag` takes nothing, `toggle` is written `--no-…` to turn something off. */
export type OptionKind = "flag" | "toggle" | "text" | "integer" | "number" | "json";

/** An option of a command. */
export interface Option {
  /** As it is written, without dashes: kebab-case. */
  readonly name: string;
  readonly kind: OptionKind;
  readonly description: string;
  /** May be given several times; all values count. */
  readonly many?: boolean;
  readonly choices?: readonly string[];
  /** Stands for the value in the help. */
  readonly placeholder?: string;
  /** Other names, and single letters. */
  readonly aliases?: readonly string[];
  /** The input field that the value is for, where it is not for the command line itself. */
  readonly field?: string;
  /** Understood, and not in the help. */
  readonly hidden?: boolean;
}

export type OptionValue = string | number | boolean | readonly (string | number)[] | { readonly json: unknown };

/** What every command takes. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  {
    name: "vault",
    kind: "text",
    many: true,
    placeholder: "dir",
    description: "A folder of notes, in place of those in the configuration; may be repeated",
  },
  {
    name: "config",
    kind: "text",
    placeholder: "file",
    description: "Use this configuration instead of the nearest one",
  },
  { name: "no-config", kind: "flag", description: "Load no configuration" },
  {
    name: "counter",
    kind: "text",
    choices: Object.keys(COUNTER_TABLE),
    placeholder: "name",
    description: `How tokens are counted: ${Object.entries(COUNTER_TABLE)
      .map(([name, { description }]) => `${name} (${description})`)
      .join(", ")}`,
  },
  {
    name: "session",
    kind: "text",
    placeholder: "file",
    description: "Remember in this file what was shown, for the next call",
  },
  { name: "json", kind: "flag", description: "One JSON document on stdout" },
  { name: "jsonl", kind: "flag", description: "One JSON document a line, for lists" },
  { name: "color", kind: "flag", description: "Colours, whatever reads the output", aliases: ["colour"], hidden: true },
  { name: "no-color", kind: "flag", description: "No colours", aliases: ["no-colour"] },
  { name: "no-cache", kind: "flag", description: "Do not read or write a snapshot of the vault" },
  {
    name: "max-files",
    kind: "integer",
    placeholder: "n",
    description: "Maximum number of files and folders in a vault, in place of 200,000; required for a whole disk",
  },
  { name: "verbose", kind: "flag", description: "On failure, print the full chain of causes", aliases: ["v"] },
  { name: "help", kind: "flag", description: "Show what a command does and its options", aliases: ["h"] },
  { name: "version", kind: "flag", description: "Print the version of pd", aliases: ["V"] },
];
