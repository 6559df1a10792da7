/**
 * What finding *real* skills costs beside the bare cost of their files: walk, open, read 4 KB, close. Warm, as the median of rounds in which both
 * take turns, and as the first look of a process. In processor time. Needs the skills in ../shared/corpora (or where PD_REAL_SKILLS says).
 *
 *     tsx src/skill-discovery.ts
 */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SkillManager } from "@pd/skills";
import { figure, quick } from "./figures.js";
import { realSkills } from "./skill-corpus.js";

const [task, given = ""] = process.argv.slice(2);
const head = Buffer.allocUnsafe(4096);

const floor = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const descriptor = openSync(`${folder}/${entry.name}/SKILL.md`, "r");
    readSync(descriptor, head, 0, 4096, 0);
    closeSync(descriptor);
  }
};
const ours = (folder: string): void => {
  new SkillManager({ projectDir: folder, personalDir: false }).discoverSync();
};

function spent(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

if (task === "first") {
  // The floor's code is run once before, so that only the reading of skills is new to the process.
  console.log(
    JSON.stringify({
      floor: median([floor, floor, floor].map((one) => spent(() => one(given)))),
      ours: spent(() => ours(given)),
    }),
  );
} else compare();

function compare(): void {
  const skills = realSkills();
  if (skills.length === 0) {
    console.log("skill-discovery: skipped, there are no real skills");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "pd-skill-discovery-"));
  try {
    for (const { file } of skills) {
      // As its folder is called there; of two that are called the same, the first is enough.
      const own = join(folder, basename(dirname(file)));
      if (existsSync(own)) continue;
      mkdirSync(own);
      writeFileSync(join(own, "SKILL.md"), readFileSync(file));
    }
    const rounds = quick ? 7 : 31;
    const times = { floor: [] as number[], ours: [] as number[] };
    for (let round = 0; round < rounds + 5; round += 1) {
      const [one, other] = [spent(() => floor(folder)), spent(() => ours(folder))];
      if (round < 5) continue;
      times.floor.push(one);
      times.ours.push(other);
    }
    const warm = median(times.ours) / median(times.floor);
    const first = median(Array.from({ length: quick ? 3 : 9 }, () => firstLook(folder)));
    console.log(`${skills.length} real skills, processor time against walking and reading their heads`);
    console.log(`warm, median of ${rounds}: ${median(times.ours).toFixed(1)} ms, ${warm.toFixed(2)} × (aim 3)`);
    console.log(`first look of a process: ${first.toFixed(1)} × (aim 8)`);
    const against = "walking and reading their heads";
    figure({ what: `finding ${skills.length} real skills`, value: warm, unit: "×", against, atMost: 3 });
    figure({ what: "the same as a process's first look", value: first, unit: "×", against, atMost: 8 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function firstLook(folder: string): number {
  const program = [...process.execArgv, fileURLToPath(import.meta.url), "first", folder];
  const made = JSON.parse(execFileSync(process.execPath, program, { encoding: "utf8" })) as Record<
    "floor" | "ours",
    number
  >;
  return made.ours / made.floor;
}
