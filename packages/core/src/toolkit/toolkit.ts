import { type BodyCacheFigures, createBodyCache } from "../gate/body-cache.js";
import { createGate } from "../gate/gate.js";
import type { Form, JsonAnswer, TextAnswer } from "../model/answer.js";
import { isPdError, PdError } from "../model/errors.js";
import { guarded, type OnEvent } from "../model/event.js";
import type { TokenCounter } from "../model/tokens.js";
import { o200k } from "../o200k/index.js";
import { OPERATIONS, type operations as standard } from "../operations/index.js";
import type { OperationInputs } from "../operations/inputs.js";
import type { Filesystem } from "../ports/filesystem.js";
import type { Mount } from "../ports/mount.js";
import { checkMounts, checkTools, contentsOf } from "../ports/mount.js";
import type { Operation } from "../ports/operation.js";
import type { Caller, SessionId, SessionStore } from "../ports/session.js";
import type { ToolDescription } from "../ports/tool.js";
import { describeTools } from "../ports/tool-description.js";
import { createMemorySessionStore } from "../sessions/memory-session-store.js";
import { reportOf, type SessionReport } from "../sessions/session-report.js";
import { escapeControls } from "../text/escape-controls.js";
import { createCaller } from "./call.js";

type Standard = typeof standard;

export type OperationName = keyof Standard;

/** What an operation takes. */
export type InputOf<Name extends OperationName> = OperationInputs[Name];

/** What it gives back for such an input: by its format, JSON where none is given. */
export type AnswerOf<Name extends OperationName, Input> = Input extends { readonly format?: Form | undefined }
  ? AnswerIn<"format" extends keyof Input ? Input["format"] : undefined, DataOf<Name>>
  : JsonAnswer<DataOf<Name>>;

type AnswerIn<Format, Data> = Format extends "text" ? TextAnswer<Data> : JsonAnswer<Data>;

/** Operations that can be called without an input. */
type WithoutInput = {
  [Name in OperationName]: Record<never, never> extends InputOf<Name> ? Name : never;
}[OperationName];

/** A misspelt field is an error where it is written, not only when it is called. */
type NoOthers<Given, Known> = { readonly [Key in Exclude<keyof Given, keyof Known>]: never };

type DataOf<Name extends OperationName> = Standard[Name] extends Operation<infer _, infer Data> ? Data : never;

export interface ToolkitOptions {
  /** The vaults, skills and tools to serve. A call without `graphId` means the content of the first. */
  readonly mounts: readonly Mount[];
  /** Default: all eight, `OPERATIONS`. `withBudget(OPERATIONS, 500)` gives them other default budgets. */
  readonly operations?: readonly Operation[];
  /** Counts tokens for every budget and price. Default: `o200k`, which is exact. */
  readonly counter?: TokenCounter;
  /** Where sessions are kept. Default: in memory, bounded, each ending after a while without calls. */
  readonly sessions?: SessionStore;
  /** Handed to tools that leave files for the model. */
  readonly filesystem?: Filesystem;
  /** What the bodies that sessions have opened may take in memory. */
  readonly bodyCacheBytes?: number;
  /** The most that a call may ask for as its `tokenBudget`; a door sets it, and no other caller needs it (R2.11). */
  readonly maxBudget?: number;
  /** Hears of every call, session and disclosed node. What it throws is ignored. */
  readonly onEvent?: OnEvent;
  /** The clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

export interface CallContext {
  /** Who calls: sessions are bound to it. A door sets it; one process that talks to itself needs none. */
  readonly caller?: Caller;
  /** Aborting it ends the call with a `PdError` of the code `cancelled`. */
  readonly signal?: AbortSignal;
  /** An operation's answer is handed to a model as JSON, all of it: so all of it counts against the budget, the envelope too. */
  readonly whole?: boolean;
  /** The caller keeps the session's id for the model: no text names it, which saves its tokens. */
  readonly keepsSession?: boolean;
  /** Of `format: "text"`, `nodes` are the whole views: a host that lays an answer out for people shows what a model would read, at those prices. */
  readonly views?: true;
  /** In place of the toolkit's, for a host that reads the answer itself. */
  readonly maxBudget?: number;
  /** Hears of this call alone, beside the listener that hears of all. */
  readonly onEvent?: OnEvent;
}

export interface ToolkitFigures {
  /** The texts that sessions have opened. */
  readonly bodies: BodyCacheFigures;
}

