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

export function levelOf(status: number): RequestRecord["level"] {
  if (status >= 500) return "error";
  return status >= 400 ? "warn" : "info";
}
