import { type CoreErrorCode, escapeControls, PdError } from "@pd/core";

/** A zip archive that is not read, and why. Names in it are anybody's words, so they are shown cut and without control characters. */
export function archiveRefusal(what: string, entry?: string, code: CoreErrorCode = "content-invalid"): PdError {
  const name = entry === undefined ? undefined : escapeControls(entry.slice(0, 200));
  return new PdError(code, name === undefined ? `The archive ${what}` : `In the archive, "${name}" ${what}`, {
    ...(name === undefined ? {} : { where: name }),
    fix: "Pack the skill's folder again with an ordinary zip program, without links, passwords or parts.",
  });
}

export function archiveTooLarge(what: string, entry?: string): PdError {
  return archiveRefusal(what, entry, "file-too-large");
}

export function archiveUnsafe(what: string, entry?: string): PdError {
  return archiveRefusal(what, entry, "path-escapes-root");
}
