import * as z from "zod/mini";
import { ANSWER_VERSION } from "./answer.js";
import { OMISSION_REASONS } from "./omission.js";
import { nodeViewSchema } from "./view-schema.js";

export const omissionSchema = z.strictObject({
  id: z.string(),
  reason: z.enum(OMISSION_REASONS),
  level: z.literal([0, 1, 2, 3, 4]),
  tokens: z.optional(z.int()),
  score: z.optional(z.number()),
  seenAt: z.optional(z.literal([0, 1, 2, 3, 4])),
});

const count = z.int().check(z.minimum(0));

/** Rule 5 of the seed, with what R2.8 adds. */
export const telemetrySchema = z.strictObject({
  nodesVisited: count,
  nodesLoaded: count,
  nodesAtLevel: z.strictObject({ "0": count, "1": count, "2": count, "3": count, "4": count }),
  nodesOmitted: count,
  maxDepthReached: count,
  tokensUsed: count,
  tokenBudget: z.nullable(count),
  coveragePercent: z.number(),
  counter: z.string(),
});

const noticeSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  candidates: z.optional(z.array(z.string())),
  words: z.optional(z.array(z.string())),
});

const envelope = {
  version: z.literal(ANSWER_VERSION),
  operation: z.string(),
  graphId: z.string(),
  session: z.optional(z.string()),
  omitted: z.array(omissionSchema),
  cursor: z.optional(z.string()),
  notices: z.optional(z.array(noticeSchema)),
  telemetry: telemetrySchema,
};
const data = { data: z.optional(z.unknown()) };
const mention = z.strictObject({ id: z.string(), level: z.literal([0, 1, 2, 3, 4]) });

export const jsonAnswerSchema = z.strictObject({ ...envelope, nodes: z.array(nodeViewSchema), ...data });
export const textAnswerSchema = z.strictObject({ ...envelope, nodes: z.array(mention), text: z.string(), ...data });

/** An answer as it is on the wire, strict at every level. */
export const answerSchema = z.union([textAnswerSchema, jsonAnswerSchema]);
