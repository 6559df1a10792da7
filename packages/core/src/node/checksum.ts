import { checkedMemory, checksOf, type MemoryChecks } from "../checked-memory.js";

/**
 * Tells damaged bytes from whole ones. Four lanes of 32 bits, each step undone by no other input, so a single changed byte always shows.
 * Not for secrets: who can write the cache can write a checksum too.
 */
export function checksum(bytes: Uint8Array): string {
  const lanes: Lanes = [0x9e3779b1 ^ bytes.length, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f];
  const whole = bytes.length & ~15;
  if (whole < WORTH_COMPILING || !addCompiled(bytes, whole, lanes)) addPlainly(bytes, whole, lanes);
  let [, , , d] = lanes;
  for (let at = whole; at < bytes.length; at += 1) d = Math.imul(d ^ bytes[at]!, 0x01000193);
  return [lanes[0], lanes[1], lanes[2], d].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}

type Lanes = [a: number, b: number, c: number, d: number];

/** Adds sixteen bytes at a time to the lanes. */
export function addPlainly(bytes: Uint8Array, end: number, lanes: Lanes): void {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, end >>> 2);
  let [a, b, c, d] = lanes;
  for (let at = 0; at < words.length; at += 4) {
    a = Math.imul(a ^ words[at]!, 0x01000193);
    b = Math.imul(b ^ words[at + 1]!, 0x85ebca6b);
    c = Math.imul(c ^ words[at + 2]!, 0xc2b2ae35);
    d = Math.imul(d ^ words[at + 3]!, 0x27d4eb2d);
    // Between the lanes too: two words that change places must not cancel out.
    a = (a + ((b << 7) | (b >>> 25))) | 0;
    c = (c + ((d << 9) | (d >>> 23))) | 0;
  }
  lanes.splice(0, 4, a, b, c, d);
}

/** Below this the loop is done before something faster is made. */
const WORTH_COMPILING = 64 * 1024;
const PAGE = 64 * 1024;

let page: Uint8Array<ArrayBuffer> | undefined;

/**
 * As `addPlainly`, by a compiled loop: a short process runs its loops before they are compiled, ten times as slowly, and this one goes over
 * megabytes. Where the bytes lie in memory that has such a loop they are not copied. Whether it was done: a process may be told to compile
 * nothing.
 */
export function addCompiled(bytes: Uint8Array, end: number, lanes: Lanes): boolean {
  const inPlace = checksOf(bytes);
  if (inPlace !== undefined) {
    const { byteOffset } = bytes;
    return withLanes(inPlace, lanes, () => {
      // In pieces: better code is made while it runs, and taken at the next call.
      for (let at = 0; at < end; at += PAGE) inPlace.add(byteOffset + at, byteOffset + Math.min(end, at + PAGE));
    });
  }
  page ??= checkedMemory(PAGE);
  const room = page;
  const compiled = room === undefined ? undefined : checksOf(room);
  if (room === undefined || compiled === undefined) return false;
  return withLanes(compiled, lanes, () => {
    for (let at = 0; at < end; at += PAGE) {
      const length = Math.min(PAGE, end - at);
      room.set(bytes.subarray(at, at + length));
      compiled.add(0, length);
    }
  });
}

function withLanes({ a, b, c, d }: MemoryChecks, lanes: Lanes, add: () => void): true {
  [a.value, b.value, c.value, d.value] = lanes;
  add();
  lanes.splice(0, 4, a.value, b.value, c.value, d.value);
  return true;
}
