import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Answer,
  bytes,
  createToolkit,
  isPdError,
  type JsonAnswer,
  type Level,
  o200k,
  type TextAnswer,
  type TokenCounter,
} from "@pd/core";
import {
  ENFORCEMENT_CASES,
  ENFORCEMENT_NODES,
  type EnforcementCase,
  type Outcome,
  runEnforcementCase,
} from "@pd/core/testing";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { SkillManager } from "../invoke/skill-manager.js";
import { type Files, scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { skillMount } from "./skill-mount.js";

function toolkitOf(files: Files, counter: TokenCounter = o200k) {
  const root = writeFiles(scratchFolder(), files);
  const manager = new SkillManager({ projectDir: root, personalDir: false });
  const mount = skillMount(manager);
  return { root, manager, content: mount.content, toolkit: createToolkit({ mounts: [mount], counter }) };
}

const PDF: Files = {
  "pdf/SKILL.md": [
    "---\nname: pdf\ndescription: DESC-pdf fills forms.\nmetadata:\n  tags: forms, paper\n---\n",
    "# PDF PREV-pdf\n\nFirst words PREV-pdf. Then run `scripts/fill.py` CTX-fill on the file.\n",
    "## Usage\n\nPREV-usage paragraph.\n\nBODY-pdf $ARGUMENTS in full.\n",
  ].join("\n"),
  "pdf/scripts/fill.py": "# Fills a form.\nFILE-fill\n",
  "pdf/references/forms.md": "# Forms\n\nFILE-forms text.\n\n## More\n\nFILE-more.\n",
  "pdf/assets/logo.png": new Uint8Array([137, 80, 78, 71, 0, 1, 2]),
  "csv/SKILL.md": "---\nname: csv\ndescription: DESC-csv reads tables.\n---\nBODY-csv\n",
};

describe("R1.2 a skill is a node", () => {
  const at = async (level: Level, more: object = {}) => {
    const { toolkit } = toolkitOf(PDF);
    // So short a skill shows its files and its outline where they are asked for.
    const rows = { 2: { links: "all" }, 3: { previews: "all" } } as const;
    const asked = level === 2 || level === 3 ? rows[level] : {};
    return (await toolkit.call("node", { nodes: "pdf", level, ...asked, ...more })) as JsonAnswer;
  };

  test("metadata at 1, its files among the links at 2, its outline at 3, its body at 4", async () => {
    const words = async (level: Level, more: object = {}) =>
      JSON.stringify((await at(level, more)).nodes).match(/(?:DESC|CTX|PREV|BODY|FILE)-\w+/gu) ?? [];
    expect(await words(0)).toEqual([]);
    expect(await words(1)).toEqual(["DESC-pdf"]);
    const all = { links: "all", previews: "all" } as const;
    expect(await words(2, all)).toEqual(["DESC-pdf", "CTX-fill"]);
    expect(new Set(await words(3, all))).toEqual(new Set(["DESC-pdf", "CTX-fill", "PREV-pdf", "PREV-usage"]));
    expect(await words(4)).toContain("BODY-pdf");
    expect(JSON.stringify(await at(4))).not.toContain("FILE-");
  });

  test.each(["\n", "\r\n"])(
    "R1.10 sections say the lines of their file, frontmatter counted (line end %j)",
    async (end) => {
      const lines = [
        "---",
        "name: größe",
        "description: Misst.",
        "---",
        "",
        "# Größe",
        "",
        "Text.",
        "",
        "",
        "## 用法",
        "文。",
      ];
      const { toolkit } = toolkitOf({ "groesse/SKILL.md": lines.join(end), "groesse/a.md": ["# A", "x"].join(end) });
      const rows = async (node: string) => {
        const { nodes } = (await toolkit.call("node", { nodes: node, level: 3, previews: "all" })) as JsonAnswer;
        const [first] = nodes as readonly { readonly content?: { readonly sections?: readonly unknown[] } }[];
        return first?.content?.sections;
      };
      expect(await rows("groesse")).toMatchObject([
        { heading: "Größe", lines: [6, 12] },
        { heading: "用法", lines: [11, 12] },
      ]);
      expect(await rows("groesse/a.md")).toMatchObject([{ heading: "A", lines: [1, 2] }]);
      const { nodes } = (await toolkit.call("node", { nodes: "groesse#用法", level: 1 })) as JsonAnswer;
      expect(nodes).toMatchObject([{ name: "用法", path: expect.any(String), lines: [11, 12] }]);
    },
  );

  test("R1.1 at level 4 the text names the files that the body does not, and nothing stands beside it", async () => {
    const [node] = (await at(4)).nodes;
    expect(node && "links" in node).toBe(false);
    expect(JSON.stringify(node)).toContain("Other files of this skill: assets/logo.png, references/forms.md");
  });

  test("R2.6 what a list says that a skill costs is never less than what `skill` costs, in both forms", async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`pdf/schemas/größe-${at}.xsd`, "x"]));
    const { toolkit } = toolkitOf({ ...PDF, ...files });
    const json = (await toolkit.call("list_skills", { format: "json" })) as JsonAnswer;
    const text = (await toolkit.call("list_skills", { format: "text" })) as TextAnswer;
    const tags = {
      json: json.nodes.map((node) => ({ name: node.id, price: "tokens" in node ? (node.tokens ?? 0) : 0 })),
      text: [...text.text.matchAll(/(\S+\/SKILL\.md) \(project, (\d+) tokens\)/gu)].map(([, name = "", price]) => ({
        name,
        price: Number(price),
      })),
    };
    for (const format of ["json", "text"] as const) {
      expect(tags[format]).toHaveLength(2);
      for (const { name, price } of tags[format]) {
        const opened = (await toolkit.call("skill", { name, format, tokenBudget: price })) as Answer;
        expect(JSON.stringify(opened)).toContain("Base directory for this skill");
        expect(opened.telemetry.tokensUsed).toBeLessThanOrEqual(price);
      }
    }
  });

  test("each file is a node of type resource", async () => {
    const { toolkit } = toolkitOf(PDF);
    const files = await toolkit.call("scan", { type: "resource" });
    expect(files.nodes.map(({ id }) => id)).toEqual([
      "resource:pdf/assets/logo.png",
      "resource:pdf/references/forms.md",
      "resource:pdf/scripts/fill.py",
    ]);
    const forms = (await toolkit.call("node", {
      nodes: "pdf/references/forms.md#more",
      level: 4,
      format: "text",
    })) as TextAnswer;
    expect(forms.text).toContain("FILE-more");
    expect(forms.text).not.toContain("FILE-forms");
    const logo = await toolkit.call("node", { nodes: "pdf/assets/logo.png", level: 4 });
    expect(logo.omitted).toMatchObject([{ id: "resource:pdf/assets/logo.png", reason: "unreadable" }]);
  });

  test("R1.6 it is found by id, name, path, link and heading", async () => {
    const { toolkit } = toolkitOf({ ...PDF, "big-one/SKILL.md": "---\nname: Big One\ndescription: d\n---\n" });
    for (const [reference, id] of [
      ["skill:pdf", "skill:pdf"],
      ["pdf", "skill:pdf"],
      ["pdf@project", "skill:pdf"],
      ["pdf/SKILL.md", "skill:pdf"],
      ["[[pdf|the forms]]", "skill:pdf"],
      ["pdf#usage", "skill:pdf#usage"],
      ["[[pdf#Usage]]", "skill:pdf#usage"],
      ["Big One", "skill:big-one"],
    ]) {
      const { nodes } = await toolkit.call("node", { nodes: reference ?? "", level: 0 });
      expect(
        nodes.map((node) => node.id),
        reference,
      ).toEqual([id]);
    }
  });

  test("search looks at texts too, and shows metadata", async () => {
    const { toolkit } = toolkitOf(PDF);
    const ids = async (query: string) => (await toolkit.call("search", { query })).nodes.map(({ id }) => id);
    expect((await ids("fills forms"))[0]).toBe("skill:pdf");
    expect(await ids("paragraph")).toEqual(["skill:pdf"]);
    expect(await ids("paper")).toEqual(["skill:pdf"]);
    const { nodes } = (await toolkit.call("search", { query: "paragraph" })) as JsonAnswer;
    expect(JSON.stringify(nodes)).not.toContain("PREV-usage");
  });

  test("skills that models may not invoke are not there", async () => {
    const { toolkit } = toolkitOf({
      ...PDF,
      "own/SKILL.md": "---\nname: own\ndescription: d\ndisable-model-invocation: true\n---\n",
    });
    expect((await toolkit.call("scan", { type: "skill" })).nodes.map(({ id }) => id)).toEqual([
      "skill:csv",
      "skill:pdf",
    ]);
    await expect(toolkit.call("node", { nodes: "own" })).rejects.toMatchObject({ code: "node-unknown" });
  });

  test("a body that changed between two calls is read anew, in a session too", async () => {
    const { toolkit, root } = toolkitOf(PDF);
    const open = async (session: string) =>
      (await toolkit.call("node", { nodes: "csv", level: 4, session, format: "text" })) as TextAnswer;
    const first = await open("new");
    expect(first.text).toContain("BODY-csv");
    writeFileSync(
      join(root, "csv", "SKILL.md"),
      "---\nname: csv\ndescription: d\n---\nCHANGED, and longer than it was before\n",
    );
    const second = await open(first.session ?? "");
    expect(second.text).toContain("CHANGED");
  });

  test("stats and findings tell of skills", async () => {
    const { toolkit } = toolkitOf({ ...PDF, "bad/SKILL.md": "nothing" });
    expect((await toolkit.call("stats", {})).data?.byType).toEqual([
      { name: "resource", count: 3 },
      { name: "skill", count: 2 },
    ]);
    const findings = await toolkit.call("validate", {});
    expect(JSON.stringify(findings.data)).toContain("frontmatter-missing");
  });
});

