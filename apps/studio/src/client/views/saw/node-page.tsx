import { CopyButton } from "../../components/copy-button.js";
import { LevelBadge } from "../../components/level-badge.js";
import { count, plural } from "../../figures.js";
import { hrefTo } from "../../router.js";
import { graph, graphId } from "../../state/graph.js";
import { calls } from "./calls.js";
import { type Showing, showingsOf } from "./delivery.js";
import { Facts } from "./facts.js";
import { differenceFrom } from "./level-difference.js";
import { nameOf } from "./lists.js";
import { LongText } from "./long-text.js";
import { linesOf, type ShownLine } from "./shown-lines.js";
import { WhyNotPanel } from "./why-not-panel.js";
import { whyThis } from "./why-this.js";

/** One node through a session: each time it was shown, and what that added. */
export function NodePage({ id }: { readonly id: string }) {
  const showings = showingsOf(id, calls.value);
  const [first] = showings;
  const name = first?.delivery.view?.name ?? nameOf(id);
  const price = graph.value?.find(id)?.tokens;
  const omitting = calls.value.filter(({ entry }) => entry.omitted.some((omission) => omission.id === id));
  const asking = omitting.at(-1) ?? calls.value.at(-1);
  return (
    <>
      <section class="card stack" aria-label={name}>
        <header class="saw-head">
          <h2 class="saw-title">{name}</h2>
          <p class="mono soft saw-id">{id}</p>
          <p class="row soft small">
            <span>
              {showings.length === 0 ? "never shown in this session" : `shown ${plural(showings.length, "time")}`}
            </span>
            {price === undefined ? null : <span class="number">{`${count(price)} tokens in full`}</span>}
            {omitting.length === 0 ? null : <span>{`left out ${plural(omitting.length, "time")}`}</span>}
          </p>
          <p class="row">
            <a class="button button-small" href={hrefTo("graph", { node: id })}>
              In the graph
            </a>
            <a
              class="button button-small"
              href={hrefTo("playground", {
                run: "1",
                op: "node",
                args: JSON.stringify({ nodes: id, level: 4, graphId: graphId.value }),
                show: "levels",
              })}
            >
              Every level in the playground
            </a>
          </p>
        </header>
      </section>
      {showings.map((showing, index) => (
        <ShowingCard key={`${showing.number} ${index}`} showings={showings} index={index} />
      ))}
      {asking === undefined ? null : <WhyNotPanel call={asking} about={showings.length === 0 ? id : undefined} />}
    </>
  );
}

interface ShowingCardProps {
  readonly showings: readonly Showing[];
  readonly index: number;
}

function ShowingCard({ showings, index }: ShowingCardProps) {
  const showing = showings[index];
  const call = calls.value.find(({ number }) => number === showing?.number);
  if (showing === undefined || call === undefined) return null;
  const { delivery, number } = showing;
  const before = showings[index - 1];
  const earlier = showings.slice(0, Math.max(0, index - 1)).flatMap<ShownLine>((each) => linesOf(each.delivery));
  const difference = differenceFrom(before === undefined ? [] : linesOf(before.delivery), linesOf(delivery), earlier);
  return (
    <section
      class="card stack saw-showing"
      data-level={delivery.level}
      aria-label={`Call ${number}, level ${delivery.level}`}
    >
      <header class="saw-showing-head">
        <LevelBadge level={delivery.level} />
        <h2>
          <a class="node-link" href={hrefTo("saw", { call: String(number), node: undefined })}>
            {`Call ${number}`}
          </a>{" "}
          <code>{call.entry.operation}</code>
        </h2>
        {delivery.tokens === undefined ? null : (
          <span class="number soft small">{`${count(delivery.tokens)} tokens`}</span>
        )}
        <span class="small saw-added">{addedWords(before, difference)}</span>
      </header>
      <LongText
        lines={difference.lines}
        label={`What call ${number} showed`}
        isMarked={before !== undefined}
        hasFields={delivery.view !== undefined}
      />
      <div class="row">
        <CopyButton text={delivery.text} label="Copy the exact text" />
      </div>
      <details class="saw-why">
        <summary>Why this?</summary>
        <Facts facts={whyThis(call, delivery)} />
      </details>
    </section>
  );
}

function addedWords(before: Showing | undefined, { added, kept, gone }: ReturnType<typeof differenceFrom>): string {
  if (before === undefined) return "first time: all of it is new";
  const from = `since level ${before.delivery.level} in call ${before.number}`;
  return `+ ${count(added)} new · ${count(kept)} said before · − ${count(gone)} not repeated, ${from}`;
}
