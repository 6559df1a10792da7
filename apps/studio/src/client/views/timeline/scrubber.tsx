import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isTyping } from "../../keys.js";
import { setQuery } from "../../router.js";
import { isFollowing, type Recording, step } from "../../state/recordings.js";

const PLAY_MILLISECONDS = 900;

/** Back, play, forth, and a slider over the calls. The space bar plays; arrows step. */
export function Scrubber({ recording }: { readonly recording: Recording }) {
  const isPlaying = useSignal(false);
  const all = recording.entries.length;
  const at = step.value;
  function moveTo(next: number) {
    setQuery({ step: String(Math.min(Math.max(next, 0), all)) });
  }
  function play() {
    if (!isPlaying.value && step.value >= all) moveTo(0);
    isPlaying.value = !isPlaying.value;
  }
  useEffect(() => {
    if (!isPlaying.value) return;
    const timer = setInterval(() => {
      if (step.value >= all) isPlaying.value = false;
      else moveTo(step.value + 1);
    }, PLAY_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isPlaying.value, all]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && /^(?:BUTTON|A)$/.test(event.target.tagName) && event.key === " ")
        return;
      const actions = new Map<string, () => void>([
        [" ", play],
        ["ArrowLeft", () => moveTo(step.value - 1)],
        ["ArrowRight", () => moveTo(step.value + 1)],
        ["Home", () => moveTo(0)],
        ["End", () => moveTo(all)],
      ]);
      const action = actions.get(event.key);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [all]);
  return (
    <div class="scrubber">
      <div class="row scrubber-buttons">
        <button
          type="button"
          class="button"
          aria-label="One call back"
          disabled={at === 0}
          onClick={() => moveTo(at - 1)}
        >
          ‹
        </button>
        <button type="button" class="button button-primary scrubber-play" onClick={play}>
          {isPlaying.value ? "Pause" : "Play"}
        </button>
        <button
          type="button"
          class="button"
          aria-label="One call on"
          disabled={at >= all}
          onClick={() => moveTo(at + 1)}
        >
          ›
        </button>
      </div>
      <input
        type="range"
        min={0}
        max={all}
        step={1}
        value={at}
        aria-label="Call"
        aria-valuetext={`call ${at} of ${all}`}
        onInput={(event) => moveTo(Number(event.currentTarget.value))}
      />
      <output class="number small">{`${at} / ${all}`}</output>
      {recording.kind === "example" ? null : (
        <button
          type="button"
          class="button button-small"
          aria-pressed={isFollowing.value}
          onClick={() => setQuery({ step: isFollowing.value ? String(all) : undefined })}
        >
          Follow
        </button>
      )}
    </div>
  );
}
