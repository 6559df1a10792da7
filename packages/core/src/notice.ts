import type { WordedNotice } from "./answer.js";
import { escapeControls } from "./escape-controls.js";
import type { Notice } from "./plan.js";

/** Each notice in words, with what to do next. */
export function wordNotice(notice: Notice): WordedNotice {
  switch (notice.code) {
    case "nothing-found":
      return {
        code: notice.code,
        message: "Nothing matches. Try fewer or other words or filters; stats says what there is.",
      };
    case "nothing-here":
      return {
        code: notice.code,
        message: "There is nothing here: no file was taken for a note. Is it the right folder?",
      };
    case "reference-unknown":
      return { code: notice.code, message: `No node is called "${shorten(notice.reference)}". Try search.` };
    case "index-partial":
      return { code: notice.code, message: "The index is still being built: body text does not count yet." };
  }
}

function shorten(reference: string): string {
  const shown = escapeControls(reference.slice(0, 60));
  return reference.length > 60 ? `${shown}…` : shown;
}
