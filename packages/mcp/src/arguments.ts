import { parseArgs } from "node:util";
import { escapeControls, PdError } from "@pd/core";

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
}

export interface Configure {
  readonly command: "config";
  readonly client: string | undefined;
  readonly folders: readonly string[];
}

export type Command = Serve | Configure | { readonly command: "cost" | "help" | "version" };

const OPTIONS = {
  http: { type: "boolean" },
  port: { type: "string" },
  host: { type: "string" },
  config: { type: "string" },
  client: { type: "string" },
  "no-config": { type: "boolean" },
  "no-watch": { type: "boolean" },
  "no-cache": { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

const EXAMPLES = { config: "pd-mcp config --client cursor docs", cost: "pd-mcp cost" };

/** Reads what stands behind `pd-mcp`. */
export function parseArguments(given: readonly string[]): Command {
  const { values, positionals } = parsed(given);
  if (values.help === true) return { command: "help" };
  if (values.version === true) return { command: "version" };
  const [first, ...folders] = positionals;
  // A folder of that name is still reached as ./config.
  if (first === "config" || first === "cost") {
    const odd = Object.keys(values).find((name) => name !== "client" || first === "cost");
    if (odd !== undefined) throw wrong(`--${odd} does not belong to ${first}`, EXAMPLES[first]);
    return first === "cost" ? { command: first } : { command: first, client: values.client, folders };
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
    config: values["no-config"] === true ? false : values.config,
  };
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [first = "That cannot be read"] = escapeControls(error instanceof Error ? error.message : "").split(". ");
    throw wrong(first, "pd-mcp --help");
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/u.test(text) && port <= 65_535) return port;
  throw wrong(`"${text.slice(0, 40)}" is no port`, "pd-mcp docs --http --port 3000");
}

function wrong(message: string, example: string): PdError {
  return new PdError("input-invalid", message, { fix: `Try: ${example}` });
}
