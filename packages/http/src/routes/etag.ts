/**
 * A validator for a text: the same text gives the same tag. Weak, since a packed answer has other bytes and the same meaning.
 * Two 32-bit lanes of multiply and rotate, 64 bits in all: it tells versions apart, and keeps no secret.
 */
export function entityTag(text: string): string {
  let left = 0x9e3779b1 ^ text.length;
  let right = 0x85ebca77;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    left = Math.imul(left ^ unit, 0x5bd1e995);
    right = Math.imul(right ^ unit, 0x1b873593);
    left = (left << 13) | (left >>> 19);
    right = (right << 15) | (right >>> 17);
  }
  left = Math.imul(left ^ (right >>> 16), 0x85ebca6b);
  right = Math.imul(right ^ (left >>> 13), 0xc2b2ae35);
  return `W/"${hex(left ^ (left >>> 15))}${hex(right ^ (right >>> 15))}"`;
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, "0");
}

/** Whether what a client has is still right, by weak comparison. */
export function isFresh(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  const opaque = tag.replace(/^W\//, "");
  return ifNoneMatch
    .split(",", 50)
    .some((given) => given.trim() === "*" || given.trim().replace(/^W\//, "") === opaque);
}
