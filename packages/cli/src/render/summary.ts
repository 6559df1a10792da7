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
    budget === "" ? counted(telemetry.tokensUsed, "token") : `${thousands(telemetry.tokensUsed)}${budget} tokens`,
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

export interface Asked {
  /** By field. */
  readonly input: ReadonlyMap<string, unknown>;
  /** The command that lists, where it is not `scan`. */
  readonly list?: string | undefined;
}

export function nextSteps(answer: Answer, { input, list = "scan" }: Asked): readonly Step[] {
  const nodes = answer.nodes as readonly Partial<NodeView>[];
  const query = typeof input.get("query") === "string" ? shellWord(String(input.get("query"))) : undefined;
  switch (answer.operation) {
    case "scan":
      return [
        ...(answer.cursor === undefined ? [] : [{ command: nextPage(list, answer.cursor, input) }]),
        ...(nodes.length === 0 ? [{ command: hasFilter(input) ? "pd stats" : "pd doctor" }] : raising(nodes, 3)),
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

const FILTERS = ["query", "type", "domain", "tag", "path"] as const;

/** Nothing was filtered, and nothing is there: then it is the wrong folder. */
function hasFilter(input: ReadonlyMap<string, unknown>): boolean {
  return FILTERS.some((field) => input.has(field));
}

/** A cursor goes on in the same list, so everything that made the list is said again. */
function nextPage(list: string, cursor: string, input: ReadonlyMap<string, unknown>): string {
  const { query, ...rest } = Object.fromEntries([...FILTERS, "limit"].map((field) => [field, input.get(field)]));
  const options = Object.entries(rest).flatMap(([field, value]) =>
    value === undefined ? [] : [` --${field} ${shellWord(String(value))}`],
  );
  const words = query === undefined ? "" : ` ${shellWord(String(query))}`;
  return `pd ${list}${words}${options.join("")} --cursor ${shellWord(cursor)}`;
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
