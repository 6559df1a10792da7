import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { PdError } from "@pd/core";
import { PROVIDERS, type Provider } from "./choose-model.js";

export interface Options {
  /** Asked once, and that is all. Without one, questions come line by line. */
  readonly question: string | undefined;
  readonly vault: string;
  readonly skills: readonly string[];
  readonly budget: number;
  readonly provider: Provider | undefined;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly save: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
}

export const HELP = `pd assistant: ask a folder of notes.

  assistant [options] ["question"]     without a question: line by line, from you or a pipe

  --vault <folder>      notes to answer from (pd's own documentation)
  --skills <folder>     skills to use, may be given again (this repository's and two of the assistant's)
  --budget <tokens>     over all that the model is shown: instructions, tools, notes, skills (8000)
  --provider <name>     ${PROVIDERS.join(", ")}
  --model <name>        as the provider calls it
  --base-url <url>      of the provider, or of a server that speaks OpenAI's chat completions
  --save <file>         the session as JSONL: every call, what it opened, what was left out
  --json                one line of JSON for each question, and nothing else on stdout
  --help

Keys come from ANTHROPIC_API_KEY or OPENAI_API_KEY; OPENAI_BASE_URL with --model is any compatible server.
Without any of them a scripted model answers: it follows a few rules and quotes, so that all of this works without a key.
Answers go to stdout, what happens on the way to stderr. Ctrl-C cancels an answer, twice it ends the program.`;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The command line, or a `PdError` that says what would work. */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parsed(argv);
  const { vault = here("../../../docs"), skills = [here("../../.."), here("../skills")] } = values;
  return {
    question: positionals.length === 0 ? undefined : positionals.join(" "),
    vault,
    skills,
    budget: budgetIn(values.budget ?? "8000"),
    provider: providerIn(values.provider, values["base-url"]),
    model: values.model,
    baseUrl: values["base-url"],
    save: values.save,
    json: values.json ?? false,
    help: values.help ?? false,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        vault: { type: "string" },
        skills: { type: "string", multiple: true },
        budget: { type: "string" },
        provider: { type: "string" },
        model: { type: "string" },
        "base-url": { type: "string" },
        save: { type: "string" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const [said = ""] = (error as Error).message.split(". ");
    throw new PdError("input-invalid", said, { fix: "See --help." });
  }
}

export function budgetIn(given: string): number {
  const tokens = Number(given.replaceAll(/[,_]/g, ""));
  if (Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  throw new PdError("input-invalid", `"${given}" is not a token budget`, {
    where: "budget",
    fix: "Give a whole number of tokens, e.g. 8000.",
  });
}

function providerIn(name: string | undefined, baseUrl: string | undefined): Provider | undefined {
  if (name === undefined) return baseUrl === undefined ? undefined : "compatible";
  const known = PROVIDERS.find((provider) => provider === name);
  if (known !== undefined) return known;
  throw new PdError("input-invalid", `There is no provider "${name}"`, {
    where: "provider",
    fix: `Use one of ${PROVIDERS.join(", ")}.`,
  });
}
