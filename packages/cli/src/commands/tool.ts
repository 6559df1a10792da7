import { isPdError, PdError, type ToolDescription, type Toolkit } from "@pd/core";
import { loadConfig } from "@pd/core/files";
import type { Parsed } from "../arguments/parse-arguments.js";
import { inputOf, kebab, optionsOf, type Spelling, wordFields } from "../arguments/schema-options.js";
import type { Command, Invocation } from "../command.js";
import type { Program } from "../program.js";
import { callIn, mountOptions, type Serving, serving, tellNotice } from "../serving.js";
import type { ExitCode, Io } from "../terminal/io.js";
import { VERBOSE } from "../terminal/print-error.js";
import { safeJson, safeLine, safeText } from "../terminal/safe-text.js";
import { createScreen } from "../terminal/screen.js";
import { padEnd, wrap } from "../terminal/width.js";
import { writeAnswer } from "../terminal/write-answer.js";
import { writeDocument } from "../terminal/write-document.js";
import { mountedCommand } from "./mounted.js";

const OWN = new Set(["session"]);

function toolsOf(toolkit: Toolkit): readonly ToolDescription[] {
  return toolkit.tools.filter(({ kind }) => kind === "tool");
}

/** `pd tool`: the tools that a configuration hands over, and calling one whose name is taken by a command. */
export const tool: Command = {
  name: "tool",
  usage: "[name] [words]",
  heading: "Read",
  summary: "Call a tool that the configuration brings",
  details: "List the tools of the configuration, or call one. Most can be called without the word tool: pd <name>.",
  options: [],
  examples: ["pd tool", "pd tool --json"],
  group: {
    commands: [],
    toolNames: (word) => [word],
  },
  run: (invocation) =>
    serving(invocation, async (open) => {
      const tools = toolsOf(open.toolkit);
      listTools(tools, invocation);
      return tools.length > 0 ? 0 : 1;
    }),
};

function listTools(tools: readonly ToolDescription[], invocation: Invocation): void {
  const { out, talk } = invocation;
  const items = tools.map(({ name, description, readOnly, inputSchema }) => ({
    command: kebab(name),
    name,
    description,
    readOnly,
    inputSchema,
  }));
  const first = Math.min(24, Math.max(0, ...items.map(({ command }) => command.length)));
  const human = () => {
    if (items.length === 0) talk.line("No tools: mounts of a pd.config.{ts,js,mjs} bring them.");
    for (const { command, description } of items) {
      const [head = "", ...rest] = wrap(safeLine(description), Math.max(20, out.width - first - 4), out.most(2));
      out.line(`  ${out.style.strong(padEnd(command, first))}  ${head}`);
      for (const text of rest) out.line(`  ${" ".repeat(first)}  ${text}`);
    }
  };
  writeDocument(invocation, { operation: "tools", data: { tools: items }, items, human });
}

interface Opening {
  readonly options: Parsed["options"];
  readonly io: Io;
  readonly program: Program;
  /** The commands that were typed, the most likely first: one word, or two. */
  readonly names: readonly string[];
  /** The tools that it could mean, the most likely first. */
  readonly toolNames: readonly string[];
  readonly unknown: (known: readonly string[]) => PdError;
}

/**
 * A command or tool that the configuration mounts, as a command: its options are the fields of its schema. It lives as long as what it is
 * used for.
 */
