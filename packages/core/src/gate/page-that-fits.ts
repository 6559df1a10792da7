import type { NextPage } from "../model/plan.js";
import type { Cursor } from "../ports/content.js";
import { isShown, type Outcome } from "./outcome.js";

interface Paged {
  readonly packed: { readonly outcomes: readonly Outcome[] };
}

/** A cursor as wide as any that comes in its place: what it costs in a text is known before it is. */
const WIDEST = "999999999.9f9f9f9f" as Cursor;

/** The end of a page is where the budget ends: what did not fit is on the next one. */
export async function pageThatFits<Page extends Paged>(
  next: NextPage | undefined,
  isInText: boolean,
  disclose: (cursor: Cursor | undefined) => Promise<Page>,
): Promise<{ readonly page: Page; readonly cursor: Cursor | undefined }> {
  if (next === undefined) return { page: await disclose(undefined), cursor: undefined };
  const whole = await disclose(next.cursor);
  if (restOf(whole, next.of) === 0) return { page: whole, cursor: next.cursor };
  // As JSON, the cursor is no part of what is counted.
  if (!isInText) {
    const shown = shownOf(whole, next.of);
    return { page: whole, cursor: shown === 0 ? undefined : await next.after(shown) };
  }
  // Wider than the true one: what is shown with it is shown with that.
  const narrow = await disclose(WIDEST);
  const shown = shownOf(narrow, next.of);
  const cursor = shown === 0 ? undefined : await next.after(shown);
  const page = await disclose(cursor);
  return shownOf(page, next.of) === shown ? { page, cursor } : { page: narrow, cursor };
}

/** How many are not on this page. */
function restOf({ packed }: Paged, of: NextPage["of"]): number {
  switch (of) {
    case "nodes":
      return packed.outcomes.filter((outcome) => !isShown(outcome) && outcome.reason === "budget").length;
    case "links":
    case "sections":
      return packed.outcomes.reduce((sum, one) => sum + (isShown(one) ? (one.view.more?.[of] ?? 0) : 0), 0);
  }
}

function shownOf({ packed }: Paged, of: NextPage["of"]): number {
  const shown = packed.outcomes.filter(isShown);
  switch (of) {
    case "nodes": {
      const end = packed.outcomes.findIndex((outcome) => !isShown(outcome) && outcome.reason === "budget");
      return end < 0 ? packed.outcomes.length : end;
    }
    case "links":
      return shown.reduce((sum, { view }) => sum + (view.links?.length ?? 0), 0);
    case "sections":
      return shown.reduce((sum, { view }) => sum + (view.content?.sections?.length ?? 0), 0);
  }
}
