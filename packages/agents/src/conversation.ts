import {
  type Caller,
  cancelled,
  emptyText,
  errorJson,
  errorText,
  isAnswer,
  isPdError,
  o200k,
  outputText,
  type TokenCounter,
  type ToolDescription,
  type Toolkit,
} from "@pd/core";
import { type AgentTool, type ExecuteOptions, parametersOf } from "./agent-tool.js";
import { type Allowance, createAllowance } from "./allowance.js";
import { boundInput } from "./bound-input.js";
import { inTurn } from "./in-turn.js";
import { asPdError, tooLong, unknownTool } from "./refusals.js";

export interface ConversationOptions {
  /**
   * Tokens that all tool answers of the conversation may have together, errors included. Each answer says how many are left, and none exceeds them.
   * Default: no common limit; each call keeps to its own `tokenBudget`.
   */
  readonly tokenBudget?: number;
  /** Names of the tools that the model gets. Default: every operation that is meant for models, and every mounted tool. */
  readonly tools?: readonly string[];
  /** Ids of the vaults among which the model may choose. Default: the first that was mounted, and no other. */
  readonly graphs?: readonly string[];
  /** Counts what the model is told. Default: `o200k`. Give the toolkit's counter where it has another. */
  readonly counter?: TokenCounter;
  /** Whose session it is. Default: this process. */
  readonly caller?: Caller;
}

/** One conversation of one model: its tools, its session, its budget. */
export interface Conversation {
  readonly tools: readonly AgentTool[];
  /** What a tool of that name tells the model, and whether it failed. Only a cancelled call is rejected. */
  call(name: string, input: unknown, options?: ExecuteOptions): Promise<Told>;
  /** Tokens that the model was told so far. */
  readonly tokensUsed: number;
  /** `Infinity` where there is no common limit. */
  readonly tokensLeft: number;
  /** The session's id, once there is one: `toolkit.sessionReport` takes it. */
  readonly session: string | undefined;
  /** Forgets the session. */
  end(): Promise<void>;
}

export interface Told {
  readonly text: string;
  readonly isError: boolean;
}

/** A conversation as it is, or a new one with a toolkit. */
export function conversationOf(from: Toolkit | Conversation, options: ConversationOptions = {}): Conversation {
  return "tokensLeft" in from ? from : createConversation(from, options);
}

/**
 * The toolkit's tools for one conversation with a model: answers as text, in one session that the model never has to name, within one budget.
 * Every adapter makes one from a toolkit; make it yourself to read its figures or to end it.
 */
export function createConversation(toolkit: Toolkit, options: ConversationOptions = {}): Conversation {
  const { tokenBudget = Number.POSITIVE_INFINITY, counter = o200k, graphs = [], caller } = options;
  const allowance = createAllowance(tokenBudget, counter);
  const offered = offeredTools(toolkit, options.tools);
  const asking = createAsking(toolkit, { offered, graphs, caller });
  const enqueue = inTurn();

  async function answer(name: string, input: unknown, signal: AbortSignal | undefined): Promise<Told> {
    try {
      const text = await asking.text(name, input, { allowance, signal });
      if (text === undefined) return { text: allowance.lastWord(), isError: true };
      if (!allowance.fits(text)) throw tooLong(counter.count(text), allowance.room);
      return { text: allowance.charge(text), isError: false };
    } catch (thrown) {
      if (signal?.aborted === true) throw isPdError(thrown) ? thrown : cancelled(thrown);
      return { text: allowance.charge(errorText(errorJson(asPdError(thrown)))), isError: true };
    }
  }

  const call: Conversation["call"] = (name, input, { signal } = {}) =>
    enqueue(async () => {
      if (signal?.aborted === true) throw cancelled(signal.reason);
      await counter.load?.();
      return answer(name, input, signal ?? undefined);
    });

  return {
    tools: [...offered.values()].map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: parametersOf(tool, graphs),
      readOnly: tool.readOnly,
      execute: async (input, given) => (await call(tool.name, input, given)).text,
    })),
    call,
    get tokensUsed() {
      return allowance.used;
    },
    get tokensLeft() {
      return allowance.budget - allowance.used;
    },
    get session() {
      return asking.session;
    },
    end: () => asking.end(),
  };
}

function offeredTools(toolkit: Toolkit, names: readonly string[] | undefined): ReadonlyMap<string, ToolDescription> {
  const known = new Map(toolkit.tools.map((tool) => [tool.name, tool]));
  if (names === undefined) return new Map([...known].filter(([, { operation }]) => operation?.offered !== false));
  return new Map(names.map((name) => [name, toolIn(known, name)]));
}

function toolIn(tools: ReadonlyMap<string, ToolDescription>, name: string): ToolDescription {
  const tool = tools.get(name);
  if (tool === undefined) throw unknownTool(name, tools.keys());
  return tool;
}

interface AskingOptions {
  readonly offered: ReadonlyMap<string, ToolDescription>;
  readonly graphs: readonly string[];
  readonly caller: Caller | undefined;
}

interface Circumstances {
  readonly allowance: Allowance;
  readonly signal: AbortSignal | undefined;
}

function takesAll(input: { readonly tokenBudget?: number }, room: number): boolean {
  return input.tokenBudget === room;
}

/** Asks the toolkit in one session, which begins with the first answer. One that has expired meanwhile is replaced. */
function createAsking(toolkit: Toolkit, { offered, graphs, caller }: AskingOptions) {
  let session: string | undefined;
  const forCaller = caller === undefined ? {} : { caller };
  return {
    get session() {
      return session;
    },
    /** `undefined`: what is left of the conversation's budget holds no answer, and no `tokenBudget` that the model gives changes that. */
    async text(name: string, input: unknown, { allowance, signal }: Circumstances): Promise<string | undefined> {
      const tool = toolIn(offered, name);
      const { room } = allowance;
      if (room < 1) return undefined;
      const context = { keepsSession: true, ...forCaller, ...(signal === undefined ? {} : { signal }) };
      const bound = () => boundInput(tool, input, { session, graphs, room });
      const attempt = () => toolkit.call(name, bound(), context);
      const output = await attempt().catch((error: unknown) => {
        if (isPdError(error) && error.code === "budget-too-small" && takesAll(bound(), room)) return "";
        if (session === undefined || !isPdError(error) || error.code !== "session-unknown") throw error;
        session = undefined;
        return attempt();
      });
      if (isAnswer(output)) session = output.session ?? session;
      return outputText(output) || (takesAll(bound(), room) ? undefined : emptyText(output));
    },
    async end() {
      const ending = session;
      session = undefined;
      if (ending !== undefined) await toolkit.endSession(ending, caller);
    },
  };
}
