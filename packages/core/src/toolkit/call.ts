import { findContent, graphIds } from "../content/all-contents.js";
import type { Disclosure, Gate } from "../gate/gate.js";
import { budgetIn, withRoomForEnvelope } from "../gate/whole-json.js";
import { cancelled, isPdError, PdError } from "../model/errors.js";
import { guarded, type OnEvent } from "../model/event.js";
import type { Plan } from "../model/plan.js";
import { SESSION_ID_PATTERN } from "../model/session-id.js";
import type { Telemetry } from "../model/telemetry.js";
import type { Content, Graph, Reading } from "../ports/content.js";
import type { Filesystem } from "../ports/filesystem.js";
import type { Mount } from "../ports/mount.js";
import type { Operation } from "../ports/operation.js";
import { type Caller, type SessionId, type SessionStore, unknownSession } from "../ports/session.js";
import type { Tool } from "../ports/tool.js";
import { nearest } from "../text/nearest.js";
import { underCeiling, withinMaximum } from "./ceiling.js";
import { checkOutput, parseInput } from "./parse-input.js";

export interface CallerOptions {
  readonly mounts: readonly Mount[];
  readonly contents: ReadonlyMap<string, Content>;
  readonly operations: readonly Operation[];
  readonly gate: Gate;
  readonly sessions: SessionStore;
  readonly filesystem?: Filesystem | undefined;
  /** The most that a call may ask for (R2.11). */
  readonly maxBudget: number;
  readonly onEvent: OnEvent | undefined;
  readonly now: () => number;
}

interface Call {
  readonly name: string;
  readonly number: number;
  readonly caller: Caller;
  readonly signal: AbortSignal | undefined;
  /** All of an answer's JSON counts. */
  readonly whole: boolean;
  readonly keepsSession: boolean;
  readonly views: true | undefined;
  readonly maxBudget: number;
  readonly onEvent: OnEvent | undefined;
}

interface CallContext {
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
  readonly whole?: boolean;
  readonly keepsSession?: boolean;
  readonly views?: true;
  readonly maxBudget?: number;
  readonly onEvent?: OnEvent;
}

type Callee = (input: unknown, call: Call) => Promise<unknown>;

/** The dispatcher: a name and an unknown value in, an answer or a `PdError` out. */
export function createCaller(options: CallerOptions) {
  const { now } = options;
  const callees = calleesOf(options);
  let calls = 0;
  return async (name: string, input: unknown, context: CallContext) => {
    calls += 1;
    const { caller = "process", signal, whole = false, keepsSession = false, views } = context;
    const { maxBudget = options.maxBudget } = context;
    const onEvent = both(options.onEvent, context.onEvent);
    const call: Call = { name, number: calls, caller, signal, whole, keepsSession, views, maxBudget, onEvent };
    const started = now();
    const about = { call: call.number, operation: callees.has(name) ? name : "unknown" };
    onEvent?.({ kind: "call-started", ...about, at: started, caller });
    try {
      const callee = callees.get(name);
      if (callee === undefined) throw unknownTool(name, callees.keys());
      const result = await callee(input, call);
      const at = now();
      onEvent?.({ kind: "call-finished", ...about, at, milliseconds: at - started, ...telemetryIn(result) });
      return result;
    } catch (thrown) {
      const error = asPdError(thrown, call);
      const at = now();
      const { code, message, cause } = error;
      onEvent?.({ kind: "call-failed", ...about, at, milliseconds: at - started, code, message, cause });
      throw error;
    }
  };
}

function both(all: OnEvent | undefined, own: OnEvent | undefined): OnEvent | undefined {
  if (own === undefined) return all;
  const safe = guarded(own);
  if (all === undefined) return safe;
  return (event) => {
    all(event);
    safe(event);
  };
}

function calleesOf(options: CallerOptions): ReadonlyMap<string, Callee> {
  const callees = new Map<string, Callee>();
  const finding = { ...options, find: findContent(options.contents) };
  for (const operation of options.operations) callees.set(operation.name, operationCallee(operation, finding));
  for (const mount of options.mounts) {
    for (const tool of mount.tools ?? []) callees.set(tool.name, toolCallee(tool, mount, options));
  }
  return callees;
}

interface ContentFinding {
  readonly contents: ReadonlyMap<string, Content>;
  readonly find: ReturnType<typeof findContent>;
}

function operationCallee(operation: Operation, options: CallerOptions & ContentFinding): Callee {
  return async (unparsed, call) => {
    const parsed = await parseInput(operation.input, withinMaximum(unparsed, call.maxBudget), operation.name);
    const whole = call.whole && parsed.format !== "text" ? { budget: budgetIn(parsed) } : undefined;
    const input = whole === undefined ? parsed : withRoomForEnvelope(parsed);
    const content = contentFor(input.graphId, options);
    const session = await sessionFor(input.session, call, options);
    const plan = (graph: Graph) => operation.plan(input, graph, { signal: call.signal });
    try {
      const isNamed = input.session === session;
      const asked = { form: input.format ?? "json", whole, session, isSessionNamed: isNamed, call, gate: options.gate };
      return await disclose(plan, content, asked);
    } catch (error) {
      // A session that was made for a call without an answer is nobody's.
      if (input.session === "new" && session !== undefined) await options.sessions.end(session, call.caller);
      throw error;
    }
  };
}

