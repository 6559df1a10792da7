import {
  createNamesBeginning,
  type Edge,
  type Finding,
  findingIn,
  type Graph,
  isPdError,
  type NodeId,
  noteOf,
  statsOf,
} from "@pd/core";
import { SKILL_BEST_UNIT, SKILL_SCORING } from "../find/skill-scoring.js";
import type { SkillState } from "../invoke/skill-state.js";
import type { SkillDiagnostic, SkillDiagnosticCode } from "../record/skill-metadata.js";
import { versionOf } from "../record/skill-version.js";

/** Finding among skills and their files. A search looks at texts too; what it gives is metadata. */
export function createSkillGraph(state: SkillState): Graph {
  const { nodes, texts, version, mask } = state;
  const ranked = {
    version,
    size: nodes.length,
    mask,
    idOf: (number: number) => nodes[number]!.summary.id,
    numberOf(id: NodeId) {
      const number = state.node(id)?.number;
      // A file that came late is in no list yet.
      return number !== undefined && number < nodes.length ? number : undefined;
    },
    relevance: state.relevance,
    scoring: SKILL_SCORING,
    bestUnit: SKILL_BEST_UNIT,
    // Files of a skill that matches are not matches themselves.
    expansion: false,
    standing: "name",
  } as const;
  const beginning = createNamesBeginning(() =>
    nodes.flatMap(({ summary: { id, name } }) => [[id, id] as const, [name, id] as const]),
  );
  return {
    ...findingIn(ranked),
    size: nodes.length,
    resolve: async (references) => references.map(state.resolve),
    beginning: async (prefix, limit) => beginning(prefix, limit),
    summaries: async (ids) => ids.flatMap((id) => state.summary(id) ?? []),
    neighbours: async (ids) => ids.flatMap((id) => edgesOf(state, id)),
    async prices(asked, counter) {
      return asked.flatMap((request) => {
        const place = state.place(request.id);
        if (place === undefined) return [];
        try {
          return texts.price(request, place, counter) ?? [];
        } catch (error) {
          // What cannot be read has no price: the gate says so where it tries to open it.
          if (isPdError(error)) return [];
          throw error;
        }
      });
    },
    async versions(asked) {
      return asked.map(({ id, argument }) => {
        // A section has that of its skill or file.
        const node = state.node(id) ?? state.node(noteOf(id));
        return node === undefined ? undefined : versionOf(state, node, argument);
      });
    },
    stats: async () => skillStats(state),
    findings: async () => (await state.diagnostics()).map(findingOf),
  };
}

function edgesOf({ nodes, adjacency, node: find }: SkillState, id: NodeId): readonly Edge[] {
  // A section leads where its skill or file does.
  const number = find(noteOf(id))?.number;
  if (number === undefined) return [];
  const other = (at: number) => nodes[at]?.summary.id as NodeId;
  const { out, in: into } = adjacency;
  const edges: Edge[] = [];
  for (const to of out.targets.subarray(out.starts[number], out.starts[number + 1]))
    edges.push({ from: id, to: other(to), relation: "references" });
  for (const from of into.targets.subarray(into.starts[number], into.starts[number + 1]))
    edges.push({ from: other(from), to: id, relation: "references" });
  return edges;
}

async function skillStats({ nodes, adjacency, diagnostics }: SkillState) {
  const found = await diagnostics();
  return statsOf({
    nodes: nodes.map(({ summary }) => summary),
    relations: Array.from(adjacency.out.targets, () => "references" as const),
    quality: { withoutDescription: found.filter(({ code }) => code === "description-missing").length },
  });
}

function findingOf({ code, severity, file, line, message, fix }: SkillDiagnostic): Finding<SkillDiagnosticCode> {
  return { code, severity, file, line, message, ...(fix === undefined ? {} : { fix }) };
}
