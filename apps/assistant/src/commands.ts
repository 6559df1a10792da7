import { isPdError, LEVELS, type Level, nearest, o200k, PdError } from "@pd/core";
import { costOf, showCost } from "./cost.js";
import { costOfEverything } from "./everything.js";
import { budgetIn } from "./options.js";
import type { Output } from "./output.js";
import { saveSession } from "./session-file.js";
import { showEntry, tokensOf } from "./show-entry.js";
import type { Talk } from "./talk.js";
import { shown, thousands } from "./terminal.js";
import { find, why } from "./why.js";

export interface Desk {
  readonly talk: Talk;
  readonly output: Output;
}

interface Command {
  readonly usage: string;
  readonly what: string;
  /** What is printed, if anything. */
  run(words: readonly string[], desk: Desk): Promise<string> | string;
}

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  [
    "/cost",
    { usage: "/cost", what: "what the model was shown, in tokens, and what everything would have cost", run: cost },
  ],
  ["/why", { usage: "/why <node>", what: "why it was shown, or why not", run: explain }],
  ["/open", { usage: "/open <node> [level]", what: "read it yourself, and give it to the model", run: open }],
  ["/replay", { usage: "/replay", what: "every call of this session again", run: replay }],
  ["/save", { usage: "/save <file>", what: "the session as JSONL", run: save }],
  ["/budget", { usage: "/budget <tokens>", what: "a new ceiling over all that is shown", run: budget }],
  ["/help", { usage: "/help", what: "this", run: help }],
  ["/quit", { usage: "/quit", what: "the report, and the end", run: () => "" }],
]);

/** Runs what stands on a line that begins with a slash. `false`: it was the last. */
export async function runCommand(line: string, desk: Desk): Promise<boolean> {
  const [name = "", ...words] = line.split(/\s+/);
  if (name === "/quit" || name === "/exit") return false;
  try {
    const command = COMMANDS.get(name);
    if (command === undefined) throw unknown(name);
    desk.output.print(await command.run(words, desk));
  } catch (error) {
    if (!isPdError(error)) throw error;
    desk.output.fail(error);
  }
  return true;
}

export async function cost(_: readonly string[], { talk, output }: Desk): Promise<string> {
  const { assistant, entries, conversation } = talk;
  const all = await costOfEverything(assistant.contents);
  return showCost(costOf(assistant, entries), all, conversation.figures, output.answers);
}

function explain(words: readonly string[], { talk, output }: Desk): Promise<string> {
  const { assistant, entries, question } = talk;
  return why(needed(words.join(" "), "/why"), { assistant, entries, question, terminal: output.answers });
}

/** What a person reads is not the model's: only what is handed on is charged, and only once. */
async function open(words: readonly string[], { talk, output }: Desk): Promise<string> {
  const { assistant, conversation } = talk;
  const { account, mark, session } = assistant;
  const { reference, level } = nodeAndLevel(words);
  const { graphId, id } = await find(assistant, reference);
  const asked = { nodes: id, level, graphId, format: "text" } as const;
  const { text } = await assistant.host.call("node", asked);
  output.print(shown(text));
  if (account.isUsedUp)
    return output.answers.dim("(Not given to the model: the budget is used up. /budget raises it.)");
  const handed = await assistant.toolkit.call("node", { ...asked, session, repeat: false });
  if (handed.nodes.length === 0) return output.answers.dim(`(${notHanded(handed.omitted[0]?.reason)})`);
  const given = `To read with the next question:\n<${mark}>\n${handed.text}\n</${mark}>`;
  account.spend(o200k.count(given));
  conversation.hand(given);
  return output.answers.dim(`(Given to the model, ${thousands(handed.telemetry.tokensUsed)} tokens.)`);
}

function notHanded(reason: string | undefined): string {
  if (reason === "seen") return "The model has it already.";
  return reason === "budget" ? "Not given to the model: it does not fit what is left." : "Not given to the model.";
}

function nodeAndLevel(words: readonly string[]): { readonly reference: string; readonly level: Level } {
  const last = LEVELS.find((level) => String(level) === words.at(-1));
  const reference = (last === undefined ? words : words.slice(0, -1)).join(" ");
  return { reference: needed(reference, "/open"), level: last ?? 4 };
}

function replay(_: readonly string[], { talk, output }: Desk): string {
  const { answers } = output;
  const started = talk.entries[0]?.at ?? 0;
  let sum = 0;
  const steps = talk.entries.map((entry) => {
    sum += tokensOf(entry);
    const seconds = ((entry.at - started) / 1000).toFixed(1);
    return `${showEntry(entry, answers)}\n${answers.dim(`    after ${seconds} s, ${thousands(sum)} tokens in answers so far`)}`;
  });
  return steps.length === 0 ? "Nothing has happened yet." : steps.join("\n");
}

function save(words: readonly string[], { talk }: Desk): string {
  const file = needed(words.join(" "), "/save");
  saveSession(file, talk.entries);
  const { length } = talk.entries;
  return `${length} ${length === 1 ? "call" : "calls"} saved to ${shown(file)}.`;
}

function budget(words: readonly string[], { talk }: Desk): string {
  const { account } = talk.assistant;
  account.setBudget(budgetIn(needed(words.join(" "), "/budget")));
  const used = `${thousands(account.spent)} of ${thousands(account.budget)} tokens are used.`;
  return account.isUsedUp ? `${used} Nothing more fits: the model can only conclude from what it has.` : used;
}

function help(): string {
  const lines = [...COMMANDS.values()].map(({ usage, what }) => `  ${usage.padEnd(22)}${what}`);
  return ["Anything else is a question.", ...lines].join("\n");
}

function needed(given: string, name: string): string {
  if (given !== "") return given;
  throw new PdError("input-invalid", `${name} needs to know which`, { fix: `Type ${COMMANDS.get(name)?.usage}.` });
}

function unknown(name: string): PdError {
  const meant = nearest(name, [...COMMANDS.keys()]);
  return new PdError("input-invalid", `There is no command ${shown(name)}`, {
    fix: meant === undefined ? "Type /help." : `Did you mean ${meant}?`,
  });
}
