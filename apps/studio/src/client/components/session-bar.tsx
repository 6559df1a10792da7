import { plural } from "../figures.js";
import { setQuery } from "../router.js";
import { graphChoices, graphId } from "../state/graph.js";
import { isFollowing, recording, recordings, step } from "../state/recordings.js";
import { OpenFile } from "./open-file.js";

/** Which graph, which session, and how much of it: the same in every view. */
export function SessionBar() {
  const now = recording.value;
  return (
    <section class="session-bar" aria-label="What is looked at">
      {graphChoices.value.length > 1 ? <GraphChooser /> : null}
      <label class="field-inline">
        <span class="field-name">Session</span>
        <select
          value={now?.id ?? ""}
          onChange={(event) => setQuery({ session: event.currentTarget.value, step: undefined }, { push: true })}
        >
          {recordings.value.map(({ id, label, entries }) => (
            <option key={id} value={id}>
              {`${label} (${plural(entries.length, "call")})`}
            </option>
          ))}
        </select>
      </label>
      {now === undefined ? null : <StepWord />}
      <OpenFile />
      {now?.trouble === undefined ? null : (
        <span class="file-trouble" role="status">
          {now.trouble}
        </span>
      )}
    </section>
  );
}

function GraphChooser() {
  return (
    <label class="field-inline">
      <span class="field-name">Graph</span>
      <select
        value={graphId.value ?? ""}
        onChange={(event) => setQuery({ graph: event.currentTarget.value, node: undefined }, { push: true })}
      >
        {graphChoices.value.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Where in the session one is; a way back to its end. */
function StepWord() {
  const all = recording.value?.entries.length ?? 0;
  if (isFollowing.value) {
    if (recording.value?.kind === "example") return <span class="step-word">made from these notes</span>;
    return <span class="step-word">following</span>;
  }
  return (
    <button type="button" class="button button-small" onClick={() => setQuery({ step: undefined })}>
      {`Call ${step.value} of ${all}`}
      <span class="wide-only">&nbsp;· to the end</span>
    </button>
  );
}
