import { dirname, relative, resolve, sep } from "node:path";
import { findingAt } from "../../model/finding-table.js";
import type { NodeId } from "../../model/node.js";
import type { OutwardLink } from "../../ports/content.js";
import { resolverOf, type VaultState } from "../vault-state.js";
import { brokenLink } from "./link-findings.js";
import { decodedTarget } from "./link-resolver.js";
import { isForeign } from "./resolved-links.js";

/** The links of a vault that lead to none of its notes, for whoever has other vaults beside it. */
export function outwardLinks(root: string | undefined, { notes, links, ids }: VaultState): readonly OutwardLink[] {
  const outward: OutwardLink[] = [];
  for (let number = 0; number < notes.size; number += 1) {
    const [first, end] = [links.starts[number]!, links.starts[number + 1]!];
    if (!notes.has(number) || !links.targets.subarray(first, end).some((target) => target < 0)) continue;
    const path = notes.path(number);
    for (const [index, link] of notes.links(number).entries()) {
      if (links.targets[first + index]! >= 0 || isForeign(link)) continue;
      const { form, relation, target, line } = link;
      const file =
        form === "path" && root !== undefined ? resolve(root, dirname(path), decodedTarget(target)) : undefined;
      const finding = findingAt(path, line, brokenLink(link));
      outward.push({ from: ids.of(number), relation, declared: form === "declared", target, file, finding });
    }
  }
  return outward;
}

/** The note that a file is, where the folder of the vault holds it. */
export function noteAt(root: string, { notes, ids }: VaultState, file: string): NodeId | undefined {
  const path = relative(root, file).split(sep).join("/");
  if (path === "" || path.startsWith("../") || path === "..") return undefined;
  const number = resolverOf(notes).file(path);
  return number === undefined ? undefined : ids.of(number);
}
