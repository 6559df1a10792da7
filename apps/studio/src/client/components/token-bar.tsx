import { LEVEL_NAMES, LEVELS } from "@pd/core";
import { count } from "../figures.js";
import type { Spending } from "../state/spending.js";

interface TokenBarProps {
  readonly spending: Spending;
  /** What the whole width stands for. */
  readonly whole: number;
  readonly label: string;
}

/** From this share of the width on, a part has room for its digit. */
const ROOM = 0.035;

/** Tokens by level, stacked. Each part has its digit where there is room, and its figures in words. */
export function TokenBar({ spending, whole, label }: TokenBarProps) {
  const parts = [
    ...LEVELS.map((level) => ({ name: LEVEL_NAMES[level], level, tokens: spending.byLevel[level] })),
    { name: "around the nodes", level: undefined, tokens: spending.around },
  ].filter(({ tokens }) => tokens > 0);
  const words = parts.map(({ name, tokens }) => `${name} ${count(tokens)}`).join(", ");
  return (
    <div class="token-bar" role="img" aria-label={`${label}: ${count(spending.used)} tokens${words && ` (${words})`}`}>
      {parts.map(({ name, level, tokens }) => (
        <span
          key={name}
          class="token-part"
          data-level={level}
          style={{ inlineSize: `${(100 * tokens) / Math.max(whole, 1)}%` }}
          title={`${name}: ${count(tokens)} tokens`}
        >
          {level !== undefined && tokens / whole >= ROOM ? level : ""}
        </span>
      ))}
      {spending.budget === undefined || spending.budget > whole ? null : (
        <span
          class="token-limit"
          style={{ insetInlineStart: `${(100 * spending.budget) / Math.max(whole, 1)}%` }}
          title={`budget: ${count(spending.budget)} tokens`}
        />
      )}
    </div>
  );
}
