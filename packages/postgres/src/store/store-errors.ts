import { defineErrors } from "@pd/core";

/** What can go wrong between pd and a database, and what each door makes of it. */
export const POSTGRES_ERRORS = /* @__PURE__ */ defineErrors({
  "store-unreachable": {
    status: 503,
    fault: "host",
    what: "The database cannot be reached, or closed the connection.",
    fix: "Check that PostgreSQL runs at the host and port that the error names. The next call connects anew.",
  },
  "store-timeout": {
    status: 504,
    fault: "host",
    what: "The database did not answer in time.",
    fix: "Look for long statements or locks in the database, or raise `timeoutMilliseconds`. The next call connects anew.",
  },
  "store-refused": {
    status: 502,
    fault: "host",
    what: "The database refused a statement: no permission, no room, too many connections. The error has PostgreSQL's own code.",
    fix: "The error names PostgreSQL's code; the database's log says more.",
  },
  "schema-missing": {
    status: 503,
    fault: "host",
    what: "The database has no tables of pd, or those of an older version.",
    fix: "Run `pd migrate` with the URL of a role that owns them.",
  },
  "schema-newer": {
    status: 503,
    fault: "host",
    what: "The tables are of a newer version of pd than this one.",
    fix: "Update pd on this machine. Tables only ever move forward.",
  },
  "graph-missing": {
    status: 404,
    fault: "host",
    what: "The database has no graph of this name for this tenant.",
    fix: "Run `pd sync <folder> <url>` first, or check the name and the tenant.",
  },
  "sync-refused": {
    status: 409,
    fault: "host",
    what: "A sync would have removed every note of a graph, and was not done.",
    fix: "Check that the folder is the right one and is mounted. To remove all notes, add --empty.",
  },
});
