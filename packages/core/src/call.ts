import type { Content, Graph } from "./content.js";
import { cancelled, isPdError, PdError } from "./errors.js";
import { guarded, type OnEvent } from "./event.js";
import type { Filesystem } from "./filesystem.js";
import type { Disclosure, Gate } from "./gate.js";
import type { Mount } from "./mount.js";
import { nearest } from "./nearest.js";
import type { Operation, OperationInput } from "./operation.js";
import { checkOutput, parseInput } from "./parse-input.js";
import { plainValue } from "./plain-value.js";
import type { Plan } from "./plan.js";
import { type Caller, SESSION_ID_PATTERN, type SessionId, type SessionStore, unknownSession } from "./session.js";
import type { Telemetry } from "./telemetry.js";
import type { Tool } from "./tool.js";

export interface CallerOptions {
  readonly mounts: readonly Mount[];
  readonly contents: ReadonlyMap<string, Content>;
  readonly operations: readonly Operation[];
  readonly gate: Gate;
  readonly sessions: SessionStore;
  readonly filesystem?: Filesystem | undefined;
  readonly onEvent: OnEvent | undefined;
  readonly now: () => number;
}

interface Call {
  readonly name: string;
  readonly number: number;
  readonly caller: Caller;
  readonly signal: AbortSignal | undefined;
  readonly onEvent: OnEvent | undefined;
}

interface CallContext {
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
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
    const { caller = "process", signal } = context;
    const onEvent = both(options.onEvent, context.onEvent);
    const call: Call = { name, number: calls, caller, signal, onEvent };
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
      if (!isPdError(error)) throw error;
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
  for (const operation of options.operations) callees.set(operation.name, operationCallee(operation, options));
  for (const mount of options.mounts) {
    for (const tool of mount.tools ?? []) callees.set(tool.name, toolCallee(tool, mount, options));
  }
  return callees;
}

function operationCallee(operation: Operation, options: CallerOptions): Callee {
  return async (unparsed, call) => {
    const input = await inputOf(operation, unparsed);
    const content = contentFor(input.graphId, options.contents);
    const session = await sessionFor(input.session, call, options);
    const plan = (graph: Graph) => operation.plan(input, graph, { signal: call.signal });
    try {
      return await disclose(plan, content, { form: input.format ?? "json", session, call, gate: options.gate });
    } catch (error) {
      // A session that was made for a call without an answer is nobody's.
      if (input.session === "new" && session !== undefined) await options.sessions.end(session, call.caller);
      throw error;
    }
  };
}

/** Most inputs are plainly right, and need no schema to be made. */
function inputOf({ name, input, inputSchema }: Operation, unparsed: unknown): OperationInput | Promise<OperationInput> {
  const plain = inputSchema === undefined ? undefined : plainValue(inputSchema, unparsed);
  return plain === undefined ? parseInput(input, unparsed, name) : (plain as OperationInput);
}

function toolCallee(tool: Tool, { content }: Mount, options: CallerOptions): Callee {
  return async (unparsed, call) => {
    const input = await parseInput(tool.input, unparsed, tool.name);
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
        return disclose(async (graph) => plan(graph), content, { form, session, call, gate: options.gate });
      },
    });
    return tool.output === undefined ? output : checkOutput(tool.output, output, tool.name);
  };
}

interface Asked extends Pick<Disclosure, "form" | "session"> {
  readonly call: Call;
  readonly gate: Gate;
}

/** One request, one version: planned and read on the same reading, which is let go in any case. */
async function disclose(plan: (graph: Graph) => Promise<Plan>, content: Content, { form, session, call, gate }: Asked) {
  const { name: operation, number, caller, signal, onEvent } = call;
  const reading = await content.open({ signal });
  try {
    const planned = await plan(reading.graph);
    return await gate.disclose(planned, {
      reading,
      graphId: content.id,
      operation,
      form,
      caller,
      session,
      signal,
      call: number,
      onEvent,
    });
  } finally {
    reading.release();
  }
}

function contentFor(graphId: string | undefined, contents: ReadonlyMap<string, Content>): Content {
  const [first] = contents.values();
  const found = graphId === undefined ? first : contents.get(graphId);
  if (found !== undefined) return found;
  const known = [...contents.keys()].join(", ");
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

/** Signals that a caller further up handles on purpose pass through as they are; the rest gets a code, and keeps its cause. */
function asPdError(thrown: unknown, { name, signal }: Call): unknown {
  if (isPdError(thrown)) return thrown;
  if (thrown instanceof Error && thrown.name === "VisibilityExpansionRequired") return thrown;
  if (signal?.aborted) return cancelled(thrown);
  // The thrown message is not repeated: it may quote content.
  return new PdError("tool-failed", `"${name}" failed for a reason of its own`, {
    cause: thrown,
    fix: "Look at the event call-failed: it has the cause.",
  });
}
