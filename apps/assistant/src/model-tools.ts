import { defineTool, isPdError, o200k, PdError, type Tool, type Toolkit } from "@pd/core";
import * as z from "zod/mini";
import type { Account } from "./account.js";

export interface ModelToolsOptions {
  /** Asked for late: the prompt's tools are made before the toolkit that answers them. */
  readonly toolkit: () => Toolkit;
  readonly session: () => string;
  readonly account: Account;
  /** Stands around whatever comes from files. */
  readonly mark: string;
  /** Answers that no request to the model has held yet. */
  readonly unsent: string[];
}

/** What a toolkit has under this name, as the model gets it. */
export type Offered = Pick<Tool, "name" | "description" | "input">;

/** The host's business: the model neither sees nor sets it. */
const HOST_FIELDS = ["session", "graphId", "format", "repeat"];
/** What was read stands in the conversation; to be shown it again would be paid for twice. Lists may repeat: their order says something. */
const READ_ONCE: ReadonlySet<string> = new Set(["node", "context", "traverse", "read_skill_file"]);

/**
 * Tools of a toolkit for a model: as text, in one session, one at a time, each answer marked as data and charged to the account.
 * What a call may cost is not decided here but by the gate, see under-budget.ts.
 */
export function createModelTools({ toolkit, session, account, mark, unsent }: ModelToolsOptions) {
  // Calls of one turn run side by side. Each must know what the one before has left.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  }

  /** Whatever the model is told, words of refusal included, is paid for. */
  function told(text: string): string {
    account.spend(o200k.count(text));
    return text;
  }

  async function answer(name: string, input: object, signal: AbortSignal | undefined): Promise<string> {
    if (account.isUsedUp) throw usedUp();
    const full = { ...input, session: session(), ...(name === "read_section" ? {} : { format: "text" }) };
    const request = READ_ONCE.has(name) ? { ...full, repeat: false } : full;
    const answered = (await toolkit().call(name as string, request, signal === undefined ? {} : { signal })) as {
      readonly text: string;
    };
    const marked = `<${mark}>\n${answered.text}\n</${mark}>`;
    unsent.push(marked);
    return told(`${marked}\n[${leftAfter(account, marked)} of ${account.budget} tokens left]`);
  }

  function modelTool({ name, description, input }: Offered): Tool {
    return defineTool({
      name,
      description,
      input: withoutHostFields(input),
      readOnly: true,
      call: (asked, { signal }) =>
        inTurn(async () => {
          try {
            return await answer(name, asked as object, signal);
          } catch (error) {
            if (!isPdError(error)) throw error;
            const words = `Error: ${error.message}. ${error.fix ?? ""}`;
            // A turn may hold any number of calls, each of which needs an answer: where not even a refusal fits, it is empty.
            if (o200k.count(words) > account.budget - account.spent) return "";
            told(words);
            throw error;
          }
        }),
    });
  }
  return modelTool;
}

function leftAfter(account: Account, text: string): number {
  return Math.max(0, account.room - o200k.count(text));
}

function usedUp(): PdError {
  return new PdError("budget-too-small", "The budget is used up", { fix: "Answer now." });
}

function withoutHostFields(input: Tool["input"]): z.ZodMiniObject {
  const object = input as unknown as z.ZodMiniObject;
  const present = HOST_FIELDS.filter((field) => Object.hasOwn(object._zod.def.shape, field));
  return z.omit(object, Object.fromEntries(present.map((field) => [field, true as const]))) as z.ZodMiniObject;
}
