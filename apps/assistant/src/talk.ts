import { errorKind, isPdError, PdError, type SessionLogEntry } from "@pd/core";
import { PROMPT_ERRORS } from "@pd/prompt";
import type { ChosenModel } from "./choose-model.js";
import { type Assistant, type Composition, compose } from "./compose.js";
import { type Conversation, createConversation, type ModelFigures } from "./conversation.js";
import { costOf } from "./cost.js";
import type { Output } from "./output.js";
import { showEntry } from "./show-entry.js";
import { shown, thousands } from "./terminal.js";

/** An assistant, a model, and what has passed between them. */
export interface Talk {
  readonly assistant: Assistant;
  readonly conversation: Conversation;
  readonly entries: readonly SessionLogEntry[];
  /** What was asked last. */
  readonly question: string | undefined;
  /** Asks, shows what happens, and says whether there was an answer. */
  ask(question: string, signal: AbortSignal): Promise<boolean>;
}

export interface TalkOptions extends Omit<Composition, "onEntry"> {
  readonly chosen: ChosenModel;
  readonly output: Output;
  readonly json: boolean;
}

export async function createTalk({ chosen, output, json, ...composition }: TalkOptions): Promise<Talk> {
  const entries: SessionLogEntry[] = [];
  const assistant = await compose({
    ...composition,
    onEntry(entry) {
      entries.push(entry);
      output.note(showEntry(entry, output.terminal));
    },
  });
  const conversation = createConversation({
    assistant,
    model: chosen.model,
    onText: output.say,
    onEvent(event) {
      // A call of a tool that does not exist reaches no toolkit, which would have told of it.
      if (event.kind !== "tool-answered" || event.code !== "tool-unknown") return;
      output.note(`  ${output.terminal.red(`${shown(event.tool)}: the model called a tool that does not exist`)}`);
    },
  });
  let question: string | undefined;
  return {
    assistant,
    conversation,
    entries,
    get question() {
      return question;
    },
    async ask(asked, signal) {
      question = asked;
      const before = entries.length;
      const outcome = await conversation.ask(asked, signal).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error: inWords(error, chosen) }),
      );
      if (json) {
        const cost = costOf(assistant, entries);
        const told = "error" in outcome ? { error: outcome.error.toJSON() } : outcome;
        const calls = entries
          .slice(before)
          .map(({ operation, disclosed, omitted }) => ({ operation, disclosed, omitted }));
        const line = { question: asked, ...told, model: chosen.words, calls, cost, usage: conversation.figures };
        output.print(JSON.stringify(line));
      } else if ("error" in outcome) {
        output.fail(outcome.error);
      } else {
        output.endAnswer();
        if (outcome.answer.trim() === "") output.note("(The model said nothing.)");
      }
      const { account } = assistant;
      const share = output.terminal.bar(account.spent / account.budget, 20);
      output.note(`  ${share} ${output.terminal.dim(sums(account, conversation.figures))}`);
      return "answer" in outcome;
    },
  };
}

/** What stands before the model, and what was sent for it: a request holds the whole conversation again. */
function sums({ spent, budget }: Assistant["account"], { requests, inputTokens }: ModelFigures): string {
  const sent = `${thousands(inputTokens)} sent in ${requests} ${requests === 1 ? "request" : "requests"}`;
  return `${thousands(spent)} of ${thousands(budget)} tokens shown; ${sent}`;
}

const KEYS = { anthropic: "ANTHROPIC_API_KEY", openai: "OPENAI_API_KEY", compatible: "OPENAI_API_KEY", scripted: "" };

/** Whatever went wrong as one of pd's errors. What a server said is not repeated: it may quote the key. */
function inWords(error: unknown, { provider }: ChosenModel): PdError {
  if (!isPdError(error)) {
    return new PdError(PROMPT_ERRORS["model-failed"], "The model failed in a way that is not known", { cause: error });
  }
  const status = "status" in error ? error.status : undefined;
  if (status === undefined && error.fix === CAUSE) return withCause(error);
  if (status !== 401 && status !== 403) return error;
  return new PdError(errorKind(error), error.message, {
    fix: `Check ${KEYS[provider]}, and what it may use.`,
    cause: error,
  });
}

/** As the adapter of the AI SDK words it where it knows no better. */
const CAUSE = "The cause says more.";

/** The cause of a lost connection, by the system's own code: which no server has written, so that it quotes no key. */
function withCause(error: PdError): PdError {
  const codes = causesOf(error).flatMap((cause) =>
    "code" in cause && typeof cause.code === "string" ? [cause.code] : [],
  );
  const code = codes.find((one) => /^E[A-Z]+$|^UND_ERR_[A-Z_]+$/.test(one));
  const fix =
    code === undefined
      ? "Is the address right, and is a server running there?"
      : `${code}: is a server running at that address?`;
  return new PdError(errorKind(error), error.message, { fix, cause: error });
}

function causesOf(error: unknown, depth = 0): readonly object[] {
  if (typeof error !== "object" || error === null || depth > 8) return [];
  const { cause, errors, lastError } = error as {
    readonly cause?: unknown;
    readonly errors?: unknown;
    readonly lastError?: unknown;
  };
  const below = [cause, lastError, ...(Array.isArray(errors) ? errors : [])];
  return [error, ...below.flatMap((one) => causesOf(one, depth + 1))];
}
