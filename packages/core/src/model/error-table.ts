import { defineErrors, type ErrorKind } from "./error-kind.js";

/**
 * Every error that core itself makes. This table is all there is to say of a code: `pd explain` and `docs/errors.md` take their words
 * from it, and doors their statuses and exit codes. Other packages have tables of their own.
 */
export const ERRORS = /* @__PURE__ */ defineErrors({
  "input-invalid": {
    status: 400,
    fault: "caller",
    what: "A field is missing, misspelt or out of range.",
    fix: "The error names the field and what it takes.",
  },
  "tool-unknown": {
    status: 404,
    fault: "caller",
    what: "There is no operation or tool of that name.",
    fix: "Use the nearest name, which the error gives, or one of its list.",
  },
  "tool-failed": {
    status: 500,
    fault: "host",
    what: "A tool threw something that is not a pd error.",
    fix: "Look at the cause in the event `call-failed`.",
  },
  "node-unknown": {
    status: 404,
    fault: "absent",
    exit: 1,
    what: "No node has that id, name, alias or path.",
    fix: "Try one of the near ones that the error names, or `search`.",
  },
  "graph-unknown": {
    status: 404,
    fault: "absent",
    what: "No content with that `graphId` is mounted.",
    fix: "Use one of the ids that the error lists.",
  },
  "embedder-failed": {
    status: 502,
    fault: "host",
    what: "An embedder cannot be reached, refuses, or gives something other than one vector a text.",
    fix: "Check its address, its key and the name of its model; answers go on by words alone.",
  },
  "cursor-stale": {
    status: 409,
    fault: "caller",
    what: "The cursor belongs to another query, to other filters or to an earlier version of the content.",
    fix: "Ask again without `cursor`.",
  },
  "session-unknown": {
    status: 404,
    fault: "caller",
    what: "The session does not exist, has expired, or belongs to another caller.",
    fix: 'Call with `session: "new"`.',
  },
  "budget-too-small": {
    status: 422,
    fault: "caller",
    what: "The token budget cannot hold even an empty list.",
    fix: "Give at least the number of tokens that the error names.",
  },
  "content-invalid": {
    status: 500,
    fault: "host",
    what: "A content implementation returned something that pd cannot use, such as an id with control characters; or an archive, a lock file or a file of approvals is damaged or unreadable.",
    fix: "Correct the content or the file; the message names the value.",
  },
  "content-changed": {
    status: 409,
    fault: "host",
    what: "A node's text no longer matches the index. In an answer it is an omission with the reason `changed`.",
    fix: "Ask again: the index catches up.",
  },
  "content-unreadable": {
    status: 500,
    fault: "host",
    what: "Content could not be read. In an answer it is an omission with the reason `unreadable`.",
    fix: "Look at the cause in the event `call-failed`.",
  },
  "counter-unavailable": {
    status: 500,
    fault: "host",
    what: "The token counter needs a package that is not installed.",
    fix: "Install it, or use the default counter.",
  },
  "path-escapes-root": {
    status: 403,
    fault: "caller",
    what: "A path leaves the folder it belongs to, is a link out of it, or is not a regular file.",
    fix: "Use a path below the folder.",
  },
  "file-too-large": {
    status: 422,
    fault: "host",
    what: "A file is larger than is allowed.",
    fix: "Split it, or raise the limit.",
  },
  "vault-unreadable": {
    status: 503,
    fault: "host",
    what: "The folder of a vault does not exist or cannot be read, or its `.pdignore` cannot be understood, so that nothing is served.",
    fix: "Check the path and its permissions, or fix the `.pdignore`; the error says why.",
  },
  "vault-too-large": {
    status: 503,
    fault: "host",
    what: "The folder is a whole disk, a home folder that nobody named, or has more files and folders than a vault may have.",
    fix: "Name the folder that holds the notes, or raise the limit with `--max-files`.",
  },
  "mount-invalid": {
    status: 500,
    fault: "host",
    what: "Two tools or contents share a name, or a name is not allowed. It is thrown when the toolkit is made.",
    fix: "Rename one.",
  },
  "configuration-invalid": {
    status: 500,
    fault: "host",
    what: "A `pd.config` or an option has an invalid value, names a folder that does not exist, or failed to load; or `pd trust` found no configuration that needs trust.",
    fix: "Correct the line or option that the error names, or leave it out.",
  },
  "file-unwritable": {
    status: 500,
    fault: "host",
    what: "A file could not be written or removed. Nothing of this call was written.",
    fix: "Check the permissions and the free space of the folder; the cause has the system's error.",
  },
  "timed-out": {
    status: 504,
    fault: "host",
    what: "The call took longer than the server allows.",
    fix: "Ask for less: a smaller `tokenBudget`, `limit` or `maxNodes`.",
  },
  cancelled: {
    status: 499,
    fault: "host",
    exit: 130,
    what: "The caller's signal was aborted before there was an answer. Nothing was recorded in the session.",
    fix: "Nothing, or ask again.",
  },
  // The guard's.
  "host-refused": {
    status: 403,
    fault: "caller",
    what: "The server does not answer to the host name in the request (it may be a page that points its own name at this machine).",
    fix: "Use the address it was started with, or allow the name.",
  },
  "origin-refused": {
    status: 403,
    fault: "caller",
    what: "A browser page at that origin may not use the server.",
    fix: "Allow the origin, or ask from the server's own page.",
  },
  "token-refused": {
    status: 401,
    fault: "caller",
    what: "The bearer token is missing or wrong. Or the server was started without a token, so it cannot tell whose calls you may listen to.",
    fix: "Send `Authorization: Bearer <token>`; to listen to calls, start the server with a token.",
  },
  "rate-exceeded": {
    status: 429,
    fault: "caller",
    what: "One token or address made too many requests in a short time.",
    fix: "Wait as long as `Retry-After` says.",
  },
  "too-busy": {
    status: 503,
    fault: "host",
    what: "The server is handling the maximum number of requests.",
    fix: "Wait as long as `Retry-After` says.",
  },
  "head-too-large": {
    status: 431,
    fault: "caller",
    what: "The head of a request has more bytes or more headers than the server accepts.",
    fix: "Send fewer and shorter headers; the error names the limit.",
  },
  "body-too-large": {
    status: 413,
    fault: "caller",
    what: "The body of a request is larger than the server accepts.",
    fix: "Send less; the error names the limit.",
  },
  "body-too-slow": {
    status: 408,
    fault: "caller",
    what: "The body of a request did not arrive in time.",
    fix: "Send it in one go.",
  },
  "body-unsupported": {
    status: 415,
    fault: "caller",
    what: "The body of a request is compressed, or its content type is not JSON.",
    fix: "Send plain `application/json`.",
  },
});

/** A code that core itself gives. */
export type CoreErrorCode = keyof typeof ERRORS;

const byCode: ReadonlyMap<string, ErrorKind> = /* @__PURE__ */ new Map(Object.entries(ERRORS));

/** What core knows of a code that somebody else may have given. */
export function coreErrorKind(code: string): ErrorKind | undefined {
  return byCode.get(code);
}
