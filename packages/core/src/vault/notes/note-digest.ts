import type { VaultState } from "../vault-state.js";

const PRIME = 0x01000193;

/** 32 bits of a note's path and bytes. It tells edits apart, a touch of the file does not change it. */
export function noteDigest(path: string, bytes: Uint8Array): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < path.length; at += 1) value = Math.imul(value ^ path.charCodeAt(at), PRIME);
  const whole = bytes.length & ~3;
  // Four bytes at a time: every note of a vault goes through here.
  for (let at = 0; at < whole; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    value = Math.imul(value ^ word, PRIME);
    value ^= value >>> 15;
  }
  for (let at = whole; at < bytes.length; at += 1) value = Math.imul(value ^ bytes[at]!, PRIME);
  return (value ^ bytes.length) >>> 0;
}

const versions = new WeakMap<Uint32Array, string>();

/**
 * The same notes have the same version, in any process and however they were read: a list that one command began is
 * continued by the next. While bodies are not read it is the version of this process alone.
 */
export function contentVersion({ version, complete, digests }: VaultState): string {
  if (!complete) return `${version}~`;
  const known = versions.get(digests);
  if (known !== undefined) return known;
  // A sum: numbers depend on what was read when, and a hole adds nothing.
  let [low, high] = [0, 0];
  for (const digest of digests) {
    if (digest === 0) continue;
    low = (low + mixed(digest)) | 0;
    high = (high + mixed(digest ^ PRIME)) | 0;
  }
  const made = [low, high].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  versions.set(digests, made);
  return made;
}

/** A number for the order of these notes, likewise. */
export function orderDigest({ complete, digests }: VaultState, numbers: Int32Array): number {
  let value = 0x811c9dc5;
  for (const number of numbers)
    value = Math.imul(value ^ (complete ? digests[number]! : number), PRIME) ^ (value >>> 13);
  return value >>> 0;
}

function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
}
