import { builtModule, type Place } from "./place.js";

const skill = (name: string, description: string, body: string, more = "") =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}\n`;

/** Skills and a prompt, handed over by a configuration: their tools are at every door. */
export const workshop: Place = {
  name: "workshop",
  files: {
    "skills/pdf-forms/SKILL.md": skill(
      "pdf-forms",
      "Fill PDF forms DESC-pdf",
      "# PDF forms\n\nFill $ARGUMENTS PREV-pdf.\n\nWith care BODY-pdf.\n\n## Steps\n\nRead references/fields.md.",
    ),
    "skills/pdf-forms/references/fields.md": "# Fields\n\nNames first BODY-fields.\n",
    "skills/pdf-forms/scripts/fill.py": "print('BODY-script')\n",
    "skills/plain/SKILL.md": skill(
      "plain",
      "Takes no arguments DESC-plain",
      "Do it BODY-plain. It costs $1 and $$ARGUMENTS.",
    ),
    "skills/positional/SKILL.md": skill(
      "positional",
      "Takes two DESC-positional",
      "From $0 to $1 BODY-positional.",
      "arguments: [from, to]\n",
    ),
    "skills/quiet/SKILL.md": skill(
      "quiet",
      "Not for models DESC-quiet",
      "HIDDEN-quiet",
      "disable-model-invocation: true\n",
    ),
    "skills/colons/SKILL.md":
      "---\nname: colons\ndescription: Use when: a value has a colon DESC-colons\n---\n\nBODY-colons\n",
    "outside.md": "HIDDEN-outside\n",
    "pd.config.mjs": [
      'import { join } from "node:path";',
      `import { SkillManager, skillMount } from "${builtModule("@pd/skills")}";`,
      `import { markdownSection, promptMount, promptTemplate, SectionVisibility } from "${builtModule("@pd/prompt")}";`,
      "const input = { _zod: { def: { type: 'object', shape: {} }, run: (payload) => payload } };",
      "const check = { name: 'check_work', description: 'Check.', readOnly: true, input, call: async () => 'checked' };",
      "const { SUMMARY } = SectionVisibility;",
      "const closed = { summary: 'In short DESC-closed.', visibility: SUMMARY };",
      "const sections = [",
      "  markdownSection({ title: 'Task', key: 'task', template: 'Do it BODY-task.' }),",
      "  markdownSection({ title: 'Guide', key: 'guide', template: 'Long BODY-guide.', ...closed, children: [",
      "    markdownSection({ title: 'Child', key: 'child', template: 'Below BODY-child.' }) ] }),",
      "  markdownSection({ title: 'Tools', key: 'tools', template: 'Use HIDDEN-tools.', ...closed, tools: [check] }),",
      "];",
      "export default {",
      "  mounts: async ({ folder }) => {",
      "    const manager = new SkillManager({ projectDir: join(folder, 'skills'), personalDir: false });",
      "    await manager.discover();",
      "    const prompt = promptTemplate({ ns: 'agents', key: 'helper', sections }).bind({});",
      "    return [skillMount(manager), promptMount(prompt)];",
      "  },",
      "};",
    ].join("\n"),
  },
  links: { "skills/pdf-forms/references/out.md": "../../../outside.md" },
};
