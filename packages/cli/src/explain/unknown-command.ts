import { escapeControls, meant, PdError } from "@pd/core/messages";

/** Packages that bring commands, by the word that these begin with, and how to have them without the whole program. */
const COMES_WITH: ReadonlyMap<string, { readonly from: string; readonly instead: string }> = new Map([
  [
    "skill",
    {
      from: "@pd/skills",
      instead: `Or install @pd/skills and write in pd.config.mjs:
  import { SkillManager, skillMount } from "@pd/skills";
  export default { vaults: ["."], mounts: [skillMount(new SkillManager())] };`,
    },
  ],
  ["mcp", { from: "@pd/mcp", instead: "Or install @pd/mcp, and call its own program: pd-mcp." }],
  ["serve", { from: "@pd/http", instead: "Or install @pd/http, and call its own program: pd-http." }],
  ["studio", { from: "@pd/pd", instead: "" }],
]);

export interface Unknown {
  /** As typed: one word, or two. */
  readonly typed: string;
  /** What could have been meant: commands at the same place, and tools of the configuration. */
  readonly known: readonly string[];
  /** The package whose commands begin like this is here, so that its commands are among the known. */
  readonly hasPackage: boolean;
}

/** What to say of a command that is unknown: the one that was meant, or the package that it comes with. */
export function unknownCommand({ typed, known, hasPackage }: Unknown): PdError {
  const [word = "", ...below] = typed.split(" ");
  const shown = escapeControls(typed.slice(0, 80));
  const other = meant(typed, known);
  const where = "the command line";
  if (other !== undefined)
    return new PdError("tool-unknown", `There is no command "${shown}"`, { where, fix: `Did you mean pd ${other}?` });
  const source = hasPackage ? undefined : COMES_WITH.get(word);
  if (source !== undefined) {
    const from = source.from === "@pd/pd" ? source.from : `${source.from} and with @pd/pd`;
    const fix = ["Install @pd/pd, the program that has every command.", source.instead].filter(Boolean).join("\n");
    return new PdError("tool-unknown", `pd ${shown} comes with ${from}`, { where, fix });
  }
  const names = known.map((name) => name.slice(word.length + 1));
  const fix =
    below.length > 0 && names.length > 0
      ? `pd ${word} has ${names.join(", ")}. pd tool lists what the configuration adds.`
      : "pd --help lists the commands, and pd tool what a configuration adds.";
  return new PdError("tool-unknown", `There is no command "${shown}"`, { where, fix });
}
