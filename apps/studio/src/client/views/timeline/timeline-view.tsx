import "./timeline.css";
import { NoCalls } from "../../components/no-calls.js";
import { count, plural } from "../../figures.js";
import { setQuery } from "../../router.js";
import { type Recording, recording, recordingBeside, recordings, step } from "../../state/recordings.js";
import { spendingOf, together } from "../../state/spending.js";
import { CallList } from "./call-list.js";
import { Scrubber } from "./scrubber.js";
import { TokenChart } from "./token-chart.js";

/** A session call by call, with a scrubber; alone, or beside another. */
export function TimelineView() {
  const first = recording.value;
  if (first === undefined || first.entries.length === 0) return <NoCalls />;
  const beside = recordingBeside.value;
  return (
    <div class="timeline-view stack">
      <section class="card stack">
        <header class="timeline-head">
          <h2>Tokens so far</h2>
          <Beside current={first} beside={beside} />
        </header>
        <TokenChart first={first} beside={beside} step={step.value} />
        <Scrubber recording={first} />
      </section>
      <div class="timeline-columns" data-two={beside !== undefined}>
        <Column of={first} upTo={step.value} letter={beside === undefined ? undefined : "A"} />
        {beside === undefined ? null : (
          <Column of={beside} upTo={Math.min(step.value, beside.entries.length)} letter="B" />
        )}
      </div>
    </div>
  );
}

function Beside({ current, beside }: { readonly current: Recording; readonly beside: Recording | undefined }) {
  const others = recordings.value.filter(({ id, entries }) => id !== current.id && entries.length > 0);
  if (others.length === 0) return null;
  return (
    <label class="field-inline">
      <span class="field-name">Beside</span>
      <select value={beside?.id ?? ""} onChange={(event) => setQuery({ b: event.currentTarget.value }, { push: true })}>
        <option value="">nothing</option>
        {others.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ColumnProps {
  readonly of: Recording;
  readonly upTo: number;
  readonly letter: "A" | "B" | undefined;
}

function Column({ of, upTo, letter }: ColumnProps) {
  const spent = together(of.entries.slice(0, upTo).map(spendingOf));
  return (
    <section class="card stack timeline-column" aria-label={of.label}>
      <header class="timeline-head">
        <h2>
          {letter === undefined ? null : <span class="letter">{letter}</span>} {of.label}
        </h2>
        <p class="soft small number">{`${count(spent.used)} tokens, ${plural(upTo, "call")} of ${of.entries.length}`}</p>
      </header>
      <CallList of={of} upTo={upTo} isScrubbed={letter !== "B"} />
    </section>
  );
}
