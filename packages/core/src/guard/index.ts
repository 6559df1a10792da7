export { ambiguousHeader } from "./ambiguous-header.js";
export {
  type BodyLimits,
  type BodyMeters,
  type BodyOutcome,
  type BodyReader,
  createBodyMeters,
  createBodyReader,
  parseJson,
} from "./body.js";
export {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  letLinger,
  limitConnections,
  limitedServerOptions,
  longerThanCalls,
} from "./connection-limits.js";
export { type Admission, createGuard, type Guard, type GuardOptions, type Peer } from "./guard.js";
export { tooManyHeaders } from "./head-limit.js";
export { isLoopback, LOOPBACK_HOSTS } from "./host.js";
export { hasTooManyValues } from "./json-values.js";
export { limitsFrom } from "./limits.js";
export type { RateOptions } from "./rate.js";
export type { Refusal } from "./refusal.js";
export { createSlots, type Slots } from "./slots.js";
export { requireTokenFor } from "./token-for-host.js";
