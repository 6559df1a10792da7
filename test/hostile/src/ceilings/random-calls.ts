import type { Input } from "./doors.js";

/** R2.11: what a call may answer with where it asks for nothing else. */
export const CEILINGS: Readonly<Record<string, number>> = {
  scan: 2000,
  search: 2000,
  query: 2000,
  stats: 2000,
  validate: 2000,
  node: 4000,
  traverse: 6000,
  context: 6000,
  list_skills: 2000,
  search_skills: 2000,
  skill: 10_000,
  read_skill_file: 10_000,
  view: 10_000,
  read_section: 10_000,
};

export const MAXIMUM = 32_000;

export interface RandomCall {
  readonly call: string;
  readonly input: Input;
  readonly ceiling: number;
}

/** The same calls for the same seed. */
export function randomCalls(seed: number, ids: readonly string[]): () => RandomCall {
  const random = numbersFrom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  return () => {
    const call = pick(Object.keys(CEILINGS));
    const given = pick([undefined, undefined, undefined, 300, 1000, 5000, 40_000]);
    const format = call === "read_section" ? {} : { format: pick(["json", "text"]) };
    const input = { ...inputOf(call), ...format, ...(given === undefined ? {} : { tokenBudget: given }) };
    return { call, input, ceiling: Math.min(given ?? CEILINGS[call]!, MAXIMUM) };
  };

  function inputOf(call: string): Input {
    const query = pick([
      "plan",
      "Ação 目標",
      "how is a budget kept?",
      "target",
      "größe",
      "zzzz",
      "target ".repeat(300).trim(),
    ]);
    const nodes = Array.from({ length: pick([1, 1, 1, 5, 40]) }, () => pick(ids));
    const skill = pick(["small", "huge", "wordy", "many", "nobody"]);
    switch (call) {
      case "scan":
        return { limit: pick([20, 1000]) };
      case "search":
        return { query, limit: pick([10, 500]) };
      case "query":
        return { query, limit: pick([10, 200]), top: pick([3, 100]) };
      case "node":
        return {
          nodes,
          level: pick([0, 1, 2, 3, 4]),
          ...pick([{}, {}, { links: "all" }, { previews: "all" }, { links: "best" }]),
        };
      case "traverse":
        return { start: nodes.slice(0, 3), maxNodes: pick([8, 100]) };
      case "context":
        return { query, ...(random() < 0.3 ? { nodes: nodes.slice(0, 5) } : {}) };
      case "list_skills":
        return { limit: pick([20, 1000]) };
      case "search_skills":
        return { query };
      case "skill":
        return { name: skill, ...pick([{}, { arguments: "größe ".repeat(2000) }]) };
      case "read_skill_file":
        return { skill, path: pick(["SKILL.md", "references/long.md", "references/part 1/größe-1.md"]) };
      case "view":
        return { path: pick([skill, `${skill}/SKILL.md`, "huge/references/long.md"]) };
      case "read_section":
        return { section_key: pick(["task", "long", "nothing"]) };
      default:
        return {};
    }
  }
}

function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
