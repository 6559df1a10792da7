import type { Count, Finding, GraphStats } from "../content.js";
import { degree } from "../graph/adjacency.js";
import { type NodeId, RELATIONS } from "../node.js";
import { linkFindings } from "./link-findings.js";
import type { VaultState } from "./vault-state.js";

interface Judged {
  readonly stats: GraphStats;
  readonly findings: readonly Finding[];
}

const judged = new WeakMap<VaultState, Judged>();

export function statsOf(state: VaultState): GraphStats {
  return judge(state).stats;
}

/** By file, then by line. */
export function findingsOf(state: VaultState): readonly Finding[] {
  return judge(state).findings;
}

function judge(state: VaultState): Judged {
  const kept = judged.get(state);
  if (kept !== undefined) return kept;
  const { notes, adjacency, maps, ids } = state;
  const findings: Finding[] = [...state.problems];
  const types = new Map<string, number>();
  const domains = new Map<string, number>();
  const mapped = new Set<string>();
  const orphans: NodeId[] = [];
  const mocs: NodeId[] = [];
  const counts = {
    brokenLinks: 0,
    withoutDescription: 0,
    orphans: 0,
    withoutType: 0,
    circularPairs: 0,
    withoutDomain: 0,
    deadEnds: 0,
  };
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number)) continue;
    const note = notes.note(number);
    tally(types, note.type);
    tally(domains, note.domain);
    if (maps[number] === 1) {
      mocs.push(ids.of(number));
      mapped.add(note.domain);
    }
    for (const finding of linkFindings(state, number)) {
      findings.push(finding);
      if (finding.code === "broken-link") counts.brokenLinks += 1;
    }
    const outward = degree(adjacency.out, number);
    if (outward === 0) counts.deadEnds += 1;
    if (outward + degree(adjacency.in, number) === 0) {
      counts.orphans += 1;
      orphans.push(ids.of(number));
      findings.push(
        about(
          note.path,
          "orphan",
          "info",
          "No note links here, and it links to none.",
          "Link it from a map of content.",
        ),
      );
    }
    if (!note.declares.description) {
      counts.withoutDescription += 1;
      findings.push(
        about(
          note.path,
          "no-description",
          "warning",
          'It has no "description"; its first sentence stands in.',
          "description: One line that says what it is about.",
        ),
      );
    }
    if (!note.declares.type) {
      counts.withoutType += 1;
      findings.push(about(note.path, "no-type", "info", 'It has no "type".', "type: note"));
    }
    if (!note.declares.domain && !note.path.includes("/")) {
      counts.withoutDomain += 1;
      findings.push(
        about(note.path, "no-domain", "info", 'It has no "domain", and is in no folder.', "domain: general"),
      );
    }
    const partner = circularPartner(state, number);
    // Said of the one whose path comes first: numbers depend on what was read when.
    if (partner !== undefined && note.path < notes.path(partner)) {
      counts.circularPairs += 1;
      findings.push(
        about(
          note.path,
          "circular-pair",
          "info",
          `It and "${notes.path(partner)}" link to each other and to nothing else.`,
        ),
      );
    }
  }
  findings.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  // A domain of one note needs no map.
  const clusters = [...domains].filter(([, size]) => size > 1).map(([domain]) => domain);
  const stats: GraphStats = {
    nodes: state.count,
    links: adjacency.out.targets.length,
    byType: sorted(types),
    byDomain: sorted(domains),
    byRelation: relations(state),
    quality: {
      nodes: state.count,
      ...counts,
      clusters: clusters.length,
      clustersWithMap: clusters.filter((domain) => mapped.has(domain)).length,
    },
    mocs: mocs.sort(),
    orphans: orphans.sort(),
  };
  const made = { stats, findings };
  judged.set(state, made);
  return made;
}

/** The one note that this one is linked with, where that one is linked with no other either. */
function circularPartner({ adjacency: { out, in: into } }: VaultState, number: number): number | undefined {
  const partner = onlyOne(out, number);
  if (partner === undefined || onlyOne(into, number) !== partner) return undefined;
  return onlyOne(out, partner) === number && onlyOne(into, partner) === number ? partner : undefined;
}

function onlyOne({ starts, targets }: VaultState["adjacency"]["out"], number: number): number | undefined {
  const others = new Set(targets.subarray(starts[number], starts[number + 1]));
  return others.size === 1 ? [...others][0] : undefined;
}

function about(file: string, code: string, severity: Finding["severity"], message: string, fix?: string): Finding {
  return { code, severity, file, line: 1, message, ...(fix === undefined ? {} : { fix }) };
}

function relations({ adjacency: { out } }: VaultState): readonly Count[] {
  const counts = new Map<string, number>();
  for (const kind of out.kinds) tally(counts, RELATIONS[kind] ?? "references");
  return sorted(counts);
}

function tally(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): readonly Count[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
