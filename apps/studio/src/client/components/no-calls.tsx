import { hrefTo } from "../router.js";
import { recording, sourcesLoaded } from "../state/recordings.js";
import { Notice } from "./notice.js";

/** A recording without calls, or none at all: where calls come from. */
export function NoCalls() {
  if (!sourcesLoaded.value) return <div class="view-loading" aria-busy="true" />;
  const trouble = recording.value?.kind === "live";
  return (
    <Notice title={trouble ? "No call has been heard yet" : "No calls to look at yet"}>
      <p>
        Make one in the <a href={hrefTo("playground")}>playground</a>, drop a saved session (JSONL) on this page, or
        follow an agent: <code>pd mcp --log calls.jsonl</code>, and <code>pd studio --session calls.jsonl</code>
      </p>
    </Notice>
  );
}
