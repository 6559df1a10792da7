import type { PdErrorCode } from "@pd/core";

/** What each error means and what to do about it, in the words of docs/errors.md: a test makes this file from that one. */
export const ERROR_EXPLANATIONS: Readonly<Record<PdErrorCode, readonly [what: string, fix: string]>> = {
  "body-too-large": ["The body of a request is larger than the server takes.", "Send less; the error names the limit."],
  "body-too-slow": ["The body of a request did not arrive in time.", "Send it in one go."],
  "body-unsupported": [
    "The body of a request is packed, or not JSON by its content type.",
    "Send plain `application/json`.",
  ],
  "budget-too-small": [
    "The token budget cannot hold even an empty list.",
    "Give at least the number of tokens that the error names.",
  ],
  cancelled: [
    "The caller's signal was aborted before there was an answer. Nothing was recorded in the session.",
    "Nothing, or ask again.",
  ],
  "configuration-invalid": [
    "A `pd.config` or an option has a value that cannot be, names a folder that does not exist, or failed while it was loaded.",
    "Mend the line or option that the error names, or leave it out.",
  ],
  "content-changed": [
    "A node's text no longer matches the index. In an answer it is an omission with the reason `changed`.",
    "Ask again: the index catches up.",
  ],
  "content-invalid": [
    "A content implementation gave out something that pd cannot use, such as an id with control characters; or an archive, a lock file or a file of approvals is damaged, or cannot be understood.",
    "Mend the content or the file; the message names the value.",
  ],
  "content-unreadable": [
    "Content could not be read. In an answer it is an omission with the reason `unreadable`.",
    "Look at the cause in the event `call-failed`.",
  ],
  "counter-unavailable": [
    "The token counter needs a package that is not installed.",
    "Install it, or use the default counter.",
  ],
  "expansion-required": [
    "Opening the section changes the prompt itself, because it brings tools or skills.",
    "In a loop of your own: apply `requestedOverrides` to the prompt's session and render again; `evaluate` does. Through a door it cannot be opened.",
  ],
  "file-too-large": ["A file is larger than is allowed.", "Split it, or raise the limit."],
  "file-unwritable": [
    "A file could not be written or removed; none of the call was.",
    "Check the permissions and the space of the folder; the cause has the system's word.",
  ],
  "graph-unknown": ["No content with that `graphId` is mounted.", "Use one of the ids that the error lists."],
  "host-refused": [
    "The server does not answer to the host name in the request (it may be a page that points its own name at this machine).",
    "Use the address it was started with, or allow the name.",
  ],
  "input-invalid": ["A field is missing, misspelt or out of range.", "The error names the field and what it takes."],
  "method-not-allowed": ["The path exists and takes another method.", "Use the method that `Allow` names."],
  "model-failed": [
    "A model could not be asked or did not answer: an error status, no connection, no answer in time, or one that cannot be read. The error has `failure`, `status` and `retryable`.",
    "The error says what to check. What could work later was tried again already.",
  ],
  "mount-invalid": [
    "Two tools or contents share a name, or a name is not allowed. It is thrown when the toolkit is made.",
    "Rename one.",
  ],
  "node-unknown": [
    "No node has that id, name, alias or path.",
    "Try one of the near ones that the error names, or `search`.",
  ],
  "origin-refused": [
    "A browser page at that origin may not use the server.",
    "Allow the origin, or ask from the server's own page.",
  ],
  "path-escapes-root": [
    "A path leaves the folder it belongs to, or is a link out of it, or no regular file.",
    "Use a path below the folder.",
  ],
  "prompt-invalid": [
    "A prompt is put together wrongly, or a section was asked for that cannot be opened.",
    "The error names the section, and the placeholder where one is at fault.",
  ],
  "prompt-not-evaluated": [
    "The evaluation came to no result: too many expansions or steps, no budget left, or a final answer that does not match `output`. The error has `limit`, `usage` and what the model said last.",
    "Raise the limit that the error names, or look at the cause.",
  ],
  "prompt-not-rendered": [
    "A section cannot be rendered with the parameters it was given.",
    "Give the parameter that the error names.",
  ],
  "rate-exceeded": [
    "One token or address made too many requests in a short time.",
    "Wait as long as `Retry-After` says.",
  ],
  "request-invalid": [
    "The request is not well formed, before its content is looked at.",
    "Mend the part that the error names.",
  ],
  "route-unknown": ["The server has nothing at that path.", "Use one of the paths in `/openapi.json`."],
  "section-closed": [
    "A tool was called whose section is still closed.",
    "Open the section that the error names first, with `open_sections`.",
  ],
  "session-unknown": [
    "The session never was, has expired, or belongs to another caller.",
    'Call with `session: "new"`.',
  ],
  "skill-invalid": [
    "A skill cannot be used: its file or frontmatter is beyond repair, or it has no name or description.",
    "Mend the file at the line that the error names.",
  ],
  "skill-unapproved": [
    "The host has not approved this skill with the files it has now.",
    "Look at the skill, then approve it; a changed file asks again.",
  ],
  "skill-unknown": ["No skill has that name.", "Try one of the near ones that the error names, or list the skills."],
  "timed-out": [
    "The call took longer than the server allows.",
    "Ask for less: a smaller `tokenBudget`, `limit` or `maxNodes`.",
  ],
  "token-refused": [
    "The server asks for a bearer token; there was none, or a wrong one.",
    "Send `Authorization: Bearer <token>`.",
  ],
  "too-busy": ["The server works on as many requests as it takes at once.", "Wait as long as `Retry-After` says."],
  "tool-failed": ["A tool threw something that is not a pd error.", "Look at the cause in the event `call-failed`."],
  "tool-unknown": ["There is no operation or tool of that name.", "The error names the nearest one, or all."],
  "vault-unreadable": [
    "The folder of a vault does not exist or cannot be read.",
    "Check the path and its permissions.",
  ],
};
