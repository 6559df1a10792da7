import type { Sighting } from "../../state/sightings.js";
import type { Palette } from "./palette.js";

type MarkColours = Pick<Palette, "ink" | "onLevel" | "accent">;

export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly sighting: Sighting | undefined;
  readonly isSelected: boolean;
  /** From 0 (just opened) to 1 (over); none where nothing pulses. */
  readonly pulse: number | undefined;
}

const TURN = 2 * Math.PI;
const TOP = -Math.PI / 2;

/**
 * What says a node's level without its colour: a ring that closes from a quarter to a whole circle, and the digit. A node
 * that did not fit the budget has a dashed ring; one that was never shown is hollow besides.
 */
export function drawMark(context: CanvasRenderingContext2D, mark: Mark, colours: MarkColours): void {
  const { x, y, radius, sighting, isSelected, pulse } = mark;
  if (pulse !== undefined) drawPulse(context, mark, pulse, colours);
  if (sighting?.level !== undefined) {
    const ring = Math.max(radius + 2.5, 5);
    stroke(context, { colour: colours.ink, width: 1.6 }, () => {
      if (sighting.level === 0) return;
      context.arc(x, y, ring, TOP, TOP + (TURN * (sighting.level ?? 0)) / 4);
    });
    if (radius >= 5) digit(context, mark, String(sighting.level), colours);
  }
  if (sighting?.omitted === "budget") {
    const isGhost = sighting.level === undefined;
    stroke(context, { colour: colours.ink, width: 1.4, dash: [3, 2.5] }, () =>
      context.arc(x, y, Math.max(isGhost ? radius : radius + 6, 4), 0, TURN),
    );
  }
  if (isSelected) {
    stroke(context, { colour: colours.accent, width: 2.5 }, () => context.arc(x, y, Math.max(radius + 9, 10), 0, TURN));
  }
}

function drawPulse(
  context: CanvasRenderingContext2D,
  { x, y, radius }: Mark,
  pulse: number,
  { accent }: MarkColours,
): void {
  context.save();
  context.globalAlpha = 0.7 * (1 - pulse) ** 1.5;
  stroke(context, { colour: accent, width: 3 }, () => context.arc(x, y, radius + 4 + 26 * pulse, 0, TURN));
  context.restore();
}

function digit(
  context: CanvasRenderingContext2D,
  { x, y, radius }: Mark,
  text: string,
  { onLevel }: MarkColours,
): void {
  const size = Math.min(Math.max(radius * 1.35, 8), 16);
  context.font = `700 ${size}px ui-sans-serif, system-ui, sans-serif`;
  context.fillStyle = onLevel;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  // The middle of a digit is a little above the middle of its line.
  context.fillText(text, x, y + size * 0.36);
}

interface Pen {
  readonly colour: string;
  readonly width: number;
  readonly dash?: readonly number[];
}

function stroke(context: CanvasRenderingContext2D, { colour, width, dash = [] }: Pen, path: () => void): void {
  context.beginPath();
  path();
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash([...dash]);
  context.stroke();
  context.setLineDash([]);
}
