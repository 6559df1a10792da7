import type { OnSkillEvent } from "../record/skill-event.js";
import type { SkillDiagnostic } from "../record/skill-metadata.js";
import { type Discovery, runInSlices, runToEnd } from "./discovery.js";
import { secondLook } from "./second-look.js";
import type { WalkLimits } from "./walk-skills.js";

/** All diagnostics of a discovery: its own, and what a second look adds, which is taken once and only if somebody asks. */
export interface Diagnosing {
  now(discovery: Discovery): readonly SkillDiagnostic[];
  inSlices(discovery: Discovery): Promise<readonly SkillDiagnostic[]>;
}

export function createDiagnosing(limits: WalkLimits, onEvent: OnSkillEvent): Diagnosing {
  let looked: { readonly of: Discovery; readonly all: readonly SkillDiagnostic[] } | undefined;
  const told = new Set<string>();
  const look = ({ registry, diagnostics }: Discovery) => secondLook({ skills: registry.skills, diagnostics }, limits);

  function kept(of: Discovery, found: readonly SkillDiagnostic[]): readonly SkillDiagnostic[] {
    for (const diagnostic of found) {
      if (told.has(diagnostic.file)) continue;
      told.add(diagnostic.file);
      onEvent({ kind: "skill-diagnosed", at: Date.now(), diagnostic });
    }
    looked = { of, all: [...of.diagnostics, ...found] };
    return looked.all;
  }

  return {
    now: (of) => (looked?.of === of ? looked.all : kept(of, runToEnd(look(of)))),
    inSlices: async (of) => (looked?.of === of ? looked.all : kept(of, await runInSlices(look(of)))),
  };
}
