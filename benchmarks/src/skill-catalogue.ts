/**
 * Seed 003's table on real skills: what a prompt pays for the catalogue of 5, 20 and 50 skills, beside loading all of them in full.
 * Then how a catalogue of 50 gives way to smaller budgets, and what it costs to make one of 10,000. Tokens are o200k's own.
 * Needs the skills in ../shared/corpora (or a folder of skills as the first argument); says so where there are none.
 *
 *     tsx src/skill-catalogue.ts [folder]
 */
import { o200k } from "@pd/core";
import { availableSkills, type CatalogueSkill } from "@pd/skills";
import { type Bar, bars, figure, lines } from "./figures.js";
import { REAL_SKILLS, realSkills as skillsIn } from "./skill-corpus.js";

const COUNTS = [5, 20, 50];
const SEED = new Map([
  [5, "15000 / 500"],
  [20, "60000 / 2000"],
  [50, "150000 / 5000"],
]);
/** At least ten times less than loading in full, or the benchmark fails. The seed's own figures are thirty times. */
const LEAST_SAVING = 10;
const BUDGETS = [8000, 4000, 2000, 1000, 500, 200, 50];
const ROUNDS = 5;

const folder = process.argv[2] ?? REAL_SKILLS;

interface RealSkill extends CatalogueSkill {
  readonly body: string;
}

/** Every skill that can be read. Its location is made up, so that figures do not depend on this machine. */
function realSkills(): readonly RealSkill[] {
  return skillsIn(folder).map(({ name, description, body }) => ({
    qualifiedName: name,
    description,
    filePath: `/home/user/project/.agents/skills/${name}/SKILL.md`,
    source: "project",
    disableModelInvocation: false,
    body,
  }));
}

/** So many, evenly spread over the collection; `shift` gives another such choice. */
function spread<Item>(items: readonly Item[], count: number, shift: number): readonly Item[] {
  return Array.from(
    { length: count },
    (_, at) => items[Math.floor(((at + shift) * items.length) / count) % items.length]!,
  );
}

const skills = realSkills();
if (skills.length === 0) {
  console.log(`skill-catalogue: skipped, there are no skills at ${folder}`);
  process.exit(0);
}
console.log(`${skills.length} real skills; mean of 5 choices of each size`);
console.log("skills   in full   catalogue   per skill   saving   full, in budget   seed 003 (full / progressive)");
let worst = Number.POSITIVE_INFINITY;
const drawn: Bar[] = [];
for (const count of COUNTS) {
  const choices = [0, 0.2, 0.4, 0.6, 0.8].map((shift) => spread(skills, count, shift));
  const mean = (of: (chosen: readonly RealSkill[]) => number) =>
    Math.round(choices.reduce((sum, chosen) => sum + of(chosen), 0) / choices.length);
  const full = mean((chosen) => chosen.reduce((sum, { body }) => sum + o200k.count(body), 0));
  const catalogue = mean((chosen) => availableSkills(chosen, { counter: o200k }).tokens);
  const budget = count * 100;
  const within = mean((chosen) => availableSkills(chosen, { counter: o200k, budget }).tokens);
  worst = Math.min(worst, full / catalogue);
  drawn.push({ label: `${count} skills, catalogue`, value: catalogue, own: true });
  drawn.push({ label: `${count} skills, all bodies`, value: full });
  const columns = [count, full, catalogue, Math.round(catalogue / count), `${(full / catalogue).toFixed(1)} x`];
  const padded = columns.map((column, at) => String(column).padStart([6, 10, 12, 12, 9][at]!)).join("");
  console.log(`${padded}${`${within} of ${budget}`.padStart(18)}   ${SEED.get(count)}`);
}

