import type { Grade } from "@pd/core";
import { setQuery } from "../../router.js";
import type { GraphQuality } from "./quality-data.js";
import { type ScorePart, scoreSum } from "./score-parts.js";

const GRADES: readonly (readonly [grade: Grade, from: number])[] = [
  ["A", 90],
  ["B", 75],
  ["C", 60],
  ["D", 40],
];

/** The score and its grade, and the sum that it is (R3.7). */
export function ScoreCard({ found }: { readonly found: GraphQuality }) {
  const { score, grade } = found.data.quality;
  const next = GRADES.toReversed().find(([, from]) => from > score);
  return (
    <section class="card score-card" aria-label="Score">
      <div class="score-head">
        <span class="score-grade" data-grade={grade} aria-hidden="true">
          {grade}
        </span>
        <div>
          <p class="score-number">
            <b>{score}</b>
            <span class="soft"> of 100</span>
          </p>
          <p class="soft small">
            {grade === undefined
              ? "There is nothing to grade"
              : next === undefined
                ? `Grade ${grade}`
                : `Grade ${grade}; ${next[0]} begins at ${next[1]}`}
          </p>
        </div>
      </div>
      <div class="score-track" aria-hidden="true">
        <span class="score-fill" style={{ inlineSize: `${score}%` }} />
        {GRADES.map(([name, from]) => (
          <i key={name} style={{ insetInlineStart: `${from}%` }} />
        ))}
      </div>
      {found.counts === undefined ? (
        <p class="soft small">This server does not tell what the score is made of.</p>
      ) : (
        <Sum found={found} />
      )}
    </section>
  );
}

function Sum({ found }: { readonly found: GraphQuality }) {
  if (found.counts === undefined) return null;
  const { start, faults, afterFaults, isFloored, rewards, isCapped, score } = scoreSum(found.counts);
  return (
    <table class="table score-sum">
      <caption class="for-ears">How the score is made up</caption>
      <tbody>
        <tr>
          <th scope="row">To begin with</th>
          <td />
          <td class="number">{start}</td>
        </tr>
        {faults.map((part) => (
          <PartRow key={part.label} part={part} />
        ))}
        <tr class="score-subtotal">
          <th scope="row">{isFloored ? "Left, and never below 0" : "Left"}</th>
          <td />
          <td class="number">{afterFaults}</td>
        </tr>
        {rewards.map((part) => (
          <PartRow key={part.label} part={part} />
        ))}
        <tr class="score-total">
          <th scope="row">{isCapped ? "Score, at most 100" : "Score, rounded"}</th>
          <td />
          <td class="number">{score}</td>
        </tr>
      </tbody>
    </table>
  );
}

function PartRow({ part }: { readonly part: ScorePart }) {
  const { code, label, working, points } = part;
  const isCounted = points !== 0;
  return (
    <tr data-counted={isCounted}>
      <th scope="row">
        {code !== undefined && isCounted ? (
          <button type="button" class="score-link" onClick={() => setQuery({ kind: code }, { push: true })}>
            {label}
          </button>
        ) : (
          label
        )}
      </th>
      <td class="number soft">{working}</td>
      <td class="number">{points > 0 ? `+${points}` : points === 0 ? "0" : `−${-points}`}</td>
    </tr>
  );
}
