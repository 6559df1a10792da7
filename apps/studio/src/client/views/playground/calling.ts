import { client } from "../../connection.js";
import type { Arguments } from "./arguments.js";
import type { Callable } from "./callable.js";

/** What came of a call, and how long it took as seen from here. */
export type Outcome =
  | { readonly kind: "none" }
  | { readonly kind: "running" }
  | { readonly kind: "done"; readonly answer: unknown; readonly milliseconds: number }
  | { readonly kind: "failed"; readonly error: unknown };

/** Calls an operation or a tool by its name. The server parses what is sent; the types cannot know it here. */
export async function callByName(
  { name, kind }: Pick<Callable, "name" | "kind">,
  given: Arguments,
  signal: AbortSignal,
): Promise<unknown> {
  if (kind === "tool") return client.value.tool(name, given, { signal });
  return client.value.call(name as "search", given as never, { signal });
}
