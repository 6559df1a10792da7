import { execFile } from "node:child_process";
import { join } from "node:path";
import { builtFile, type MadePlace } from "../places/place.js";
import type { Ask, Door, Input, Outcome } from "./door.js";

const bin = builtFile("@pd/cli", "bin.js");

/** The fields that the words of a command fill; every other field is an option. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["scan", "query"],
  ["search", "query"],
  ["query", "query"],
  ["context", "query"],
  ["node", "nodes"],
  ["traverse", "start"],
]);
const OPERATIONS: ReadonlySet<string> = new Set([...WORDS.keys(), "stats", "validate"]);

/** A process for each call; a session is a file. */
export function openCommandLine({ folder, scratch, config }: MadePlace): Door {
  let clients = 0;
  const served = config === undefined ? ["--vault", folder, "--no-config"] : ["--config", config];
  const environment = { ...process.env, NO_COLOR: "1", PD_CACHE_DIR: join(scratch, "cache") };

  function client(): Ask {
    clients += 1;
    const name = join(scratch, `session-${clients}`);
    let sessions = 0;
    return async (call, { session, ...input }) => {
      if (session !== undefined && session !== "new" && session !== "$session") return undefined;
      const args = argumentsFor(call, input);
      if (args === undefined) return undefined;
      if (session === "new") sessions += 1;
      const kept = session === undefined ? [] : ["--session", `${name}-${sessions}.json`];
      return outcomeOf(await run([...args.before, ...served, ...kept, "--json", ...args.after]));
    };
  }

  function run(args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = { cwd: folder, env: environment, maxBuffer: 2 ** 26 };
      execFile(process.execPath, [bin, ...args], options, (error, stdout, stderr) => {
        if (stdout === "") reject(new Error(`nothing on stdout of pd ${args.join(" ")}: ${stderr || error}`));
        else resolve(stdout);
      });
    });
  }

  return { name: "command line", client, close: async () => undefined };
}

interface Arguments {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Nothing where a line cannot say it: everything typed is text, so a number in quotes is a number, and there is no null. */
function argumentsFor(call: string, input: Input): Arguments | undefined {
  const field = WORDS.get(call);
  const isWordless = field !== undefined && input[field] === "";
  const options = Object.entries(input).map(([name, value]) => {
    if (name === field && !isWordless) return [];
    return optionFor(name, value);
  });
  if (options.includes(undefined)) return undefined;
  const given = field === undefined || isWordless ? [] : [input[field] ?? []].flat();
  if (given.some((word) => typeof word !== "string")) return undefined;
  const command = OPERATIONS.has(call) ? [call] : ["tool", call];
  const words = given.map(String);
  return {
    before: [...command, ...options.flatMap((option) => option ?? [])],
    after: words.length > 0 ? ["--", ...words] : [],
  };
}

function optionFor(name: string, value: unknown): readonly string[] | undefined {
  const written = name
    .replace(/([a-z])([A-Z])/gu, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
  switch (typeof value) {
    case "boolean":
      if (name === "repeat") return value ? [] : ["--no-repeat"];
      return value ? [`--${written}`] : undefined;
    case "number":
      return [`--${written}=${value}`];
    case "string":
      // What takes numbers reads this as one.
      return NUMBERS.has(name) ? undefined : [`--${written}=${value}`];
    default:
      if (!Array.isArray(value) || value.length === 0) return undefined;
      return value.every((item) => typeof item === "string") ? value.map((item) => `--${written}=${item}`) : undefined;
  }
}

const NUMBERS: ReadonlySet<string> = new Set([
  "level",
  "tokenBudget",
  "limit",
  "top",
  "maxDepth",
  "maxNodes",
  "threshold",
]);

function outcomeOf(stdout: string): Outcome {
  const document = JSON.parse(stdout);
  if (document.error !== undefined) return { error: document.error };
  // What is no answer of the gate is the data of a document.
  return "telemetry" in document ? { answer: document } : { answer: document.data };
}
