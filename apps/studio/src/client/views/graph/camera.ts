import type Sigma from "sigma";
import { wantsMotion } from "../../theme.js";

export interface Camera {
  /** Moves the view to a node. */
  focus(index: number): void;
  fit(): void;
  zoom(factor: number): void;
}

/**
 * Moves the view. While it moves, by this or by hand, its element has `data-moving`: without it, what is drawn is where it stays.
 */
export function cameraOf(sigma: Sigma, large: boolean): Camera {
  const camera = sigma.getCamera();
  const { dataset } = sigma.getContainer();
  let isGone = false;
  const moving = () => {
    dataset["moving"] = "true";
  };
  // The last step of a move is drawn one frame after it was taken, so that the drawing tells when it is over.
  const drawn = () => {
    if (!camera.isAnimated()) delete dataset["moving"];
  };
  camera.on("updated", moving);
  sigma.on("afterRender", drawn);
  sigma.on("kill", () => {
    isGone = true;
    delete dataset["moving"];
  });

  function move(to: { readonly x?: number; readonly y?: number; readonly ratio: number }): void {
    if (!wantsMotion()) {
      camera.setState(to);
      return;
    }
    moving();
    // A move to where the view is already changes nothing, and nothing would be drawn after it.
    void camera.animate(to, { duration: 250 }).then(() => isGone || sigma.scheduleRender());
  }

  return {
    focus(index) {
      const data = sigma.getNodeDisplayData(String(index));
      if (data === undefined) return;
      move({ x: data.x, y: data.y, ratio: Math.min(camera.getState().ratio, large ? 0.15 : 0.5) });
    },
    fit: () => move({ x: 0.5, y: 0.5, ratio: 1 }),
    zoom: (factor) => move({ ratio: camera.getBoundedRatio(camera.getState().ratio * factor) }),
  };
}