function toolCallee(tool: Tool, { content }: Mount, options: CallerOptions): Callee {
  return async (unparsed, call) => {
    const input = await parseInput(tool.input, withinMaximum(unparsed, call.maxBudget), tool.name);
    const session = await sessionFor(sessionIn(input), call, options);
    const output = await tool.call(input, {
      session,
      signal: call.signal,
      filesystem: options.filesystem,
      async disclose(plan, form) {
        if (content === undefined) {
          throw new PdError("mount-invalid", `The tool "${tool.name}" has no content to disclose`, {
            fix: "Hand it over in a mount together with its content.",
          });
        }
        const isSessionNamed = sessionIn(input) === session;
        const asked = { form, session, isSessionNamed, call, gate: options.gate };
        return disclose(async (graph) => plan(graph), content, asked);
      },
    });
    return tool.output === undefined ? output : checkOutput(tool.output, output, tool.name);
  };
}

interface Asked extends Pick<Disclosure, "form" | "session" | "whole"> {
  /** The input named the session, and did not have one made. */
  readonly isSessionNamed: boolean;
  readonly call: Call;
  readonly gate: Gate;
}

type PlanOn = (graph: Graph) => Promise<Plan>;

/** Where what is kept of the content was damaged and has been read anew, the request is answered from that, once. */
async function disclose(plan: PlanOn, content: Content, asked: Asked) {
  const { signal } = asked.call;
  const reading = await content.open({ signal });
  try {
    return await discloseOn(reading, { plan, content, asked });
  } catch (error) {
    if (isPdError(error) || signal?.aborted === true || (await reading.renew?.()) !== true) throw error;
  }
  return discloseOn(await content.open({ signal }), { plan, content, asked });
}

interface Disclosing {
  readonly plan: PlanOn;
  readonly content: Content;
  readonly asked: Asked;
}

/** One request, one version: planned and read on the same reading, which is let go in any case. */
async function discloseOn(reading: Reading, { plan, content, asked }: Disclosing) {
  const { form, whole, session, isSessionNamed, call, gate } = asked;
  const { name: operation, number, caller, signal, views, maxBudget, onEvent } = call;
  try {
    const planned = underCeiling(await plan(reading.graph), maxBudget);
    return await gate.disclose(planned, {
      reading,
      graphId: content.id,
      operation,
      form,
      whole,
      views,
      caller,
      session,
      keepsSession: isSessionNamed || call.keepsSession,
      signal,
      call: number,
      onEvent,
    });
  } finally {
    reading.release();
  }
}

function contentFor(graphId: string | undefined, { contents, find }: ContentFinding): Content {
  const found = find(graphId);
  if (found !== undefined) return found;
  const known = graphIds(contents).join(", ");
  throw new PdError(
    "graph-unknown",
    graphId === undefined ? "No content is mounted" : "There is no graph with that id",
    {
      where: "graphId",
      fix: known === "" ? "Mount a vault or other content." : `Known graphs: ${known}.`,
    },
  );
}

/** None given: none is made. `"new"` makes one, bound to the caller (R2.7). */
async function sessionFor(
  asked: string | undefined,
  { caller, onEvent }: Call,
  { sessions, now }: CallerOptions,
): Promise<SessionId | undefined> {
  if (asked === undefined) return undefined;
  if (asked === "new") {
    const session = await sessions.create(caller);
    onEvent?.({ kind: "session-created", at: now(), session, caller });
    return session;
  }
  if (!SESSION_ID_PATTERN.test(asked)) throw unknownSession();
  return asked as SessionId;
}

/** A tool takes part in sessions by having a `session` field in its input. */
function sessionIn(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, "session")) return undefined;
  const { session } = input as { readonly session?: unknown };
  return typeof session === "string" ? session : undefined;
}

function telemetryIn(result: unknown): { telemetry?: Telemetry } {
  if (typeof result !== "object" || result === null || !("telemetry" in result)) return {};
  return { telemetry: result.telemetry as Telemetry };
}

function unknownTool(name: string, known: Iterable<string>): PdError {
  const names = [...known];
  const meant = nearest(name, names);
  return new PdError("tool-unknown", "There is no operation or tool of that name", {
    where: name.slice(0, 64),
    fix: meant === undefined ? `Known names: ${names.join(", ")}.` : `Did you mean "${meant}"?`,
  });
}

/** What has a code, whichever package declares it, passes as it is; the rest gets one, and keeps its cause. */
function asPdError(thrown: unknown, { name, signal }: Call): PdError {
  if (isPdError(thrown)) return thrown;
  if (signal?.aborted) return cancelled(thrown);
  // The thrown message is not repeated: it may quote content.
  return new PdError("tool-failed", `"${name}" failed for a reason of its own`, {
    cause: thrown,
    fix: "Look at the event call-failed: it has the cause.",
  });
}
