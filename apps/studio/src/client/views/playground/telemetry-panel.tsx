import { LEVEL_NAMES, LEVELS } from "@pd/core";
import { LevelBadge } from "../../components/level-badge.js";
import { count } from "../../figures.js";
import { fieldIn } from "../saw/delivery.js";

const WORDS: readonly (readonly [field: string, words: string])[] = [
  ["nodesVisited", "Nodes looked at"],
  ["nodesLoaded", "Nodes opened (levels 3 and 4)"],
  ["nodesOmitted", "Nodes left out"],
  ["maxDepthReached", "Links followed"],
  ["coveragePercent", "Share of the graph opened, in percent"],
  ["counter", "Counted by"],
];

/** What an answer says it cost (R2.8). */
export function TelemetryPanel({ answer }: { readonly answer: unknown }) {
  const telemetry = fieldIn(answer, "telemetry");
  const used = fieldIn(telemetry, "tokensUsed");
  const budget = fieldIn(telemetry, "tokenBudget");
  const atLevel = fieldIn(telemetry, "nodesAtLevel");
  return (
    <div class="stack">
      <Meter used={Number(used)} budget={typeof budget === "number" ? budget : undefined} />
      <table class="table telemetry">
        <tbody>
          {WORDS.map(([field, words]) => (
            <tr key={field}>
              <th scope="row">{words}</th>
              <td class="number">{shown(fieldIn(telemetry, field))}</td>
            </tr>
          ))}
          {LEVELS.map((level) => (
            <tr key={level}>
              <th scope="row">
                <span class="row">
                  <LevelBadge level={level} />
                  {`shown at ${LEVEL_NAMES[level]}`}
                </span>
              </th>
              <td class="number">{shown(fieldIn(atLevel, String(level)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Meter({ used, budget }: { readonly used: number; readonly budget: number | undefined }) {
  if (budget === undefined) return <p>{`${count(used)} tokens, without a budget`}</p>;
  return (
    <label class="budget-meter">
      <span>{`${count(used)} of ${count(budget)} tokens`}</span>
      <meter min={0} max={budget} value={used}>
        {`${count(used)} of ${count(budget)}`}
      </meter>
    </label>
  );
}

function shown(value: unknown): string {
  return typeof value === "number" ? value.toLocaleString("en") : String(value ?? "–");
}
