import { LEVEL_NAMES } from "../../model/level.js";
import { isPassageId, type NodeId, noteOf } from "../../model/node.js";
import type { FullNode, NodeView } from "../../model/view.js";
import { onOneLine } from "../../text/printable.js";
import { shorten } from "../../text/shorten.js";

/** The text form of an answer: compact markdown for a model, no key said twice and no empty field. The footer is one line a fact. */
export function renderText(nodes: readonly { readonly text: string }[], footer: readonly string[]): string {
  const last = footer.length === 0 ? nodes.length - 1 : nodes.length;
  const parts = nodes.map(({ text }, index) => (index === last ? text : text + separatorOf(text)));
  return `${parts.join("")}${footer.join("\n")}`;
}

/** What follows a node, whatever comes next: below a body a line is blank, and all else is a line or a list. So each counts by itself. */
export function separatorOf(node: string): string {
  return (node.startsWith("## ") || node.startsWith("@")) && node.includes("\n") ? "\n\n" : "\n";
}

/** One node as text. Its level is always there; its name only where its path or id does not spell it already. */
export function renderNode(view: NodeView, path: string | undefined = view.path): string {
  if (view.level === 4 && isPassageId(view.id)) return passage(view);
  const head = `${title(view, path)}${remarks(view, path)}${best(view)}`;
  switch (view.level) {
    case 0:
      return `- ${head}`;
    case 1:
      return `- ${head}${described(view)}`;
    case 2:
      return `- ${head}${described(view)}${links(view)}`;
    case 3:
      return `- ${head}${described(view)}${sections(view)}${links(view)}`;
    case 4:
      return `## ${head}${described(view)}${sections(view)}${links(view)}${body(view)}`;
  }
}

/** Below the head of its note: the line it begins with, by which it can be opened again, and what it stands under. */
function passage(view: FullNode): string {
  return `${passageLine(view)}${trailOf(view)}${body(view)}`;
}

function passageLine({ lines }: FullNode): string {
  return `@${lines?.[0] ?? ""}`;
}

/** What a text says of the headings above a passage: more than this is seldom needed to tell where it stands. */
const LONGEST_TRAIL = 80;

function trailOf({ headings = [] }: FullNode): string {
  if (headings.length === 0) return "";
  const [last = "", ...above] = headings.map(fold).toReversed();
  let trail = shorten(last, LONGEST_TRAIL);
  for (const heading of above) {
    if (trail.length + heading.length + 3 > LONGEST_TRAIL) return ` … > ${trail}`;
    trail = `${heading} > ${trail}`;
  }
  return ` ${trail}`;
}

/** A passage below one that stands under the same headings: they are not said again. */
export function withoutTrail(view: FullNode, text: string): string {
  const line = `${passageLine(view)}${trailOf(view)}`;
  return text.startsWith(line) ? `${passageLine(view)}${text.slice(line.length)}` : text;
}

/** The head that passages of one note share. */
export function passageHead(node: {
  readonly id: NodeId;
  readonly name: string;
  readonly path?: string | undefined;
}): string {
  const reference = referenceOf({ id: noteOf(node.id), path: node.path });
  return `## ${reference}${spelledBy(reference, node.name) ? "" : ` ${fold(node.name)}`}`;
}

/** The passage that matched best, and what it costs. */
function best({ best: part }: NodeView): string {
  return part === undefined ? "" : ` → ${part.id.slice(noteOf(part.id as NodeId).length)} (${part.tokens})`;
}

function body({ content: { full } }: Extract<NodeView, { level: 4 }>): string {
  const text = full.trim();
  return text === "" ? "" : `\n\n${text}`;
}

function title(view: NodeView, path: string | undefined): string {
  const reference = referenceOf({ id: view.id, path });
  return `[${LEVEL_NAMES[view.level]}] ${reference}${spelledBy(reference, view.name) ? "" : ` ${fold(view.name)}`}`;
}

/** How a text calls a node: by its path, where it has one, since that is where it can be edited; a part of it by its anchor too (R1.10). */
export function referenceOf({ id, path }: { readonly id: string; readonly path?: string | undefined }): string {
  if (path === undefined) return onOneLine(id);
  return onOneLine(`${path}${id.slice(noteOf(id as NodeId).length)}`);
}

