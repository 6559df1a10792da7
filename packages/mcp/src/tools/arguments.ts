import { PdError, programOptions } from "@pd/core/messages";

export interface Serve {
  readonly command: "serve";
  readonly folders: readonly string[];
  readonly http: boolean;
  readonly port: number;
  readonly host: string;
  readonly watch: boolean;
  readonly cache: boolean;
  /** A file, or `false` for none; otherwise one is looked for. */
  readonly config: string | false | undefined;
  readonly maxFiles: number | undefined;
  /** Answers go out as `structuredContent`; where it is not given, the configuration says so. */
  readonly structured: boolean | undefined;
  readonly meta: boolean;
  /** A file for the calls and what they were answered. */
  readonly log: string | undefined;
  /** The folders hold Agent Skills, and nothing else is served. */
  readonly skills: boolean;
}

/** What is served, to be counted. */
export interface Cost extends Pick<Serve, "folders" | "config" | "maxFiles" | "structured" | "skills"> {
  readonly command: "cost";
}

export interface Configure {
  readonly command: "config";
  readonly client: string | undefined;
  readonly folders: readonly string[];
  readonly skills: boolean;
}

export type Command = Serve | Configure | Cost | { readonly command: "help" | "version" };

const OPTIONS = {
  http: { type: "boolean" },
  port: { type: "string" },
  host: { type: "string" },
  config: { type: "string" },
  client: { type: "string" },
  "no-config": { type: "boolean" },
  "max-files": { type: "string" },
  "no-watch": { type: "boolean" },
  "no-cache": { type: "boolean" },
  skills: { type: "boolean" },
  structured: { type: "boolean" },
  "no-meta": { type: "boolean" },
  log: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

const EXAMPLES = { config: "pd-mcp config --client cursor docs", cost: "pd-mcp cost docs" };
/** What each of these takes beside folders. */
const TAKEN = { config: ["client", "skills"], cost: ["config", "no-config", "max-files", "structured", "skills"] };

/** Reads what stands behind `pd-mcp`. */
export function parseArguments(given: readonly string[]): Command {
  const { values, positionals } = parsed(given);
  if (values.help === true) return { command: "help" };
  if (values.version === true) return { command: "version" };
  const [first, ...folders] = positionals;
  // A folder of that name is still reached as ./config.
  if (first === "config" || first === "cost") {
    const odd = Object.keys(values).find((name) => !TAKEN[first].includes(name));
    if (odd !== undefined) throw wrong(`--${odd} does not belong to ${first}`, EXAMPLES[first]);
    if (first === "config") return { command: first, client: values.client, folders, skills: values.skills === true };
    return { command: first, folders, ...servedBy(values) };
  }
  if (values.client !== undefined) throw wrong("--client belongs to config", EXAMPLES.config);
  if ((values.port ?? values.host) !== undefined && values.http !== true) {
    throw wrong("--port and --host belong to --http", "pd-mcp docs --http --port 3000");
  }
  return {
    command: "serve",
    folders: positionals,
    http: values.http === true,
    port: portOf(values.port ?? "3333"),
    host: values.host ?? "127.0.0.1",
    watch: values["no-watch"] !== true,
    cache: values["no-cache"] !== true,
    meta: values["no-meta"] !== true,
    log: values.log,
    ...servedBy(values),
  };
}

function servedBy(
  values: ReturnType<typeof parsed>["values"],
): Pick<Serve, "config" | "maxFiles" | "structured" | "skills"> {
  return {
    config: values["no-config"] === true ? false : values.config,
    maxFiles: maxFilesOf(values["max-files"]),
    structured: values.structured,
    skills: values.skills === true,
  };
}

const parsed = (given: readonly string[]) => programOptions(given, { options: OPTIONS, fix: "Try: pd-mcp --help" });

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/u.test(text) && port <= 65_535) return port;
  throw wrong(`"${text.slice(0, 40)}" is not a port`, "pd-mcp docs --http --port 3000");
}

function maxFilesOf(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,8}$/u.test(text)) return text === undefined ? undefined : Number(text);
  throw wrong(`"${text.slice(0, 40)}" is not a number of files`, "pd-mcp docs --max-files 1000000");
}

function wrong(message: string, example: string): PdError {
  return new PdError("input-invalid", message, { fix: `Try: ${example}` });
}
