/** What a log tells of a request: no body, no token, no session id, nothing that somebody typed. */
export interface RequestRecord {
  readonly time: string;
  readonly level: "info" | "warn" | "error";
  readonly message: "request";
  readonly requestId: string;
  readonly method: string;
  /** The path as it was registered. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes?: number;
  readonly remoteAddress?: string;
  readonly traceId?: string;
  readonly spanId?: string;
  /** Of an answer. */
  readonly tokensUsed?: number;
  /** Of a problem. */
  readonly code?: string;
}

export type OnRequest = (record: RequestRecord, cause?: unknown) => void;

/** A log that throws must not take the answer with it: it is told of once on the console, and called again. */
export function unfailing(onRequest: OnRequest): OnRequest {
  let isReported = false;
  return (record, cause) => {
    try {
      onRequest(record, cause);
    } catch (error) {
      if (!isReported) console.warn("pd: the onRequest listener threw; further failures are not reported", error);
      isReported = true;
    }
  };
}

export function levelOf(status: number): RequestRecord["level"] {
  if (status >= 500) return "error";
  return status >= 400 ? "warn" : "info";
}
