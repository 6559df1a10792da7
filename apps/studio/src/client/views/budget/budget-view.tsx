import "./budget.css";
import { LEVEL_NAMES, LEVELS } from "@pd/core";
import { LevelBadge } from "../../components/level-badge.js";
import { NoCalls } from "../../components/no-calls.js";
import { TokenBar } from "../../components/token-bar.js";
import { count, plural, share } from "../../figures.js";
import { hrefTo, setQuery } from "../../router.js";
import { callWords } from "../../state/call-words.js";
import { graph } from "../../state/graph.js";
import { recording, step } from "../../state/recordings.js";
import { type Spending, spendingOf, together } from "../../state/spending.js";

/** What the session has cost by level, beside what loading everything would have cost; then call by call. */
export function BudgetView() {
  const entries = recording.value?.entries.slice(0, step.value) ?? [];
  const every = recording.value?.entries ?? [];
  if (every.length === 0) return <NoCalls />;
  const calls = every.map(spendingOf);
  const whole = Math.max(1, ...calls.map(({ used, budget = 0 }) => Math.max(used, budget)));
  const all = together(calls.slice(0, entries.length));
  const everything = graph.value?.tokensOfAll;
  return (
    <div class="budget-view stack">
      <Summary spent={all} everything={everything} calls={entries.length} />
      <section class="card stack" aria-labelledby="by-call">
        <h2 id="by-call">Call by call</h2>
        <ol class="budget-calls">
          {every.map((entry, index) => (
            <li key={`${entry.at} ${index}`} class="budget-call" data-later={index >= entries.length}>
              <a class="budget-call-name" href={hrefTo("saw", { call: String(index + 1) })}>
                <span class="number soft">{index + 1}</span> {entry.operation}
              </a>
              <span class="soft cut small" title={callWords(entry)}>
                {callWords(entry)}
              </span>
              <TokenBar spending={calls[index]!} whole={whole} label={`Call ${index + 1}, ${entry.operation}`} />
              <span class="number small budget-figure">
                {entry.error === undefined ? (
                  count(calls[index]!.used)
                ) : (
                  <span class="budget-error">{entry.error.code}</span>
                )}
                {calls[index]!.budget === undefined ? null : (
                  <span class="soft">{` of ${count(calls[index]!.budget!)}`}</span>
                )}
              </span>
            </li>
          ))}
        </ol>
        <p class="soft small">
          A line marks a call's budget.{" "}
          {entries.length < every.length ? "Pale calls come after the step you look at. " : ""}
          {entries.length < every.length ? (
            <button type="button" class="button button-small" onClick={() => setQuery({ step: undefined })}>
              Look at all
            </button>
          ) : null}
        </p>
      </section>
    </div>
  );
}

interface SummaryProps {
  readonly spent: Spending;
  readonly everything: number | undefined;
  readonly calls: number;
}

function Summary({ spent, everything, calls }: SummaryProps) {
  const whole = Math.max(spent.used, everything ?? 0);
  return (
    <section class="card stack" aria-labelledby="whole-session">
      <header class="budget-head">
        <h2 id="whole-session">{`${count(spent.used)} tokens in ${plural(calls, "call")}`}</h2>
        {everything === undefined ? null : (
          <p class="soft">{`${share(spent.used, everything)} of the ${count(everything)} that loading everything would have cost`}</p>
        )}
      </header>
      <div class="budget-pair">
        <span class="small">This session</span>
        <TokenBar spending={spent} whole={whole} label="This session" />
        <span class="number small">{count(spent.used)}</span>
        {everything === undefined ? null : (
          <>
            <span class="small">Everything</span>
            <div class="token-bar" role="img" aria-label={`Loading everything: ${count(everything)} tokens`}>
              <span
                class="token-part everything"
                style={{ inlineSize: `${(100 * everything) / Math.max(whole, 1)}%` }}
              />
            </div>
            <span class="number small">{count(everything)}</span>
          </>
        )}
      </div>
      <ul class="budget-levels" aria-label="Tokens by level">
        {LEVELS.map((level) => (
          <li key={level}>
            <LevelBadge level={level} />
            <span>{LEVEL_NAMES[level]}</span>
            <b class="number">{count(spent.byLevel[level])}</b>
            <span class="soft small number">{share(spent.byLevel[level], spent.used)}</span>
          </li>
        ))}
        <li>
          <span class="level-badge" aria-hidden="true" />
          <span>around</span>
          <b class="number">{count(spent.around)}</b>
          <span class="soft small number">{share(spent.around, spent.used)}</span>
        </li>
      </ul>
    </section>
  );
}
