import type { NodeView } from "@pd/core";
import { safeLine, safeText } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { cut, padEnd, widthOf, wrap } from "../terminal/width.js";
import { counted, thousands } from "./figures.js";

export interface NodesOutput {
  readonly screen: Screen;
  /** Bodies in full; otherwise only their beginning. */
  readonly whole: boolean;
}

const INDENT = "    ";
/** Of a body that was not asked for by name. */
const BODY_LINES = 6;
const LINKS = 12;

/** Each node in as many lines as its level has to say. */
export function printNodes(nodes: readonly NodeView[], { screen, whole }: NodesOutput): void {
  for (const [index, node] of nodes.entries()) {
    if (index > 0 && (node.level > 0 || (nodes[index - 1]?.level ?? 0) > 0)) screen.line();
    printTitle(node, screen);
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
        printSections(node, screen);
        break;
      case 4:
        printBody(node, { screen, whole });
        break;
    }
  }
}

/** The level, the name, the id in what room is left, and the price at the right edge. */
function printTitle(node: NodeView, { style, width, line }: Screen): void {
  const price = remarkOf(node);
  const badge = style.level(node.level)(`[${node.level}]`);
  const room = width - 4 - (price === "" ? 0 : widthOf(price) + 2);
  const name = cut(safeLine(node.name), Math.max(10, room));
  const left = room - widthOf(name) - 2;
  const id = left >= 8 ? cut(safeLine(node.id), left) : "";
  const head = `${badge} ${style.strong(name)}${id === "" ? "" : `  ${style.faint(id)}`}`;
  line(price === "" ? head : `${padEnd(head, width - widthOf(price))}${style.faint(price)}`);
}

function remarkOf({ tokens, score, hop }: NodeView): string {
  return [
    ...(hop === undefined || hop === 0 ? [] : [`hop ${hop}`]),
    ...(score === undefined ? [] : [`score ${score.toFixed(1)}`]),
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

function printLinks(node: Extract<NodeView, { level: 2 | 3 }>, { style, width, line }: Screen): void {
  const shown = node.links.slice(0, LINKS);
  for (const { relation, target, context, description } of shown) {
    const head = `${relation} ${safeLine(target)}`;
    const said = safeLine(context) || safeLine(description);
    const room = width - 8 - widthOf(head);
    const tail = said === "" || room < 12 ? "" : `  ${style.faint(cut(said, room))}`;
    line(`${INDENT}${style.level(2)("→")} ${cut(head, width - 6)}${tail}`);
  }
  const more = node.links.length - shown.length;
  if (more > 0) line(style.faint(`${INDENT}… ${counted(more, "more link")}`));
}

function printSections(node: Extract<NodeView, { level: 3 }>, { style, width, line }: Screen): void {
  for (const { heading, depth, preview } of node.content.sections) {
    if (heading !== "")
      line(`${INDENT}${style.level(3)("#".repeat(Math.max(1, depth)))} ${cut(safeLine(heading), width - 12)}`);
    for (const text of wrap(safeLine(preview), width - 6, 3)) line(style.faint(`${INDENT}  ${text}`));
  }
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
