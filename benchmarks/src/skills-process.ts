/** One task in a process of its own, for times without warm-up and memory without others': prints figures as JSON. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SkillManager } from "@pd/skills";
import { madeSkills } from "./skills-library.js";

const [task, folder = ""] = process.argv.slice(2);
const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined);

function inMemory(): number {
  collect();
  collect();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

function work(): { readonly kept: unknown; readonly skills: number } {
  if (task === "eager") {
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name, "SKILL.md"), "utf8"));
    return { kept, skills: kept.length };
  }
  const manager = new SkillManager({ projectDir: folder, personalDir: false });
  const skills = manager.discoverSync();
  if (task === "tenth") for (const { name } of skills.slice(0, skills.length / 10)) manager.invokeSkillSync(name);
  return { kept: manager, skills: skills.length };
}

// Code takes memory too when it first runs and when it is compiled: what is to be compared here is what is kept of skills.
if (task === "tenth") {
  for (let round = 0; round < 20; round += 1) {
    const warm = new SkillManager({ projectDir: madeSkills(100), personalDir: false });
    for (const { name } of warm.discoverSync().slice(0, 20)) warm.invokeSkillSync(name);
  }
}
const before = inMemory();
const start = performance.now();
const { kept, skills } = work();
const milliseconds = performance.now() - start;
const totalBytes = inMemory() - before;
console.log(JSON.stringify({ milliseconds, totalBytes, bytesPerSkill: totalBytes / skills, kept: kept !== undefined }));
