import type { Content, Reading } from "@pd/core";
import { createSkillGraph } from "./skill-graph.js";
import type { SkillManager } from "./skill-manager.js";
import { createSkillSource } from "./skill-node-source.js";
import { createSkillState, type SkillState } from "./skill-state.js";
import { createSkillTexts } from "./skill-texts.js";

export interface SkillContentOptions {
  /** The `graphId` of requests. */
  readonly id?: string | undefined;
}

/** Skills as content for any door. */
export interface SkillContent extends Content {
  /** Looks at all folders again: at skills, and at files that came since they were found. */
  refresh(): void;
}

/**
 * A manager's skills as nodes behind the gate (R1.2): metadata at level 1, files among the links at 2, outline at 3, body at 4, and each
 * file a node of type `resource`. With an argument, a body comes as `invokeSkill` gives it.
 */
export function skillContent(manager: SkillManager, { id = "skills" }: SkillContentOptions = {}): SkillContent {
  const { clearance } = manager;
  const texts = createSkillTexts(clearance);
  let state: SkillState | undefined;
  let made = -1;
  let edits = 0;

  function current(): SkillState {
    const skills = manager.listSkills();
    const edited = texts.anyChanged();
    if (edited) edits += 1;
    if (state === undefined || made !== manager.version) {
      made = manager.version;
      state = createSkillState({ version: `${made}.${edits}`, skills, diagnostics: manager.diagnostics, texts });
    } else if (edited) state = { ...state, version: `${made}.${edits}` };
    return state;
  }

  return {
    id,
    async open(): Promise<Reading> {
      const now = current();
      return {
        version: now.version,
        graph: createSkillGraph(now),
        source: createSkillSource(now, clearance),
        // A version is plain values: whoever still reads one keeps it.
        release: () => undefined,
      };
    },
    refresh() {
      // Files are listed once for each skill that was found: finding them anew lists them anew.
      manager.discoverSync();
      state = undefined;
      edits += 1;
    },
  };
}
