import { LEVELS } from "@pd/core";
import { useEffect, useRef } from "preact/hooks";
import { LevelBadge } from "../../components/level-badge.js";
import { count } from "../../figures.js";
import { hrefTo, setQuery } from "../../router.js";
import { callWords } from "../../state/call-words.js";
import type { Recording } from "../../state/recordings.js";
import { spendingOf } from "../../state/spending.js";
import { wantsMotion } from "../../theme.js";

interface CallListProps {
  readonly of: Recording;
  readonly upTo: number;
  /** The scrubber goes through this one. */
  readonly isScrubbed: boolean;
}

/** Calls in their order; the one that the scrubber is at is marked. */
export function CallList({ of, upTo, isScrubbed }: CallListProps) {
  const current = useRef<HTMLLIElement>(null);
  const last = useRef(upTo);
  useEffect(() => {
    // Only what moves is followed: a page that opens shows its top.
    if (last.current === upTo) return;
    last.current = upTo;
    current.current?.scrollIntoView({ block: "nearest", behavior: wantsMotion() ? "smooth" : "auto" });
  }, [upTo]);
  return (
    <ol class="calls">
      {of.entries.map((entry, index) => {
        const number = index + 1;
        const { used, budget } = spendingOf(entry);
        const isCurrent = number === upTo;
        const left = entry.omitted.filter(({ reason }) => reason === "budget").length;
        return (
          <li
            key={`${entry.at} ${number}`}
            ref={isCurrent ? current : null}
            class="call"
            data-later={number > upTo}
            aria-current={isCurrent ? "step" : undefined}
          >
            <button
              type="button"
              class="call-button"
              disabled={!isScrubbed}
              onClick={() => setQuery({ step: String(number) })}
            >
              <span class="call-number number">
                <span class="for-ears">Call </span>
                {number}
              </span>
              <span class="call-name">{entry.operation}</span>
              <span class="call-words soft cut">{callWords(entry)}</span>
            </button>
            <span class="call-marks">
              {LEVELS.map((level) => ({ level, nodes: entry.disclosed.filter((one) => one.level === level).length }))
                .filter(({ nodes }) => nodes > 0)
                .map(({ level, nodes }) => (
                  <span key={level} class="call-mark">
                    <LevelBadge level={level} />
                    <span class="small number">{`× ${nodes}`}</span>
                  </span>
                ))}
              {left === 0 ? null : <span class="small soft">{`${left} left out: budget`}</span>}
              {entry.error === undefined ? null : <span class="call-error small">{entry.error.code}</span>}
            </span>
            <span class="call-cost small number">
              {count(used)}
              {budget === undefined ? null : <span class="soft">{` / ${count(budget)}`}</span>}
            </span>
            <a class="small call-link" href={hrefTo("saw", { session: of.id, call: String(number) })}>
              text
            </a>
          </li>
        );
      })}
    </ol>
  );
}
