import { type ParseArgsConfig, parseArgs } from "node:util";
import { PdError } from "../model/errors.js";
import { escapeControls } from "../text/escape-controls.js";
import { meant } from "../text/meant.js";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** What Node's reader makes of options that are declared like this. */
export type ProgramOptions<Known extends Options> = ReturnType<
  typeof parseArgs<{ options: Known; allowPositionals: true; strict: true }>
>;

/**
 * What was typed behind the name of a program, as `parseArgs` of Node reads it. Whatever is wrong is one sentence that names the option; `fix`
 * is what to do where no option like it is known.
 */
export function programOptions<const Known extends Options>(
  args: readonly string[],
  { options, fix }: { readonly options: Known; readonly fix: string },
): ProgramOptions<Known> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "";
    const unknown = /^Unknown option '(-[^']*)'/u.exec(message)?.[1];
    if (unknown !== undefined) throw unknownOption(unknown, { options, fix, cause });
    // Its first sentence names the option; the others explain Node's own syntax.
    const [sentence = ""] = escapeControls(message.split("\n", 1)[0] ?? "").split(/(?<=[^.])\. /u);
    throw new PdError("input-invalid", sentence.replace(/\.$/u, ""), { where: "arguments", fix, cause });
  }
}

function unknownOption(
  typed: string,
  { options, fix, cause }: { readonly options: Options; readonly fix: string; readonly cause: unknown },
): PdError {
  const other = meant(typed.replace(/^--?/u, ""), Object.keys(options));
  return new PdError("input-invalid", `There is no option ${escapeControls(typed.slice(0, 60))}`, {
    where: "arguments",
    fix: other === undefined ? fix : `Did you mean --${other}?`,
    cause,
  });
}
