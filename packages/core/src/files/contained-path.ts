import { PdError } from "../model/errors.js";
import { escapeControls } from "../text/escape-controls.js";

/** Why a path is refused before anything is opened. */
export type PathRefusal = "empty" | "absolute" | "parent" | "backslash" | "drive" | "control" | "too-deep" | "too-long";

const REASONS: Readonly<Record<PathRefusal, string>> = {
  empty: "is empty",
  absolute: "is absolute",
  parent: 'has a part ".."',
  backslash: "has a backslash",
  drive: "has a colon, which names a drive or a stream on some systems",
  control: "has a control character",
  "too-deep": "goes too many folders down",
  "too-long": "is too long",
};

/**
 * Checks the words of a path that is meant to stay below a folder. It says nothing of links on disk:
 * those are checked on the file that was opened. The rules are those of every system at once, so that a path means the same everywhere.
 */
export function refusalOf(path: string, maxDepth = 64): PathRefusal | undefined {
  if (path.length > 4096) return "too-long";
  if (/\p{Cc}/u.test(path)) return "control";
  if (path.includes("\\")) return "backslash";
  if (path.startsWith("/")) return "absolute";
  if (path.includes(":")) return "drive";
  const parts = path.split("/");
  if (parts.includes("..")) return "parent";
  if (parts.every((part) => part === "" || part === ".")) return "empty";
  return parts.length > maxDepth + 1 ? "too-deep" : undefined;
}

/** Whether a file, or a folder on the way to it, has a name that begins with a dot. */
export function hasDotName(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") && part !== ".");
}

export function escapesRoot(path: string, why: string, cause?: unknown): PdError {
  return new PdError("path-escapes-root", `"${escapeControls(path.slice(0, 200))}" ${why}`, {
    where: escapeControls(path.slice(0, 200)),
    fix: "Use a path below the folder, with / between its parts.",
    cause,
  });
}

/**
 * Gives back a path that was found by listing the folder itself, not asked for: there a colon or a backslash is part of a name,
 * if this system allows it in one.
 */
export function listedPath(path: string): string {
  const refusal = refusalOf(process.platform === "win32" ? path : path.replace(/[\\:\p{Cc}]/gu, "_"));
  if (refusal !== undefined) throw escapesRoot(path, REASONS[refusal]);
  return path;
}

/** Gives the path back, or throws with the reason. */
export function containedPath(path: string, maxDepth?: number): string {
  const refusal = refusalOf(path, maxDepth);
  if (refusal !== undefined) throw escapesRoot(path, REASONS[refusal]);
  return path;
}
