import { readableText } from "../../markdown/text/readable-text.js";
import { describedHead } from "../notes/descriptions.js";
import { passageCount, passageRow } from "../notes/passage-rows.js";
import { filesIn } from "../read/vault-source.js";
import type { VaultState } from "../vault-state.js";

/** Longer texts are cut: models read a few hundred tokens, and a passage says early what it is about. */
const MOST_CHARACTERS = 2000;

/** What an embedder is shown of a note as a whole: its name and its description, as level 1 has them. */
export function headText({ notes, sentences }: VaultState, number: number): string {
  const { name, description } = describedHead(notes, sentences, number);
  return (description === "" ? name : `${name}: ${description}`).slice(0, MOST_CHARACTERS);
}

/** What an embedder is shown of each passage of a note: its words, without marks and without what is never shown. */
export function passageTexts(root: string, state: VaultState, number: number): readonly string[] {
  const { notes, passageRows } = state;
  const bytes = filesIn(root, state)({ number, note: notes.note(number) });
  return Array.from({ length: passageCount(passageRows, number) }, (_, ordinal) => {
    const { start, end } = passageRow(passageRows, number, ordinal);
    return readableText(bytes.toString("utf8", start, end)).slice(0, MOST_CHARACTERS);
  });
}
