import { type Adjacency, buildAdjacency } from "../graph/adjacency.js";
import { isMapOfContent } from "../graph/moc.js";
import { RELATIONS } from "../node.js";
import type { Steps } from "./in-steps.js";
import type { LinkResolver } from "./link-resolver.js";
import type { LinkEnd } from "./note-codec.js";
import type { NoteList } from "./note-list.js";
import { NOWHERE, type ResolvedLinks } from "./resolved-links.js";

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
export function* connectNotes({ notes, resolver, before }: Connecting): Steps<Connected> {
  const starts = new Uint32Array(notes.size + 1);
  const targets: number[] = [];
  const [from, to, kind]: [number[], number[], number[]] = [[], [], []];
  const maps = new Uint8Array(notes.size);
  const texts = new Map<number, string[]>();
  for (let number = 0; number < notes.size; number += 1) {
    if (number % 32 === 0) yield;
    if (notes.has(number)) {
      const keeps = before !== undefined && !before.changed.has(number) ? before.links : undefined;
      const head = notes.called(number);
      const ends = notes.linkEnds(number);
      const first = from.length;
      const others = new Set<number>();
      for (const [index, end] of ends.entries()) {
        const target =
          keeps === undefined
            ? targetOf(end, resolver, head.path, number)
            : keeps.targets[keeps.starts[number]! + index]!;
        targets.push(target);
        if (target < 0 || target === number) continue;
        others.add(target);
        from.push(number);
        to.push(target);
        kind.push(RELATIONS.indexOf(end.relation));
        if (end.text !== "") addText(texts, target, end.text);
      }
      if (isMapOfContent({ type: head.type, names: [head.name, fileStem(head.path)] }, others.size)) {
        maps[number] = 1;
        for (let edge = first; edge < kind.length; edge += 1) if (kind[edge] === REFERENCES) kind[edge] = CLUSTERS;
      }
    }
    starts[number + 1] = targets.length;
  }
  yield;
  return {
    links: { starts, targets: Int32Array.from(targets) },
    adjacency: buildAdjacency(notes.size, { from, to, kind }),
    maps,
    texts,
  };
}

function targetOf({ form, target }: LinkEnd, resolver: LinkResolver, path: string, number: number): number {
  // `[[#heading]]` stays in its note.
  if (target === "") return number;
  return (form === "path" ? resolver.path(target, path) : resolver.wikilink(target, path)) ?? NOWHERE;
}

function addText(texts: Map<number, string[]>, target: number, text: string): void {
  const known = texts.get(target);
  if (known === undefined) texts.set(target, [text]);
  else known.push(text);
}

function fileStem(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
}
