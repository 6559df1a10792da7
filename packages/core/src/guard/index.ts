export { type AmbiguousHead, ambiguousHeader } from "./ambiguous-header.js";
export {
  BODY_LIMITS,
  type BodyLimits,
  type BodyMeter,
  type BodyMeters,
  type BodyOutcome,
  type BodyReader,
  createBodyMeters,
  createBodyReader,
  type JsonOutcome,
  parseJson,
} from "./body.js";
export {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type LimitedServerOptions,
  letLinger,
  limitConnections,
  limitedServerOptions,
  longerThanCalls,
  type SentRequest,
} from "./connection-limits.js";
export {
  type Admission,
  type AdmitOptions,
  createGuard,
  DEFAULT_RATE,
  type Guard,
  type GuardOptions,
  type Peer,
} from "./guard.js";
export { isLoopback, LOOPBACK_HOSTS } from "./host.js";
export { hasTooManyValues } from "./json-values.js";
export { limitsFrom } from "./limits.js";
export { createRateLimit, type RateLimit, type RateOptions } from "./rate.js";
export { REFUSAL_STATUS, type Refusal, type RefusalCode } from "./refusal.js";
export { createSlots, type Slots } from "./slots.js";
