import { LEVELS, type Level } from "../model/level.js";
import { holdsLines, moreTexts, type NodeId, type NodeSummary, noteOf } from "../model/node.js";
import { indexView, type NodeView, scanView } from "../model/view.js";
import type { Graph, PriceRequest, ReadOptions } from "../ports/content.js";
import type { Digests, Seen } from "../sessions/ledger.js";
import { digestOf } from "../text/digest.js";
import type { AllowedWant } from "./allowed-levels.js";

/**
 * Digests of what a view shows of its node's content: of its own level, and of those below that it contains. What is said of the node in this
 * answer alone (price, score, why) is no part of them, nor is the form of the answer.
 */
export function digestsOf(view: NodeView, cutFor?: string): Digests {
  const { name, type, domain } = view;
  if (view.level === 0) return { 0: digest([name, type, domain]) };
  const scan = [name, type, domain, view.description, view.tags, ...Object.values(moreTexts(view))];
  const own = { 1: digest(scan) };
  switch (view.level) {
    case 1:
      return own;
    case 2:
      return { ...own, 2: digest([scan, view.links]) };
    case 3: {
      const sections = view.content.sections.map(({ tokens: _, ...section }) => section);
      return { ...own, ...linksIn(view, scan), 3: digest([scan, sections]) };
    }
    case 4:
      // The whole may come later, and the part for this question does not come again (R1.9).
      if (view.cut === true) return { ...own, ...(cutFor === undefined ? {} : { cut: digestOf(cutFor) }) };
      return { ...own, ...linksIn(view, scan), 4: digest([scan, view.content.full]) };
  }
}

function linksIn({ links }: NodeView, scan: readonly unknown[]): Digests {
  return links === undefined ? {} : { 2: digest([scan, links]) };
}

function digest(parts: readonly unknown[]): string {
  return digestOf(JSON.stringify(parts));
}

/** Whether all that a view says was said before: then it is not shown again (R2.7). */
export function isShownBefore(view: NodeView, before: Seen | undefined): boolean {
  return before !== undefined && saysTheSame(digestsOf(view), before.digests);
}

function saysTheSame(digests: Digests, shown: Digests): boolean {
  return LEVELS.every((level) => digests[level] === undefined || digests[level] === shown[level]);
}

/** Which version of a node there is now, as far as that is told without reading. */
export interface Versions {
  readonly own: ReadonlyMap<NodeId, string>;
  /** Of notes of which a part is wanted, and of their other parts that were shown. */
  readonly around: ReadonlyMap<NodeId, string>;
}

export const NO_VERSIONS: Versions = { own: new Map(), around: new Map() };

/**
 * The versions of all that may be shown at a level for which something is read, and of all that has one in the ledger. Asked for before
 * anything is read: a version that is newer than the text that was shown would hide the next text.
 */
export async function versionsOf(
  allowed: readonly AllowedWant[],
  graph: Graph,
  options: ReadOptions,
): Promise<Versions> {
  const own = allowed
    .filter(({ before, levels }) => (levels.at(-1) ?? 0) >= 2 || before?.digests.version !== undefined)
    .map(({ want: { id, argument } }) => ({ id, argument }));
  const around = allowed.flatMap(({ want, note, parts }) => [
    ...(note?.digests[4] === undefined ? [] : [noteOf(want.id)]),
    ...parts.map(([id]) => id),
  ]);
  const asked: readonly PriceRequest[] = [...own, ...[...new Set(around)].map((id) => ({ id }))];
  const found = asked.length === 0 ? [] : ((await graph.versions?.(asked, options)) ?? []);
  const known = asked.flatMap(({ id }, index) => {
    const version = found[index];
    return version === undefined ? [] : [{ index, entry: [id, version] as const }];
  });
  return {
    own: new Map(known.filter(({ index }) => index < own.length).map(({ entry }) => entry)),
    around: new Map(known.filter(({ index }) => index >= own.length).map(({ entry }) => entry)),
  };
}

/** Whether a part was shown in what holds it: who has read a note or a section in full has read its passages (R1.9). */
export function isShownAround(
  { want, note, parts }: AllowedWant,
  summaryOf: ReadonlyMap<NodeId, NodeSummary>,
  { around }: Versions,
): boolean {
  if (note?.digests[4] !== undefined && isVersion(note, around.get(noteOf(want.id)))) return true;
  const own = summaryOf.get(want.id)?.lines;
  return parts.some(([id, seen]) => {
    const lines = summaryOf.get(id)?.lines;
    return lines !== undefined && own !== undefined && isVersion(seen, around.get(id)) && holdsLines(lines, own);
  });
}

/** Of the levels that a node may have, those that are not known to show only what was shown before. Nothing is read to find out. */
export function newLevels(
  { want: { id, rows }, before, levels }: AllowedWant,
  summary: NodeSummary,
  { own }: Versions,
): readonly Level[] {
  if (before === undefined) return levels;
  const isSame = isVersion(before, own.get(id));
  const highest = LEVELS.findLast((level) => before.digests[level] !== undefined) ?? -1;
  const hasLinks = before.digests[2] !== undefined || highest !== 3;
  return levels.filter((level) => {
    // What is asked for by name comes: whether it was shown is told by what it says. An outline shows no links.
    if (level >= 2) return rows !== undefined || !isSame || level > highest || (level === 2 && !hasLinks);
    const isNew = !isShownBefore(scanView(summary), before);
    return isNew && (level === 1 || !isShownBefore(indexView(summary), before));
  });
}

/** Whether a part of the text was shown for this question because the whole did not fit: then only the whole is new. */
export function isCutBefore({ want, before }: AllowedWant, { own }: Versions): boolean {
  if (before?.digests.cut === undefined || want.cutFor === undefined) return false;
  return before.digests.cut === digestOf(want.cutFor) && isVersion(before, own.get(want.id));
}

function isVersion({ digests: { version } }: Seen, now: string | undefined): boolean {
  return version !== undefined && version === now;
}
