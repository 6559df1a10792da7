import type { Form } from "../../model/answer.js";
import type { PartCounting, TokenCounter, Tokens } from "../../model/tokens.js";
import { renderText, separatorOf } from "./render-text.js";
import type { RenderedNode } from "./rendered-node.js";

/**
 * What the parts of an answer cost. By a counter whose parts add up, in its units, and sums are what the finished bytes count, to the token;
 * by another in tokens, with something for each seam, and the finished bytes have to be counted.
 */
export interface Measure {
  /** What an answer costs before any node is in it, where there is to be one. */
  frame(form: Form, lines: readonly string[]): number;
  /** What a node adds, wherever it stands. */
  node(rendered: RenderedNode): number;
  /** What an open node adds, by how it would be written without its text, and the price of that. */
  opened(shell: RenderedNode, price: number): number;
  /** All that is delivered. */
  whole(rendered: readonly RenderedNode[], form: Form, lines: readonly string[]): Tokens;
  tokens(cost: number): Tokens;
  /** The most that may be spent of a budget. */
  within(budget: number): number;
}

const measures = new WeakMap<TokenCounter, Measure>();

export function measureOf(counter: TokenCounter): Measure {
  const known = measures.get(counter);
  if (known !== undefined) return known;
  const made = counter.parts === undefined ? byWholes(counter) : byParts(counter.parts);
  measures.set(counter, made);
  return made;
}

/** The nodes as `JSON.stringify` writes them in a list. */
function listOf(rendered: readonly RenderedNode[]): string {
  return `[${rendered.map(({ text }) => text).join(",")}]`;
}

/** Counting a whole may give a token or two more than its parts, since a token can begin at a seam: each node is charged this much extra. */
const SEAM = 2;

function byWholes(counter: TokenCounter): Measure {
  const node = ({ text }: RenderedNode) => counter.count(text) + SEAM;
  return {
    frame(form, lines) {
      if (form === "json") return counter.count("[]");
      return lines.length === 0 ? 0 : counter.count(`\n\n${lines.join("\n")}`) + 1;
    },
    node,
    opened: ({ text, form }, price) => counter.count(form === "json" ? text : `${text}\n\n`) + price + 2 * SEAM,
    whole: (rendered, form, lines) =>
      counter.count(form === "json" ? listOf(rendered) : renderText(rendered, lines)) as Tokens,
    tokens: (cost) => cost as Tokens,
    within: (budget) => budget,
  };
}

/** What stands around nodes in a list, up to the seams: `[{"`, then each from its first key to the next one's, and a bracket in place of that. */
const [OPEN, NEXT, CLOSE] = ['[{"', ',{"', "]"];
/** Where the text of an open node stands, which has seams around it: behind `full` and before `tags`. */
const BODY = '"content":{"full":""},"tags"';
const [BEFORE_BODY, AFTER_BODY] = ['"content":{"full'.length, '"content":{"full":""},"'.length];

function byParts({ separates, units, tokens }: PartCounting): Measure {
  const costs = new WeakMap<RenderedNode, number>();
  const followed = ({ text, form }: RenderedNode) =>
    units(form === "json" ? text.slice(2) + NEXT : text + separatorOf(text));
  /** At the end of an answer. What is different there is counted from the last seam on. */
  const last = (rendered: RenderedNode) => {
    const { text, form } = rendered;
    const end = fromLastSeam(text, separates);
    if (form === "json") return kept(rendered) - units(end + NEXT) + units(end + CLOSE);
    return kept(rendered) - units(end + separatorOf(text)) + units(end);
  };
  const kept = (rendered: RenderedNode) => {
    const known = costs.get(rendered) ?? followed(rendered);
    costs.set(rendered, known);
    return known;
  };
  const footer = (lines: readonly string[]) => (lines.length === 0 ? 0 : units(lines.join("\n")));
  return {
    frame: (form, lines) => (form === "json" ? units(OPEN) : footer(lines)),
    node: (rendered) => (endsAlike(rendered) ? kept(rendered) : Math.max(kept(rendered), last(rendered))),
    opened({ text, form }, price) {
      if (form === "text") return units(`${text}\n\n`) + price;
      const at = text.indexOf(BODY);
      // An outline stands behind the text, which has no seam there.
      if (at < 0) return units(text.slice(2)) + price + SEAM;
      const behind = text.slice(at + AFTER_BODY);
      const end = Math.max(units(behind + NEXT), units(behind + CLOSE));
      return units(text.slice(2, at + BEFORE_BODY)) + price + end;
    },
    whole(rendered, form, lines) {
      const [end, rest] = [rendered.at(-1), rendered.slice(0, -1)];
      if (end === undefined) return tokens(form === "json" ? units("[]") : footer(lines)) as Tokens;
      const isLast = form === "json" || lines.length === 0;
      const before = rest.reduce(
        (sum, rendered) => sum + kept(rendered),
        form === "json" ? units(OPEN) : footer(lines),
      );
      return tokens(before + (isLast ? last(end) : kept(end))) as Tokens;
    },
    tokens: (cost) => tokens(cost) as Tokens,
    within: (budget) => mostUnits(budget, tokens),
  };
}

/** Most nodes as JSON end with a figure: behind that, `}]` costs what `},{"` does. Behind a letter, line ends cost what they do alone. */
function endsAlike({ text, form }: RenderedNode): boolean {
  return (form === "json" ? /\d\}$/ : /[\p{L}\p{N}]$/u).test(text);
}

/** How far back a seam is looked for. */
const FAR = 200;

/** The end of a text, from the last seam in it; all of it where there is none nearby. It may be followed by anything, if it is not space. */
export function fromLastSeam(text: string, separates: PartCounting["separates"]): string {
  const least = Math.max(0, text.length - FAR);
  for (let at = text.length - 1; at > least; at -= 1)
    if (separates(text.slice(0, at), text.slice(at))) return text.slice(at);
  return text;
}

/** The most units of which there are no more tokens than this. */
function mostUnits(budget: number, tokens: PartCounting["tokens"]): number {
  if (budget === Number.POSITIVE_INFINITY) return budget;
  if (tokens(budget) === budget && tokens(budget + 1) > budget) return budget;
  let [low, high] = [0, 1];
  while (tokens(high) <= budget) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (tokens(middle) <= budget) low = middle;
    else high = middle;
  }
  return low;
}
