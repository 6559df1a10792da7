import {
  ANSWER_VERSION,
  type AnswerOf,
  checkVersion,
  type InputOf,
  type OperationName,
  PdError,
  SESSION_LOG_VERSION,
  type SessionLogEntry,
  type SessionReport,
  toldError,
  type VersionedFormat,
} from "@pd/core";
import { addressOf } from "./routes/call-address.js";

export interface ClientOptions {
  readonly token?: string | undefined;
  /** Sent as `Pd-Session` where an input names no session. */
  readonly session?: string | undefined;
  /** Another way to fetch: an app's own `fetch`, for a server in the same process. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export interface ClientCallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ClientListenOptions extends ClientCallOptions {
  /** The calls of one session alone. */
  readonly session?: string | undefined;
  /** Called once the server hears: calls from now on are told. */
  readonly onListening?: (() => void) | undefined;
}

/** A misspelt field is an error where it is written. */
type NoOthers<Given, Known> = { readonly [Key in Exclude<keyof Given, keyof Known>]: never };

/** The toolkit on another machine: the same names, inputs and answers, by core's own types. */
export interface Client {
  call<Name extends OperationName, const Input extends InputOf<Name>>(
    name: Name,
    input: InputOf<Name> & Input & NoOthers<Input, InputOf<Name>>,
    options?: ClientCallOptions,
  ): Promise<AnswerOf<Name, Input>>;
  /** A further tool that the server was given. */
  tool(name: string, input: unknown, options?: ClientCallOptions): Promise<unknown>;
  /** As `call`, and tells what happens meanwhile: the name of each event and what it carries. */
  stream<Name extends OperationName, const Input extends InputOf<Name>>(
    name: Name,
    input: InputOf<Name> & Input & NoOthers<Input, InputOf<Name>>,
    onEvent: (name: string, data: unknown) => void,
    options?: ClientCallOptions,
  ): Promise<AnswerOf<Name, Input>>;
  /** Hears of the calls made with the same token, as they end, until the server hangs up or the signal says so. A server without a token refuses. */
  listen(onEntry: (entry: SessionLogEntry) => void, options?: ClientListenOptions): Promise<void>;
  sessionReport(session: string): Promise<SessionReport>;
  /** Whether there was one to end. */
  endSession(session: string): Promise<boolean>;
}

/** A client of a pd server. Whatever goes wrong is a `PdError` with the code that the server gave. */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  const send = sender(baseUrl, options);
  // What comes back is what the toolkit on the other side made: the types say so, as they do there.
  const client = {
    async call(name: string, input: Readonly<Record<string, unknown>>, { signal }: ClientCallOptions = {}) {
      const { path } = addressOf({ name, kind: "operation" });
      const response = await send("POST", path, { body: input, signal });
      return ofThisVersion(await readJson(response, signal), ANSWER);
    },
    async tool(name: string, input: unknown, { signal }: ClientCallOptions = {}) {
      const { path } = addressOf({ name: encodeURIComponent(name), kind: "tool" });
      return readJson(await send("POST", path, { body: input, signal }), signal);
    },
    async stream(
      name: string,
      input: unknown,
      onEvent: (name: string, data: unknown) => void,
      { signal }: ClientCallOptions = {},
    ) {
      const { path } = addressOf({ name, kind: "operation" });
      const response = await send("POST", path, { body: input, signal, accept: "text/event-stream" });
      return answerIn(response, onEvent, signal);
    },
    async listen(onEntry: (entry: SessionLogEntry) => void, options: ClientListenOptions = {}) {
      const { session, signal, onListening } = options;
      const response = await send("GET", `/api/events${queryOf({ session })}`, { signal });
      onListening?.();
      for await (const { name, data } of eventsIn(response, signal)) {
        if (name === "call") onEntry(ofThisVersion(data, LOG_ENTRY) as SessionLogEntry);
      }
    },
    async sessionReport(session: string) {
      return readJson(await send("GET", `/api/sessions/${encodeURIComponent(session)}`));
    },
    async endSession(session: string) {
      try {
        await send("DELETE", `/api/sessions/${encodeURIComponent(session)}`);
        return true;
      } catch (error) {
        if (error instanceof PdError && error.code === "session-unknown") return false;
        throw error;
      }
    },
  };
  return client as unknown as Client;
}

