import type { Omission } from "./omission.js";
import type { NodeView } from "./view.js";

/** The text form of an answer: compact markdown for a model, no key said twice and no empty field. The footer is one line a fact. */
export function renderText(nodes: readonly string[], footer: readonly string[]): string {
  let text = "";
  for (const [index, node] of nodes.entries()) {
    // Entries of one list stand line by line; a blank line parts everything else.
    const inList = node.startsWith("- ") && nodes[index - 1]?.startsWith("- ");
    text += index === 0 ? node : `${inList ? "\n" : "\n\n"}${node}`;
  }
  if (footer.length === 0) return text;
  return `${text}${text === "" ? "" : "\n\n"}${footer.join("\n")}`;
}

/** One node as text. Its level is always there; its name only where the id does not spell it already. */
export function renderNode(view: NodeView): string {
  switch (view.level) {
    case 0:
      return `- ${title(view)} · ${fold(view.type)} · ${fold(view.domain)}`;
    case 1:
      return `- ${title(view)}${remarks(view)}${described(view)}`;
    case 2:
      return `## ${title(view)}${remarks(view)}${described(view)}${links(view)}`;
    case 3:
      return `## ${title(view)}${remarks(view)}${described(view)}${links(view)}${sections(view)}`;
    case 4:
      return `## ${title(view)}${unsaid(view)}${links(view)}\n\n${view.content.full.trim()}`;
  }
}

function title({ level, id, name }: NodeView): string {
  return `[${level}] ${id}${spelledBy(id, name) ? "" : ` ${fold(name)}`}`;
}

/** Whether a reader gets the name from the id: `note:hard-ceiling` says "Hard ceiling". */
function spelledBy(id: string, name: string): boolean {
  const last = id.slice(Math.max(id.indexOf(":"), id.lastIndexOf("#")) + 1);
  return spelling(last) === spelling(name);
}

function spelling(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{So}+]+/gu, " ")
    .trim();
}

/** Price, distance and the neighbour that led here, in one bracket. */
function remarks({ tokens, hop, why }: NodeView): string {
  const via = why?.find((reason) => reason.via !== undefined)?.via;
  const parts = [
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(hop === undefined || hop === 0 ? [] : [`hop ${hop}`]),
    ...(via === undefined ? [] : [`via ${via}`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** The description, where the body does not say it anyway (R1.1). */
function unsaid(view: Extract<NodeView, { level: 4 }>): string {
  const said = saysDescription(view.content.full, view.description);
  return described({ description: said ? "" : view.description, tags: view.tags });
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
  return (view.links ?? [])
    .map((link) => {
      const name = spelledBy(link.target, link.name) ? "" : ` ${fold(link.name)}`;
      const said = [link.description, link.context].map(fold).filter((text) => text !== "" && !quoted.has(text));
      for (const text of said) quoted.add(text);
      return `\n- ${link.relation} ${link.target}${name}${said.length === 0 ? "" : `: ${said.join(" | ")}`}`;
    })
    .join("");
}

function sections(view: Extract<NodeView, { level: 3 }>): string {
  return view.content.sections
    .map(({ heading, depth, preview }) => {
      const head = heading === "" ? "" : `${"#".repeat(Math.min(6, depth + 2))} ${fold(heading)}`;
      return [head, preview.trim()].filter((part) => part !== "").join("\n");
    })
    .filter((part) => part !== "")
    .map((part) => `\n\n${part}`)
    .join("");
}

export function sessionLine(session: string): string {
  return `[session ${session}]`;
}

export function cursorLine(cursor: string): string {
  return `[more: cursor ${cursor}]`;
}

/** Names what was left out and what it would cost; `unnamed` more are only counted. */
export function omissionLine(omitted: readonly Omission[], unnamed: number): string {
  const named = omitted.map(({ id, reason, tokens }) => {
    const price = reason === "budget" && tokens !== undefined ? `${tokens} tokens` : reason;
    return `${id} (${price})`;
  });
  return `[left out: ${[...named, ...(unnamed === 0 ? [] : [`${unnamed} more`])].join(", ")}]`;
}

/** One line: a description with line breaks must not look like several entries. */
function fold(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
