import type { Arguments } from "./arguments.js";
import type { Callable } from "./callable.js";

/** The same call over MCP, as JSON-RPC; none for `validate`, which is no tool there (R6.3). */
export function mcpCall({ name, kind }: Callable, given: Arguments): string | undefined {
  if (kind === "operation" && name === "validate") return undefined;
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
  return JSON.stringify(message, undefined, 2);
}
