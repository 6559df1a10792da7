import type { NodeView } from "@pd/core";
import { safeLine, safeText } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { cut, padEnd, widthOf, wrap } from "../terminal/width.js";
import { counted, thousands } from "./figures.js";

export interface NodesOutput {
  readonly screen: Screen;
  /** All of a node that was asked for by name; otherwise only its beginning. */
  readonly whole: boolean;
}

const INDENT = "    ";
/** Of a body and an outline that were not asked for by name. */
const BODY_LINES = 6;
const SECTIONS = 12;
const LINKS = 12;

/** Each node in as many lines as its level has to say. */
export function printNodes(nodes: readonly NodeView[], { screen, whole }: NodesOutput): void {
  const column = nameColumn(nodes, screen);
  for (const [index, node] of nodes.entries()) {
    if (index > 0 && (node.level > 0 || (nodes[index - 1]?.level ?? 0) > 0)) screen.line();
    printTitle(node, screen, node.level === 0 ? column : 0);
    switch (node.level) {
      case 0:
        break;
      case 1:
        printDescription(node, screen);
        break;
      case 2:
        printDescription(node, screen);
        printLinks(node, screen);
        break;
      case 3:
        printDescription(node, screen);
        printLinks(node, screen);
        printSections(node, { screen, whole });
        break;
      case 4:
        printBody(node, { screen, whole });
        break;
    }
  }
}

/** Names alone, one below the other, are a table; names too long for one are not. */
function nameColumn(nodes: readonly NodeView[], { width }: Screen): number {
  const widest = Math.max(0, ...nodes.filter(({ level }) => level === 0).map(({ name }) => widthOf(safeLine(name))));
  return widest <= width / 2 ? widest : 0;
}

/** The level, the name, the id and the price at the right edge. An id is there to be copied: it is whole, or on a line of its own. */
function printTitle(node: NodeView, { style, width, line }: Screen, column: number): void {
  const price = remarkOf(node);
  const badge = style.level(node.level)(`[${node.level}]`);
  const room = width - 4 - (price === "" ? 0 : widthOf(price) + 2);
  const name = cut(safeLine(node.name), Math.max(10, room));
  const id = safeLine(node.id);
  const left = room - Math.max(column, widthOf(name)) - 2;
  const isBeside = widthOf(id) <= left;
  const head = `${badge} ${style.strong(name)}`;
  const whole = isBeside ? `${padEnd(head, column + 4)}  ${style.faint(id)}` : head;
  line(price === "" ? whole : `${padEnd(whole, width - widthOf(price))}${style.faint(price)}`);
  // In a table, an id that only says the name again is not worth a line.
  const isKnown = node.level === 0 && id === `${safeLine(node.type)}:${safeLine(node.name)}`;
  if (!isBeside && !isKnown) line(style.faint(`${INDENT}${cut(id, width - 4)}`));
}

function remarkOf({ tokens, score, hop }: NodeView): string {
  return [
    ...(hop === undefined || hop === 0 ? [] : [`hop ${hop}`]),
    ...(score === undefined ? [] : [`score ${score > 0 && score < 0.05 ? "<0.1" : score.toFixed(1)}`]),
    ...(tokens === undefined ? [] : [`${thousands(tokens)} tokens`]),
  ].join("  ");
}

function printDescription(node: Exclude<NodeView, { level: 0 | 4 }>, { style, width, line }: Screen): void {
  for (const text of wrap(safeLine(node.description), width - 4, 3)) line(`${INDENT}${text}`);
  const tags = node.tags.map((tag) => `#${safeLine(tag)}`).join(" ");
  const facts = [tags, reasonsOf(node)].filter((text) => text !== "").join(" · ");
  if (facts !== "") for (const text of wrap(facts, width - 4, 2)) line(style.faint(`${INDENT}${text}`));
}

function reasonsOf({ why = [] }: NodeView): string {
  const fields = why.filter(({ via }) => via === undefined).map(({ field }) => field);
  const via = why.flatMap((reason) => (reason.via === undefined ? [] : [safeLine(reason.via)]));
  return [
    ...(fields.length === 0 ? [] : [`matches ${[...new Set(fields)].join(", ")}`]),
    ...(via.length === 0 ? [] : [`linked with ${[...new Set(via)].slice(0, 3).join(", ")}`]),
  ].join(" · ");
}

/** The relation, the target and the sentence, each below its like as far as there is room. */
function printLinks(node: Extract<NodeView, { level: 2 | 3 }>, { style, width, line }: Screen): void {
  const shown = node.links.slice(0, LINKS).map(({ relation, target, context, description }) => ({
    relation: relation as string,
    target: safeLine(target),
    said: safeLine(context) || safeLine(description),
  }));
  const relations = Math.max(0, ...shown.map(({ relation }) => relation.length));
  const targets = Math.min(Math.floor(width / 3), Math.max(0, ...shown.map(({ target }) => widthOf(target))));
  for (const { relation, target, said } of shown) {
    const room = width - 9 - relations - Math.max(targets, widthOf(target));
    const head = `${INDENT}${style.level(2)("→")} ${style.faint(relation.padEnd(relations))}`;
    const place = cut(target, width - 7 - relations);
    line(said === "" || room < 12 ? `${head} ${place}` : `${head} ${padEnd(place, targets)}  ${cut(said, room)}`);
  }
  const more = node.links.length - shown.length;
  if (more > 0) line(style.faint(`${INDENT}… ${counted(more, "more link")}`));
}

function printSections(node: Extract<NodeView, { level: 3 }>, { screen, whole }: NodesOutput): void {
  const { style, width, line } = screen;
  const { sections } = node.content;
  const shown = whole ? sections : sections.slice(0, SECTIONS);
  for (const { heading, depth, preview } of shown) {
    if (heading !== "")
      line(
        `${INDENT}${style.level(3)("#".repeat(Math.max(1, depth)))} ${style.strong(cut(safeLine(heading), width - 12))}`,
      );
    for (const text of wrap(safeLine(preview), width - 6, 3)) line(`${INDENT}  ${text}`);
  }
  const more = sections.length - shown.length;
  if (more > 0) line(style.faint(`${INDENT}… ${counted(more, "more section")}: pd node has all of them`));
}

function printBody(node: Extract<NodeView, { level: 4 }>, { screen, whole }: NodesOutput): void {
  const { line, style, width } = screen;
  const lines = safeText(node.content.full.trim()).split("\n");
  if (whole) {
    line();
    for (const text of lines) line(text);
    return;
  }
  const shown = lines.filter((text) => text.trim() !== "").slice(0, BODY_LINES);
  for (const text of shown) line(`${INDENT}${cut(text, width - 4)}`);
  const more = lines.filter((text) => text.trim() !== "").length - shown.length;
  if (more > 0) line(style.faint(`${INDENT}… ${counted(more, "more line")}`));
}
