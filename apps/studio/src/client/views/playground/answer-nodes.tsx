import type { Level } from "@pd/core";
import { LevelBadge } from "../../components/level-badge.js";
import { count } from "../../figures.js";
import { hrefTo, setQuery } from "../../router.js";
import { fieldIn, whyIn } from "../saw/delivery.js";
import { LongText, plainLines } from "../saw/long-text.js";
import { linesOf } from "../saw/shown-lines.js";

/** The nodes of a JSON answer as a person reads them, then what was left out, and whatever figures came with them. */
export function AnswerNodes({ answer }: { readonly answer: unknown }) {
  const nodes = fieldIn(answer, "nodes");
  const list = Array.isArray(nodes) ? nodes : [];
  const data = fieldIn(answer, "data");
  const graphId = fieldIn(answer, "graphId");
  return (
    <div class="stack">
      <Notices answer={answer} />
      {list.length === 0 ? null : (
        <ol class="answer-nodes">
          {list.map((node, index) => (
            <AnswerNode key={String(fieldIn(node, "id"))} node={node} isFirst={index === 0} />
          ))}
        </ol>
      )}
      <LeftOut answer={answer} graphId={typeof graphId === "string" ? graphId : undefined} />
      {data === undefined ? null : (
        <LongText lines={plainLines(JSON.stringify(data, undefined, 2))} label="The figures" />
      )}
    </div>
  );
}

function Notices({ answer }: { readonly answer: unknown }) {
  const notices = fieldIn(answer, "notices");
  if (!Array.isArray(notices)) return null;
  return (
    <>
      {notices.map((notice) => (
        <p class="answer-notice" key={String(fieldIn(notice, "message"))}>
          {String(fieldIn(notice, "message"))}
        </p>
      ))}
    </>
  );
}

function AnswerNode({ node, isFirst }: { readonly node: unknown; readonly isFirst: boolean }) {
  const id = String(fieldIn(node, "id"));
  const level = fieldIn(node, "level") as Level;
  const lines = linesOf({ id, level, view: node as never, text: "", form: "json", isCertain: true });
  const price = fieldIn(node, "tokens");
  const score = fieldIn(node, "score");
  const why = whyIn(node as never);
  return (
    <li class="answer-node">
      <details open={isFirst || level < 2}>
        <summary class="answer-node-head">
          <LevelBadge level={level} />
          <span class="answer-node-name">{String(fieldIn(node, "name") ?? id)}</span>
          {typeof score === "number" ? <span class="number soft small">{`score ${score}`}</span> : null}
          {typeof price === "number" ? <span class="number soft small">{`${count(price)} tokens to open`}</span> : null}
        </summary>
        <div class="answer-node-body">
          <p class="mono soft answer-node-id">{id}</p>
          <LongText
            lines={lines.map((line) => ({ ...line, mark: "kept" }))}
            label={`Fields of ${id}`}
            hasFields
            first={14}
          />
          {why.length === 0 ? null : (
            <p class="soft small">
              {`Why: ${why.map(({ field, via }) => (via === undefined ? field : `${field} with ${via}`)).join(", ")}`}
            </p>
          )}
          <p class="row">
            <button
              type="button"
              class="button button-small"
              onClick={() => setQuery({ show: "levels", at: id }, { push: true })}
            >
              At every level
            </button>
            <a class="button button-small" href={hrefTo("graph", { node: id })}>
              In the graph
            </a>
          </p>
        </div>
      </details>
    </li>
  );
}

/** What was found and not shown, each with a way to ask for it alone. */
function LeftOut({ answer, graphId }: { readonly answer: unknown; readonly graphId: string | undefined }) {
  const omitted = fieldIn(answer, "omitted");
  const all = fieldIn(fieldIn(answer, "telemetry"), "nodesOmitted");
  if (!Array.isArray(omitted) || omitted.length === 0) return null;
  const unnamed = typeof all === "number" ? all - omitted.length : 0;
  return (
    <section aria-label="Left out">
      <h3 class="panel-title">Left out</h3>
      <ul class="left-out">
        {omitted.map((omission) => (
          <li key={String(fieldIn(omission, "id"))}>
            <a
              class="mono"
              href={hrefTo("playground", {
                run: "1",
                op: "node",
                args: JSON.stringify({ nodes: fieldIn(omission, "id"), level: 4, graphId }),
              })}
            >
              {String(fieldIn(omission, "id"))}
            </a>
            <span class="soft small">{omissionWords(omission)}</span>
          </li>
        ))}
      </ul>
      {unnamed > 0 ? <p class="soft small">{`and ${count(unnamed)} more`}</p> : null}
    </section>
  );
}

function omissionWords(omission: unknown): string {
  const tokens = fieldIn(omission, "tokens");
  const reason = String(fieldIn(omission, "reason"));
  if (typeof tokens !== "number") return reason;
  return reason === "budget" ? `budget: needs ${count(tokens)} tokens` : `${reason}: ${count(tokens)} tokens to open`;
}
