import { useEffect, useState } from "preact/hooks";
import { ErrorNotice } from "../../components/notice.js";
import { client } from "../../connection.js";
import { hrefTo, parameter, setQuery } from "../../router.js";
import { graph, graphChoices, graphId } from "../../state/graph.js";
import type { Delivered } from "./delivery.js";
import { lookAgain } from "./look-again.js";
import { useAsked } from "./use-asked.js";
import { type Evidence, type Verdict, whyNot } from "./why-not.js";

const asked = parameter("ask");

interface WhyNotPanelProps {
  readonly call: Delivered;
  /** A node that the page is about, where none was asked for. */
  readonly about?: string | undefined;
}

/** Why not that? For any node, also one that the call never came to. */
export function WhyNotPanel({ call, about }: WhyNotPanelProps) {
  const reference = asked.value ?? about;
  const [typed, setTyped] = useState(reference ?? "");
  // A link or the back button may ask for another.
  useEffect(() => setTyped(reference ?? ""), [reference]);
  const answer = useAsked(reference === undefined ? undefined : `${call.number} ${reference}`, (signal) =>
    lookAgain(call.entry, reference ?? "", (operation, input) =>
      // The page's own question: it stands in no recording.
      client.value.tool(`studio_${operation}`, { ...input, ...graphHere(input["graphId"]) }, { signal }),
    ),
  );
  return (
    <section class="card stack" aria-label="Why not that?">
      <h2>
        Why not … <span class="soft why-not-call">{`in call ${call.number}`}</span>
      </h2>
      <form
        class="row why-not-form"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery({ ask: typed.trim() }, { push: true });
        }}
      >
        <input
          data-search=""
          aria-label="A node that you expected: id, name or path"
          placeholder="a node that you expected: id, name or path"
          list="why-not-nodes"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <datalist id="why-not-nodes">
          {suggestions(typed).map((id) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        <button type="submit" class="button" disabled={typed.trim() === ""}>
          Explain
        </button>
      </form>
      <div aria-live="polite">
        {answer.kind === "loading" ? <p class="soft small">Searching again …</p> : null}
        {answer.kind === "failed" ? <ErrorNotice error={answer.error} /> : null}
        {answer.kind === "done" && reference !== undefined ? (
          <VerdictCard verdict={whyNot(call, reference, answer.value)} evidence={answer.value} reference={reference} />
        ) : null}
      </div>
    </section>
  );
}

interface VerdictCardProps {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
  readonly reference: string;
}

function VerdictCard({ verdict, evidence, reference }: VerdictCardProps) {
  const id = evidence.known?.id;
  return (
    <div class="verdict" data-kind={verdict.kind}>
      <p class="row">
        <span class="tag">{verdict.kind}</span>
        <b class="verdict-name">{evidence.known?.name ?? reference}</b>
      </p>
      <p>{verdict.says}</p>
      {verdict.more.map((sentence) => (
        <p class="soft small" key={sentence}>
          {sentence}
        </p>
      ))}
      {id === undefined ? null : (
        <p class="row">
          <a
            class="button button-small"
            href={hrefTo("playground", { op: "node", args: JSON.stringify({ nodes: id, level: 4 }), run: "1" })}
          >
            Open it in the playground
          </a>
          <a class="button button-small" href={hrefTo("graph", { node: id })}>
            In the graph
          </a>
        </p>
      )}
      <p class="soft small">Ranks and prices are those of the graph as it is now, asked for outside the session.</p>
    </div>
  );
}

const SUGGESTED = 12;

function suggestions(typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  const found: string[] = [];
  for (const id of graph.value?.columns.ids ?? []) {
    if (found.length === SUGGESTED) break;
    if (id.toLowerCase().includes(wanted)) found.push(id);
  }
  return found;
}

/** A session from another program may call the same notes by a name that is not served here: then the graph that is shown is asked. */
function graphHere(asked: unknown): { readonly graphId?: string | undefined } {
  return graphChoices.value.some(({ id }) => id === asked) ? {} : { graphId: graphId.value };
}
