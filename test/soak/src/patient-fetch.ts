let repeated = 0;

/** How often a request was sent again. */
export function repeatedRequests(): number {
  return repeated;
}

const MOST_TIMES = 4;

/**
 * A server closes a connection that was silent for seconds, perhaps at the moment the next request goes out on it. Clients send it again,
 * on another connection, which may have been silent as long; whatever else goes wrong is told as it is.
 */
export async function patientFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  for (let time = 1; ; time += 1) {
    try {
      return await fetch(input instanceof Request ? input.clone() : input, init);
    } catch (error) {
      if (!wasClosed(error) || time === MOST_TIMES) throw error;
      repeated += 1;
    }
  }
}

function wasClosed(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code === "ECONNRESET" || code === "UND_ERR_SOCKET";
}
