import { toldError } from "@pd/core";
import { type Client, createClient } from "@pd/http";
import { computed, signal } from "@preact/signals";

/** Kept for this tab only, and out of the address, so that no history or log has it. */
const KEPT = "pd-token";

const given = signal(takeToken());

/** Whether this tab was given a token. Without one, the page asks for it. */
export const hasToken = computed(() => given.value !== undefined);

/** The operations, by core's own types. Calls are the gate's: this is the only way to a node's text. */
export const client = computed<Client>(() => createClient(location.origin, { token: given.value }));

/** For a person who has the token but not the address that carries it. */
export function setToken(token: string): void {
  sessionStorage.setItem(KEPT, token);
  given.value = token;
}

export function forgetToken(): void {
  sessionStorage.removeItem(KEPT);
  given.value = undefined;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What the studio's server says beside the operations: graphs, recordings, and what happens now. */
export async function ask(path: string, { signal }: AskOptions = {}): Promise<Response> {
  const response = await fetch(path, {
    headers: { authorization: `Bearer ${given.value ?? ""}` },
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
  const { code, detail, fix } = problem;
  if (code === "token-refused") forgetToken();
  throw toldError(
    {
      code: typeof code === "string" ? code : "tool-failed",
      message: typeof detail === "string" ? detail : `The server answered ${response.status}`,
      ...(typeof fix === "string" ? { fix } : {}),
    },
    response.status,
  );
}

export async function askJson<Value>(path: string, options: AskOptions = {}): Promise<Value> {
  return (await (await ask(path, options)).json()) as Value;
}

function takeToken(): string | undefined {
  const inAddress = new URLSearchParams(location.hash.slice(1)).get("token");
  if (inAddress !== null && inAddress !== "") {
    sessionStorage.setItem(KEPT, inAddress);
    history.replaceState(null, "", location.pathname + location.search);
    return inAddress;
  }
  return sessionStorage.getItem(KEPT) ?? undefined;
}