export async function openMounted(
  { options, io, program, names, toolNames, unknown }: Opening,
  runFound: (command: Command) => Promise<ExitCode>,
): Promise<ExitCode> {
  const talk = createScreen(io.stderr, io.environment);
  const parsed = { options, words: [] };
  // A mistyped command must not read a whole folder to find out.
  const loaded = await configOf(mountOptions(parsed, io));
  const { mounts, skills, prompts } = loaded?.config ?? {};
  const isServed = program.addMounts !== undefined && (skills ?? prompts) !== undefined;
  if (mounts === undefined && !isServed) {
    const { notice } = loaded ?? {};
    if (notice !== undefined) tellNotice(`${notice.message}. ${notice.fix}`, talk);
    throw unknown([]);
  }
  return serving({ parsed, io, talk, program }, async (open) => {
    const commands = open.served.mounts.flatMap(({ commands: brought = [] }) => brought);
    const [command] = names.flatMap((typed) => commands.find(({ name }) => name === typed) ?? []);
    if (command !== undefined) return runFound(mountedCommand(command));
    const tools = toolsOf(open.toolkit);
    const [found] = toolNames.flatMap((word) => tools.find(({ name }) => name === word || kebab(name) === word) ?? []);
    if (found === undefined)
      throw unknown([...commands.map(({ name }) => name), ...tools.map(({ name }) => kebab(name))]);
    return runFound(commandOf(found, open));
  });
}

async function configOf({ config, workingFolder }: ReturnType<typeof mountOptions>) {
  return config === false ? undefined : loadConfig({ workingFolder, file: config });
}

function commandOf(description: ToolDescription, open: Serving): Command {
  const spelling = spellingOf(description);
  return {
    name: kebab(description.name),
    usage: wordFields(description.inputSchema, OWN)
      .map(({ name, isRequired }) => (isRequired ? `<${kebab(name)}>` : `[${kebab(name)}]`))
      .join(" "),
    summary: safeLine(description.description),
    options: optionsOf(spelling),
    run: (invocation) => runTool(description, open, invocation),
  };
}

function spellingOf({ inputSchema }: ToolDescription): Spelling {
  const fields = wordFields(inputSchema, OWN).map(({ name }) => name);
  return { schema: inputSchema, positional: fields.length === 0 ? undefined : { take: "each", fields }, own: OWN };
}

/** Calls it and writes what comes back: an answer as one, a text as it is, the rest as JSON. */
async function runTool(description: ToolDescription, open: Serving, invocation: Invocation): Promise<ExitCode> {
  const spelling = spellingOf(description);
  const input = inputOf(invocation.parsed, optionsOf(spelling), spelling);
  const takesSession = "session" in ((description.inputSchema["properties"] ?? {}) as object);
  const serve = takesSession ? open : { ...open, session: undefined };
  const result = await callIn(serve, { name: description.name, input }, invocation).catch(inOwnWords(description));
  const { out } = invocation;
  if (isAnswer(result)) {
    writeAnswer(result, {
      invocation,
      text: result.text !== undefined,
      elsewhere: undefined,
      input: new Map(),
      session: serve.session,
    });
    return result.nodes.length > 0 ? 0 : 1;
  }
  const data = plainOf(result, description);
  const human = () => {
    if (typeof data === "string") out.write(out.isTerminal ? `${safeText(data)}\n` : data);
    else out.line(safeJson(data, 2));
  };
  writeDocument(invocation, { operation: description.name, data, human });
  return 0;
}

/** What a tool threw is a cause here, and no event: --verbose tells it. */
function inOwnWords({ name }: ToolDescription): (error: unknown) => never {
  return (error) => {
    if (!isPdError(error) || error.code !== "tool-failed") throw error;
    throw new PdError("tool-failed", error.message, { where: `pd ${kebab(name)}`, fix: VERBOSE, cause: error.cause });
  };
}

/** What a tool gave back, as far as JSON can hold it; nothing is null. */
function plainOf(result: unknown, { name }: ToolDescription): unknown {
  try {
    const text: string | undefined = JSON.stringify(result);
    return text === undefined ? null : result;
  } catch (cause) {
    throw new PdError("tool-failed", `"${safeLine(name)}" gave back something that JSON cannot hold`, {
      where: `pd ${kebab(name)}`,
      fix: "Let it give back a text, or plain data.",
      cause,
    });
  }
}

type AnswerLike = Parameters<typeof writeAnswer>[0];

function isAnswer(value: unknown): value is AnswerLike {
  return (
    typeof value === "object" && value !== null && "telemetry" in value && "nodes" in value && "operation" in value
  );
}
