import { type ContentFixture, contentCases, type DescribedNode } from "@pd/core/testing";
import { describe, test } from "vitest";
import { SkillManager } from "../invoke/skill-manager.js";
import { type Files, scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { skillContent } from "./skill-content.js";

function skillFile(name: string, description: string, body: string): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\nmetadata:\n  tags: forms, Papier/klein\n---\n${body}`;
}

const PDF = [
  "# Formulare\n\nErste Worte. Then run `scripts/fill.py` on the file.\n",
  '## Usage 用法\n\nHow to use it.\n\nOnly in full: zq1marker $ARGUMENTS and "quotes" \\ 漢字.\n',
].join("\n");
const FORMS = "# Forms\n\nOpening.\n\n## More\n\nPreview.\n\nOnly in full: zq3marker.\n";
const SCRIPT = "# Fills a form.\n\nprint('zq4marker')\n";

const FILES: Files = {
  "csv/SKILL.md": skillFile("csv", "Reads tables, 表格.", "# Tables\n\nPreview.\n\nOnly in full: zq2marker.\n"),
  "pdf/SKILL.md": skillFile("pdf", "Fills forms & größere <Formulare>.", PDF),
  "pdf/assets/logo.png": new Uint8Array([137, 80, 78, 71, 0, 1, 2]),
  "pdf/references/forms.md": FORMS,
  "pdf/references/c#.md": "# Sharp\n\nPreview.\n\nOnly in full: zq5marker.\n",
  "pdf/scripts/fill.py": SCRIPT,
};

function skill(name: string, node: Partial<DescribedNode>): DescribedNode {
  const common = { type: "skill", domain: "project", tags: ["forms", "Papier/klein"], path: `${name}/SKILL.md` };
  const empty = { description: "", links: [], headings: [], sections: [], references: [`${name}/SKILL.md`] };
  return { name, ...common, ...empty, ...node };
}

function file(path: string, kind: string, node: Partial<DescribedNode>): DescribedNode {
  const name = `pdf/${path}`;
  const size = Buffer.byteLength(FILES[name] as string);
  const common = { type: "resource", domain: "project", tags: [], path: name, references: [`./${name}`] };
  return {
    name,
    description: `${kind} of the skill pdf, ${size} bytes`,
    ...common,
    links: [],
    headings: [],
    sections: [],
    ...node,
  };
}

const RESOURCES = ["assets/logo.png", "references/c#.md", "references/forms.md", "scripts/fill.py"];

const NODES: readonly DescribedNode[] = [
  skill("csv", {
    description: "Reads tables, 表格.",
    headings: ["Tables"],
    sections: [{ heading: "Tables", marker: "zq2marker" }],
    marker: "zq2marker",
  }),
  skill("pdf", {
    description: "Fills forms & größere <Formulare>.",
    links: RESOURCES.map((path) => ({ to: `pdf/${path}`, relation: "references", name: path })),
    headings: ["Formulare", "Usage 用法"],
    sections: [{ heading: "Usage 用法", marker: "zq1marker" }],
    marker: "zq1marker",
  }),
  file("assets/logo.png", "Asset", { refused: "content-unreadable" }),
  file("references/c#.md", "Reference", { headings: ["Sharp"], sections: [{ heading: "Sharp" }], marker: "zq5marker" }),
  file("references/forms.md", "Reference", {
    headings: ["Forms", "More"],
    sections: [{ heading: "More", marker: "zq3marker" }],
    marker: "zq3marker",
  }),
  file("scripts/fill.py", "Script", { marker: "zq4marker" }),
];

async function fixture(): Promise<ContentFixture> {
  const root = writeFiles(scratchFolder(), FILES);
  const manager = new SkillManager({ projectDir: root, personalDir: false });
  const content = skillContent(manager);
  return {
    content,
    nodes: NODES,
    change: {
      name: "csv",
      async apply() {
        writeFiles(root, {
          "csv/SKILL.md": skillFile("csv", "Reads more tables.", "# Andere\n\nEin anderer, längerer Text.\n"),
          "neu/SKILL.md": skillFile("neu", "Came later.", "# Neu\n"),
        });
        await content.refresh();
      },
    },
    close: async () => manager.close(),
  };
}

describe("skills as content:", () => {
  for (const { rule, name, run } of contentCases(fixture)) test(`${rule}: ${name}`, run);
});
