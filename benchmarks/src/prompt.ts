import { o200k } from "@pd/core";
import {
  buildSummarySuffix,
  createPromptSession,
  markdownSection,
  type PromptTemplate,
  promptTemplate,
  type Section,
  SectionVisibility,
  setVisibilityOverride,
} from "@pd/prompt";
import * as z from "zod/mini";
import { figure, quick } from "./figures.js";

/**
 * How long a prompt of many sections takes: to build, to render, to render again after one section was opened, and under a budget.
 * Beside each rendering, in turn with it: joining the very same parts, ready made, which is the least that any rendering can do.
 * CPU time, the median of many rounds. Run: tsx src/prompt.ts
 *
 * The system that seed 001 comes from took, for 3,000 sections, 86 ms of CPU to render and 1.3 s to build (source: handed down with the
 * specification; another machine, not measured again here): 28.7 and 433 µs a section. This package took 0.5 to 0.7 and 2 to 6 µs (1,000 and 10,000
 * sections, all open; four runs on 2 cores under load, Node 20, 2026-11-16): about 40 to 58 and 69 to 227 times less. The texts are made before the
 * clock starts; with the making of them in it, building took 4 to 12 µs. Each run prints its own figures beside these.
 */
const SEED_RENDER = 86_000 / 3000;
const SEED_BUILD = 1_300_000 / 3000;

const { FULL, SUMMARY } = SectionVisibility;
const params = z.object({ name: z.string(), count: z.number() });
const sentence = "A section says what to do and why, in a few sentences that somebody wrote for a model to read. ";
const nothing = z.object({});
const tool = (at: number) => ({
  name: `tool_${at}`,
  description: "Does something.",
  input: nothing,
  readOnly: true,
  call: async () => at,
});

/** What authors have written is there before anything is built. Flat strings of their own, as if read from files. */
const written = <Text extends string | readonly string[]>(text: Text): Text => JSON.parse(JSON.stringify(text)) as Text;
const texts = written(
  Array.from({ length: 10_000 }, (_, at) => {
    const body = sentence.repeat(2 + (at % 5));
    return at % 5 === 0 ? `For \${name}, \${count} times: ${body}` : body;
  }),
);
const summaries = written(Array.from({ length: 10_000 }, (_, at) => `What section ${at} is about, in a sentence.`));

/** Ten children to a section; a fifth has placeholders, a third is closed unless all are open, a fiftieth brings a tool. */
function sectionAt(at: number, size: number, allOpen: boolean): Section<{ name: string; count: number }> {
  const children: Section<{ name: string; count: number }>[] = [];
  for (let child = at * 10 + 10; child < Math.min(at * 10 + 20, size); child += 1) {
    children.push(sectionAt(child, size, allOpen));
  }
  return markdownSection({
    title: `Section ${at}`,
    key: `section-${at}`,
    template: texts[at]!,
    params,
    summary: summaries[at]!,
    visibility: at % 3 === 2 && !allOpen ? SUMMARY : FULL,
    tools: at % 50 === 0 ? [tool(at)] : [],
    children,
  });
}

type Template = PromptTemplate<{ name: string; count: number }>;

function build(size: number, allOpen = false): Template {
  const roots = Array.from({ length: Math.min(10, size) }, (_, at) => sectionAt(at, size, allOpen));
  return promptTemplate({ ns: "benchmarks", key: "prompt", sections: roots, delivery: "files" });
}

function cpu(act: () => unknown): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Microseconds of CPU for each, taken in turn so that what else the machine does falls on all alike. */
function compare(rounds: number, repeat: number, acts: readonly (() => unknown)[]): readonly number[] {
  const taken = acts.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, act] of acts.entries()) {
      const spent = cpu(() => {
        for (let time = 0; time < repeat; time += 1) act();
      });
      taken[index]!.push(spent / repeat);
    }
  }
  return taken.map((times) => times.sort((a, b) => a - b)[times.length >> 1]!);
}

/** As the seed words it: every closed section looks through all others for tools below it. */
function asWorded({ registry }: Template, values: ReadonlyMap<string, string>): string {
  const parts: string[] = [];
  const { sections } = registry;
  for (let at = 0; at < sections.length; at += 1) {
    const { path, heading, definition } = sections[at]!;
    if (definition.visibility === FULL) {
      const { literals, names } = definition.template;
      parts.push(
        `${heading}\n\n${literals.map((text, index) => text + (values.get(names[index] ?? "") ?? "")).join("")}`,
      );
      continue;
    }
    const inside = sections.filter((other) => other.path === path || other.path.startsWith(`${path}.`));
    const hasTools = inside.some((other) => other.definition.tools.length > 0);
    const childKeys = definition.children.map(({ key }) => key);
    parts.push(`${heading}\n\n${definition.summary}${buildSummarySuffix(path, childKeys, hasTools)}`);
    at += inside.length - 1;
  }
  return parts.join("\n\n");
}

