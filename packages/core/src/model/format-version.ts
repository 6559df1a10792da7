import type { CoreErrorCode } from "./error-table.js";
import { PdError } from "./errors.js";

export interface VersionedFormat {
  /** What is read, as the subject of a sentence: "The lock file". */
  readonly what: string;
  /** The version that is read here. */
  readonly known: number;
  readonly code?: CoreErrorCode;
  readonly where?: string;
}

/**
 * Refuses what another version of pd wrote, and says which: nobody guesses at a form that was not known when this was written.
 * A value that is not a version is left to the reader, which knows what else can be wrong.
 */
export function checkVersion(found: unknown, { what, known, code = "content-invalid", where }: VersionedFormat): void {
  if (!Number.isSafeInteger(found) || found === known) return;
  throw new PdError(code, `${what} has version ${found}, and this pd reads version ${known}`, {
    ...(where === undefined ? {} : { where }),
    fix:
      (found as number) > known ? "Update pd to the version that wrote it." : "Make it anew with this version of pd.",
  });
}
