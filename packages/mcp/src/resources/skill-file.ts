import type { ReadResourceResult } from "@modelcontextprotocol/server";
import { priceOfWhole, type WholeTextLimit } from "../server/whole-text.js";

/** Where software finds what a file cost. The text itself says nothing of it: a skill's digest is over its bytes. */
const TELEMETRY_META = "pd/telemetry";

/** A file of a skill, as text only where that loses nothing. */
export type SkillFile =
  | { readonly text: string; readonly mimeType?: string }
  | { readonly bytes: Uint8Array; readonly mimeType?: string };

/** A file as a resource: whole, or refused with its price. Bytes that are no text are no tokens either. */
export async function skillFileContents(
  uri: string,
  file: SkillFile,
  limit: WholeTextLimit,
): Promise<ReadResourceResult> {
  const { mimeType = "application/octet-stream" } = file;
  if (!("text" in file)) return { contents: [{ uri, mimeType, blob: Buffer.from(file.bytes).toString("base64") }] };
  const tokensUsed = await priceOfWhole(file.text, { what: "file", where: "uri" }, limit);
  return {
    contents: [{ uri, mimeType, text: file.text }],
    _meta: { [TELEMETRY_META]: { tokensUsed, tokenBudget: limit.maxBudget, counter: limit.counter.name } },
  };
}
