import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const WORDS = "use this skill when the user asks for reports tests code data review forms tables deploy".split(" ");

/** A flat folder of so many skills like real ones, made once: bodies of about 12 KB, or so many times that. */
export function madeSkills(count: number, bodies = 1): string {
  // `.claude/skills`, so that command-line peers find it from the project above.
  const folder = join(tmpdir(), `pd-skills-1-${count}-${bodies}`, ".claude", "skills");
  if (existsSync(join(folder, "..", "complete"))) return folder;
  let seed = 7;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % limit;
  };
  const prose = (words: number) => Array.from({ length: words }, () => WORDS[below(WORDS.length)]).join(" ");
  const paragraph = `${prose(60)}.\n\n`;
  for (let number = 0; number < count; number += 1) {
    const name = `skill-${String(number).padStart(5, "0")}`;
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(
      join(folder, name, "SKILL.md"),
      `---\n${headOf(name, prose, below)}\n---\n\n# ${name}\n\n${paragraph.repeat(38 * bodies)}`,
    );
  }
  writeFileSync(join(folder, "..", "complete"), "");
  return folder;
}

/** A name and a description always, the rest as often as in collections of real skills. */
function headOf(name: string, prose: (words: number) => string, below: (limit: number) => number): string {
  const kind = below(20);
  const words = 20 + below(25);
  const description =
    kind < 14
      ? ` ${prose(words)}.`
      : kind < 18
        ? ` "${prose(words)}: ${prose(4)}."`
        : ` >-\n  ${prose(words / 2)}\n  ${prose(words / 2)}`;
  const lines = [`name: ${name}`, `description:${description}`];
  if (below(3) === 0) lines.push("license: MIT");
  if (below(4) === 0) lines.push(`version: ${below(9)}.${below(20)}.0`);
  if (below(5) === 0) lines.push("allowed-tools: Read, Grep, Bash(git:*)");
  if (below(8) === 0) lines.push("metadata:\n  author: someone\n  category: tools");
  return lines.join("\n");
}
