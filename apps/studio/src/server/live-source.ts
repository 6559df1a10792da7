import { isPdError } from "@pd/core";
import { createClient } from "@pd/http";
import type { CallHistory } from "./call-history.js";

export interface LiveOptions {
  readonly id: string;
  readonly url: string;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
}

const [SHORTEST, LONGEST] = [500, 10_000];

/** Follows a `pd-http` elsewhere, and goes on trying while it is away. */
export async function followLive(history: CallHistory, { id, url, token, signal }: LiveOptions): Promise<void> {
  const client = createClient(url, { token });
  let wait = SHORTEST;
  while (!signal.aborted) {
    try {
      const onListening = () => {
        wait = SHORTEST;
        history.trouble(id, null);
      };
      await client.listen((entry) => history.add(id, entry), { signal, onListening });
      history.trouble(id, `${url} hung up; trying again`);
    } catch (error) {
      const fix = isPdError(error) && error.fix !== undefined ? ` ${error.fix}` : "";
      history.trouble(id, `${error instanceof Error ? error.message : String(error)}.${fix}`);
    }
    await pause(wait, signal);
    wait = Math.min(2 * wait, LONGEST);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
