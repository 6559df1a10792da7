import { PdError, programOptions } from "@pd/core/messages";

/** At most 80 columns: it is printed as it stands. */
export const HELP = `pd-http: serves folders of notes over HTTP, level by level, under a hard token
budget.

Usage: pd-http [folder …] [options]

Without a folder: what the nearest pd.config.{ts,js,mjs,json} says, else the
folder you are in.

  --port <number>        where to listen; 0 takes any that is free (default
                         3210)
  --host <address>       the address to listen on (default 127.0.0.1: this
                         machine alone). Any other needs a token
  --token <token>        the token that requests must carry, as
                         "Authorization: Bearer <token>". Better in the
                         environment: PD_TOKEN=… (other users of this machine
                         see arguments). May be repeated
  --allow-host <name>    another host name that requests may use. May be
                         repeated
  --allow-origin <url>   an origin whose pages may use the server, e.g.
                         https://example.org. May be repeated
  --rate <number>        requests a second per token, else per address; 0 for
                         no limit (default 1000; 20000 for this machine alone
                         without a token)
  --timeout <seconds>    how long one call may take (default 30)
  --max-body <bytes>     the largest body of a request (default 1048576)
  --config <file>        a configuration to use. One that is found runs no code
                         and serves no folder outside its own until its user
                         has said "pd trust"
  --no-config            load no configuration
  --max-files <number>   maximum number of files and folders in a vault
                         (default 200000). Required for a whole disk, and for
                         a home folder that is not named
  --no-watch             do not pick up changes while running
  --no-cache             keep no snapshot of the folders
  --log <json|off>       one line of JSON per request on standard output
                         (default json; off in a terminal)
  --session-log <file>   write every call and its answer to this file, for pd
                         log and the studio; readable by you alone, bounded
  --help, --version

Examples
  pd-http docs --port 0
  pd-http docs --port 0 --session-log calls.jsonl

Then:
  curl --json '{"query":"budgets"}' http://127.0.0.1:3210/api/skillgraph/search
or open http://127.0.0.1:3210/docs. Ctrl-C stops it once running calls are
answered; a second one stops it at once.
Exit codes: 0 ended as asked, 1 could not start, 2 the command line is wrong.
`;

export interface CommandLine {
  readonly folders: readonly string[];
  readonly port: number;
  readonly host: string;
  readonly tokens: readonly string[];
  readonly allowHosts: readonly string[];
  readonly allowOrigins: readonly string[];
  /** `undefined`: the default. */
  readonly rate: number | undefined;
  readonly seconds: number | undefined;
  readonly bodyBytes: number | undefined;
  readonly config: string | false | undefined;
  readonly maxFiles: number | undefined;
  readonly watch: boolean;
  readonly cache: boolean;
  /** Not said: yes, unless a person looks on. */
  readonly log: boolean | undefined;
  /** A file for the calls and what they were answered. */
  readonly sessionLog?: string | undefined;
}

export type Command = CommandLine | "help" | "version";

const OPTIONS = {
  port: { type: "string", default: "3210" },
  host: { type: "string", default: "127.0.0.1" },
  token: { type: "string", multiple: true },
  "allow-host": { type: "string", multiple: true },
  "allow-origin": { type: "string", multiple: true },
  rate: { type: "string" },
  timeout: { type: "string" },
  "max-body": { type: "string" },
  config: { type: "string" },
  "no-config": { type: "boolean" },
  "max-files": { type: "string" },
  "no-watch": { type: "boolean" },
  "no-cache": { type: "boolean" },
  log: { type: "string" },
  "session-log": { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

const SEE_HELP = "See pd-http --help.";

/** Whatever is wrong with it is one sentence that names the option. */
export function parseCommandLine(args: readonly string[], environment: NodeJS.ProcessEnv): Command {
  const { values, positionals } = programOptions(args, { options: OPTIONS, fix: SEE_HELP });
  if (values.help === true) return "help";
  if (values.version === true) return "version";
  const { log, host } = values;
  if (log !== undefined && log !== "json" && log !== "off") throw wrong("--log", "is json or off");
  if (host === "") throw wrong("--host", "is an address such as 127.0.0.1");
  const fromEnvironment = environment["PD_TOKEN"];
  const tokens = values.token ?? (fromEnvironment === undefined || fromEnvironment === "" ? [] : [fromEnvironment]);
  if (tokens.includes("")) throw wrong("--token", "is not empty");
  return {
    folders: positionals,
    port: wholeNumber("--port", values.port, 0, 65_535) ?? 0,
    // [::1] is how an address with a port is written, ::1 the address.
    host: host.replace(/^\[(.*)\]$/, "$1"),
    tokens,
    allowHosts: values["allow-host"] ?? [],
    allowOrigins: values["allow-origin"] ?? [],
    rate: wholeNumber("--rate", values.rate, 0, 1e9),
    seconds: wholeNumber("--timeout", values.timeout, 1, 86_400),
    bodyBytes: wholeNumber("--max-body", values["max-body"], 1, 2 ** 30),
    config: values["no-config"] === true ? false : values.config,
    maxFiles: wholeNumber("--max-files", values["max-files"], 1, 1e9),
    watch: values["no-watch"] !== true,
    cache: values["no-cache"] !== true,
    log: log === undefined ? undefined : log === "json",
    ...(values["session-log"] === undefined ? {} : { sessionLog: values["session-log"] }),
  };
}

function wholeNumber(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw wrong(name, `is a whole number from ${least} to ${most}`);
}

function wrong(name: string, wanted: string): PdError {
  return new PdError("input-invalid", `${name} ${wanted}`, { where: name, fix: SEE_HELP });
}
