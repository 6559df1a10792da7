import { type NodeId, noteOf } from "@pd/core";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { LevelBadge } from "../../components/level-badge.js";
import { plural } from "../../figures.js";
import { hrefTo } from "../../router.js";
import { graph } from "../../state/graph.js";
import { calls, leftOut, seen, summaryOf, tokensOf } from "./calls.js";
import type { Delivered } from "./delivery.js";

/** More than one looks through; a filter or a button finds the rest. */
const MOST = 300;

/** The calls of the session in their order. */
export function CallList({ chosen }: { readonly chosen: number | undefined }) {
  const [isWhole, setIsWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, Math.min(calls.value.length - MOST, (chosen ?? calls.value.length) - 1));
  return (
    <>
      {hidden === 0 ? null : (
        <button type="button" class="button button-small" onClick={() => setIsWhole(true)}>
          {`Show ${plural(hidden, "earlier call")}`}
        </button>
      )}
      <ol class="saw-items">
        {calls.value.slice(hidden).map((call) => (
          <CallItem key={call.number} call={call} isChosen={call.number === chosen} />
        ))}
      </ol>
    </>
  );
}

interface ItemProps {
  readonly href: string;
  readonly isChosen: boolean;
  readonly children: ComponentChildren;
}

/** The chosen one is brought into sight: a link from another view may lead far down. */
function Item({ href, isChosen, children }: ItemProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <a class="saw-item" ref={link} href={href} aria-current={isChosen ? "true" : undefined}>
      {children}
    </a>
  );
}

function CallItem({ call, isChosen }: { readonly call: Delivered; readonly isChosen: boolean }) {
  const { entry, number, deliveries } = call;
  return (
    <li>
      <Item href={hrefTo("saw", { call: String(number), node: undefined })} isChosen={isChosen}>
        <span class="saw-item-number number">{number}</span>
        <span class="saw-item-words">
          <span class="saw-item-title">
            <code>{entry.operation}</code> {summaryOf(entry)}
          </span>
          <span class="soft small">
            {entry.error === undefined
              ? `${plural(deliveries.length, "node")} · ${plural(tokensOf(entry), "token")}`
              : `failed: ${entry.error.code}`}
          </span>
        </span>
      </Item>
    </li>
  );
}

/** The nodes that were shown, then those that never were. */
export function NodeList({ chosen }: { readonly chosen: string | undefined }) {
  const [words, setWords] = useState("");
  const wanted = words.toLowerCase();
  const passes = (id: string) => id.toLowerCase().includes(wanted) || nameOf(id).toLowerCase().includes(wanted);
  const shown = seen.value.filter(({ id }) => passes(id));
  const left = leftOut.value.filter(({ id }) => passes(id));
  return (
    <div class="saw-nodes">
      <input
        type="search"
        aria-label="Filter nodes"
        placeholder="Filter nodes"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      {shown.length === 0 && left.length === 0 ? <p class="soft small">No node has that in its name.</p> : null}
      <ul class="saw-items">
        {shown.slice(0, MOST).map(({ id, name, level, tokens, times }) => (
          <li key={id}>
            <Item href={hrefTo("saw", { node: id })} isChosen={id === chosen}>
              <LevelBadge level={level} />
              <span class="saw-item-words">
                <span class="saw-item-title">{name ?? nameOf(id)}</span>
                <span class="soft small">{`${plural(times, "time")} · ${plural(tokens, "token")}`}</span>
              </span>
            </Item>
          </li>
        ))}
      </ul>
      {left.length === 0 ? null : (
        <>
          <h3 class="saw-list-title">Never shown</h3>
          <ul class="saw-items">
            {left.slice(0, MOST).map(({ id, reason }) => (
              <li key={id}>
                <Item href={hrefTo("saw", { node: id, why: "not" })} isChosen={id === chosen}>
                  <span class="saw-ghost" aria-hidden="true" />
                  <span class="saw-item-words">
                    <span class="saw-item-title">{nameOf(id)}</span>
                    <span class="soft small">{`left out: ${reason}`}</span>
                  </span>
                </Item>
              </li>
            ))}
          </ul>
        </>
      )}
      {shown.length > MOST || left.length > MOST ? <p class="soft small">Filter to see the others.</p> : null}
    </div>
  );
}

/** By the graph, where it is the one at hand. A section is called by its heading's anchor, a passage by its lines. */
export function nameOf(id: string): string {
  const name = graph.value?.find(id)?.name;
  if (name === undefined) return id;
  const part = id.slice(noteOf(id as NodeId).length);
  return part === "" ? name : `${name} ${part}`;
}
