import type { Packing } from "../runtime.js";

/** Below this, packing costs more time than it saves. */
export const PACKED_FROM = 4096;

/** The encodings a client takes, best first as the server has them. `q=0` is a refusal. */
export function accepted(acceptEncoding: string, offered: readonly string[]): string | undefined {
  const refused = new Set<string>();
  const taken = new Set<string>();
  for (const part of acceptEncoding.toLowerCase().split(",", 20)) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter));
    (isRefused ? refused : taken).add(name);
  }
  return offered.find((name) => taken.has(name) || (taken.has("*") && !refused.has(name)));
}

/** gzip through a web stream, where there is nothing better. */
export const packForWeb: Packing = async (reply, acceptEncoding) => {
  const { body } = reply;
  if (typeof body !== "string" || body.length < PACKED_FROM) return reply;
  if (accepted(acceptEncoding, ["gzip"]) === undefined || typeof CompressionStream === "undefined") return reply;
  const packed = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
  return { ...reply, headers: { ...reply.headers, "content-encoding": "gzip" }, body: packed };
};
