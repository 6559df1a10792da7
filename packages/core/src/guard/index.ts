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
  type Admission,
  type AdmitOptions,
  createGuard,
  DEFAULT_RATE,
  type Guard,
  type GuardOptions,
  type Peer,
} from "./guard.js";
export { isLoopback, LOOPBACK_HOSTS } from "./host.js";
export { createRateLimit, type RateLimit, type RateOptions } from "./rate.js";
export { REFUSAL_STATUS, type Refusal, type RefusalCode } from "./refusal.js";
export { createSlots, type Slots } from "./slots.js";
