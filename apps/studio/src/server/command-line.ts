import { PdError, programOptions } from "@pd/core/messages";

/** At most 80 columns: it is printed as it stands. */
export const HELP = `pd studio: what an agent has seen of your notes, in a browser.

Usage: npm run studio -- [folder …] [options]

Without a folder: what the nearest pd.config.{ts,js,mjs,json} says, else the
folder you are in.

  --session <file.jsonl>  a session log to look at and to follow, as
                          pd mcp --log and pd serve --session-log write
                          it. May be repeated
  --live <url>            a running pd-http to follow, started with a token,
                          e.g. http://127.0.0.1:3210. May be repeated
  --live-token <token>    that token. Better in the environment:
                          PD_LIVE_TOKEN=…
  --port <number>         where to listen (default 0: any that is free)
  --config <file>         a configuration to use; one that is found needs
                          "pd trust" to run code or leave its folder
  --no-config             looks for none
  --no-open               opens no browser
  --help

Examples
  npm run studio -- docs --no-open
  npm run studio -- docs --no-open --session calls.jsonl

It listens on this machine alone and asks for a token, which is in the address
that it prints. Ctrl-C ends it.
`;

export interface CommandLine {
  readonly folders: readonly string[];
  readonly sessions: readonly string[];
  readonly live: readonly string[];
  readonly liveToken: string | undefined;
  readonly port: number;
  readonly config: string | false | undefined;
  readonly open: boolean;
}

const OPTIONS = {
  session: { type: "string", multiple: true },
  live: { type: "string", multiple: true },
  "live-token": { type: "string" },
  port: { type: "string", default: "0" },
  config: { type: "string" },
  "no-config": { type: "boolean", default: false },
  "no-open": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** What was typed. An error says which part is wrong. */
export function parseCommandLine(
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine | "help" {
  const { values, positionals } = programOptions(given, { options: OPTIONS, fix: "See npm run studio -- --help." });
  if (values.help) return "help";
  const live = values.live ?? [];
  for (const url of live) if (!isHttp(url)) throw wrong("--live", "Give an address such as http://127.0.0.1:3210.");
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    throw wrong("--port", "Give a number up to 65535.");
  return {
    folders: positionals,
    sessions: values.session ?? [],
    live,
    liveToken: values["live-token"] ?? environment["PD_LIVE_TOKEN"],
    port: Number(values.port),
    config: values["no-config"] ? false : values.config,
    open: !values["no-open"],
  };
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function wrong(where: string, fix: string): PdError {
  return new PdError("input-invalid", `${where} is not right`, { where, fix });
}
