import { type ErrorJson, errorJson, isPdError, PdError } from "../model/errors.js";
import type { PdEvent } from "../model/event.js";
import { checkVersion } from "../model/format-version.js";
import type { Level } from "../model/level.js";
import type { NodeId } from "../model/node.js";
import type { OmissionReason } from "../model/omission.js";
import type { Tokens } from "../model/tokens.js";
import type { SessionId } from "../ports/session.js";
import type { CallContext, Toolkit } from "./toolkit.js";

/** The version of an entry's form. Adding a field keeps it; renaming one raises it. */
export const SESSION_LOG_VERSION = 1;

/**
 * One call as it was: what was asked, what came back, and what that opened. It holds the text that was delivered, so it is
 * for those who were allowed to make the call. Saved as JSONL, one entry a line, it is a session that can be replayed.
 */
export interface SessionLogEntry {
  readonly version: typeof SESSION_LOG_VERSION;
  /** Milliseconds since 1970, when the call began. */
  readonly at: number;
  readonly milliseconds: number;
  /** An operation, or another tool that was handed over. */
  readonly operation: string;
  readonly session?: SessionId;
  readonly input: unknown;
  readonly disclosed: readonly LoggedDisclosure[];
  readonly omitted: readonly LoggedOmission[];
  /** What came back, unless it failed. */
  readonly answer?: unknown;
  readonly error?: ErrorJson;
}

export interface LoggedDisclosure {
  readonly graphId: string;
  readonly id: NodeId;
  readonly level: Level;
  /** What the session had seen of it before. */
  readonly from?: Level;
  readonly tokens: Tokens;
}

export interface LoggedOmission {
  readonly graphId: string;
  readonly id: NodeId;
  readonly reason: OmissionReason;
}

export interface RecordOptions {
  readonly onEntry: (entry: SessionLogEntry, context: CallContext) => void;
  readonly now?: () => number;
}

/** The same toolkit, whose every call is told to `onEntry` once it is over. */
export function recorded(toolkit: Toolkit, { onEntry, now = Date.now }: RecordOptions): Toolkit {
  async function call(name: string, input: unknown, context: CallContext = {}): Promise<unknown> {
    const at = now();
    const heard = listener(context);
    const entry = (rest: Pick<SessionLogEntry, "answer" | "error">): SessionLogEntry => ({
      version: SESSION_LOG_VERSION,
      at,
      milliseconds: now() - at,
      operation: name,
      ...sessionOf(rest.answer, input, heard.session()),
      input,
      disclosed: heard.disclosed,
      omitted: heard.omitted,
      ...rest,
    });
    try {
      const answer = await toolkit.call(name, input, { ...context, onEvent: heard.onEvent });
      onEntry(entry({ answer }), context);
      return answer;
    } catch (error) {
      // Whatever else is thrown, such as a section that asks to be opened, is between the tool and its host.
      if (isPdError(error)) onEntry(entry({ error: errorJson(error) }), context);
      throw error;
    }
  }
  return {
    get tools() {
      return toolkit.tools;
    },
    call: call as Toolkit["call"],
    figures: () => toolkit.figures(),
    sessionReport: (session, caller) => toolkit.sessionReport(session, caller),
    endSession: (session, caller) => toolkit.endSession(session, caller),
  };
}

function listener(context: CallContext) {
  const disclosed: LoggedDisclosure[] = [];
  const omitted: LoggedOmission[] = [];
  let session: SessionId | undefined;
  function onEvent(event: PdEvent): void {
    if (event.kind === "node-disclosed") {
      const { graphId, id, level, from, tokens } = event;
      disclosed.push({ graphId, id, level, ...(from === undefined ? {} : { from }), tokens });
      session ??= event.session;
    } else if (event.kind === "node-omitted") {
      omitted.push({ graphId: event.graphId, id: event.id, reason: event.reason });
      session ??= event.session;
    }
    context.onEvent?.(event);
  }
  return { disclosed, omitted, session: () => session, onEvent };
}

/** The session that an answer names is the one it used; an input may have said "new". */
function sessionOf(answer: unknown, input: unknown, heard: SessionId | undefined): { readonly session?: SessionId } {
  const named = field(answer, "session") ?? heard ?? field(input, "session");
  return typeof named === "string" && named !== "new" ? { session: named as SessionId } : {};
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** An entry as one line of a JSONL file, line break included. */
export function sessionLogLine(entry: SessionLogEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/**
 * A saved session. A line that is not an entry of this version is an error that names the line. Only half an entry at the end, as a crash
 * leaves it, is passed over: a file of something else must not be taken for an empty session.
 */
export function parseSessionLog(text: string): readonly SessionLogEntry[] {
  const lines = text.split("\n");
  const entries: SessionLogEntry[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const value = jsonIn(line);
    if (value === undefined && index === lines.length - 1 && isBeginning(line)) continue;
    checkVersion(field(value, "version"), {
      what: `Line ${index + 1} of the session log`,
      known: SESSION_LOG_VERSION,
    });
    if (!isEntry(value)) throw notAnEntry(index + 1);
    entries.push(value);
  }
  return entries;
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const BEGINNING = `{"version":${SESSION_LOG_VERSION},`;

function isBeginning(line: string): boolean {
  return line.startsWith(BEGINNING) || BEGINNING.startsWith(line);
}

function isEntry(value: unknown): value is SessionLogEntry {
  return (
    field(value, "version") === SESSION_LOG_VERSION &&
    typeof field(value, "at") === "number" &&
    typeof field(value, "milliseconds") === "number" &&
    typeof field(value, "operation") === "string" &&
    isListOf(field(value, "disclosed"), isDisclosure) &&
    isListOf(field(value, "omitted"), isOmission)
  );
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isDisclosure(value: unknown): boolean {
  return (
    isPlace(value) &&
    [0, 1, 2, 3, 4].includes(field(value, "level") as number) &&
    typeof field(value, "tokens") === "number"
  );
}

function isOmission(value: unknown): boolean {
  return isPlace(value) && typeof field(value, "reason") === "string";
}

function isPlace(value: unknown): boolean {
  return typeof field(value, "graphId") === "string" && typeof field(value, "id") === "string";
}

function notAnEntry(line: number): PdError {
  return new PdError(
    "content-invalid",
    `Line ${line} of the session log is not an entry of version ${SESSION_LOG_VERSION}`,
    {
      fix: "Give a file that was written by pd, one JSON object a line.",
    },
  );
}