console.log("\n50 skills at smaller budgets (counter: o200k)");
console.log("budget   tokens (o200k)   step        shown   shortened     named   omitted");
for (const budget of BUDGETS) {
  const made = availableSkills(spread(skills, 50, 0), { budget });
  const columns = [
    String(made.shown.length).padStart(5),
    String(made.shortened.length).padStart(12),
    String(made.named.length).padStart(10),
  ];
  console.log(
    `${String(budget).padStart(6)}   ${String(o200k.count(made.text)).padStart(14)}   ${made.step.padEnd(12)}${columns.join("")}${String(made.omitted.length).padStart(10)}`,
  );
}

curves(500, [200, 500, 1000, 2000, 4000, 8000, 16_000, 24_000]);
curves(80, [100, 250, 500, 750, 1000, 1500, 2000, 3000, 4000]);

/** Skills that are shown whole, with a part of their description, or by name, by budget; and how much of the budget is used. */
function curves(count: number, budgets: readonly number[]): void {
  console.log(`\n${count} skills by budget`);
  console.log("budget      used     whole   shortened     named   not shown   characters of description shown");
  const chosen = spread(skills, count, 0);
  const all = chosen.reduce((sum, { description }) => sum + description.length, 0);
  const rows = budgets.map((budget) => {
    const made = availableSkills(chosen, { budget });
    const whole = made.shown.length - made.shortened.length - made.named.length;
    const text = made.text
      .split("\n")
      .reduce((sum, line) => sum + Math.max(0, line.length - line.indexOf(": ") - 2), 0);
    const characters = made.step === "full" || made.step === "lines" ? all : made.shortened.length > 0 ? text : 0;
    return { budget, made, whole, share: Math.min(100, Math.round((100 * characters) / all)) };
  });
  for (const { budget, made, whole, share } of rows) {
    const used = `${Math.round((100 * made.tokens) / budget)}%`;
    const columns = [used, whole, made.shortened.length, made.named.length, made.omitted.length, `${share}%`];
    const padded = columns.map((column, at) => String(column).padStart([10, 10, 12, 10, 12, 12][at]!)).join("");
    console.log(`${String(budget).padStart(6)}${padded}`);
  }
  lines({
    chart: `catalogue-${count}`,
    title: `What a catalogue of ${count} real skills shows`,
    unit: "skills",
    over: "budget in tokens (o200k)",
    at: budgets,
    lines: [
      { label: "by name, at least", values: rows.map(({ made }) => made.shown.length) },
      { label: "with a description", values: rows.map(({ whole, made }) => whole + made.shortened.length) },
      { label: "with all of it", values: rows.map(({ whole }) => whole) },
    ],
  });
}

console.log("\n10,000 skills, CPU per catalogue in ms (median of 5)");
const many = Array.from({ length: 10_000 }, (_, at) => {
  const skill = skills[at % skills.length]!;
  return { ...skill, qualifiedName: `${skill.qualifiedName}-${at}` };
});
for (const [name, options] of [
  ["no budget", {}],
  ["budget 2,000", { budget: 2000 }],
  ["budget 2,000 and a query", { budget: 2000, query: "review a pull request" }],
  ["budget 100,000", { budget: 100_000 }],
  ["budget 500,000 (shortened)", { budget: 500_000 }],
] as const) {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    availableSkills(many, { ...options, counter: o200k });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  console.log(
    `${name.padEnd(28)}${times
      .sort((one, other) => one - other)
      [Math.floor(ROUNDS / 2)]!.toFixed(0)
      .padStart(6)}`,
  );
}

const passed = worst >= LEAST_SAVING;
figure({
  what: "tokens that a catalogue of 5, 20 or 50 real skills saves, at the least",
  value: worst,
  unit: "×",
  against: "all bodies in the prompt",
  atLeast: LEAST_SAVING,
});
bars({
  chart: "catalogue",
  title: "What skills cost a prompt before one is used",
  unit: "tokens (o200k), real skills",
  better: "less",
  bars: drawn,
});
console.log(`\nleast saving ${worst.toFixed(1)} x, at least ${LEAST_SAVING} x asked: ${passed ? "pass" : "FAIL"}`);
process.exitCode = passed ? 0 : 1;
