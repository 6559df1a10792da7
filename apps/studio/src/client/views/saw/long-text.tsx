import { useState } from "preact/hooks";
import { count } from "../../figures.js";
import type { Mark, MarkedLine } from "./level-difference.js";
import "./long-text.css";

/** What is drawn at first, and with each further step: a body of a hundred thousand lines must not stop the page. */
const FIRST = 60;
const FURTHER = 1000;
/** One line can be a whole minified file. */
const LONGEST_LINE = 4000;

const SIGNS: Readonly<Record<Mark, string>> = { added: "+", kept: " ", gone: "−" };
const WORDS: Readonly<Record<Mark, string>> = { added: "new: ", kept: "", gone: "not repeated: " };

interface LongTextProps {
  readonly lines: readonly MarkedLine[];
  /** For ears. */
  readonly label: string;
  /** Whether the lines are told apart at all. */
  readonly isMarked?: boolean;
  /** Whether each begins with the field that it is from. */
  readonly hasFields?: boolean;
  readonly first?: number;
}

/** Text as it was delivered, line by line. What is new has a plus sign and a bar beside it, so that no colour is needed to see it. */
export function LongText({ lines, label, isMarked = false, hasFields = false, first = FIRST }: LongTextProps) {
  const [shown, setShown] = useState(first);
  const left = lines.length - shown;
  return (
    <div class="long-text">
      <section class="long-text-lines" aria-label={label}>
        {lines.slice(0, shown).map((line, index) => (
          <div class="long-text-line" data-mark={isMarked ? line.mark : undefined} key={index}>
            {isMarked ? (
              <span class="long-text-sign">
                <span aria-hidden="true">{SIGNS[line.mark]}</span>
                <span class="for-ears">{WORDS[line.mark]}</span>
              </span>
            ) : null}
            {hasFields ? (
              <span class="long-text-field">{line.field === lines[index - 1]?.field ? "" : line.field}</span>
            ) : null}
            <Line text={line.text} />
          </div>
        ))}
      </section>
      {left > 0 ? (
        <button type="button" class="button button-small" onClick={() => setShown(shown + FURTHER)}>
          {left > FURTHER ? `Show ${count(FURTHER)} more of ${count(left)} lines` : `Show ${count(left)} more lines`}
        </button>
      ) : null}
    </div>
  );
}

function Line({ text }: { readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  if (isWhole || text.length <= LONGEST_LINE) return <span class="long-text-words">{text}</span>;
  return (
    <span class="long-text-words">
      {text.slice(0, LONGEST_LINE)}
      <button type="button" class="button button-small" onClick={() => setIsWhole(true)}>
        {`… ${count(text.length - LONGEST_LINE)} more characters`}
      </button>
    </span>
  );
}

/** A text without marks. */
export function plainLines(text: string): readonly MarkedLine[] {
  return text.split("\n").map((line) => ({ field: "text", text: line, mark: "kept" }));
}