function row(name: string, micros: number, size: number, more = ""): void {
  const total = (micros / 1000).toFixed(3).padStart(10);
  console.log(`  ${name.padEnd(42)} ${total} ms  ${(micros / size).toFixed(3).padStart(8)} µs/section  ${more}`);
}

function measure(size: number): { readonly render: number; readonly build: number } {
  const [building] = compare(size > 2000 ? 7 : 15, 1, [() => build(size)]);
  const template = build(size);
  const values = { name: "you", count: 3 };
  const prompt = template.bind(values);
  const session = createPromptSession();
  const shown = prompt.render({ session });
  const worded = asWorded(
    template,
    new Map([
      ["name", "you"],
      ["count", "3"],
    ]),
  );
  if (worded !== shown.text) throw new Error("The seed's way gives another text");
  const parts = partsOf(shown.text);
  const closed = shown.sections.filter(({ visibility }) => visibility === SUMMARY).map(({ path }) => path);
  const opened = createPromptSession();
  opened.dispatch(setVisibilityOverride(closed[closed.length >> 1]!, FULL));
  let turn = 0;
  const rerender = () => {
    turn += 1;
    return prompt.render({ session: turn % 2 === 0 ? session : opened }).text;
  };
  const openPrompt = build(size, true).bind(values);
  const everything = openPrompt.render();
  const allParts = partsOf(everything.text);

  const repeat = size > 2000 ? 5 : 50;
  const [render, join, again, whole, wholeJoin] = compare(quick ? 9 : 41, repeat, [
    () => prompt.render({ session }).text,
    () => parts.join("\n\n"),
    rerender,
    () => openPrompt.render().text,
    () => allParts.join("\n\n"),
  ]) as [number, number, number, number, number];
  const [first] = compare(size > 2000 ? 9 : 21, 1, [() => template.bind(values).render({ session }).text]) as [number];
  const [naive] = compare(3, 1, [
    () =>
      asWorded(
        template,
        new Map([
          ["name", "you"],
          ["count", "3"],
        ]),
      ),
  ]) as [number];
  const budget = Math.round(shown.tokens / 2);
  const [fitted] = compare(5, 1, [() => prompt.render({ session, tokenBudget: budget }).text]) as [number];

  const many = `${size.toLocaleString("en")} sections`;
  const joining = "joining the same parts";
  figure({ what: `render, ${many}`, value: render / join, unit: "×", against: joining });
  figure({ what: `render, ${many}, all open`, value: whole / wholeJoin, unit: "×", against: joining });
  figure({ what: `render, ${many}`, value: naive / render, unit: "× faster", against: "as the seed words it" });
  figure({ what: `build, ${many}`, value: building! / size, unit: "µs a section" });
  console.log(`\n${size} sections, ${shown.sections.length} of them in the text, ${closed.length} closed`);
  row(
    "build",
    building!,
    size,
    `${(SEED_BUILD / (building! / size)).toFixed(0)} × faster a section than seed 001's system`,
  );
  row("bind and first rendering", first, size);
  row("render", render, size, `${(render / join).toFixed(2)} × joining`);
  row("  joining the same ready-made parts", join, size);
  row("render again after one override", again, size, `${(again / join).toFixed(2)} × joining`);
  row(
    "render with every section open",
    whole,
    size,
    `${(whole / wholeJoin).toFixed(2)} × joining; ${(SEED_RENDER / (whole / size)).toFixed(0)} × faster a section than seed 001's system`,
  );
  row("  joining the same ready-made parts", wholeJoin, size);
  row("as the seed words it", naive, size, `${(naive / render).toFixed(1)} × render`);
  row("render within half the tokens", fitted, size, "counting included");
  const saved = 100 - (100 * shown.tokens) / everything.tokens;
  console.log(`  tokens: ${shown.tokens} of ${everything.tokens} (${saved.toFixed(1)}% saved, counter ${o200k.name})`);
  return { render, build: building! };
}

/** Its parts as flat strings of their own, not slices of the whole. */
function partsOf(text: string): readonly string[] {
  return written(text.split(/\n\n(?=#+ \d)/));
}

const small = measure(1000);
const large = measure(10_000);
console.log(
  `\nten times the sections: ${(large.render / small.render).toFixed(1)} × the time to render, ${(large.build / small.build).toFixed(1)} × to build`,
);
