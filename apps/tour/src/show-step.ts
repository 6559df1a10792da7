import { shown, type Terminal, thousands } from "@pd/assistant/terminal";
import { LEVEL_NAMES, type NodeView } from "@pd/core";
import type { Step } from "./scripted-agent.js";

/** What the agent was shown, short enough to look at. */
export function showStep({ answer }: Step, terminal: Terminal): string {
  if (answer.text !== undefined) return terminal.firstLines(answer.text, 8);
  return answer.nodes.map((node) => showNode(node, terminal)).join("\n");
}

function showNode(node: NodeView, terminal: Terminal): string {
  const { dim, level, wrap, firstLines } = terminal;
  const price = node.tokens === undefined ? "" : dim(`  ${thousands(node.tokens)} tokens to open`);
  const title = `  ${level(node.level, LEVEL_NAMES[node.level])} ${shown(node.name)}${price}`;
  switch (node.level) {
    case 0:
      return title;
    case 1:
    case 2:
      return `${title}\n${wrap(shown(node.description), "    ")}`;
    case 3: {
      const lines = node.content.sections.map(({ heading, preview = "" }) => outlineLine(heading, preview, terminal));
      return [title, ...lines].join("\n");
    }
    case 4:
      return `${title}\n${firstLines(node.content.full, 8)}`;
  }
}

function outlineLine(heading: string, preview: string, { firstLines }: Terminal): string {
  const text = `${heading === "" ? "(beginning)" : heading}: ${preview.replace(/\s+/g, " ")}`;
  const [line = ""] = firstLines(text, 1).split("\n");
  return `  ${line}`;
}
