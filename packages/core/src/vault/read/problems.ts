import { isAscii, isUtf8 } from "node:buffer";
import type { Diagnostic } from "../../markdown/frontmatter/frontmatter.js";
import type { CoreErrorCode } from "../../model/error-table.js";
import type { PdError } from "../../model/errors.js";
import { findingAt, type VaultFinding } from "../../model/finding-table.js";
import type { Finding } from "../../ports/content.js";
import { escapeControls } from "../../text/escape-controls.js";
import { invisibleLines, invisibleMessage } from "../../text/invisible.js";
import type { WalkFinding } from "../load/walk.js";

/** What is wrong with a file as a whole. */
export function fileFinding(path: string, error: PdError): VaultFinding {
  return {
    code: error.code as CoreErrorCode,
    severity: "error",
    file: path,
    line: 1,
    message: escapeControls(error.message),
  };
}

/** What is wrong with a file's frontmatter, and the line to write instead. */
export function frontmatterFinding(path: string, { code, line, message, fix }: Diagnostic): VaultFinding {
  return findingAt(path, line, { code: `frontmatter-${code}`, message, ...(fix === undefined ? {} : { fix }) });
}

/**
 * A quick look at a file in latin1, where UTF-8 is bytes, for what `invisibleLines` may find: few files have any of these, and only those are decoded.
 * In order: U+200B, U+202A to E and U+2060 to F; two joiners; tags and selectors; marks, fillers and annotations; two selectors.
 */
const MAY_BE_INVISIBLE =
  /\xe2(?:\x80[\x8b\xaa-\xae]|\x81[\xa0-\xaf]|\x80[\x8c\x8d]\xe2\x80[\x8c\x8d])|\xf3\xa0[\x80-\x87]|\xef(?:\xbb\xbf|\xbe\xa0|\xbf[\xb9-\xbb]|\xb8[\x80-\x8f][\xef\xf3])|\xcd\x8f|\xe1\x9e[\xb4\xb5]|\xe3\x85\xa4/;

/** What nobody sees in a file or in its name. */
export function invisibleFindings(path: string, latin1: string, bytes: Buffer): readonly VaultFinding[] {
  const found: VaultFinding[] = [];
  for (const { codes } of invisibleLines(path)) found.push(invisibleFinding(path, 1, codes));
  // Asked first, since that is done at once for many bytes: a twelfth of loading a vault was this expression.
  if (isAscii(bytes) || !MAY_BE_INVISIBLE.test(latin1)) return found;
  for (const { line, codes } of invisibleLines(bytes.toString("utf8"))) found.push(invisibleFinding(path, line, codes));
  return found;
}

function invisibleFinding(file: string, line: number, codes: readonly string[]): VaultFinding {
  return findingAt(file, line, { code: "invisible-characters", ...invisibleMessage(codes) });
}

/** What is lost of a body that was saved in another encoding. The frontmatter before it has findings of its own. */
export function encodingFindings(file: string, bytes: Buffer, bodyStart: number): readonly VaultFinding[] {
  if (isUtf16(bytes)) return [wrongEncoding(file, 1, "It is UTF-16, and UTF-8 is read: most of its text is lost.")];
  if (isAscii(bytes) || isUtf8(bytes.subarray(bodyStart))) return [];
  const message = "It is not UTF-8 here: what could not be decoded is replaced.";
  return [wrongEncoding(file, firstBadLine(bytes, bodyStart), message)];
}

function wrongEncoding(file: string, line: number, message: string): VaultFinding {
  return findingAt(file, line, { code: "wrong-encoding", message, fix: "Save the file in UTF-8." });
}

/** By its byte order mark, else by a first letter of ASCII, of which every second byte is zero. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = [bytes[0], bytes[1], bytes[2], bytes[3]];
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return (second === 0 && fourth === 0 && first !== 0) || (first === 0 && third === 0 && second !== 0);
}

/** A line end is never part of another character, so that what is bad as a whole is bad in one of its lines. */
function firstBadLine(bytes: Buffer, bodyStart: number): number {
  const lines = bytes.toString("latin1", bodyStart).split("\n");
  const before = bytes.toString("latin1", 0, bodyStart).split("\n").length;
  return before + lines.findIndex((line) => !isUtf8(Buffer.from(line, "latin1")));
}

/** Why nothing of a vault may be served, if that is so. */
export function closedBy(problems: readonly Finding[]): string | undefined {
  return problems.find(({ code }) => code === "ignore-unreadable")?.message;
}

export function folderFinding({ code, path, message }: WalkFinding): VaultFinding {
  return findingAt(path, 1, { code, message });
}