/** The notes of core's cases as skills. What they say of links cannot be said of skills: their links are files. */
function asSkills(): Files {
  return Object.fromEntries(
    ENFORCEMENT_NODES.map(({ id, name, description, body }) => {
      const key = id.slice(id.indexOf(":") + 1);
      return [
        `${key}/SKILL.md`,
        `---\nname: ${/^[a-z]+$/iu.test(name) ? name : key}\ndescription: ${description}\n---\n${body}\n`,
      ];
    }),
  );
}

const APPLICABLE: readonly EnforcementCase[] = ENFORCEMENT_CASES.filter(({ rule }) =>
  ["R1.3", "R2.1", "R2.2", "R2.3", "R2.7"].includes(rule),
).map(
  (one) =>
    JSON.parse(JSON.stringify(one).replaceAll("note:", "skill:").replaceAll("moc:", "skill:")) as EnforcementCase,
);

describe.each(["json", "text"] as const)("the gate enforces on skills, in %s form,", (form) => {
  test.each(APPLICABLE)("$rule: $title", async (one) => {
    const { toolkit } = toolkitOf(asSkills());
    const door = async (operation: string, input: Readonly<Record<string, unknown>>): Promise<Outcome> => {
      try {
        return { answer: JSON.parse(JSON.stringify(await toolkit.call(operation as never, input))) };
      } catch (error) {
        if (isPdError(error)) return { error: { code: error.code } };
        throw error;
      }
    };
    expect(await runEnforcementCase(one, door, { form, counter: o200k })).toEqual([]);
  });
});

test("R2.4 no budget is exceeded, whatever is asked of which skill with which arguments", async () => {
  const { toolkit } = toolkitOf(PDF, bytes);
  const input = fc.record({
    name: fc.constantFrom("pdf", "csv"),
    arguments: fc.string({ maxLength: 60 }),
    tokenBudget: fc.integer({ min: 2, max: 900 }),
    format: fc.constantFrom("json" as const, "text" as const),
  });
  await fc.assert(
    fc.asyncProperty(input, async (asked) => {
      const answer = (await toolkit.call("skill", asked)) as Answer;
      const delivered = "text" in answer ? answer.text : JSON.stringify(answer.nodes);
      expect(bytes.count(delivered)).toBe(answer.telemetry.tokensUsed);
      if (answer.nodes.length > 0) expect(answer.telemetry.tokensUsed).toBeLessThanOrEqual(asked.tokenBudget);
      else expect(answer.omitted).toHaveLength(1);
    }),
    { numRuns: propertyRuns(0.2) },
  );
});
