import { utf8Length } from "../model/counters.js";
import { PdError } from "../model/errors.js";
import { escapeControls } from "../text/escape-controls.js";

/** The longest name of one part that common file systems hold, in bytes. */
const PART_BYTES = 255;
const PATH_BYTES = 1024;

/** Names that Windows takes for devices, whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;

/** Characters that some file system refuses or reads as something else. */
const FORBIDDEN = /[<>:"|?*\\\p{Cc}\p{Cs}\u2028\u2029]/u;

/** The beginning of names that files have while they are written. */
export const UNFINISHED = ".pd-unfinished-";

/**
 * Gives back a path that means the same file on every file system, composed as Unicode has it (NFC), or throws with the reason:
 * relative, `/` between parts, no `.` or `..`, no name that a system forbids, reserves or silently changes.
 */
export function portablePath(path: string): string {
  const composed = path.normalize("NFC");
  const reason = utf8Length(composed) > PATH_BYTES ? "is too long" : refusalOf(composed);
  if (reason === undefined) return composed;
  const shown = escapeControls(path.slice(0, 200));
  throw new PdError("path-escapes-root", `"${shown}" ${reason}`, {
    where: shown,
    fix: "Use a relative path such as context/notes.md.",
  });
}

function refusalOf(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.startsWith("/")) return "is absolute";
  for (const part of path.split("/")) {
    const refusal = partRefusal(part);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function partRefusal(part: string): string | undefined {
  if (part === "") return "has an empty part";
  if (part === "." || part === "..") return `has a part "${part}"`;
  if (FORBIDDEN.test(part)) return "has a character that not every file system takes";
  if (/[. ]$/.test(part)) return "has a part that ends with a dot or a space, which some systems drop";
  if (DEVICE.test(part)) return "has a part that is the name of a device on some systems";
  if (part.startsWith(UNFINISHED)) return "has a name that is kept for files being written";
  if (utf8Length(part) > PART_BYTES) return "has a part that is too long for a file name";
  return undefined;
}

/** The same for two paths that some file system takes for one: it tells neither case nor composition apart. */
export function foldedPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** Checks all paths of one call: each portable, and no two that are one file somewhere. */
export function portablePaths(paths: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const portable = portablePath(path);
    const folded = foldedPath(portable);
    if (taken.has(folded)) {
      throw new PdError(
        "input-invalid",
        `Two files of one call are called "${escapeControls(path)}" but for their case`,
        {
          where: "files",
          fix: "Give each file a name of its own.",
        },
      );
    }
    taken.add(folded);
    return portable;
  });
}
