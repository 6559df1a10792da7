import { type ContentFixture, contentCases, type DescribedNode } from "@pd/core/testing";
import { describe, test } from "vitest";
import * as z from "zod";
import { markdownSection } from "../section/section.js";
import { promptTemplate } from "../section/template.js";
import { sectionContent } from "./section-content.js";

const tool = { name: "verify_result", description: "", input: z.object({}), readOnly: true, call: async () => 1 };
const style = markdownSection({
  title: "Code Style 規則",
  key: "code-style",
  template: 'How to write.\n\nOnly in full: zq2marker, "tabs" \\ spaces 漢字.',
  summary: "How code\n is formatted.",
});
const guidelines = markdownSection({
  title: "Guidelines",
  key: "guidelines",
  template: "For ${who}.\n\nOnly in full: zq1marker.",
  params: z.object({ who: z.string() }),
  summary: "What to keep in mind, größtenteils.",
  children: [style],
});
const verification = markdownSection({
  title: "Verification",
  key: "verification",
  template: "zq3marker",
  summary: "Tools to verify with.",
  tools: [tool],
});
const start = markdownSection({ title: "Start", key: "start", template: "Begin.\n\nOnly in full: zq0marker." });

const NODES: readonly DescribedNode[] = [
  section("Start", "start", { marker: "zq0marker", headings: ["Start (start)"] }),
  section("Guidelines", "guidelines", {
    description: "What to keep in mind, größtenteils.",
    marker: "zq1marker",
    links: [{ to: "Code Style 規則", relation: "clusters" }],
    headings: ["Guidelines (guidelines)", "Code Style 規則 (guidelines.code-style)"],
  }),
  section("Code Style 規則", "guidelines.code-style", {
    description: "How code is formatted.",
    marker: "zq2marker",
    headings: ["Code Style 規則 (guidelines.code-style)"],
  }),
  section("Verification", "verification", {
    description: "Tools to verify with.",
    tags: ["brings-tools"],
    refused: "expansion-required",
    headings: ["Verification (verification)"],
  }),
];

function section(name: string, path: string, node: Partial<DescribedNode>): DescribedNode {
  const common = {
    type: "section",
    domain: "agents",
    description: "",
    tags: [],
    links: [],
    headings: [],
    sections: [],
  };
  return { name, path, ...common, references: [path, name.toUpperCase(), `[[${path}]]`], ...node };
}

async function fixture(): Promise<ContentFixture> {
  const sections = [start, guidelines, verification];
  const prompt = promptTemplate({ ns: "agents/coder", key: "edit-files", sections }).bind({ who: "you" });
  return { content: sectionContent(prompt), nodes: NODES };
}

describe("the sections of a prompt as content:", () => {
  for (const { rule, name, run } of contentCases(fixture)) test(`${rule}: ${name}`, run);
});
