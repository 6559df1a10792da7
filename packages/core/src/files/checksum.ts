import { crc32 } from "node:zlib";

/**
 * Tells damaged bytes from whole ones: a single changed byte always shows. The system's own, since a loop over megabytes costs a short command more than
 * all it does with them. Not for secrets: who can write the cache can write a checksum too.
 */
export function checksum(...chunks: readonly Uint8Array[]): string {
  let sum = 0;
  // Of no bytes at all zlib begins anew instead of going on.
  for (const chunk of chunks) if (chunk.length > 0) sum = crc32(chunk, sum);
  return sum.toString(16).padStart(8, "0");
}
