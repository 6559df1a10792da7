import type { NoteLink } from "../notes/note.js";

/** Where the links of each note lead: `targets[starts[n] + i]` is the note that link `i` of note `n` means, or `NOWHERE`. */
export interface ResolvedLinks {
  readonly starts: Uint32Array;
  readonly targets: Int32Array;
}

/** An address on the web or of a file that is no note: not a link between notes, and not broken. */
export function isForeign({ form, target }: NoteLink): boolean {
  if (form === "declared") return false;
  // After a space that is none to CommonMark: no folder is called `https:`.
  if (/^[\s"'[(<]*[a-z][a-z0-9+.-]*:\/\//iu.test(target)) return true;
  const extension = /\.([a-z0-9]{1,8})(?:[?#].*)?$/iu.exec(target)?.[1]?.toLowerCase();
  const isFile =
    extension !== undefined &&
    extension !== "md" &&
    extension !== "mdx" &&
    extension !== "markdown" &&
    !/^\d+$/u.test(extension);
  return (
    isFile ||
    (form === "path" &&
      !/\.mdx?$/iu.test(target) &&
      (target.startsWith("/") || target.startsWith("#") || target.startsWith("?") || target.endsWith("/")))
  );
}
