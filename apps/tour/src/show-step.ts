import type { NodeView } from "@pd/core";
import type { Step } from "./scripted-agent.js";
import { dim, firstLines, levelColour, thousands, wrap } from "./terminal.js";

/** What the agent was shown, short enough to look at. */
export function showStep({ answer }: Step): string {
  if (answer.text !== undefined) return firstLines(answer.text, 14);
  return answer.nodes.map(showNode).join("\n");
}

function showNode(node: NodeView): string {
  const price = node.tokens === undefined ? "" : dim(`  ${thousands(node.tokens)} tokens to open`);
  const title = `  ${levelColour(node.level, String(node.level))} ${node.name}${price}`;
  switch (node.level) {
    case 0:
      return title;
    case 1:
    case 2:
      return `${title}\n${wrap(node.description, "    ")}`;
    case 3:
      return [title, ...node.content.sections.map(({ heading, preview }) => outlineLine(heading, preview))].join("\n");
    case 4:
      return `${title}\n${firstLines(node.content.full, 12)}`;
  }
}

function outlineLine(heading: string, preview: string): string {
  const [line = ""] = firstLines(
    `${heading === "" ? "(beginning)" : heading}: ${preview.replace(/\s+/g, " ")}`,
    1,
  ).split("\n");
  return `  ${line}`;
}
