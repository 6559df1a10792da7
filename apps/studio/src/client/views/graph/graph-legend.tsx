import { LEVEL_NAMES, LEVELS } from "@pd/core";
import { sightings } from "../../state/graph.js";

const TURN = 2 * Math.PI;

/** What the marks mean, and how many nodes bear each. */
export function GraphLegend() {
  const all = [...sightings.value.values()];
  const left = all.filter(({ level, omitted }) => level === undefined && omitted === "budget").length;
  return (
    <ul class="graph-legend" aria-label="What the marks mean">
      {LEVELS.map((level) => (
        <li key={level}>
          <svg viewBox="-13 -13 26 26" class="legend-mark" data-level={level} aria-hidden="true">
            <circle r="8" class="legend-fill" />
            <path d={arc(level / 4)} class="legend-ring" />
            <text y="4" text-anchor="middle">
              {level}
            </text>
          </svg>
          {LEVEL_NAMES[level]} <b class="number">{all.filter((one) => one.level === level).length}</b>
        </li>
      ))}
      <li>
        <svg viewBox="-13 -13 26 26" class="legend-mark" aria-hidden="true">
          <circle r="8" class="legend-ghost" />
        </svg>
        left out: budget <b class="number">{left}</b>
      </li>
      <li>
        <svg viewBox="-13 -13 26 26" class="legend-mark" aria-hidden="true">
          <circle r="5" class="legend-unseen" />
        </svg>
        not met
      </li>
    </ul>
  );
}

/** Part of a circle, clockwise from the top. */
function arc(part: number): string {
  if (part === 0) return "";
  const end = part * TURN * 0.9999 - TURN / 4;
  return `M0 -11A11 11 0 ${part > 0.5 ? 1 : 0} 1 ${11 * Math.cos(end)} ${11 * Math.sin(end)}`;
}
