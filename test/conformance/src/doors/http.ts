import { builtFile, type MadePlace } from "../places/place.js";
import type { Ask, Door, Input } from "./door.js";
import { servedBy, startServer } from "./server-process.js";

const OPERATIONS: ReadonlySet<string> = new Set([
  ...["scan", "search", "query", "node", "traverse", "context", "stats", "validate"],
  // Names of no operation are asked for in the same place.
  ...["__proto__", "constructor", "no_such_thing"],
]);

/** HTTP over a socket, to a process of its own. */
export async function openHttp(place: MadePlace): Promise<Door> {
  const args = [builtFile("@pd/http", "bin.js"), ...servedBy(place), "--port", "0"];
  const server = await startServer(args, place);
  while (!(await fetch(`${server.url}/ready`)).ok) await new Promise((resolve) => setTimeout(resolve, 20));

  const ask: Ask = async (call, input) => {
    const isRead = call === "stats" || call === "validate";
    if (isRead && !isSpeakable(input)) return undefined;
    const path = OPERATIONS.has(call) ? `/api/skillgraph/${call}` : `/api/tools/${call}`;
    const response = await fetch(`${server.url}${path}${isRead ? `?${queryOf(input)}` : ""}`, {
      ...(isRead ? {} : { method: "POST", body: JSON.stringify(input) }),
      headers: { "content-type": "application/json" },
    });
    const body = (await response.json()) as Readonly<Record<"code" | "detail" | "field" | "fix", string>>;
    if (response.ok) return { answer: body };
    const { code, detail, field, fix } = body;
    return { error: { code, message: detail, where: field, fix } };
  };
  return { name: "HTTP", client: () => ask, close: server.close };
}

/** In an address everything is text: a number in quotes is a number. */
function isSpeakable(input: Input): boolean {
  return Object.entries(input).every(([name, value]) => typeof value === "number" || name !== "threshold");
}

function queryOf(input: Input): URLSearchParams {
  return new URLSearchParams(Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]));
}
