import type { Head, Piece } from "./piece.js";
import type { TokenCounter } from "./tokens.js";

/** Counts what is put together from pieces, of which some come again and again. */
export interface PartCount {
  /** What the whole of them counts, to the token. */
  of(parts: readonly (string | Piece)[]): number;
}

/** Lists show the same nodes in many answers: what a node's own fields count is found once, where the counter can add up parts. */
export function createPartCount(counter: TokenCounter): PartCount {
  const { parts: counting } = counter;
  if (counting === undefined) return { of: (parts) => counter.count(parts.map(textOf).join("")) };
  const { separates, units, tokens } = counting;
  const counted = new WeakMap<Head, number>();

  /** Past `{"`, and up to `,"` of the first annotation: what stands around a node is in the same runs of marks. */
  function unitsOf(head: Head): number {
    const known = counted.get(head);
    if (known !== undefined) return known;
    const fresh = units(`${head.json.slice(OPENING)},"`);
    counted.set(head, fresh);
    return fresh;
  }

  return {
    of(parts) {
      let sum = 0;
      let open = "";
      for (const part of parts) {
        const cut = typeof part === "string" ? undefined : part.cut;
        if (
          cut === undefined ||
          !separates('{"', cut.head.json.charAt(OPENING)) ||
          !separates(',"', cut.tail.charAt(2))
        ) {
          open += textOf(part);
          continue;
        }
        sum += units(`${open}{"`) + unitsOf(cut.head);
        open = cut.tail.slice(2);
      }
      return tokens(sum + units(open));
    },
  };
}

/** The length of `{"`. */
const OPENING = 2;

function textOf(part: string | Piece): string {
  return typeof part === "string" ? part : part.text;
}
