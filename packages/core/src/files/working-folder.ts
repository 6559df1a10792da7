import { PdError } from "../model/errors.js";

/** The folder that this process is in. Somebody may have deleted it since: Node says that in the words of the system, with a stack. */
export function workingFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new PdError("vault-unreadable", "The folder you are in does not exist any more", {
      where: "working folder",
      fix: "Change to a folder that exists: cd ~",
      cause,
    });
  }
}
