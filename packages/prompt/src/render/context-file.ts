import { portablePath } from "@pd/core";
import type { SectionPath } from "../session/visibility.js";

/** Where `open_sections` writes, in the file system it is given. */
export const CONTEXT_FOLDER = "context";

/** Leaves room for what tools of others add to a name. */
const LONGEST_NAME = 200;

/**
 * The file that a section is written to: its path with the dots kept. A name that is too long is cut and told apart by a hash, one that
 * Windows takes for a device is marked. Keys have no `~`, so neither can meet another section's file.
 */
export function contextFile(path: SectionPath): string {
  const short = path.length <= LONGEST_NAME ? path : `${path.slice(0, LONGEST_NAME - 17)}~${hashOf(path)}`;
  try {
    return portablePath(fileNamed(short));
  } catch {
    return fileNamed(`~${short}`);
  }
}

function fileNamed(name: string): string {
  return `${CONTEXT_FOLDER}/${name}.md`;
}

/** 64 bits of FNV-1a as 16 digits: enough to tell the sections of one prompt apart. */
export function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
