import { type SkillSource, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { escapeControls } from "@pd/core";
import { guarded } from "../server/protocol-error.js";
import type { ServedSkills } from "./served-skills.js";

const made = new WeakMap<ServedSkills, SkillsExtension>();

/** Methods and capability of SEP-2640, ready to be attached to each server; made once for what is served. */
export function extensionOf(skills: ServedSkills): SkillsExtension {
  const extension =
    made.get(skills) ?? new SkillsExtension({ source: worded(skills.source), onWarning: createWarning() });
  made.set(skills, extension);
  return extension;
}

function worded(source: SkillSource): SkillSource {
  return {
    list: (...given) => guarded(async () => source.list(...given)),
    get: (...given) => guarded(async () => source.get(...given)),
    read: (...given) => guarded(async () => source.read(...given)),
    readDirectory: (...given) => guarded(async () => source.readDirectory?.(...given)),
  };
}

/** A skill that cannot be served is told of once, not at every listing. */
function createWarning(): (warning: { readonly path: string; readonly message: string }) => void {
  const told = new Set<string>();
  return ({ path, message }) => {
    if (!told.has(path)) console.warn(`pd-mcp: ${escapeControls(`${path}: ${message}`)}`);
    told.add(path);
  };
}