/** Everything a door serves, behind one function. */
export interface Toolkit {
  /** In a fixed order, described once. */
  readonly tools: readonly ToolDescription[];
  /**
   * Calls an operation: parses the input, plans, and discloses within the budget. Whatever goes wrong is a `PdError`, with its fix.
   * The answer's type follows the operation and `format`: `text` of `"text"`, `nodes` of `"json"`, `data` of `stats` and `validate`.
   */
  call<Name extends OperationName, const Input extends InputOf<Name>>(
    name: Name,
    input: InputOf<Name> & Input & NoOthers<Input, InputOf<Name>>,
    context?: CallContext,
  ): Promise<AnswerOf<Name, Input>>;
  /** An operation of which every field has a default needs no input: `call("stats")`. */
  call<Name extends WithoutInput>(name: Name): Promise<AnswerOf<Name, Record<never, never>>>;
  /** Calls a mounted tool, or whatever name came in through a door. What it gives back is for the caller to check. */
  call<Name extends string>(
    name: Name extends OperationName ? never : Name,
    input: unknown,
    context?: CallContext,
  ): Promise<unknown>;
  /** What is kept in memory for sessions, for a host that watches its processes. */
  figures(): ToolkitFigures;
  /** What a session was shown, call by call, and what that cost. */
  sessionReport(session: string, caller?: Caller): Promise<SessionReport>;
  /** Forgets a session. `false` where there is none of that id for this caller. */
  endSession(session: string, caller?: Caller): Promise<boolean>;
}

/** The caller where a host sets none: itself. */
export const THIS_PROCESS: Caller = "process";

/** Loads what counting needs, once; after a failure, again. The envelope and prices are counted by the default counter, whichever is in use. */
function loadingOnce(counter: TokenCounter): () => Promise<void> {
  let loading: Promise<void> | undefined;
  const load = async () => {
    try {
      await o200k.load();
      await counter.load?.();
    } catch (cause) {
      loading = undefined;
      if (isPdError(cause)) throw cause;
      throw new PdError("counter-unavailable", `The counter "${escapeControls(counter.name)}" could not be loaded`, {
        fix: "Leave the counter out: the default counts exactly.",
        cause,
      });
    }
  };
  return () => {
    loading ??= load();
    return loading;
  };
}

/**
 * Makes one function of mounted content and tools: `call(name, input)`, the way to everything an agent may see.
 *
 * ```ts
 * const toolkit = createToolkit({ mounts: [{ content: await openVault("docs") }] });
 * const { text } = await toolkit.call("context", { query: "how are budgets kept?", tokenBudget: 500, format: "text" });
 * ```
 */
export function createToolkit(options: ToolkitOptions): Toolkit {
  const { mounts, operations = OPERATIONS, counter = o200k, now = Date.now } = options;
  checkMounts(mounts);
  const {
    filesystem,
    maxBudget = Number.POSITIVE_INFINITY,
    sessions = createMemorySessionStore({ now }),
    bodyCacheBytes = 16 * 2 ** 20,
  } = options;
  const onEvent = options.onEvent === undefined ? undefined : guarded(options.onEvent);
  checkTools([...operations, ...mounts.flatMap(({ tools = [] }) => tools)]);

  const bodies = createBodyCache(bodyCacheBytes);
  sessions.onEnd?.((session) => {
    bodies.drop(session);
    onEvent?.({ kind: "session-ended", at: now(), session });
  });
  const gate = createGate({ counter, sessions, bodies, now });
  const call = createCaller({
    mounts,
    contents: contentsOf(mounts),
    operations,
    gate,
    sessions,
    filesystem,
    maxBudget,
    onEvent,
    now,
  });
  const loaded = loadingOnce(counter);
  let tools: readonly ToolDescription[] | undefined;
  return {
    get tools() {
      tools ??= describeTools(operations, mounts);
      return tools;
    },
    // The overloads say what comes back for which name; the dispatcher is the same for all.
    call: ((name: string, input: unknown = {}, context: CallContext = {}) =>
      loaded().then(() => call(name, input, context))) as Toolkit["call"],
    figures: () => ({ bodies: bodies.figures }),
    sessionReport: (session, caller = THIS_PROCESS) => reportOf(session as SessionId, caller, { sessions }),
    async endSession(session, caller = THIS_PROCESS) {
      const ended = await sessions.end(session as SessionId, caller);
      if (ended) bodies.drop(session as SessionId);
      return ended;
    },
  };
}
