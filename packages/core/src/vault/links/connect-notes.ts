import { RELATIONS } from "../../model/node.js";
import { type Adjacency, buildAdjacency } from "../../search/relevance/adjacency.js";
import { isMapOfContent, MAP_LINKS, MAP_TYPE } from "../../search/relevance/moc.js";
import type { Steps } from "../load/in-steps.js";
import { readText } from "../notes/byte-reader.js";
import { createGrowingNumbers } from "../notes/growing-numbers.js";
import type { NoteLink } from "../notes/note.js";
import { LINK_END_STRIDE, type LinkEnds } from "../notes/note-codec.js";
import type { NoteList } from "../notes/note-list.js";
import { stringAt } from "../notes/string-table.js";
import { type LinkResolver, NOWHERE } from "./link-resolver.js";
import { createLinkTargets } from "./link-targets.js";
import type { ResolvedLinks } from "./resolved-links.js";

export interface Connecting {
  readonly notes: NoteList;
  readonly resolver: LinkResolver;
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

function createConnector({ notes, resolver, before }: Connecting) {
  const { strings } = notes.base;
  const starts = new Uint32Array(notes.size + 1);
  const targets = createGrowingNumbers();
  const [from, to, relations] = [createGrowingNumbers(), createGrowingNumbers(), createGrowingNumbers()];
  const maps = new Uint8Array(notes.size);
  const texts = new Map<number, string[]>();
  const resolve = createLinkTargets(notes, resolver);
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

  function addPacked(number: number, { numbers, count }: LinkEnds, kept: Int32Array | undefined): void {
    for (let index = 0, at = 0; index < count; index += 1, at += LINK_END_STRIDE) {
      const kind = numbers[at]!;
      const text = numbers[at + 2]!;
      const target = kept === undefined ? resolve(kind, numbers[at + 1]!, number) : kept[index]!;
      if (add(number, target, kind % RELATIONS.length) && text !== 0) addText(texts, target, stringAt(strings, text));
    }
  }

  function addChanged(number: number, links: readonly NoteLink[]): void {
    const path = notes.path(number);
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
      const first = relations.length;
      others = 0;
      const ends = notes.linkEnds(number);
      if (ends === undefined) addChanged(number, notes.links(number));
      else addPacked(number, ends, keptTargets(number));
      if (isMap(notes, number, others)) {
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

/** Most notes are none, and that shows without a string being made. */
function isMap(notes: NoteList, number: number, links: number): boolean {
  const { bytes, type } = notes.namePlaces(number);
  const mayDeclare = type[1] - type[0] === MAP_TYPE.length;
  if (!mayDeclare && links < MAP_LINKS) return false;
  const declared = readText(bytes, type[0], type[1]);
  return isMapOfContent({ type: declared, isMostlyLinks: notes.note(number).isMostlyLinks, links });
}
