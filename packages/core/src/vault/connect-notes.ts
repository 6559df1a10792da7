import { type Adjacency, buildAdjacency } from "../graph/adjacency.js";
import { isMapOfContent } from "../graph/moc.js";
import { RELATIONS } from "../node.js";
import { createGrowingNumbers } from "./growing-numbers.js";
import type { Steps } from "./in-steps.js";
import { type LinkResolver, NOWHERE } from "./link-resolver.js";
import { createLinkTargets } from "./link-targets.js";
import type { NoteLink } from "./note.js";
import { LINK_END_STRIDE, type LinkEnds, type NoteCalled } from "./note-codec.js";
import type { NoteList } from "./note-list.js";
import type { ResolvedLinks } from "./resolved-links.js";
import { stringAt } from "./string-table.js";

export interface Connecting {
  readonly notes: NoteList;
  readonly resolver: LinkResolver;
  /** What the notes are called, where that was read already. */
  readonly called?: readonly (NoteCalled | undefined)[] | undefined;
  /** What was resolved before; notes that did not change keep their targets. */
  readonly before?: { readonly links: ResolvedLinks; readonly changed: ReadonlySet<number> } | undefined;
}

export interface Connected {
  readonly links: ResolvedLinks;
  readonly adjacency: Adjacency;
  /** 1 for a map of content. */
  readonly maps: Uint8Array;
  /** What others call each note where they link to it. */
  readonly texts: ReadonlyMap<number, readonly string[]>;
}

const REFERENCES = RELATIONS.indexOf("references");
const CLUSTERS = RELATIONS.indexOf("clusters");

/** Finds where every link leads, and makes a graph of them: a map's links cluster what they lead to (R3.3, R3.4). Reads each link once. */
export function* connectNotes(connecting: Connecting): Steps<Connected> {
  const { notes } = connecting;
  const connector = createConnector(connecting);
  for (let number = 0; number < notes.size; number += 1) {
    if (number % 32 === 0) yield;
    connector.connect(number);
  }
  yield;
  return connector.finish();
}

function createConnector({ notes, resolver, called, before }: Connecting) {
  const { strings } = notes.base;
  const starts = new Uint32Array(notes.size + 1);
  const targets = createGrowingNumbers();
  const [from, to, relations] = [createGrowingNumbers(), createGrowingNumbers(), createGrowingNumbers()];
  const maps = new Uint8Array(notes.size);
  const texts = new Map<number, string[]>();
  const resolve = createLinkTargets(strings, resolver);
  /** The last note that linked to each, + 1. */
  const linkedBy = new Uint32Array(notes.size);
  let others = 0;

  /** Whether it is a link to another note. */
  function add(number: number, target: number, relation: number): boolean {
    targets.push(target);
    if (target < 0 || target === number) return false;
    if (linkedBy[target] !== number + 1) others += 1;
    linkedBy[target] = number + 1;
    from.push(number);
    to.push(target);
    relations.push(relation);
    return true;
  }

  function addPacked(number: number, { numbers, count }: LinkEnds, path: string, kept: Int32Array | undefined): void {
    for (let index = 0, at = 0; index < count; index += 1, at += LINK_END_STRIDE) {
      const kind = numbers[at]!;
      const text = numbers[at + 2]!;
      const target = kept === undefined ? resolve(kind, numbers[at + 1]!, path, number) : kept[index]!;
      if (add(number, target, kind % RELATIONS.length) && text !== 0) addText(texts, target, stringAt(strings, text));
    }
  }

  function addChanged(number: number, links: readonly NoteLink[], path: string): void {
    for (const link of links) {
      const target = targetOf(link, resolver, path, number);
      if (add(number, target, RELATIONS.indexOf(link.relation)) && link.text !== "") addText(texts, target, link.text);
    }
  }

  /** The targets of a note that did not change, in a world where names mean what they did. */
  function keptTargets(number: number): Int32Array | undefined {
    if (before === undefined || before.changed.has(number)) return undefined;
    return before.links.targets.subarray(before.links.starts[number], before.links.starts[number + 1]);
  }

  function connect(number: number): void {
    if (notes.has(number)) {
      const { path, type, name } = called?.[number] ?? notes.called(number);
      const first = relations.length;
      others = 0;
      const ends = notes.linkEnds(number);
      if (ends === undefined) addChanged(number, notes.links(number), path);
      else addPacked(number, ends, path, keptTargets(number));
      if (isMapOfContent({ type, names: [name, fileStem(path)] }, others)) {
        maps[number] = 1;
        for (let edge = first; edge < relations.length; edge += 1)
          if (relations.at(edge) === REFERENCES) relations.set(edge, CLUSTERS);
      }
    }
    starts[number + 1] = targets.length;
  }

  function finish(): Connected {
    const edges = { from: from.view(), to: to.view(), kind: relations.view() };
    const links = { starts, targets: targets.view().slice() };
    return { links, adjacency: buildAdjacency(notes.size, edges), maps, texts };
  }

  return { connect, finish };
}

function targetOf({ form, target }: NoteLink, resolver: LinkResolver, path: string, number: number): number {
  // `[[#heading]]` stays in its note.
  if (target === "") return number;
  return (form === "path" ? resolver.path(target, path) : resolver.wikilink(target, path)) ?? NOWHERE;
}

export function addText(texts: Map<number, string[]>, target: number, text: string): void {
  const known = texts.get(target);
  if (known === undefined) texts.set(target, [text]);
  else known.push(text);
}

export function fileStem(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.endsWith(".md") ? name.slice(0, -3) : name.replace(/\.md$/i, "");
}
