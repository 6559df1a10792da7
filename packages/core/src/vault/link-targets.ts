import { RELATIONS } from "../node.js";
import { DEPENDS, type LinkResolver, NOWHERE } from "./link-resolver.js";
import { LINK_FORMS } from "./note.js";
import { type PackedStrings, stringAt } from "./string-table.js";

/** Where a link leads, by its kind and the number of its target. */
export type LinkTargets = (kind: number, target: number, path: string, number: number) => number;

const UNASKED = -3;
/** The first of the kinds that are paths. */
const PATH = LINK_FORMS.indexOf("path") * RELATIONS.length;

/** Asks the resolver once for each target that means one note wherever it is written, and once a folder for each path. */
export function createLinkTargets(strings: PackedStrings, resolver: LinkResolver): LinkTargets {
  const anywhere = new Int32Array(strings.starts.length - 1).fill(UNASKED);
  let folder = "";
  let inFolder = new Map<number, number>();

  function byPath(target: number, path: string): number {
    const own = path.slice(0, path.lastIndexOf("/") + 1);
    if (own !== folder) {
      folder = own;
      inFolder = new Map();
    }
    const known = inFolder.get(target);
    if (known !== undefined) return known;
    const found = resolver.path(stringAt(strings, target), path) ?? NOWHERE;
    inFolder.set(target, found);
    return found;
  }

  return (kind, target, path, number) => {
    // `[[#heading]]` stays in its note.
    if (target === 0) return number;
    if (kind >= PATH && kind < PATH + RELATIONS.length) return byPath(target, path);
    if (target >= anywhere.length) return NOWHERE;
    if (anywhere[target] === UNASKED) anywhere[target] = resolver.anywhere(stringAt(strings, target));
    const found = anywhere[target]!;
    return found === DEPENDS ? (resolver.wikilink(stringAt(strings, target), path) ?? NOWHERE) : found;
  };
}