interface Sent {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly accept?: string;
}

function sender(baseUrl: string, { token, session, fetch = globalThis.fetch }: ClientOptions) {
  const base = baseUrl.replace(/\/+$/, "");
  return async (method: string, path: string, { body, signal, accept }: Sent = {}): Promise<Response> => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(session === undefined || hasSession(body) ? {} : { "pd-session": session }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(accept === undefined ? {} : { accept }),
    };
    const request = new Request(base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const response = await fetch(request).catch((cause: unknown) => {
      throw unreachable(base, cause, signal);
    });
    if (response.ok) return response;
    throw await failureOf(response);
  };
}

function hasSession(body: unknown): boolean {
  return typeof body === "object" && body !== null && Object.hasOwn(body, "session");
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}

async function failureOf(response: Response): Promise<PdError> {
  const problem: unknown = await response.json().catch(() => undefined);
  return asError(problem) ?? new PdError("tool-failed", `The server answered ${response.status} and no reason`);
}

function asError(problem: unknown): PdError | undefined {
  if (typeof problem !== "object" || problem === null) return undefined;
  const { code, detail, field, fix, status } = problem as Readonly<Record<string, unknown>>;
  if (typeof code !== "string" || typeof detail !== "string") return undefined;
  // A later server, or one with other tools, has codes that this client does not know: they stay what they are.
  const told = {
    code,
    message: detail,
    ...(typeof field === "string" ? { where: field } : {}),
    ...(typeof fix === "string" ? { fix } : {}),
  };
  return toldError(told, typeof status === "number" ? status : undefined);
}

function unreachable(base: string, cause: unknown, signal: AbortSignal | undefined): PdError {
  if (signal?.aborted === true) return broken(cause, signal);
  return new PdError("tool-failed", `The server at ${base} could not be reached`, { cause, fix: "Is it running?" });
}

/** The connection can still break, or the call be cancelled, while an answer is on its way. */
function broken(cause: unknown, signal: AbortSignal | undefined): PdError {
  if (signal?.aborted === true) return new PdError("cancelled", "The call was cancelled", { cause });
  return new PdError("tool-failed", "The answer did not arrive whole", { cause, fix: "Ask again." });
}

async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw broken(cause, signal);
  }
}

async function* chunksOf(response: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) yield decoder.decode(chunk as Uint8Array, { stream: true });
  } catch (cause) {
    throw broken(cause, signal);
  }
}

const ANSWER = { what: "The server's answer", known: ANSWER_VERSION };
const LOG_ENTRY = { what: "A call that the server tells of", known: SESSION_LOG_VERSION };

/** The types speak of one version: another must not pass for it, nor what a stranger on that port sends. */
function ofThisVersion(value: unknown, format: VersionedFormat): unknown {
  const { version } = (value ?? {}) as { readonly version?: unknown };
  checkVersion(version, format);
  if (version === format.known) return value;
  throw new PdError("content-invalid", `${format.what} has no version, so it does not come from pd`, {
    fix: "Check that the address is that of a pd server.",
  });
}

interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Server-sent events as they come. Comments, which keep the connection alive, are passed over. */
async function* eventsIn(response: Response, signal: AbortSignal | undefined): AsyncGenerator<ServerEvent> {
  let left = "";
  for await (const chunk of chunksOf(response, signal)) {
    left += chunk;
    const events = left.split("\n\n");
    left = events.pop() ?? "";
    for (const event of events) {
      if (event.startsWith(":")) continue;
      const name = /^event: (.*)$/m.exec(event)?.[1] ?? "message";
      yield { name, data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "null") };
    }
  }
}

/** Reads server-sent events to the end, which is the answer or a problem. */
async function answerIn(
  response: Response,
  onEvent: (name: string, data: unknown) => void,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  for await (const { name, data } of eventsIn(response, signal)) {
    if (name === "answer") return ofThisVersion(data, ANSWER);
    if (name === "problem") throw asError(data) ?? new PdError("tool-failed", "The server gave no reason");
    onEvent(name, data);
  }
  throw new PdError("tool-failed", "The stream ended without an answer", { fix: "Ask again." });
}
