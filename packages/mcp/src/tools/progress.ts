import type { ServerContext } from "@modelcontextprotocol/server";

/** What a client can be told by. */
interface Told {
  readonly mcpReq: Pick<ServerContext["mcpReq"], "_meta" | "notify">;
}

/** How far a vault has been read, while it is being read. */
export interface Loading {
  readonly read: number;
  readonly all: number;
}

export interface ProgressOptions {
  readonly everyMilliseconds?: number;
  /** What there is to say while a call waits; nothing where everything is loaded. */
  readonly loading?: (() => Loading | undefined) | undefined;
}

/**
 * Tells a client that asked for it that its call is alive: at once, and then at every beat. The number counts beats, since how much work is left
 * is not known before it is done; the words say how much of a vault has been read. Gives back how to stop.
 */
export function startProgress(
  { mcpReq }: Told,
  { everyMilliseconds = 500, loading }: ProgressOptions = {},
): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const beat = () => {
    const message = wording(loading?.());
    const params = { progressToken, progress, message };
    progress += 1;
    // A client that has gone hears nothing, and that is no reason to fail.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  beat();
  const timer = setInterval(beat, everyMilliseconds);
  return () => clearInterval(timer);
}

function wording(loading: Loading | undefined): string {
  return loading === undefined || loading.read >= loading.all
    ? "working"
    : `${loading.read} of ${loading.all} notes read`;
}
