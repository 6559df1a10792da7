import type { OnSkillEvent } from "../record/skill-event.js";
import type { Discovery } from "./discovery.js";
import { changesBetween, isNoChange, type SkillChanges } from "./skill-changes.js";

/** Tells what a look at the folders found, as far as it is new. Gives back what changed; nothing on the first look. */
export function tellDiscovery(
  onEvent: OnSkillEvent,
  before: Discovery | undefined,
  now: Discovery,
  milliseconds: number,
): SkillChanges | undefined {
  const at = Date.now();
  const { registry, diagnostics } = now;
  const told = new Set(before?.diagnostics.map(keyOf));
  for (const diagnostic of diagnostics) {
    if (!told.has(keyOf(diagnostic))) onEvent({ kind: "skill-diagnosed", at, diagnostic });
  }
  const known = new Set(before?.registry.collisions.map(({ loser }) => loser.filePath));
  for (const { name, winner, loser } of registry.collisions) {
    if (known.has(loser.filePath)) continue;
    const { qualifiedName, filePath } = loser;
    onEvent({ kind: "skill-collision", at, name, winner: winner.filePath, loser: filePath, qualifiedName });
  }
  const { length: skills } = registry.skills;
  onEvent({ kind: "skills-discovered", at, skills, diagnostics: diagnostics.length, milliseconds });
  if (before === undefined) return undefined;
  const changes = changesBetween(before.registry.skills, registry.skills);
  if (!isNoChange(changes)) onEvent({ kind: "skills-changed", at, ...changes });
  return changes;
}

function keyOf({ code, file, line }: Discovery["diagnostics"][number]): string {
  return `${code} ${line} ${file}`;
}
