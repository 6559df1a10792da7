import type { Content } from "@pd/core";
import type { CallHistory } from "./call-history.js";

const MILLISECONDS = 1000;

/** Tells when notes have changed. Gives back how to stop. */
export function followVersions(
  contents: readonly Content[],
  history: Pick<CallHistory, "version">,
  milliseconds = MILLISECONDS,
): () => void {
  let isLooking = false;
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    for (const content of contents) {
      try {
        const reading = await content.open();
        reading.release();
        history.version(content.id, reading.version);
      } catch {
        // A folder that cannot be read now says so to whoever asks for it.
      }
    }
    isLooking = false;
  }
  const timer = setInterval(() => void look(), milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
