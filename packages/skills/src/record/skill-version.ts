import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { SkillNode } from "../content/skill-nodes.js";
import type { SkillState } from "../invoke/skill-state.js";

/**
 * What tells one version of a skill or of its file from another without reading it: its stamp, what it is invoked with, and its files as level 2
 * shows them. Scripts go by their stamps too, since what they say of themselves is read from them. Nothing where a file is gone.
 */
export function versionOf(state: SkillState, node: SkillNode, argument: string | undefined): string | undefined {
  const { skill, resource, summary } = node;
  if (resource !== undefined) return digest([summary, stampOf(join(skill.baseDir, resource.path))]);
  const { out } = state.adjacency;
  const numbers = out.targets.subarray(out.starts[node.number], out.starts[node.number + 1]);
  const files = [...numbers].map((number) => {
    const file = state.nodes[number];
    const isScript = file?.resource?.kind === "scripts";
    return [file?.summary, isScript ? stampOf(join(skill.baseDir, file.resource.path)) : null];
  });
  return digest([summary, skill.baseDir, argument ?? null, files, stampOf(skill.filePath)]);
}

/** The last part is the stamp of the text itself: without it there is nothing to go by. */
function digest(parts: readonly unknown[]): string | undefined {
  if (parts.at(-1) === undefined) return undefined;
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 16);
}

function stampOf(file: string): readonly number[] | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? undefined : [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];
}
