import { type Answer, LEVEL_NAMES, LEVELS, type NodeView, type StatsData, type ValidateData } from "@pd/core";
import { safeLine, shellWord } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { counted, thousands } from "./figures.js";

/** What was shown at which level, what it cost, and what was left out. */
export function summaryOf(answer: Answer, screen: Screen): readonly string[] {
  const { style, width, wrap } = screen;
  const { telemetry, omitted, notices = [] } = answer;
  const isEmpty = answer.nodes.length === 0 && telemetry.nodesOmitted === 0;
  if (isEmpty && (answer.data !== undefined || notices.length > 0)) return [];
  const levels = LEVELS.filter((level) => telemetry.nodesAtLevel[level] > 0).map(
    (level) => `${telemetry.nodesAtLevel[level]} × ${LEVEL_NAMES[level]}`,
  );
  const parts = [
    `${counted(answer.nodes.length, "node")}${levels.length === 0 ? "" : ` (${levels.join(", ")})`}`,
    // Nothing costs the brackets of an empty list, which is no news.
    ...(answer.nodes.length === 0 ? [] : [tokensOf(telemetry)]),
    ...(telemetry.nodesLoaded === 0 ? [] : [`${telemetry.coveragePercent}% of the notes read`]),
  ];
  return [
    ...wrap(parts.join(" · "), width).map((text) => style.strong(text)),
    // A text for a model names them itself.
    ...(/left out[^\n]*\]$/u.test(answer.text ?? "") ? [] : leftOut(omitted, telemetry.nodesOmitted, screen)).map(
      style.faint,
    ),
  ];
}

function tokensOf({ tokensUsed, tokenBudget }: Answer["telemetry"]): string {
  const isOpen = tokenBudget === null;
  return isOpen ? counted(tokensUsed, "token") : `${thousands(tokensUsed)} of ${thousands(tokenBudget)} tokens`;
}

function leftOut(omitted: Answer["omitted"], all: number, { width, wrap }: Screen): readonly string[] {
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
  const dearer = dearerSteps(answer, { input, list });
  if (dearer.length > 0) return dearer;
  switch (answer.operation) {
    case "scan":
      return [
        ...(answer.cursor === undefined ? [] : [{ command: nextPage(list, answer.cursor, input) }]),
        ...(nodes.length === 0 ? [{ command: hasFilter(input) ? "pd stats" : "pd doctor" }] : opening(nodes)),
      ];
    case "search":
    case "query":
      if (nodes.length === 0) return [{ command: "pd scan" }];
      return [...raising(nodes, 4), ...(query === undefined ? [] : [{ command: `pd context ${query} --budget 2000` }])];
    case "node":
    case "traverse":
      return opening(nodes);
    case "context":
      return contextSteps(answer, query, input);
    case "stats":
      return statsSteps(answer.data as StatsData);
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
  return `${sameList(list, input)} --cursor ${shellWord(cursor)}`;
}

function sameList(list: string, input: ReadonlyMap<string, unknown>): string {
  const { query, ...rest } = Object.fromEntries([...FILTERS, "limit"].map((field) => [field, input.get(field)]));
  const options = Object.entries(rest).flatMap(([field, value]) =>
    value === undefined ? [] : [` --${field} ${shellWord(String(value))}`],
  );
  const words = query === undefined ? "" : ` ${shellWord(String(query))}`;
  return `pd ${list}${words}${options.join("")}`;
}

/** Where the budget was too small for anything of a list, or for the node that was asked for: the same with what the cheapest needs. */
function dearerSteps(
  { operation, nodes, omitted }: Answer,
  { input, list }: { readonly input: Asked["input"]; readonly list: string },
): readonly Step[] {
  const needy = omitted.filter(({ reason, tokens }) => reason === "budget" && tokens !== undefined);
  const [first] = needy;
  // The commands of a mount have options of their own.
  if (first === undefined || list !== "scan") return [];
  switch (operation) {
    case "node":
      return [{ command: `pd node ${shellWord(first.id)} --level ${first.level} --budget ${first.tokens}` }];
    case "scan":
    case "search":
    case "query": {
      const budget = Math.min(...needy.map(({ tokens }) => Number(tokens)));
      return nodes.length > 0 ? [] : [{ command: `${sameList(operation, input)} --budget ${budget}` }];
    }
    default:
      return [];
  }
}

/** What `pd node` may cost where no budget is given. */
const NODE_BUDGET = 4000;

/** Opens the first node that was shown at less. */
function raising(nodes: readonly Partial<NodeView>[], to: 3 | 4): readonly Step[] {
  const found = nodes.find(({ level = 4 }) => level < to);
  if (found?.id === undefined) return [];
  const tokens = to === 4 ? found.tokens : undefined;
  const budget = tokens === undefined || tokens <= NODE_BUDGET ? "" : ` --budget ${tokens}`;
  return [{ command: `pd node ${shellWord(found.id)} --level ${to}${budget}`, tokens }];
}

/** Of a note that is shorter, the outline with its links costs as much as the text. */
const OUTLINE_FROM = 1000;

/** The outline of what is long, and then the text; of what is short the text at once. */
function opening(nodes: readonly Partial<NodeView>[]): readonly Step[] {
  const found = nodes.find(({ level = 4 }) => level < 4);
  const isLong = found?.tokens === undefined || found.tokens >= OUTLINE_FROM;
  return found === undefined ? [] : raising([found], isLong && (found.level ?? 0) < 3 ? 3 : 4);
}

/** Twice the budget where something did not fit, or what the cheapest needs where nothing did; as far as that is what was asked. */
function contextSteps(
  { nodes, omitted, telemetry }: Answer,
  query: string | undefined,
  input: ReadonlyMap<string, unknown>,
): readonly Step[] {
  if (nodes.length === 0 && omitted.length === 0) return [{ command: "pd scan" }];
  const { tokenBudget } = telemetry;
  const needs = omitted.flatMap(({ reason, tokens }) => (reason === "budget" ? [Number(tokens ?? 0)] : []));
  if (needs.length === 0 || tokenBudget === null || query === undefined || input.has("nodes")) return [];
  const again = input.get("repeat") === false ? " --no-repeat" : "";
  const budget = Math.max(Number(tokenBudget) * 2, nodes.length === 0 ? Math.min(...needs) : 0);
  return [{ command: `pd context ${query} --budget ${budget}${again}` }];
}

function statsSteps({ nodes, byType }: StatsData): readonly Step[] {
  if (nodes === 0) return [{ command: "pd doctor" }];
  const hasMaps = byType.some(({ name }) => name === "moc");
  return [{ command: "pd validate" }, { command: hasMaps ? "pd scan --type moc" : "pd scan" }];
}

/** What the gravest finding means; of several that are as grave, the most frequent. */
function validateSteps({ counts, findings }: ValidateData): readonly Step[] {
  const gravest = ["error", "warning", "info"].find((grave) => findings.some(({ severity }) => severity === grave));
  const codes = new Set(findings.filter(({ severity }) => severity === gravest).map(({ code }) => code));
  const [most] = counts.filter(({ name }) => codes.has(name)).sort((a, b) => b.count - a.count);
  return most === undefined ? [] : [{ command: `pd explain ${shellWord(most.name)}` }];
}
