import type Sigma from "sigma";
import type { Sighting } from "../../state/sightings.js";
import { wantsMotion } from "../../theme.js";
import { drawMark } from "./marks.js";
import type { Palette } from "./palette.js";
import type { PlacedScene } from "./scene.js";

const PULSE_MILLISECONDS = 1100;
const RECENT_MILLISECONDS = 5000;
/** Marks reach this far beyond the middle of their node. */
const MARGIN = 40;

export interface MarkLayer {
  draw(): void;
  /** Lets what has been opened since then pulse. */
  pulse(before: PlacedScene): void;
  remove(): void;
}

export interface MarkLayerOptions {
  readonly scene: () => PlacedScene;
  readonly colours: () => Palette;
}

/** A canvas over the nodes. Only what the session has to do with is marked, so its cost does not grow with the graph. */
export function createMarkLayer(sigma: Sigma, { scene, colours }: MarkLayerOptions): MarkLayer {
  // The types leave out where a layer goes; under the names, or it would cover them.
  sigma.createCanvasContext("marks", { beforeLayer: "labels" } as Parameters<typeof sigma.createCanvas>[1]);
  sigma.resize(true);
  const canvas = sigma.getCanvases()["marks"];
  const context = canvas?.getContext("2d");
  const opened = Date.now();
  const pulses = new Map<number, number>();
  let frame = 0;

  function draw(): void {
    if (context === null || context === undefined) return;
    const { width, height } = sigma.getDimensions();
    context.clearRect(0, 0, width, height);
    const now = performance.now();
    const { seen, selected } = scene();
    const marked = new Set(seen.keys());
    if (selected !== undefined) marked.add(selected);
    for (const index of marked) {
      const data = sigma.getNodeDisplayData(String(index));
      if (data === undefined || data.hidden) continue;
      const { x, y } = sigma.framedGraphToViewport(data);
      if (x < -MARGIN || y < -MARGIN || x > width + MARGIN || y > height + MARGIN) continue;
      const began = pulses.get(index);
      const pulse = began === undefined ? undefined : Math.min((now - began) / PULSE_MILLISECONDS, 1);
      const radius = sigma.scaleSize(data.size);
      const mark = { x, y, radius, sighting: seen.get(index), isSelected: index === selected, pulse };
      drawMark(context, mark, colours());
    }
  }

  function animate(): void {
    const now = performance.now();
    for (const [index, began] of pulses) if (now - began > PULSE_MILLISECONDS) pulses.delete(index);
    draw();
    frame = pulses.size > 0 ? requestAnimationFrame(animate) : 0;
    if (frame === 0) delete canvas?.dataset["pulsing"];
  }

  sigma.on("afterRender", draw);
  return {
    draw,
    pulse(before) {
      if (!wantsMotion()) return;
      const { seen } = scene();
      for (const index of raised(before.seen, seen)) {
        // What a page finds when it opens has not just happened, unless it has; however late the page comes to draw it.
        const isNew = before.seen.size > 0 || (seen.get(index)?.shownAt ?? 0) > opened - RECENT_MILLISECONDS;
        if (isNew) pulses.set(index, performance.now());
      }
      if (pulses.size === 0 || frame !== 0) return;
      if (canvas !== undefined) canvas.dataset["pulsing"] = "true";
      frame = requestAnimationFrame(animate);
    },
    remove: () => cancelAnimationFrame(frame),
  };
}

function raised(before: ReadonlyMap<number, Sighting>, now: ReadonlyMap<number, Sighting>): readonly number[] {
  return [...now]
    .filter(([index, { level }]) => level !== undefined && level > (before.get(index)?.level ?? -1))
    .map(([index]) => index);
}
