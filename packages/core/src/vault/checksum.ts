/**
 * Tells damaged bytes from whole ones. Four lanes of 32 bits, each step undone by no other input, so a single changed byte always shows.
 * Not for secrets: who can write the cache can write a checksum too.
 */
export function checksum(bytes: Uint8Array): string {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  let a = 0x9e3779b1 ^ bytes.length;
  let b = 0x85ebca77;
  let c = 0xc2b2ae3d;
  let d = 0x27d4eb2f;
  const whole = words.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    a = Math.imul(a ^ words[at]!, 0x01000193);
    b = Math.imul(b ^ words[at + 1]!, 0x85ebca6b);
    c = Math.imul(c ^ words[at + 2]!, 0xc2b2ae35);
    d = Math.imul(d ^ words[at + 3]!, 0x27d4eb2d);
    // Between the lanes too: two words that change places must not cancel out.
    a = (a + ((b << 7) | (b >>> 25))) | 0;
    c = (c + ((d << 9) | (d >>> 23))) | 0;
  }
  for (let at = whole * 4; at < bytes.length; at += 1) d = Math.imul(d ^ bytes[at]!, 0x01000193);
  return [a, b, c, d].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}