/** Whether a reader gets the name from the reference: `concepts/hard-ceiling.md` and `note:hard-ceiling` say "Hard ceiling". */
function spelledBy(reference: string, name: string): boolean {
  const start = Math.max(reference.indexOf(":"), reference.lastIndexOf("#"), reference.lastIndexOf("/")) + 1;
  const folder = /(?:^|[/:])([^/]+)\/(?:skill|index|readme)\.mdx?$/iu.exec(reference)?.[1];
  const last = folder ?? reference.slice(start).replace(/\.(?:md|mdx|markdown)$/iu, "");
  return spelling(last) === spelling(name) || spelling(reference.slice(reference.indexOf(":") + 1)) === spelling(name);
}

function spelling(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{So}+]+/gu, " ")
    .trim();
}

/** What most nodes are, and what a reference says by itself: no need to say it. */
const PLAIN_TYPES = new Set(["note", "section", "passage"]);

/** Type and domain where they are not plain, price, lines, distance and the neighbour that led here, in one bracket. */
function remarks(view: NodeView, path: string | undefined): string {
  const { id, type, domain, lines, tokens, hop, why } = view;
  const via = why?.find((reason) => reason.via !== undefined)?.via;
  const isSaid = path === undefined ? id.startsWith(`${type}:`) : type === "skill" && /SKILL\.md$/u.test(path);
  const isTyped = PLAIN_TYPES.has(type) || isSaid;
  const isPlaced = domain === "general" || path?.startsWith(`${domain}/`) === true;
  const parts = [
    ...(isTyped ? [] : [fold(type)]),
    ...(isPlaced ? [] : [fold(domain)]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(lines === undefined ? [] : [`lines ${lines[0]}-${lines[1]}`]),
    // A hit of a search speaks for itself; on a walk, the way is what was asked for.
    ...(hop === undefined || hop === 0 ? [] : [`hop ${hop}`, ...(via === undefined ? [] : [`via ${onOneLine(via)}`])]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** Whether a body says its description by itself, however it is marked up there. One that is taken from it stands at its beginning. */
export function saysDescription(body: string, description: string): boolean {
  const opening = body.slice(0, 400 + 2 * description.length);
  return opening.includes(description) || plain(opening).includes(plain(description));
}

/** Without what a body writes around its words: links, emphasis, code. */
function plain(text: string): string {
  return fold(text.replace(/\[\[(?:[^\]|]{0,200}\|)?|\]\]|[*_`]/gu, ""));
}

function described({ description, tags }: { readonly description: string; readonly tags: readonly string[] }): string {
  const words = [fold(description), ...tags.map((tag) => `#${fold(tag)}`)].filter((word) => word !== "");
  return words.length === 0 ? "" : `: ${words.join(" ")}`;
}

function links(view: Exclude<NodeView, { level: 0 | 1 }>): string {
  // A sentence with several links is said once.
  const quoted = new Set<string>();
  const rows = (view.links ?? []).map(({ relation, target, name, description = "", context = "" }) => {
    const called = spelledBy(target, name) ? "" : ` ${fold(name)}`;
    const said = [description, context].map(fold).filter((text) => text !== "" && !quoted.has(text));
    for (const text of said) quoted.add(text);
    return `\n  - ${relation} ${onOneLine(target)}${called}${said.length === 0 ? "" : `: ${said.join(" | ")}`}`;
  });
  return `${rows.join("")}${moreOf(view.more?.links, "link")}`;
}

function sections(view: Extract<NodeView, { level: 3 | 4 }>): string {
  const rows = (view.content.sections ?? []).map(({ heading, depth, lines, tokens, preview = "" }) => {
    const facts = [
      ...(lines === undefined ? [] : [`lines ${lines[0]}-${lines[1]}`]),
      ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ];
    const head = heading === "" ? "-" : `${"#".repeat(Math.min(6, depth))} ${fold(heading)}`;
    const said = fold(preview);
    return `\n  ${head}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}${said === "" ? "" : `: ${said}`}`;
  });
  return `${rows.join("")}${moreOf(view.more?.sections, "section")}`;
}

function moreOf(count: number | undefined, noun: string): string {
  return count === undefined ? "" : `\n  - ${count} more ${noun}${count === 1 ? "" : "s"}`;
}

export function sessionLine(session: string): string {
  return `[session ${session}]`;
}

export function cursorLine(cursor: string): string {
  return `[more: cursor ${onOneLine(cursor)}]`;
}

/** One line: a description with line breaks must not look like several entries. */
function fold(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
