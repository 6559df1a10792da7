import { LEVEL_NAMES, LEVELS, type SessionLogEntry } from "@pd/core";
import type { Assistant } from "./compose.js";
import type { ModelFigures } from "./conversation.js";
import { type Terminal, thousands } from "./terminal.js";

export interface Cost {
  readonly instructions: number;
  readonly tools: number;
  readonly byLevel: readonly { readonly level: number; readonly nodes: number; readonly tokens: number }[];
  /** What stands around the nodes: handles, omissions, marks, what is left, refusals. */
  readonly around: number;
  readonly spent: number;
  readonly budget: number;
}

/** What the model was shown, added up from the ledger; it comes to what the account says. */
export function costOf({ account }: Pick<Assistant, "account">, entries: readonly SessionLogEntry[]): Cost {
  const { instructions, tools } = account.standing;
  // The prompt's own sections are in `instructions`.
  const disclosed = entries.filter(({ operation }) => !STANDING.has(operation)).flatMap((entry) => entry.disclosed);
  const byLevel = LEVELS.map((level) => {
    const nodes = disclosed.filter((node) => node.level === level);
    return { level, nodes: nodes.length, tokens: nodes.reduce((sum, { tokens }) => sum + tokens, 0) };
  }).filter(({ nodes }) => nodes > 0);
  const inNodes = byLevel.reduce((sum, { tokens }) => sum + tokens, 0);
  const around = account.spent - instructions - tools - inNodes;
  return { instructions, tools, byLevel, around, spent: account.spent, budget: account.budget };
}

const STANDING: ReadonlySet<string> = new Set(["prompt", "open_sections"]);

export function showCost(cost: Cost, all: number, figures: ModelFigures, terminal: Terminal): string {
  const { bar, bold, dim, level: coloured } = terminal;
  const row = (label: string, tokens: number, note = "") =>
    `  ${label}${thousands(tokens).padStart(9)}${note === "" ? "" : `  ${dim(note)}`}`;
  const wide = 24;
  const levels = cost.byLevel.map(({ level, nodes, tokens }) =>
    row(
      coloured(level, `${level} ${LEVEL_NAMES[level as 0]}`.padEnd(wide)),
      tokens,
      `${nodes} ${nodes === 1 ? "node" : "nodes"}`,
    ),
  );
  const { requests, inputTokens, outputTokens } = figures;
  return [
    bold("What the model was shown, in tokens"),
    row("instructions".padEnd(wide), cost.instructions),
    row("tools".padEnd(wide), cost.tools),
    ...levels,
    row("around them".padEnd(wide), cost.around, "handles, marks, refusals"),
    `  ${bar(cost.spent / cost.budget, wide)}${thousands(cost.spent).padStart(9)}  of ${thousands(cost.budget)}`,
    row("everything".padEnd(wide), all + cost.tools, "had all been loaded"),
    dim(
      `  ${requests} requests to the model: ${thousands(inputTokens)} tokens in, ${thousands(outputTokens)} out, by its own count`,
    ),
  ].join("\n");
}
