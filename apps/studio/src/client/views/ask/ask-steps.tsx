import { LEVEL_NAMES, LEVELS } from "@pd/core";
import type { BuiltPack, PackPart } from "../../../wire.js";
import { CopyButton } from "../../components/copy-button.js";
import { LevelBadge } from "../../components/level-badge.js";
import { NodeLink } from "../../components/node-link.js";
import { count, plural } from "../../figures.js";
import { LongText, plainLines } from "../saw/long-text.js";

const MOST_LEFT_OUT = 8;

/** The way to a pack in three steps: notes are ranked, passages are taken best first, the rest is left out. */
export function AskSteps({ pack }: { readonly pack: BuiltPack }) {
  return (
    <ol class="ask-steps">
      <li class="card stack">
        <h2>1. The notes, ranked</h2>
        {pack.notices.map((notice) => (
          <p key={notice} class="soft">
            {notice}
          </p>
        ))}
        <ul class="ask-list">
          {pack.ranked.map((part) => (
            <Row key={part.id} part={part} tokens={part.price} word="to open whole" />
          ))}
        </ul>
      </li>
      <li class="card stack">
        <h2>2. What the pack takes</h2>
        <p class="row soft">{takenWords(pack)}</p>
        <Taken pack={pack} />
        <details>
          <summary>The text that a model gets</summary>
          <LongText lines={plainLines(pack.text)} label="The text that a model gets" />
          <CopyButton text={pack.text} label="Copy the pack" />
        </details>
      </li>
      <LeftOut pack={pack} />
    </ol>
  );
}

/** Level by level, how much of the budget is used. */
function takenWords({ parts, telemetry }: BuiltPack): string {
  const levels = LEVELS.map((level) => ({ level, nodes: parts.filter((part) => part.level === level).length }))
    .filter(({ nodes }) => nodes > 0)
    .map(({ level, nodes }) => `${nodes} × ${LEVEL_NAMES[level]}`);
  const budget = telemetry.tokenBudget === null ? "" : ` of ${count(telemetry.tokenBudget)}`;
  return `${levels.join(", ") || "nothing"}; ${count(telemetry.tokensUsed)}${budget} tokens`;
}

/** Passage by passage, with what each adds to the sum. */
function Taken({ pack }: { readonly pack: BuiltPack }) {
  const whole = pack.telemetry.tokenBudget ?? pack.telemetry.tokensUsed;
  let sum = 0;
  return (
    <ol class="ask-list">
      {pack.parts.map((part) => {
        const before = sum;
        sum += part.cost ?? 0;
        return (
          <Row key={part.id} part={part} tokens={part.cost} word={`, ${count(sum)} so far`}>
            <span class="ask-sum" aria-hidden="true">
              <span style={{ inlineSize: `${(100 * before) / whole}%` }} />
              <span data-level={part.level} style={{ inlineSize: `${(100 * (part.cost ?? 0)) / whole}%` }} />
            </span>
            {part.text === undefined ? null : (
              <details>
                <summary>{`Read it: ${firstWords(part.text)}`}</summary>
                <LongText lines={plainLines(part.text)} label={`The passage of ${part.name}`} />
              </details>
            )}
          </Row>
        );
      })}
    </ol>
  );
}

interface RowProps {
  readonly part: PackPart;
  readonly tokens: number | undefined;
  readonly word: string;
  readonly children?: preact.ComponentChildren;
}

function Row({ part, tokens, word, children }: RowProps) {
  const { id, level, path, lines, headings = [], score, description } = part;
  const place = lines === undefined ? path : `${path}:${lines[0]}-${lines[1]}`;
  return (
    <li class="ask-row">
      <span class="ask-row-head">
        <LevelBadge level={level} />
        <NodeLink id={id} />
        {headings.length === 0 ? null : <span class="soft small">{`› ${headings.join(" › ")}`}</span>}
        <span class="ask-price number small">
          {tokens === undefined ? "" : `${plural(tokens, "token")}${word.startsWith(",") ? "" : " "}${word}`}
        </span>
      </span>
      <span class="soft small ask-reason">
        {[reason(part), score === undefined ? "" : `score ${score.toFixed(1)}`, place].filter(Boolean).join(" · ")}
      </span>
      {description === undefined ? null : <span class="small">{description}</span>}
      {children}
    </li>
  );
}

function reason({ why = [] }: PackPart): string {
  const fields = [...new Set(why.filter(({ via }) => via === undefined).map(({ field }) => field))];
  const links = [...new Set(why.flatMap(({ via }) => via ?? []))];
  return [
    ...(fields.length === 0 ? [] : [`matches ${fields.join(", ")}`]),
    ...(links.length === 0 ? [] : [`linked with ${links.slice(0, 2).join(", ")}`]),
  ].join(" · ");
}

function LeftOut({ pack: { omitted, telemetry } }: { readonly pack: BuiltPack }) {
  if (telemetry.nodesOmitted === 0) return null;
  const shown = omitted.slice(0, MOST_LEFT_OUT);
  const rest = telemetry.nodesOmitted - shown.length;
  return (
    <li class="card stack">
      <h2>3. What is left out</h2>
      <ul class="ask-list">
        {shown.map(({ id, reason: why, tokens }) => (
          <li key={id} class="ask-row-head">
            <NodeLink id={id} />
            <span class="soft small mono">{id.replace(/^[^@#]*/u, "")}</span>
            <span class="ask-price number small">
              {`${why}${tokens === undefined ? "" : `, ${plural(tokens, "token")}`}`}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p class="soft small">{`and ${count(rest)} more`}</p> : null}
    </li>
  );
}

function firstWords(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length > 70 ? `${line.slice(0, 70)}…` : line;
}
