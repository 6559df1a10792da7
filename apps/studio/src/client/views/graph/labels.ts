import type { Settings } from "sigma/settings";
import type { NodeDisplayData, PartialButFor } from "sigma/types";
import type { FreeRoom } from "./free-room.js";
import type { Palette } from "./palette.js";

interface Labelled extends PartialButFor<NodeDisplayData, "x" | "y" | "size" | "label" | "color"> {
  readonly colours: Pick<Palette, "ink" | "card" | "accent">;
}

const LONGEST = 34;
const LONGEST_HOVERED = 90;

/** A name beside its node, on a halo of the ground's colour, so that edges do not run through it. None where another stands. */
export function drawNodeLabel(
  context: CanvasRenderingContext2D,
  data: Labelled & { readonly room: FreeRoom },
  settings: Settings,
): void {
  if (data.label === null || data.label === undefined || data.label === "") return;
  const text = shortened(data.label, LONGEST);
  context.font = `500 ${settings.labelSize}px ${settings.labelFont}`;
  context.lineWidth = 3.5;
  context.lineJoin = "round";
  context.strokeStyle = data.colours.card;
  context.fillStyle = data.colours.ink;
  const [x, y] = [data.x + data.size + 6, data.y + settings.labelSize / 3];
  const half = settings.labelSize * 0.7;
  // The node belongs to its name: a name that would run over a named node is left out too.
  const left = data.x - data.size;
  const right = x + context.measureText(text).width;
  if (!data.room.take({ left, top: data.y - half, right, bottom: data.y + half })) return;
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/** The node under the pointer: its name on a plate. */
export function drawNodeHover(context: CanvasRenderingContext2D, data: Labelled, settings: Settings): void {
  const { labelSize, labelFont } = settings;
  context.font = `600 ${labelSize}px ${labelFont}`;
  const text = shortened(data.label ?? "", LONGEST_HOVERED);
  const width = context.measureText(text).width + 16;
  const [x, y] = [data.x + data.size + 4, data.y - labelSize];
  context.fillStyle = data.colours.card;
  context.strokeStyle = data.colours.accent;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(x, y, width, labelSize * 2, 6);
  context.fill();
  context.stroke();
  context.fillStyle = data.colours.ink;
  context.fillText(text, x + 8, data.y + labelSize / 3);
}

function shortened(label: string, longest: number): string {
  const letters = [...label];
  return letters.length <= longest ? label : `${letters.slice(0, longest - 1).join("")}…`;
}
