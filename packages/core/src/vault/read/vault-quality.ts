import { orCancelled } from "../../content/or-cancelled.js";
import { countsOf } from "../../content/stats.js";
import { type NodeId, RELATIONS } from "../../model/node.js";
import { heldAgainst } from "../../model/quality.js";
import type { Count, Finding, GraphStats } from "../../ports/content.js";
import { degree } from "../../search/relevance/adjacency.js";
import { createLinkFindings } from "../links/link-findings.js";
import type { OtherFiles } from "../links/other-files.js";
import { inSteps, type Steps } from "../load/in-steps.js";
import { isSkillFile } from "../notes/note-id.js";
import type { VaultState } from "../vault-state.js";
import { shownHead } from "./filter-columns.js";
import { type Conventions, conventionsOf, createNoteFindings, needsNoLink } from "./note-findings.js";

interface Judged {
  readonly stats: GraphStats;
  /** By file, then by line. */
  readonly findings: readonly Finding[];
}

export interface Judging {
  /** Looks anew at the files that are no notes. */
  otherFiles(): OtherFiles;
  readonly signal: AbortSignal | undefined;
}

const judged = new WeakMap<VaultState, Promise<Judged>>();

/** What can be said of a version: found once for all who ask, in steps. Whoever cancels stops waiting for it. */
export async function judge(state: VaultState, { otherFiles, signal }: Judging): Promise<Judged> {
  return orCancelled(judged.get(state) ?? started(state, otherFiles), signal);
}

function started(state: VaultState, otherFiles: () => OtherFiles): Promise<Judged> {
  const judging = inSteps(judgeAll(state, otherFiles()));
  judged.set(state, judging);
  // Whoever asks next tries again; that nobody waits any more must not count as unhandled.
  judging.catch(() => judged.delete(state));
  return judging;
}

function* judgeAll(state: VaultState, otherFiles: OtherFiles): Steps<Judged> {
  const { notes } = state;
  const linksOf = createLinkFindings(state, otherFiles);
  const used = conventionsOf(state);
  const noteOf = createNoteFindings(state, used);
  const byFile = new Map<string, Finding[]>();
  const codes = new Map<string, number>();
  const add = (finding: Finding) => {
    const known = byFile.get(finding.file);
    if (known === undefined) byFile.set(finding.file, [finding]);
    else known.push(finding);
    tally(codes, finding.code);
  };
  for (const problem of state.problems) add(problem);
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    for (const finding of yield* linksOf(number)) add(finding);
    for (const finding of noteOf(number)) add(finding);
    yield;
  }
  const findings: Finding[] = [];
  for (const file of [...byFile.keys()].sort()) {
    for (const finding of byFile.get(file)!.sort((a, b) => a.line - b.line)) findings.push(finding);
    yield;
  }
  return { stats: yield* counting(state, codes, used), findings };
}

function* counting(state: VaultState, codes: ReadonlyMap<string, number>, used: Conventions): Steps<GraphStats> {
  const { notes, adjacency, maps, ids } = state;
  const types = new Map<string, number>();
  const domains = new Map<string, number>();
  const mapped = new Set<string>();
  const mocs: NodeId[] = [];
  const orphans: NodeId[] = [];
  let deadEnds = 0;
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const { type, domain } = shownHead(state, number);
    tally(types, type);
    tally(domains, domain);
    if (maps[number] === 1) {
      mocs.push(ids.of(number));
      mapped.add(domain);
    }
    const outward = degree(adjacency.out, number);
    const path = notes.path(number);
    if (outward === 0 && !isSkillFile(path)) deadEnds += 1;
    if (outward + degree(adjacency.in, number) === 0 && !needsNoLink(path, used)) orphans.push(ids.of(number));
    yield;
  }
  // A domain of one note needs no map.
  const clusters = [...domains].filter(([, size]) => size > 1).map(([domain]) => domain);
  const count = (code: string) => codes.get(code) ?? 0;
  return {
    nodes: state.count,
    links: adjacency.out.targets.length,
    byType: countsOf(types),
    byDomain: countsOf(domains),
    byRelation: relations(state),
    quality: {
      nodes: state.count,
      brokenLinks: count("broken-link"),
      withoutDescription: heldAgainst(count("no-description"), used.description),
      orphans: count("orphan"),
      withoutType: heldAgainst(count("no-type"), used.type),
      circularPairs: count("circular-pair"),
      withoutDomain: heldAgainst(count("no-domain"), used.domain),
      deadEnds,
      clusters: clusters.length,
      clustersWithMap: clusters.filter((domain) => mapped.has(domain)).length,
    },
    mocs: mocs.sort(),
    orphans: orphans.sort(),
  };
}

function relations({ adjacency: { out } }: VaultState): readonly Count[] {
  const counts = new Map<string, number>();
  for (const kind of out.kinds) tally(counts, RELATIONS[kind] ?? "references");
  return countsOf(counts);
}

function tally(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
