import { createHash } from "node:crypto";

/** 52 bits of a text's sha256 as a number: among a million texts, two that share one are unlikely. */
export function digestOf(text: string): number {
  const bytes = createHash("sha256").update(text).digest();
  return bytes.readUIntBE(0, 6) * 16 + (bytes[6]! >>> 4);
}
