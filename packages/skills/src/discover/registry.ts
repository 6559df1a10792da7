import { FoundSkill } from "../record/found-skill.js";
import type { Skill, SkillDiagnostic } from "../record/skill-metadata.js";
import { normalisedName } from "../record/skill-name.js";

/** A name that two skills have. The winner keeps it, the loser is reached by its own (R5.4): none is hidden. */
export interface Collision {
  readonly name: string;
  readonly winner: Skill;
  readonly loser: Skill;
}

/** Skills by name, in constant time (FR-020). */
export interface Registry {
  /** By name, then by priority. */
  readonly skills: readonly Skill[];
  readonly collisions: readonly Collision[];
  /** By name, `plugin:name`, `name@source`, or what the file calls itself. */
  find(name: string): Skill | undefined;
}

/** `found` in order of priority. */
export function createRegistry(found: readonly Skill[]): Registry {
  const byName = new Map<string, Skill>();
  const byQualifiedName = new Map<string, Skill>();
  const aliases = new Map<string, Skill>();
  const collisions: Collision[] = [];
  const skills: Skill[] = [];
  for (const one of found) {
    const winner = byName.get(one.name);
    // A plugin's skill has a name of its own, whoever has the short one.
    const isPlain = winner === undefined && one.pluginName === undefined;
    const skill = isPlain ? one : renamed(one, freeName(one, byQualifiedName, byName));
    if (!isPlain) byQualifiedName.set(skill.qualifiedName, skill);
    if (winner === undefined) byName.set(skill.name, skill);
    else collisions.push({ name: skill.name, winner, loser: skill });
    if (skill.originalName !== undefined && !aliases.has(skill.originalName)) aliases.set(skill.originalName, skill);
    skills.push(skill);
  }
  skills.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  return {
    skills,
    collisions,
    find(name) {
      return byName.get(name) ?? byQualifiedName.get(name) ?? aliases.get(name) ?? addressed(name) ?? spelled(name);
    },
  };

  /** `pdf@project` also reaches the skill that is called `pdf` alone; `pdf@plugin` the plugin's. */
  function addressed(name: string): Skill | undefined {
    const at = name.lastIndexOf("@");
    if (at < 0) return undefined;
    const source = name.slice(at + 1);
    const winner = byName.get(name.slice(0, at));
    if (winner?.source === source) return winner;
    return collisions.find(({ name: shared, loser }) => shared === name.slice(0, at) && loser.source === source)?.loser;
  }

  function spelled(name: string): Skill | undefined {
    // `../pdf` is a path, not another way to write a name: nobody who means the skill writes it (R5.9).
    if (/[/\\\p{Cc}]/u.test(name)) return undefined;
    const meant = name.length > 400 ? undefined : normalisedName(name);
    return meant === undefined || meant === name ? undefined : byName.get(meant);
  }
}

function renamed(skill: Skill, qualifiedName: string): Skill {
  return skill.qualifiedName === qualifiedName ? skill : new FoundSkill({ ...skill, qualifiedName });
}

/** `plugin:name` or `name@source`, with a number where even that is taken. */
function freeName(
  { name, source, pluginName }: Skill,
  taken: ReadonlyMap<string, Skill>,
  byName: ReadonlyMap<string, Skill>,
): string {
  const wanted = pluginName === undefined ? `${name}@${source}` : `${pluginName}:${name}`;
  // `name@project` is the winner's own if that is a project skill too.
  const first = pluginName === undefined && byName.get(name)?.source === source ? 2 : 1;
  for (let number = first; ; number += 1) {
    const free = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(free)) return free;
  }
}

export function collisionDiagnostic({ name, winner, loser }: Collision): SkillDiagnostic {
  return {
    code: "collision",
    severity: "warning",
    file: loser.filePath,
    line: 1,
    message: `"${name}" is also the name of ${winner.filePath}, which comes first; this one is called "${loser.qualifiedName}".`,
    fix: "Rename one of the two.",
  };
}
