import type { Finding } from "../content.js";
import type { PdError } from "../errors.js";
import { escapeControls } from "../escape-controls.js";
import type { Diagnostic } from "../markdown/frontmatter.js";
import type { WalkFinding } from "./walk.js";

/** What is wrong with a file as a whole. */
export function fileFinding(path: string, error: PdError): Finding {
  return { code: error.code, severity: "error", file: path, line: 1, message: escapeControls(error.message) };
}

/** What is wrong with a file's frontmatter, and the line to write instead. */
export function frontmatterFinding(path: string, { code, line, message, fix }: Diagnostic): Finding {
  return {
    code: `frontmatter-${code}`,
    severity: "warning",
    file: path,
    line,
    message,
    ...(fix === undefined ? {} : { fix }),
  };
}

export function folderFinding({ code, path, message }: WalkFinding): Finding {
  const severity = code === "folder-unreadable" || code === "ignore-unreadable" ? "error" : "info";
  return { code, severity, file: path, line: 1, message };
}
