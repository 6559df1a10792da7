import "./ask.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { BuiltPack } from "../../../wire.js";
import { ErrorNotice } from "../../components/notice.js";
import { client } from "../../connection.js";
import { parameter, setQuery } from "../../router.js";
import { graph, graphId } from "../../state/graph.js";
import { answerIn, useAsked } from "../saw/use-asked.js";
import { AskCosts } from "./ask-costs.js";
import { AskSteps } from "./ask-steps.js";
import { questionsFor } from "./questions-for.js";

const asked = parameter("q");
const budget = parameter("tokens");

const FIRST_BUDGET = 800;
const MOST = 32_000;

/** A question, and how the pack that answers it is built: what is ranked, what is taken at which price and why, and what grep would have cost. */
export function AskView() {
  const query = asked.value?.trim() ?? "";
  const tokenBudget = budgetIn(budget.value);
  const graphNow = graphId.value;
  const key = query === "" || graphNow === undefined ? undefined : JSON.stringify([query, tokenBudget, graphNow]);
  const built = useAsked(key, async (signal) => {
    const input = { query, tokenBudget, graphId: graphNow };
    return (await client.value.tool("studio_pack", input, { signal })) as BuiltPack;
  });
  const pack = answerIn(built);
  return (
    <div class="ask-view stack">
      <AskForm query={query} tokenBudget={tokenBudget} isRunning={built.kind === "loading"} />
      {built.kind === "failed" ? <ErrorNotice error={built.error} /> : null}
      {query === "" ? <Suggestions /> : null}
      {pack === undefined || query === "" ? null : (
        <div class="ask-columns">
          <AskSteps pack={pack} />
          <AskCosts pack={pack} query={query} />
        </div>
      )}
    </div>
  );
}

interface AskFormProps {
  readonly query: string;
  readonly tokenBudget: number;
  readonly isRunning: boolean;
}

function AskForm({ query, tokenBudget, isRunning }: AskFormProps) {
  const [typed, setTyped] = useState(query);
  const tokens = useRef<HTMLInputElement>(null);
  // The address may change without the form: by a suggestion, or by the back button.
  useEffect(() => setTyped(query), [query]);
  return (
    <form
      class="card ask-form"
      onSubmit={(event) => {
        event.preventDefault();
        setQuery({ q: typed, tokens: String(budgetIn(tokens.current?.value)) }, { push: true });
      }}
    >
      <label class="ask-question">
        <span class="field-name">Question</span>
        <input
          type="search"
          data-search
          value={typed}
          placeholder="Ask these notes something  /"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <label>
        <span class="field-name">Budget, tokens</span>
        <input ref={tokens} type="number" min={50} max={MOST} step={50} defaultValue={String(tokenBudget)} />
      </label>
      <button type="submit" class="button button-primary" disabled={typed.trim() === ""}>
        {isRunning ? "Building …" : "Build the pack"}
      </button>
    </form>
  );
}

/** Questions made of what these notes are about, for who does not know yet what to ask. */
function Suggestions() {
  const data = graph.value;
  if (data === undefined) return <div class="view-loading" aria-busy="true" />;
  return (
    <section class="card stack" aria-labelledby="ask-suggestions">
      <h2 id="ask-suggestions">Ask, and watch the pack being built</h2>
      <p class="soft">
        A pack is the text that a model gets for a question: the passages that answer, within a budget. Nothing that you
        ask here counts as seen in a session.
      </p>
      <p class="row">
        {questionsFor(data).map((question) => (
          <button key={question} type="button" class="button" onClick={() => setQuery({ q: question }, { push: true })}>
            {question}
          </button>
        ))}
      </p>
    </section>
  );
}

function budgetIn(given: string | undefined): number {
  const number = Number(given);
  return Number.isSafeInteger(number) && number > 0 ? Math.min(number, MOST) : FIRST_BUDGET;
}
