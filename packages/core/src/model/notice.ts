import { escapeControls } from "../text/escape-controls.js";
import type { WordedNotice } from "./answer.js";
import { utf8Length } from "./counters.js";
import type { NodeId } from "./node.js";
import type { Notice } from "./plan.js";

/** Each notice in words, with what to do next. */
export function wordNotice(notice: Notice): WordedNotice {
  switch (notice.code) {
    case "nothing-found":
      return {
        code: notice.code,
        message:
          notice.among === "skills"
            ? "No skill matches. Try fewer or other words."
            : "Nothing matches. Try fewer or other words or filters; stats says what there is.",
      };
    case "nothing-here":
      return {
        code: notice.code,
        message: "There is nothing here: no file was taken for a note. Is it the right folder?",
      };
    case "vault-closed":
      return { code: notice.code, message: `Nothing is served. ${notice.reason}.` };
    case "reference-unknown":
      return { code: notice.code, message: `No node is called "${shorten(notice.reference)}". Try search.` };
    case "ambiguous-name":
      return ambiguous(notice.reference, notice.candidates);
    case "figures-cut":
      return { code: notice.code, message: `Lists are cut to fit; all of it needs tokenBudget ${notice.tokens}.` };
    case "weak-match":
      return { code: notice.code, message: weakMatch(notice.words, notice.isEmpty), words: notice.words };
    case "meaning-missing":
      return {
        code: notice.code,
        message: "The embedder did not answer: ranked by words alone. Other words in also help.",
      };
    case "meaning-partial": {
      const percent = Math.floor(notice.share * 100);
      return {
        code: notice.code,
        message: `Only ${percent}% of the texts have vectors so far: the rest is ranked by words.`,
      };
    }
    case "index-partial":
      return { code: notice.code, message: "The index is still being built: body text does not count yet." };
  }
}

/** What to do where little of a question was met. */
function weakMatch(words: readonly string[], isEmpty = false): string {
  const tried = words.length === 0 ? [] : [`Words that are used here: ${words.map(shorten).join(", ")}.`];
  // That nothing matches is said by another notice.
  if (isEmpty) return tried.join(" ");
  return ["These match little of the question.", ...tried, "Try other words, or give some in also."].join(" ");
}

/** How many nodes a notice names, and how many bytes their ids may have together: the envelope is small (R2.3). */
const MOST_CANDIDATES = 5;
const CANDIDATE_BYTES = 160;

function ambiguous(reference: string, all: readonly NodeId[]): WordedNotice {
  const candidates: NodeId[] = [];
  let left = CANDIDATE_BYTES;
  for (const id of all.slice(0, MOST_CANDIDATES)) {
    left -= utf8Length(id);
    if (left < 0) break;
    candidates.push(id);
  }
  const [taken, ...others] = candidates;
  const named =
    taken === undefined ? "" : ` ${taken} was taken${others.length > 0 ? `, not ${others.join(", ")}` : ""}.`;
  const message = `Several nodes are called "${shorten(reference)}".${named} Give an id or a path to choose.`;
  return { code: "ambiguous-name", message, candidates };
}

function shorten(reference: string): string {
  const shown = escapeControls(reference.slice(0, 60));
  return reference.length > 60 ? `${shown}…` : shown;
}
