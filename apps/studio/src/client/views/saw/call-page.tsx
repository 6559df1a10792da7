import { CopyButton } from "../../components/copy-button.js";
import { LevelBadge } from "../../components/level-badge.js";
import { count, plural } from "../../figures.js";
import { hrefTo, parameter, setQuery } from "../../router.js";
import { tokensOf } from "./calls.js";
import { type Delivered, type Delivery, fieldIn } from "./delivery.js";
import { Facts } from "./facts.js";
import { nameOf } from "./lists.js";
import { LongText, plainLines } from "./long-text.js";
import { linesOf } from "./shown-lines.js";
import { Tabs } from "./tabs.js";
import { WhyNotPanel } from "./why-not-panel.js";
import { whyThis } from "./why-this.js";

const chosenPanel = parameter("text");

const PANELS = [
  { id: "parts", title: "Node by node" },
  { id: "whole", title: "Exact text" },
  { id: "input", title: "What was asked" },
] as const;

/** One call: what was asked, and all that reached the model for it. */
export function CallPage({ call }: { readonly call: Delivered }) {
  const { entry, number, deliveries } = call;
  const budget = fieldIn(fieldIn(entry.answer, "telemetry"), "tokenBudget");
  const panel = PANELS.find(({ id }) => id === chosenPanel.value)?.id ?? "parts";
  return (
    <>
      <section class="card stack" aria-label={`Call ${number}`}>
        <header class="saw-head">
          <h2 class="saw-title">
            <span class="soft">{`Call ${number}`}</span> <code>{entry.operation}</code>
          </h2>
          <p class="row soft small">
            <time dateTime={new Date(entry.at).toISOString()}>{new Date(entry.at).toLocaleTimeString()}</time>
            <span class="number">{`${count(entry.milliseconds)} ms`}</span>
            <span class="number">
              {`${count(tokensOf(entry))}${typeof budget === "number" ? ` of ${count(budget)}` : ""} tokens`}
            </span>
            <span class="number">{plural(deliveries.length, "node")}</span>
            {entry.omitted.length === 0 ? null : (
              <span class="number">{`${count(entry.omitted.length)} left out`}</span>
            )}
          </p>
        </header>
      </section>
      <WhyNotPanel call={call} />
      <section class="card stack" aria-label="What it gave the model">
        <Tabs
          label="What to show of the call"
          name="call"
          tabs={PANELS}
          chosen={panel}
          onChoose={(text) => setQuery({ text })}
        >
          <Panel panel={panel} call={call} />
        </Tabs>
      </section>
    </>
  );
}

function Panel({ panel, call }: { readonly panel: string; readonly call: Delivered }) {
  const { entry, whole } = call;
  if (panel === "input") {
    return (
      <>
        <LongText lines={plainLines(JSON.stringify(entry.input, undefined, 2) ?? "nothing")} label="The arguments" />
        <p>
          <a
            class="button button-small"
            href={hrefTo("playground", {
              op: entry.operation,
              args: JSON.stringify(withoutSession(entry.input)),
              run: "1",
            })}
          >
            Open in the playground
          </a>
        </p>
      </>
    );
  }
  if (entry.error !== undefined) return <Failed call={call} />;
  if (panel === "whole" || call.deliveries.length === 0) return <Whole text={whole} />;
  return <Parts call={call} />;
}

/** A session is another caller's: what is asked again is asked without it. */
function withoutSession(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return {};
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== "session"));
}

function Failed({ call: { entry } }: { readonly call: Delivered }) {
  return (
    <div class="saw-failed" role="alert">
      <p>{entry.error?.message}</p>
      {entry.error?.fix === undefined ? null : <p>{entry.error.fix}</p>}
      <p class="soft small">
        The model was given this error and no text. <code>{entry.error?.code}</code>
      </p>
    </div>
  );
}

function Whole({ text }: { readonly text: string }) {
  if (text === "") return <p class="soft">Nothing was handed over.</p>;
  return (
    <>
      <LongText lines={plainLines(text)} label="The exact text" />
      <CopyButton text={text} label="Copy the exact text" />
    </>
  );
}

function Parts({ call }: { readonly call: Delivered }) {
  const { deliveries, footer } = call;
  return (
    <>
      <ol class="saw-parts">
        {deliveries.map((delivery, index) => (
          <Part key={`${delivery.id} ${delivery.level}`} call={call} delivery={delivery} isOpen={index < 3} />
        ))}
      </ol>
      {footer === "" ? null : (
        <div>
          <h3 class="saw-list-title">After the nodes</h3>
          <LongText lines={plainLines(footer)} label="What stands after the nodes" />
        </div>
      )}
    </>
  );
}

interface PartProps {
  readonly call: Delivered;
  readonly delivery: Delivery;
  readonly isOpen: boolean;
}

function Part({ call, delivery, isOpen }: PartProps) {
  const { id, level, tokens, view, isCertain } = delivery;
  return (
    <li class="saw-part" data-level={level}>
      <details open={isOpen}>
        <summary class="saw-part-head">
          <LevelBadge level={level} />
          <span class="saw-part-name">{view?.name ?? nameOf(id)}</span>
          {tokens === undefined ? null : <span class="number soft small">{`${count(tokens)} tokens`}</span>}
        </summary>
        <div class="saw-part-body">
          <LongText
            lines={linesOf(delivery).map((line) => ({ ...line, mark: "kept" }))}
            label={`What was shown of ${id}`}
            hasFields={view !== undefined}
            first={16}
          />
          {isCertain ? null : (
            <p class="soft small">
              Another body imitates this heading, so that the seam between the two may be elsewhere. The exact text is
              right.
            </p>
          )}
          <h3 class="saw-list-title">Why this?</h3>
          <Facts facts={whyThis(call, delivery)} />
          <p class="row">
            <a class="button button-small" href={hrefTo("saw", { node: id })}>
              Level by level
            </a>
            <a class="button button-small" href={hrefTo("graph", { node: id })}>
              In the graph
            </a>
            {view === undefined ? (
              <button type="button" class="button button-small" onClick={() => setQuery({ ask: id }, { push: true })}>
                Look up its score
              </button>
            ) : null}
          </p>
        </div>
      </details>
    </li>
  );
}
