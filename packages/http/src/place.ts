import type { ToolDescription } from "@pd/core";

/** Operations that take next to nothing and are asked for by address alone (R6.2). */
const BY_GET: ReadonlySet<string> = new Set(["stats", "validate"]);

/** Where an operation or tool is found. */
export function placeOf({ name, kind }: Pick<ToolDescription, "name" | "kind">): {
  readonly method: "GET" | "POST";
  readonly path: string;
} {
  if (kind === "tool") return { method: "POST", path: `/api/tools/${name}` };
  return { method: BY_GET.has(name) ? "GET" : "POST", path: `/api/skillgraph/${name}` };
}
