/**
 * Tells texts apart: 64 bits, the same in every process and on every machine. Two lanes of 32 bits, since JavaScript multiplies no more
 * exactly. Not for secrets: whoever writes both texts can make them collide, and gains only that the second is not shown.
 */
export function digestOf(text: string): string {
  let first = 0x811c9dc5 ^ text.length;
  let second = 0x2545f491;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(((second << 7) | (second >>> 25)) ^ unit, 0x5bd1e995);
  }
  return spread(first) + spread(second ^ first);
}

/** Every bit of a lane reaches every digit, in seven digits of base 36. */
function spread(lane: number): string {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0).toString(36).padStart(7, "0");
}
