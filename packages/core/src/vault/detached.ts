import type { NoteCalled } from "./note-codec.js";

const NOT_ASCII = /[\u0080-\uffff]/;
/** From this length on, V8 keeps a part of a string as a view of the whole. */
const SHORTEST_VIEW = 13;

/** What a note is called by, in strings of their own: as parts of the file's text they would keep that whole. They are as they would be read back. */
export function detached({ path, name, type, aliases }: NoteCalled): NoteCalled {
  return { path, name: alone(name), type: alone(type), aliases: aliases.length === 0 ? aliases : aliases.map(alone) };
}

function alone(text: string): string {
  // Half a character cannot be written as UTF-8, and is read back as U+FFFD.
  if (NOT_ASCII.test(text)) return Buffer.from(text).toString();
  return text.length < SHORTEST_VIEW ? text : ` ${text}`.slice(1);
}
