import { run } from "@pd/cli";
import { createToolkit, isPdError } from "@pd/core";
import { mountsFrom, type ServedMounts } from "@pd/core/vault";
import { createHttpApp } from "@pd/http";
import { createHttpHandler, createMcpServer } from "@pd/mcp";
import type { HostilePlace } from "./hostile-place.js";

export type Input = Readonly<Record<string, unknown>>;

/** All that a model reads of an answer; nothing where the door has no such call. */
type Ask = (call: string, input: Input) => Promise<string | undefined>;

export interface Doors {
  readonly doors: ReadonlyMap<string, Ask>;
  /** `resources/read` and `prompts/get`, which MCP alone has. */
  request(method: string, params: object): Promise<string>;
  /** Ids of notes, the large ones first. */
  readonly ids: readonly string[];
  close(): Promise<void>;
}

export const OPERATIONS = ["scan", "search", "query", "node", "traverse", "context", "stats", "validate"];

export async function openDoors(place: HostilePlace): Promise<Doors> {
  const served = await mountsFrom({ config: place.config, cache: false, watch: false });
  for (const vault of served.vaults) await vault.ready();
  const request = mcpRequest(served);
  return {
    doors: new Map<string, Ask>([
      ["library", library(served)],
      [
        "MCP",
        async (name, input) => (name === "validate" ? undefined : request("tools/call", { name, arguments: input })),
      ],
      ["HTTP", http(served)],
      ["command line", commandLine(place)],
    ]),
    request,
    ids: await idsOf(served),
    close: () => served.close(),
  };
}

/** R2.3: of a text all of it counts, of JSON the nodes and the figures. */
function readOf(answer: unknown): string {
  const { text, nodes, data } = Object(answer) as {
    readonly text?: string;
    readonly nodes?: unknown;
    readonly data?: unknown;
  };
  if (text !== undefined) return text;
  if (nodes === undefined) return typeof answer === "string" ? answer : (JSON.stringify(answer) ?? "");
  return [nodes, data].map((part) => JSON.stringify(part) ?? "").join("\n");
}

function library(served: ServedMounts): Ask {
  const toolkit = createToolkit(served.toolkit);
  return async (call, input) => {
    try {
      return readOf(await toolkit.call(call as string, input));
    } catch (error) {
      if (!isPdError(error)) throw error;
      return JSON.stringify(error.toJSON());
    }
  };
}

function mcpRequest(served: ServedMounts): Doors["request"] {
  const handle = createHttpHandler(createMcpServer(served.toolkit));
  let id = 0;
  return async (method, params) => {
    id += 1;
    const response = await handle(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-06-18",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
      }),
    );
    const body = await response.text();
    const line = body.split("\n").find((one) => one.startsWith("data: "));
    const { result, error } = JSON.parse(line?.slice("data: ".length) ?? body) as {
      readonly result?: Shown;
      readonly error?: object;
    };
    if (result === undefined) return JSON.stringify(error ?? body);
    const blocks = result.content ?? result.contents ?? result.messages?.map(({ content }) => content) ?? [];
    return [
      ...blocks.map(({ text = "", blob = "" }) => text + blob),
      JSON.stringify(result.structuredContent) ?? "",
    ].join("");
  };
}

interface Block {
  readonly text?: string;
  readonly blob?: string;
}

interface Shown {
  readonly content?: readonly Block[];
  readonly contents?: readonly Block[];
  readonly messages?: readonly { readonly content: Block }[];
  readonly structuredContent?: object;
}

function http(served: ServedMounts): Ask {
  const app = createHttpApp(served.toolkit);
  return async (call, input) => {
    const isRead = call === "stats" || call === "validate";
    const path = OPERATIONS.includes(call) ? `/api/skillgraph/${call}` : `/api/tools/${call}`;
    const query = new URLSearchParams(
      Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const response = await app.fetch(
      new Request(`http://localhost${path}${isRead ? `?${query}` : ""}`, {
        headers: { "content-type": "application/json" },
        ...(isRead ? {} : { method: "POST", body: JSON.stringify(input) }),
      }),
    );
    return readOf(await response.json());
  };
}

/** The words of a command by the field they fill. `stats` and `validate` show all to whoever has a command line (R2.11). */
const WORDS = new Map([
  ["scan", "query"],
  ["search", "query"],
  ["query", "query"],
  ["context", "query"],
  ["node", "nodes"],
  ["traverse", "start"],
]);

function commandLine({ config, vault, cache }: HostilePlace): Ask {
  return async (call, { format: _, ...input }) => {
    const field = WORDS.get(call);
    if (field === undefined && OPERATIONS.includes(call)) return undefined;
    const options = Object.entries(input).flatMap(([name, value]) => (name === field ? [] : optionsFor(name, value)));
    const words = field === undefined ? [] : [input[field] ?? []].flat().map(String);
    const command = OPERATIONS.includes(call) ? [call] : ["tool", call];
    const args = [...command, ...options, "--config", config, ...(words.length > 0 ? ["--", ...words] : [])];
    const shown: string[] = [];
    const output = { write: (text: string) => void shown.push(text), isTerminal: false };
    await run(args, {
      stdout: output,
      // An agent reads both.
      stderr: output,
      environment: { NO_COLOR: "1", PD_CACHE_DIR: cache },
      workingFolder: vault,
    });
    return shown.join("");
  };
}

function optionsFor(name: string, value: unknown): readonly string[] {
  const written = name
    .replace(/([a-z])([A-Z])/gu, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
  return [value].flat().map((one) => `--${written}=${String(one)}`);
}

async function idsOf({ vaults }: ServedMounts): Promise<readonly string[]> {
  const { graph, release } = await vaults[0]!.open();
  const { ids } = await graph.page({ limit: 100_000 });
  release();
  const isLarge = (id: string) => !id.includes("target-");
  return [...ids.filter(isLarge), ...ids.filter((id) => !isLarge(id)).slice(0, 50)];
}
