import type { ToolDescription } from "@pd/core";

export interface CallAddress {
  readonly method: "GET" | "POST";
  readonly path: string;
}

/** Where an operation or tool is called: what tells of the graph as a whole, by address alone (R6.2). */
export function addressOf({
  name,
  kind,
  operation,
}: Pick<ToolDescription, "name" | "kind" | "operation">): CallAddress {
  if (kind === "tool") return { method: "POST", path: `/api/tools/${name}` };
  return { method: operation?.about === "graph" ? "GET" : "POST", path: `/api/skillgraph/${name}` };
}

/** Everything is also taken by POST, so that a client need not know which operations are asked for by address. */
export function addressesOf(tool: ToolDescription): readonly CallAddress[] {
  const address = addressOf(tool);
  return address.method === "POST" ? [address] : [address, { ...address, method: "POST" }];
}
