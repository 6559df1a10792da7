import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Notes, skills and a prompt whose parts are as large as anybody could make them. */
export interface HostilePlace {
  readonly vault: string;
  readonly config: string;
  readonly cache: string;
  close(): void;
}

const words = (count: number) => "Ação 目標 über the plan, and réservé. ".repeat(count);

/** Maps that lead to all of these notes: with sentences, in one line, as a table, with a heading for each. */
function maps(targets: readonly string[]): Readonly<Record<string, string>> {
  return {
    "maps/sentences.md": targets.map((name) => `Read [[${name}]] when Ação ${name} is not clear.\n`).join("\n"),
    "maps/one-line.md": `---\ntype: moc\n---\n${targets.map((name) => `[[${name}]]`).join(" ")}`,
    "maps/table.md": `| a | b |\n| --- | --- |\n${targets.map((name) => `| [[${name}]] | 説明 |`).join("\n")}`,
    "maps/headings.md": targets.map((name) => `## About ${name}\n\nSee [[${name}]].\n`).join("\n"),
    "maps/declared.md": `---\nextends: [${targets.map((name) => JSON.stringify(name)).join(", ")}]\n---\nShort.\n`,
  };
}

const LARGE: Readonly<Record<string, string>> = {
  "large/paragraph.md": words(40_000),
  "large/headings.md": Array.from({ length: 3000 }, (_, at) => `# Größe ${at}\n`).join(""),
  "large/deep.md": Array.from(
    { length: 500 },
    (_, at) => `${"#".repeat((at % 6) + 1)} ${words(20)}\n\n${words(5)}\n`,
  ).join("\n"),
  "large/fence.md": `\`\`\`\n${"const größe = 1;\n".repeat(20_000)}\`\`\`\n`,
  "large/description.md": `---\ndescription: ${JSON.stringify(words(800))}\ntags: [${Array.from({ length: 500 }, (_, at) => `標${at}`).join(", ")}]\n---\nText.\n`,
  "large/one-word.md": "漢".repeat(200_000),
  "large/emoji.md": "👩‍👩‍👧‍👦 ".repeat(20_000),
  "large/name.md": `---\nname: ${JSON.stringify(words(200))}\n---\n# ${words(200)}\n`,
  "empty.md": "",
  "tiny.md": "[[paragraph]]",
};

function skills(files: number): Readonly<Record<string, string>> {
  const head = (name: string, description = "Measures 河流.") =>
    `---\nname: ${name}\ndescription: ${description}\n---\n`;
  const listed = Array.from({ length: files }, (_, at): [string, string] => [
    `skills/many/references/part ${at % 7}/größe-${at}.md`,
    `# ${at}\n`,
  ]);
  return {
    "skills/small/SKILL.md": `${head("small")}# Small\n\nDo it.\n`,
    "skills/huge/SKILL.md": `${head("huge")}${words(20_000)}`,
    "skills/huge/references/long.md": words(20_000),
    "skills/wordy/SKILL.md": `${head("wordy", words(60).trim())}Do it.\n`,
    "skills/many/SKILL.md": `${head("many")}Do it.\n`,
    ...Object.fromEntries(listed),
  };
}

/** Both mounts and the vault come from one configuration, so that every door serves the same. */
function config({ skills: skillsModule, prompt }: { readonly skills: string; readonly prompt: string }): string {
  return [
    'import { join } from "node:path";',
    `import { SkillManager, skillMount } from ${JSON.stringify(skillsModule)};`,
    `import { markdownSection, promptMount, promptTemplate, SectionVisibility } from ${JSON.stringify(prompt)};`,
    "const closed = { summary: 'In short.', visibility: SectionVisibility.SUMMARY };",
    "const sections = [",
    `  markdownSection({ title: 'Task', key: 'task', template: 'Do it.' }),`,
    `  markdownSection({ title: 'Long', key: 'long', template: ${JSON.stringify(words(20_000))}, ...closed }),`,
    "];",
    "export default {",
    "  vaults: ['vault'],",
    "  mounts: async ({ folder }) => {",
    "    const manager = new SkillManager({ projectDir: join(folder, 'skills'), personalDir: false });",
    "    await manager.discover();",
    "    const prompt = promptTemplate({ ns: 'agents', key: 'helper', sections }).bind({});",
    "    return [skillMount(manager), promptMount(prompt)];",
    "  },",
    "};",
  ].join("\n");
}

export function makeHostilePlace(links: number): HostilePlace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pd-ceilings-")));
  const targets = Array.from({ length: links }, (_, at) => `target ${at}`);
  const notes = Object.fromEntries(
    targets.map((name, at) => [
      `targets/${name}.md`,
      `---\ndescription: What 目標 ${at} is about.\n---\nText ${at}.\n`,
    ]),
  );
  const vault = Object.entries({ ...maps(targets), ...LARGE, ...notes }).map(([path, text]): [string, string] => [
    `vault/${path}`,
    text,
  ]);
  const modules = { skills: import.meta.resolve("@pd/skills"), prompt: import.meta.resolve("@pd/prompt") };
  for (const [path, text] of [...vault, ...Object.entries(skills(2000)), ["pd.config.mjs", config(modules)] as const]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return {
    vault: join(folder, "vault"),
    config: join(folder, "pd.config.mjs"),
    cache: join(folder, "cache"),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
