import type Sigma from "sigma";
import { NodeCircleProgram } from "sigma/rendering";
import { type Circles, hit } from "./hit-test.js";

const SLACK_PIXELS = 2;

/** Circles that are drawn once: without a buffer, the library leaves out drawing them again in the colours of their ids. */
export class PlainCircle extends NodeCircleProgram {
  constructor(context: WebGLRenderingContext, _: WebGLFramebuffer | null, renderer: Sigma) {
    super(context, null, renderer);
  }
}

/**
 * Finds the node under the pointer by arithmetic. The library reads a pixel back from the graphics card at each move, which waits
 * until everything is drawn: without a card that was four fifths of the time of a large graph.
 */
export function pickByPlace(sigma: Sigma, size: number): void {
  let circles: Circles | undefined;
  sigma.on("afterProcess", () => {
    circles = undefined;
  });
  function getNodeAtPosition(point: { readonly x: number; readonly y: number }): string | null {
    circles ??= circlesOf(sigma, size);
    const middle = sigma.viewportToFramedGraph(point);
    const beside = sigma.viewportToFramedGraph({ x: point.x + 1, y: point.y });
    const pixel = Math.hypot(beside.x - middle.x, beside.y - middle.y);
    // Sizes are in pixels, and shrink as the view moves away.
    const scale = sigma.scaleSize(1) * pixel;
    const index = hit(
      { ...circles, radius: circles.radius.map((radius) => radius * scale) },
      { ...middle, slack: SLACK_PIXELS * pixel },
    );
    return index === undefined ? null : String(index);
  }
  // It has no setting for this; its own listeners ask this method.
  Object.assign(sigma, { getNodeAtPosition });
}

/**
 * The library takes a click soon after another for a double one, wherever each was, and by a timer that a busy page lets run late: a
 * node, then another, would zoom. The browser has counted them by their place and time.
 */
export function countClicks(sigma: Sigma): void {
  const captor = sigma.getMouseCaptor();
  const count = ({ detail }: MouseEvent) => {
    if (detail < 2) captor.clicks = 0;
  };
  const container = sigma.getContainer();
  container.addEventListener("click", count, { capture: true });
  sigma.on("kill", () => container.removeEventListener("click", count, { capture: true }));
}

function circlesOf(sigma: Sigma, size: number): Circles {
  const circles = { x: new Float64Array(size), y: new Float64Array(size), radius: new Float64Array(size) };
  for (let index = 0; index < size; index += 1) {
    const data = sigma.getNodeDisplayData(String(index));
    circles.x[index] = data?.x ?? 0;
    circles.y[index] = data?.y ?? 0;
    circles.radius[index] = data === undefined || data.hidden ? Number.NEGATIVE_INFINITY : data.size;
  }
  return circles;
}
