import { existsSync, readFileSync } from "node:fs";
import { PdError, parseSessionLog, type SessionLogEntry, sessionLogLine } from "@pd/core";
import { writeAtomicSync } from "@pd/core/files";

/** Saves a session, readable by its owner alone: it holds what was read. An earlier session is replaced; any other file is left alone. */
export function saveSession(file: string, entries: readonly SessionLogEntry[]): void {
  if (existsSync(file)) checkIsSession(file);
  try {
    writeAtomicSync(file, [Buffer.from(entries.map(sessionLogLine).join(""))]);
  } catch (cause) {
    throw new PdError("file-unwritable", `The session could not be saved to "${file}"`, {
      cause,
      fix: "Give a file in a folder that exists and that you may write to.",
    });
  }
}

function checkIsSession(file: string): void {
  try {
    parseSessionLog(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new PdError("file-unwritable", `"${file}" exists and is not a saved session`, {
      cause,
      fix: "Give another name.",
    });
  }
}
