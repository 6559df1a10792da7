import type * as z from "zod/mini";
import type { Answer, Form, JsonAnswer, TextAnswer } from "./answer.js";
import { type BodyCacheFigures, createBodyCache } from "./body-cache.js";
import { createCaller } from "./call.js";
import { estimate } from "./counters.js";
import { guarded, type OnEvent } from "./event.js";
import type { Filesystem } from "./filesystem.js";
import { createGate } from "./gate.js";
import { createMemorySessionStore } from "./memory-session-store.js";
import type { Mount } from "./mount.js";
import { checkMounts, checkTools, contentsOf } from "./mount.js";
import type { Operation } from "./operation.js";
import { context } from "./operations/context.js";
import { node } from "./operations/node.js";
import { query } from "./operations/query.js";
import { scan } from "./operations/scan.js";
import { search } from "./operations/search.js";
import { stats } from "./operations/stats.js";
import { traverse } from "./operations/traverse.js";
import { validate } from "./operations/validate.js";
import type { Caller, SessionId, SessionStore } from "./session.js";
import { reportOf, type SessionReport } from "./session-report.js";
import type { TokenCounter } from "./tokens.js";
import type { ToolDescription } from "./tool.js";
import { describeTools } from "./tool-description.js";

const standard = { scan, search, query, node, traverse, context, stats, validate };

/** The operations every door serves, in the order it lists them. */
export const OPERATIONS: readonly Operation[] = Object.values(standard);

export type OperationName = keyof typeof standard;

/** What an operation takes. */
export type InputOf<Name extends OperationName> = z.input<(typeof standard)[Name]["input"]>;

/** What it gives back in this format. */
export type AnswerOf<Name extends OperationName, Input> = Input extends { readonly format: "text" }
  ? TextAnswer<DataOf<Name>>
  : Input extends { readonly format: Form }
    ? Answer<DataOf<Name>>
    : JsonAnswer<DataOf<Name>>;

/** A misspelt field is an error where it is written, not only when it is called. */
type NoOthers<Given, Known> = { readonly [Key in Exclude<keyof Given, keyof Known>]: never };

type DataOf<Name extends OperationName> = (typeof standard)[Name] extends Operation<infer _, infer Data> ? Data : never;

export interface ToolkitOptions {
  readonly mounts: readonly Mount[];
  readonly operations?: readonly Operation[];
  readonly counter?: TokenCounter;
  readonly sessions?: SessionStore;
  /** Handed to tools that leave files for the model. */
  readonly filesystem?: Filesystem;
  /** What the bodies that sessions have opened may take in memory. */
  readonly bodyCacheBytes?: number;
  readonly onEvent?: OnEvent;
  readonly now?: () => number;
}

export interface CallContext {
  /** Who calls: sessions are bound to it. A door sets it; one process that talks to itself needs none. */
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
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
  /** Parses, plans and discloses. Whatever goes wrong is a `PdError`. */
  call<Name extends OperationName, const Input extends InputOf<Name>>(
    name: Name,
    input: Input & NoOthers<Input, InputOf<Name>>,
    context?: CallContext,
  ): Promise<AnswerOf<Name, Input>>;
  /** A tool, or whatever came in through a door. */
  call<Name extends string>(
    name: Name extends OperationName ? never : Name,
    input: unknown,
    context?: CallContext,
  ): Promise<unknown>;
  /** What is kept in memory for sessions, for a host that watches its processes. */
  figures(): ToolkitFigures;
  sessionReport(session: string, caller?: Caller): Promise<SessionReport>;
  endSession(session: string, caller?: Caller): Promise<boolean>;
}

/** The caller where a host sets none: itself. */
export const THIS_PROCESS: Caller = "process";

export function createToolkit(options: ToolkitOptions): Toolkit {
  const { mounts, operations = OPERATIONS, counter = estimate, now = Date.now } = options;
  checkMounts(mounts);
  const { filesystem, sessions = createMemorySessionStore({ now }), bodyCacheBytes = 16 * 2 ** 20 } = options;
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
    onEvent,
    now,
  });
  let tools: readonly ToolDescription[] | undefined;
  return {
    get tools() {
      tools ??= describeTools(operations, mounts);
      return tools;
    },
    // The overloads say what comes back for which name; the dispatcher is the same for all.
    call: ((name: string, input: unknown, context: CallContext = {}) => call(name, input, context)) as Toolkit["call"],
    figures: () => ({ bodies: bodies.figures }),
    sessionReport: (session, caller = THIS_PROCESS) => reportOf(session as SessionId, caller, { sessions }),
    async endSession(session, caller = THIS_PROCESS) {
      const ended = await sessions.end(session as SessionId, caller);
      if (ended) bodies.drop(session as SessionId);
      return ended;
    },
  };
}
