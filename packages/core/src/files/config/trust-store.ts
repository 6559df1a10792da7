import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { PdError } from "../../model/errors.js";
import { checkVersion } from "../../model/format-version.js";
import { escapeControls } from "../../text/escape-controls.js";
import { writeAtomicSync } from "../atomic-write.js";
import { ensureFolder } from "../cache-folder.js";
import { foreignWriter } from "../foreign-writer.js";
import { readSmallFileSync } from "../small-file.js";
import { stateFolder } from "../state-folder.js";
import { isWithin, workingTree } from "../working-tree.js";

/** A configuration that its person trusts: this file with this content, and no other. */
export interface TrustedFile {
  /** The real path. */
  readonly file: string;
  /** Of its bytes. */
  readonly sha256: string;
  /** When it was trusted, in ISO 8601. */
  readonly since: string;
}

const VERSION = 1;

/** Thousands of configurations. */
const STORE_BYTES = 4 * 2 ** 20;

function storeFile(): string {
  return join(stateFolder(), "trust.json");
}

/** Every configuration that this user trusts. Throws where others could have written the list, or it cannot be read. */
export function trustedFiles(): readonly TrustedFile[] {
  const path = storeFile();
  if (!existsSync(path)) return [];
  const shown = escapeControls(path);
  const { bytes, stats } = readSmallFileSync(path, { maxBytes: STORE_BYTES, shown });
  if (foreignWriter(stats) !== undefined) {
    throw unusable("The list of trusted configurations can be written by other users, so nothing in it counts", shown);
  }
  const trusted = entriesOf(new TextDecoder().decode(bytes), shown);
  if (trusted === undefined) throw unusable("The list of trusted configurations cannot be understood", shown);
  return trusted;
}

/** What a file is trusted with, if it is. Throws as well where whoever brought the file could have brought the list with it. */
export function trustedAs(file: string): TrustedFile | undefined {
  const entry = trustedFiles().find((one) => one.file === file);
  if (entry !== undefined) refuseBrought(file);
  return entry;
}

/** A home folder may be a clone, as in containers that have one folder for all: then its files name what it likes. */
function refuseBrought(file: string): void {
  const own = dirname(file);
  const { root } = workingTree(own);
  const brought = existsSync(join(root, ".git")) ? root : own;
  const store = storeFile();
  if (!isWithin(brought, store) && !isWithin(brought, existsSync(store) ? realpathSync.native(store) : store)) return;
  throw new PdError("configuration-invalid", "The list of trusted configurations lies in the folder that it is about", {
    where: escapeControls(store),
    fix: "Set PD_STATE_DIR to a folder outside of it, or name the configuration: --config <file>.",
  });
}

/** Trusts a file with this content, in place of what it was trusted with before. */
export function trust(file: string, sha256: string): TrustedFile {
  refuseBrought(file);
  const entry = { file, sha256, since: new Date().toISOString() };
  write([...trustedFiles().filter((other) => other.file !== file), entry]);
  return entry;
}

/** Gives back whether it was trusted. */
export function revokeTrust(file: string): boolean {
  const before = trustedFiles();
  const after = before.filter((other) => other.file !== file);
  if (after.length === before.length) return false;
  write(after);
  return true;
}

function write(trusted: readonly TrustedFile[]): void {
  const path = storeFile();
  const text = `${JSON.stringify({ version: VERSION, trusted }, undefined, 2)}\n`;
  try {
    ensureFolder(dirname(path));
    writeAtomicSync(path, [new TextEncoder().encode(text)]);
  } catch (cause) {
    throw new PdError("file-unwritable", "The list of trusted configurations cannot be written", {
      where: escapeControls(path),
      fix: "See that you may write there, or set PD_STATE_DIR to a folder of your own.",
      cause,
    });
  }
}

function entriesOf(text: string, where: string): readonly TrustedFile[] | undefined {
  const { version, trusted } = (jsonIn(text) ?? {}) as { readonly version?: unknown; readonly trusted?: unknown };
  const what = "The list of trusted configurations";
  checkVersion(version, { what, known: VERSION, code: "configuration-invalid", where });
  return version === VERSION && Array.isArray(trusted) && trusted.every(isEntry) ? trusted : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is TrustedFile {
  const { file, sha256, since } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof file === "string" && typeof sha256 === "string" && typeof since === "string";
}

function unusable(message: string, where: string): PdError {
  return new PdError("configuration-invalid", message, {
    where,
    fix: "Delete that file, and trust again what you still trust: pd trust.",
  });
}
