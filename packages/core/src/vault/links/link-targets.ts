import { RELATIONS } from "../../model/node.js";
import { LINK_FORMS } from "../notes/note.js";
import type { NoteList } from "../notes/note-list.js";
import { stringAt } from "../notes/string-table.js";
import { DEPENDS, type LinkResolver, NOWHERE } from "./link-resolver.js";

/** Where a link leads, by its kind and the number of its target. */
export type LinkTargets = (kind: number, target: number, number: number) => number;

const UNASKED = -3;
/** The first of the kinds that are paths. */
const PATH = LINK_FORMS.indexOf("path") * RELATIONS.length;

/** Asks the resolver once for each target that means one note wherever it is written, and once a folder for each path. */
export function createLinkTargets(notes: NoteList, resolver: LinkResolver): LinkTargets {
  const { strings } = notes.base;
  const { bytes, starts } = strings;
  const anywhere = new Int32Array(strings.starts.length - 1).fill(UNASKED);
  /** The note whose links are resolved, and its path. */
  let asker = -1;
  let path = "";
  let folder = "";
  let inFolder = new Map<number, number>();

  function pathOf(number: number): string {
    if (asker !== number) path = notes.path(number);
    asker = number;
    return path;
  }

  function byPath(target: number, number: number): number {
    const from = pathOf(number);
    const own = resolver.hasRoutes ? from : from.slice(0, from.lastIndexOf("/") + 1);
    if (own !== folder) {
      folder = own;
      inFolder = new Map();
    }
    const known = inFolder.get(target);
    if (known !== undefined) return known;
    const found = resolver.path(stringAt(strings, target), from) ?? NOWHERE;
    inFolder.set(target, found);
    return found;
  }

  return (kind, target, number) => {
    // `[[#heading]]` stays in its note.
    if (target === 0) return number;
    if (kind >= PATH && kind < PATH + RELATIONS.length) return byPath(target, number);
    if (target >= anywhere.length) return NOWHERE;
    if (anywhere[target] === UNASKED) anywhere[target] = resolver.anywhere(bytes, starts[target]!, starts[target + 1]!);
    const found = anywhere[target]!;
    return found === DEPENDS ? (resolver.wikilink(stringAt(strings, target), pathOf(number)) ?? NOWHERE) : found;
  };
}
