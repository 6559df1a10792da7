import { isPdError, nearest, PdError } from "@pd/core";
import type { Invocation } from "../command.js";
import type { Serving } from "../serving.js";
import { shellWord } from "../terminal/safe-text.js";

export interface UnknownNode {
  readonly open: Serving;
  /** As it is typed, without `pd`. */
  readonly command: string;
  readonly invocation: Invocation;
}

/** As many names as are compared with the one that was typed. */
const COMPARED = 1000;

export function isUnknownNode(error: unknown): error is PdError {
  return isPdError(error) && error.code === "node-unknown";
}

/** Nothing is called like this: the nearest name, as it would be typed, or where to look. */
export async function unknownNode(error: PdError, unknown: UnknownNode): Promise<PdError> {
  const { command, invocation } = unknown;
  const { typed, option } = referenceOf(error, invocation);
  const other = typed === "" ? undefined : await nearestName(typed, unknown).catch(() => undefined);
  const lists = `pd search ${shellWord(typed)} looks in the text, and pd scan lists all.`;
  const near = error.fix?.startsWith("Near it:") === true ? error.fix : lists;
  return new PdError("node-unknown", error.message, {
    where: "the command line",
    fix: other === undefined ? near : `Did you mean pd ${command} ${option}${shellWord(other)}?`,
    cause: error.cause,
  });
}

/** The first of those that were typed: as words, or in the option that the error is about. */
function referenceOf(
  { where = "" }: PdError,
  { parsed }: Invocation,
): { readonly typed: string; readonly option: string } {
  const [word] = parsed.words;
  if (word !== undefined) return { typed: word, option: "" };
  const [named = ""] = [parsed.options.get(where) ?? []].flat();
  return { typed: String(named), option: `--${where} ` };
}

/** Outside the session: it is asked for by nobody, and shown to nobody. */
async function nearestName(typed: string, { open, invocation }: UnknownNode): Promise<string | undefined> {
  const named = graphOption(invocation);
  const input = {
    limit: COMPARED,
    ...(named === undefined ? {} : { graphId: named }),
  };
  const { nodes } = await open.toolkit.call("scan", input, { caller: "cli" });
  return nearest(typed, new Set(nodes.flatMap(({ name, id }) => (typed.includes(":") ? [id] : [name]))));
}

function graphOption({ parsed }: Invocation): string | undefined {
  const value = parsed.options.get("graph-id") ?? parsed.options.get("graph");
  return typeof value === "string" ? value : undefined;
}
