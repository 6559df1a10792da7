import { defineErrors } from "@pd/core";

/** The errors that only a server over HTTP has. */
export const HTTP_ERRORS = /* @__PURE__ */ defineErrors({
  "request-invalid": {
    status: 400,
    fault: "caller",
    what: "The request is not well formed, before its content is looked at.",
    fix: "Correct the part that the error names.",
  },
  "route-unknown": {
    status: 404,
    fault: "caller",
    what: "The server has nothing at that path.",
    fix: "Use one of the paths in `/openapi.json`.",
  },
  "method-not-allowed": {
    status: 405,
    fault: "caller",
    what: "The path exists and takes another method.",
    fix: "Use the method that `Allow` names.",
  },
});
