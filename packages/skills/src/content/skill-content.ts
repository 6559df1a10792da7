import { type Content, cancellable, type Reading } from "@pd/core";
import { runInSlices } from "../discover/discovery.js";
import { keepIndex } from "../find/kept-index.js";
import { createSkillSearch } from "../find/skill-search.js";
import { createLateFiles } from "../invoke/late-files.js";
import { oneAtATime } from "../invoke/one-at-a-time.js";
import type { SkillManager } from "../invoke/skill-manager.js";
import { buildingState, inReading, type SkillState } from "../invoke/skill-state.js";
import type { Skill } from "../record/skill-metadata.js";
import { createSkillGraph } from "./skill-graph.js";
import { createSkillSource } from "./skill-node-source.js";
import { createSkillTexts } from "./skill-texts.js";

export interface SkillContentOptions {
  /** The `graphId` of requests. */
  readonly id?: string | undefined;
  /** Which skills are served. Those that models may invoke, if it is not given: a person's own tool may show others too. */
  readonly select?: ((skill: Skill) => boolean) | undefined;
  /** Where the index of many skills' texts is kept: a folder, or `false` for nowhere. The user's cache folder if it is not given. */
  readonly cache?: string | false | undefined;
}

/** Skills as content for any door. */
export interface SkillContent extends Content {
  /**
   * Looks at all folders again: at skills, and at files that came since they were found. In slices that let others in, and one look at a
   * time: whoever asks during one waits for the next, together with all others. For hosts; no call of a model does it.
   */
  refresh(): Promise<void>;
  /** Takes notice of one file that may have come since its skill's files were listed. Nothing else is looked at. */
  notice(skill: Skill, path: string): void;
}

/**
 * A manager's skills as nodes behind the gate (R1.2): metadata at level 1, files among the links at 2, outline at 3, body at 4, and each
 * file a node of type `resource`. With an argument, a body comes as `invokeSkill` gives it.
 */
export function skillContent(
  manager: SkillManager,
  { id = "skills", select, cache }: SkillContentOptions = {},
): SkillContent {
  const { clearance } = manager;
  const texts = createSkillTexts(clearance);
  const search = createSkillSearch({ clearance, store: () => keepIndex([id, ...manager.folders], cache) });
  const late = createLateFiles();
  let built: { readonly of: string; readonly state: SkillState } | undefined;
  let looks = 0;
  let edits = 0;

  const wanted = () => `${manager.version}.${looks}`;
  const build = oneAtATime(async () => {
    const of = wanted();
    if (built?.of === of) return;
    const diagnostics = () => manager.diagnose();
    const input = { skills: manager.listSkills(), diagnostics, texts, search, select };
    const state = await runInSlices(buildingState(input));
    late.settle(state);
    built = { of, state };
  });

  async function open(): Promise<Reading> {
    await manager.ready();
    if (texts.anyChanged()) edits += 1;
    if (built?.of !== wanted()) await build();
    const { state } = built as NonNullable<typeof built>;
    // Edits of texts are counted in this process; the skills themselves have the same version in any.
    const version = edits === 0 ? state.version : `${state.version}.${edits}`;
    const now = inReading(late.added(state), { version, texts: texts.forReading() });
    const graph = createSkillGraph(now);
    // A version is plain values: whoever still reads one keeps it.
    return { version: now.version, graph, source: createSkillSource(now, clearance), release: () => undefined };
  }

  return {
    id,
    open: (options) => cancellable(options, open),
    refresh: oneAtATime(async () => {
      // Files are listed once for each skill that was found: finding them anew lists them anew.
      await manager.discover();
      late.clear();
      looks += 1;
    }),
    notice: (skill, path) => late.notice(skill, path, built?.state),
  };
}
