import type { Form } from "../../model/answer.js";
import { isPassageId, type NodeSummary, noteOf } from "../../model/node.js";
import type { TokenCounter } from "../../model/tokens.js";
import type { Shared } from "../budget.js";
import { passageHead } from "./render-text.js";

/** The head that a passage would share with others of its note, and what it costs; nothing for other nodes, and none in JSON. */
export function sharedHead(
  summary: Pick<NodeSummary, "id" | "name" | "path">,
  { form, counter }: { readonly form: Form; readonly counter: TokenCounter },
): Shared | undefined {
  if (form === "json" || !isPassageId(summary.id)) return undefined;
  const line = `${passageHead(summary)}\n`;
  return { key: noteOf(summary.id), cost: counter.parts?.units(line) ?? counter.count(line) + 1 };
}

/** What the head costs a passage that stands alone. */
export function headCost(...about: Parameters<typeof sharedHead>): number {
  return sharedHead(...about)?.cost ?? 0;
}
