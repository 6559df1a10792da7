import { type Answer, LEVEL_NAMES, LEVELS, type NodeView, type ValidateData } from "@pd/core";
import { safeLine, shellWord } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { wrap } from "../terminal/width.js";
import { counted, thousands } from "./figures.js";

/** What was shown at which level, what it cost, and what was left out. */
export function summaryOf(answer: Answer, { style, width }: Screen): readonly string[] {
  const { telemetry, omitted } = answer;
  if (answer.data !== undefined && answer.nodes.length === 0) return [];
  const levels = LEVELS.filter((level) => telemetry.nodesAtLevel[level] > 0).map(
    (level) => `${telemetry.nodesAtLevel[level]} × ${LEVEL_NAMES[level]}`,
  );
  const budget = telemetry.tokenBudget === null ? "" : ` of ${thousands(telemetry.tokenBudget)}`;
  const parts = [
    `${counted(answer.nodes.length, "node")}${levels.length === 0 ? "" : ` (${levels.join(", ")})`}`,
    `${thousands(telemetry.tokensUsed)}${budget} tokens`,
    ...(telemetry.nodesLoaded === 0 ? [] : [`${telemetry.coveragePercent}% of the notes read`]),
  ];
  return [
    ...wrap(parts.join(" · "), width).map((text) => style.strong(text)),
    ...leftOut(omitted, telemetry.nodesOmitted, width).map(style.faint),
  ];
}

function leftOut(omitted: Answer["omitted"], all: number, width: number): readonly string[] {
  if (all === 0) return [];
  const named = omitted.slice(0, 3).map(({ id, reason, tokens }) => {
    const price = reason === "budget" && tokens !== undefined ? `needs ${thousands(tokens)} tokens` : reason;
    return `${safeLine(id)} (${price})`;
  });
  const rest = all - named.length;
  return wrap(`left out: ${[...named, ...(rest > 0 ? [`${thousands(rest)} more`] : [])].join(", ")}`, width, 3);
}

/** A command that goes on from here, and what it would cost. */
export interface Step {
  readonly command: string;
  readonly tokens?: number | undefined;
}

export function nextSteps(answer: Answer, input: ReadonlyMap<string, unknown>): readonly Step[] {
  const nodes = answer.nodes as readonly Partial<NodeView>[];
  const query = typeof input.get("query") === "string" ? shellWord(String(input.get("query"))) : undefined;
  switch (answer.operation) {
    case "scan":
      return [
        ...(answer.cursor === undefined ? [] : [{ command: `pd scan --cursor ${shellWord(answer.cursor)}` }]),
        ...(nodes.length === 0 ? [{ command: "pd stats" }] : raising(nodes, 3)),
      ];
    case "search":
    case "query":
      if (nodes.length === 0) return [{ command: "pd scan" }];
      return [...raising(nodes, 4), ...(query === undefined ? [] : [{ command: `pd context ${query} --budget 2000` }])];
    case "node":
    case "traverse":
      return raising(nodes, nodes.some(({ level = 0 }) => level < 3) ? 3 : 4);
    case "stats":
      return [{ command: "pd validate" }, { command: "pd scan --type moc" }];
    case "validate":
      return validateSteps(answer.data as ValidateData);
    default:
      return [];
  }
}

/** Opens the first node that was shown at less. */
function raising(nodes: readonly Partial<NodeView>[], to: 3 | 4): readonly Step[] {
  const found = nodes.find(({ level = 4 }) => level < to);
  if (found?.id === undefined) return [];
  return [{ command: `pd node ${shellWord(found.id)} --level ${to}`, tokens: to === 4 ? found.tokens : undefined }];
}

function validateSteps({ counts }: ValidateData): readonly Step[] {
  const [most] = [...counts].sort((a, b) => b.count - a.count);
  return most === undefined ? [] : [{ command: `pd explain ${shellWord(most.name)}` }];
}
