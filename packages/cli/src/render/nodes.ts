import { LEVEL_NAMES, type NodeView } from "@pd/core";
import { safeLine, safeText } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { padEnd, widthOf } from "../terminal/width.js";
import { counted, thousands } from "./figures.js";
import type { AddressOf } from "./file-address.js";

export interface NodesOutput {
  readonly screen: Screen;
  /** All of a node that was asked for by name; otherwise only its beginning. */
  readonly whole: boolean;
  /** Where a path leads to; nowhere if it is not given. */
  readonly addressOf?: AddressOf | undefined;
}

const INDENT = "    ";
/** Of a body and an outline that were not asked for by name. */
const BODY_LINES = 6;
const SECTIONS = 12;
const LINKS = 12;

/** Each node in as many lines as its level has to say. */
export function printNodes(nodes: readonly NodeView[], { screen, whole, addressOf }: NodesOutput): void {
  const column = nameColumn(nodes, screen);
  for (const [index, node] of nodes.entries()) {
    if (index > 0 && (node.level > 0 || (nodes[index - 1]?.level ?? 0) > 0)) screen.line();
    printTitle(node, { screen, addressOf, column: node.level === 0 ? column : 0 });
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
        printSections(node, { screen, whole });
        printLinks(node, screen);
        break;
      case 4:
        printLinks(node, screen);
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

interface TitleOutput extends Pick<NodesOutput, "screen" | "addressOf"> {
  /** How wide names are, where they are a table. */
  readonly column: number;
}

/** The level, the name, where it is, and the price at the right edge. A path is there to be copied: it is whole, or on a line of its own. */
function printTitle(node: NodeView, { screen: { style, width, line, cut }, addressOf, column }: TitleOutput): void {
  const price = remarkOf(node);
  const level = LEVEL_NAMES[node.level];
  const before = level.length + 1;
  const room = width - before - (price === "" ? 0 : widthOf(price) + 2);
  const name = cut(safeLine(node.name), Math.max(10, room));
  const place = safeLine(placeOf(node));
  const isBeside = widthOf(place) <= room - Math.max(column, widthOf(name)) - 2;
  const head = `${style.level(node.level)(level)} ${style.strong(name)}`;
  const whole = isBeside ? `${padEnd(head, column + before)}  ${style.faint(place)}` : head;
  const address = node.path === undefined ? undefined : addressOf?.(node.path);
  const linked = (text: string) =>
    address === undefined ? text : text.replace(place, () => style.link(place, address));
  line(linked(price === "" ? whole : `${padEnd(whole, width - widthOf(price) - 2)}  ${style.faint(price)}`));
  // In a table, an id that only says the name again is not worth a line.
  const isKnown = node.level === 0 && place === `${safeLine(node.type)}:${safeLine(node.name)}`;
  if (!isBeside && !isKnown) line(linked(style.faint(`${INDENT}${place}`)));
}

/** Its path, and the lines of a part of it; its id where it has no file. */
function placeOf({ id, path, lines }: NodeView): string {
  if (path === undefined) return id;
  return lines === undefined ? path : `${path}:${lines[0]}-${lines[1]}`;
}

function remarkOf({ tokens, score, hop }: NodeView): string {
  return [
    ...(hop === undefined || hop === 0 ? [] : [`hop ${hop}`]),
    ...(score === undefined ? [] : [`score ${score > 0 && score < 0.05 ? "<0.1" : score.toFixed(1)}`]),
    ...(tokens === undefined ? [] : [`${thousands(tokens)} tokens`]),
  ].join("  ");
}

function printDescription(node: Exclude<NodeView, { level: 0 | 4 }>, { style, width, line, wrap }: Screen): void {
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

/** The relation where some say more than that there is a link, the target and the sentence, each below its like as far as there is room. */
function printLinks(node: Extract<NodeView, { level: 2 | 3 | 4 }>, screen: Screen): void {
  const { style, width, line, cut } = screen;
  const { links = [] } = node;
  const isPlain = links.every(({ relation }) => relation === "references");
  const shown = links
    .slice(0, screen.most(LINKS))
    .map(({ relation, target, name, context = "", description = "" }) => ({
      relation: isPlain ? "" : `${relation} `,
      target: safeLine(target),
      note: safeLine(context) || safeLine(description) || safeLine(name ?? ""),
    }));
  const relations = Math.max(0, ...shown.map(({ relation }) => relation.length));
  const targets = Math.min(Math.floor(width / 3), Math.max(0, ...shown.map(({ target }) => widthOf(target))));
  for (const { relation, target, note } of shown) {
    const room = width - 8 - relations - Math.max(targets, widthOf(target));
    const head = `${INDENT}${style.level(2)("→")} ${style.faint(relation.padEnd(relations))}`;
    const place = cut(target, width - 6 - relations);
    line(
      note === "" || (screen.isTerminal && room < 12)
        ? `${head}${place}`
        : `${head}${padEnd(place, targets)}  ${cut(note, room)}`,
    );
  }
  const more = links.length - shown.length + (node.more?.links ?? 0);
  if (more > 0) line(style.faint(`${INDENT}… ${counted(more, "more link")}`));
}

function printSections(node: Extract<NodeView, { level: 3 }>, { screen, whole }: NodesOutput): void {
  const { style, width, line, cut, most, wrap } = screen;
  const { sections } = node.content;
  const shown = whole ? sections : sections.slice(0, most(SECTIONS));
  for (const { heading, depth, preview = "", lines, tokens } of shown) {
    const facts = [
      ...(lines === undefined ? [] : [`lines ${lines[0]}–${lines[1]}`]),
      ...(tokens === undefined ? [] : [`${thousands(tokens)} tokens`]),
    ].join("  ");
    const marks = "#".repeat(Math.max(1, depth));
    const title = cut(safeLine(heading === "" ? "(beginning)" : heading), width - 8 - depth - widthOf(facts));
    const head = `${INDENT}${style.level(3)(marks)} ${style.strong(title)}`;
    line(facts === "" ? head : `${padEnd(head, width - widthOf(facts) - 2)}  ${style.faint(facts)}`);
    for (const text of wrap(safeLine(preview), width - 6, 3)) line(`${INDENT}  ${text}`);
  }
  const more = sections.length - shown.length + (node.more?.sections ?? 0);
  if (more > 0) line(style.faint(`${INDENT}… ${counted(more, "more section")}`));
}

function printBody(node: Extract<NodeView, { level: 4 }>, { screen, whole }: NodesOutput): void {
  const { line, style, width, cut, most } = screen;
  const lines = safeText(node.content.full.trim()).split("\n");
  if (whole) {
    line();
    for (const text of lines) line(text);
    return;
  }
  const shown = lines.filter((text) => text.trim() !== "").slice(0, most(BODY_LINES));
  for (const text of shown) line(`${INDENT}${cut(text, width - 4)}`);
  const more = lines.filter((text) => text.trim() !== "").length - shown.length;
  if (more > 0) line(style.faint(`${INDENT}… ${counted(more, "more line")}`));
}
