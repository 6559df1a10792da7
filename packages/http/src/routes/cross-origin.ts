import type { Reply } from "./reply.js";

/** Which headers tell a browser that a page elsewhere may read an answer: only for origins that are listed, one at a time. */
export interface CrossOrigin {
  headersFor(origin: string | null): Readonly<Record<string, string>>;
  preflight(): Reply;
}

const NONE = {};

export function createCrossOrigin(origins: readonly string[]): CrossOrigin {
  const listed = new Set(origins);
  return {
    headersFor(origin) {
      if (origin === null || !listed.has(origin)) return NONE;
      return {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "pd-session, etag, retry-after, x-request-id, traceparent",
      };
    },
    preflight: () => ({
      status: 204,
      headers: {
        "access-control-allow-methods": "GET, POST, DELETE",
        "access-control-allow-headers":
          "authorization, content-type, if-none-match, pd-session, traceparent, x-request-id",
        "access-control-max-age": "600",
      },
      body: null,
    }),
  };
}
