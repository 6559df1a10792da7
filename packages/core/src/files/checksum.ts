import { crc32 } from "node:zlib";

/**
 * Tells damaged bytes from whole ones: a single changed byte always shows. The system's own, since a loop over megabytes costs a short command more than
 * all it does with them. Not for secrets: who can write the cache can write a checksum too.
 */
export function checksum(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, "0");
}
