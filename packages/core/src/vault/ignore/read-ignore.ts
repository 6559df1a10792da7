import { lstatSync } from "node:fs";
import { join } from "node:path";
import { readContainedSync } from "../../files/contained-file.js";
import { systemCodeOf } from "../../files/system-error.js";
import { isPdError } from "../../model/errors.js";
import { type DialectChoice, findSite } from "../dialects/find-site.js";
import { readGitRules } from "./git-rules.js";
import { createIgnore, IGNORE_FILE, type Ignored, ignoreAll, LOGSEQ_FOLDER } from "./ignore.js";
import { readObsidianRules } from "./obsidian-rules.js";

/** More than rules and comments of any vault take. */
const MOST_BYTES = 1024 * 1024;

export interface IgnoreOptions {
  /** Lines as in a `.pdignore`, after those of the file. */
  readonly exclude?: readonly string[] | undefined;
  /** `false`: what a `.gitignore` names is served all the same. */
  readonly gitignore?: boolean | undefined;
  /** Which documentation-site generator the folder is read for; it is found by its configuration file where none is named. */
  readonly dialect?: DialectChoice | undefined;
}

/** What is left out of a folder, by all that says so. A `.pdignore` that cannot be understood leaves out everything: nobody knows what it was to hide. */
export function readIgnore(root: string, options: IgnoreOptions = {}, read = readContainedSync): Ignored {
  const { exclude = [], gitignore = true, dialect } = options;
  try {
    const git = gitignore ? readGitRules(root) : undefined;
    const beside = {
      obsidian: readObsidianRules(root),
      git,
      logseq: isLogseqGraph(root),
      site: findSite(root, dialect),
    };
    const follow = (text: string) => createIgnore([text, ...exclude].join("\n"), beside);
    // Most vaults have none, and to learn it from an error takes longer than to look.
    if (lstatSync(join(root, IGNORE_FILE), { throwIfNoEntry: false }) === undefined) return follow("");
    const { bytes, stamp } = read(root, IGNORE_FILE, { maxBytes: MOST_BYTES });
    if (bytes.length !== stamp.size) return ignoreAll("changed while it was read");
    const text = decoded(bytes);
    if (text === undefined) return ignoreAll("is neither UTF-8 nor UTF-16 with a byte order mark");
    return OTHER_LINE_END.test(text) ? ignoreAll("has control characters in its lines") : follow(text);
  } catch (error) {
    return ignoreAll(
      isPdError(error)
        ? error.message.replace(`"${IGNORE_FILE}" `, "")
        : `cannot be read (${systemCodeOf(error) ?? "unknown error"})`,
    );
  }
}

/** Its settings tell. */
function isLogseqGraph(root: string): boolean {
  return lstatSync(join(root, LOGSEQ_FOLDER, "config.edn"), { throwIfNoEntry: false })?.isFile() === true;
}

/** A page feed, a separator of lines: what looks like two rules would be one that fits nothing. */
const OTHER_LINE_END = /(?![\t\r\n])\p{Cc}|[\u2028\u2029]/u;

/** By its byte order mark; without one it has to be UTF-8. A text with NUL in it was written in something else. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    const text = textOf(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  if (!isLittle && !isBig) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const units = isBig ? swapped(bytes) : bytes;
  return new TextDecoder("utf-16le", { fatal: true }).decode(units);
}

function swapped(bytes: Uint8Array): Uint8Array {
  const turned = Uint8Array.from(bytes);
  for (let at = 0; at + 1 < turned.length; at += 2) [turned[at], turned[at + 1]] = [turned[at + 1]!, turned[at]!];
  return turned;
}
