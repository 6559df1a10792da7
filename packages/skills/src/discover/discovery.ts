import type { SkillDiagnostic } from "../record/skill-metadata.js";
import { pluginRoots } from "./plugins.js";
import { collisionDiagnostic, createRegistry, type Registry } from "./registry.js";
import type { RootPlan } from "./skill-roots.js";
import { isFolder } from "./skill-roots.js";
import { createWalk, type SkillRoot, walkSkills } from "./walk-skills.js";

/** What one look at all folders found. Nothing changes it any more. */
export interface Discovery {
  readonly registry: Registry;
  readonly diagnostics: readonly SkillDiagnostic[];
  /** Folders whose file is no skill, and why, by the folder's name. */
  readonly refused: ReadonlyMap<string, readonly SkillDiagnostic[]>;
  /** Folders in which skills can come and go; roots that do not exist yet among them. */
  readonly folders: readonly string[];
}

/** Project over personal over plugins over custom folders (R5.4). In steps, so that both ways of running it are one behaviour (FR-016). */
export function* discovering(plan: RootPlan): Generator<void, Discovery> {
  const walk = createWalk();
  const others: string[] = [];
  const look = function* (root: SkillRoot): Generator<void, void> {
    if (isFolder(root.path)) yield* walkSkills(root, walk, plan.limits);
    else others.push(root.path);
  };
  for (const root of plan.roots) yield* look(root);
  for (const folder of plan.pluginDirs) {
    const { roots, diagnostics } = pluginRoots(folder);
    others.push(folder);
    walk.diagnostics.push(...diagnostics);
    for (const root of roots) yield* look(root);
  }
  for (const root of plan.custom) yield* look(root);
  const registry = createRegistry(walk.skills);
  return {
    registry,
    diagnostics: [...walk.diagnostics, ...registry.collisions.map(collisionDiagnostic)],
    refused: walk.refused,
    folders: [...walk.listed.values(), ...others],
  };
}

export function runToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** How long others wait at the most while a discovery goes on. */
const SLICE_MILLISECONDS = 8;

/** The same in slices, so that a server answers meanwhile. Reading is synchronous: through promises it takes ten times as long. */
export async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + SLICE_MILLISECONDS;
    while (performance.now() < until) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
