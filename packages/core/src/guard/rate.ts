import { LRUCache } from "lru-cache";
import { PdError } from "../model/errors.js";

export interface RateOptions {
  /** How many requests a caller may make in the long run. */
  readonly perSecond: number;
  /** How many at once after a pause. Two seconds' worth if it is not given. */
  readonly burst?: number;
  /** How many callers are kept count of; the one that was silent longest is forgotten first. */
  readonly maxCallers?: number;
  readonly now?: () => number;
}

interface Bucket {
  left: number;
  at: number;
}

/** Takes one request of a caller; gives back in how many milliseconds the next may come, 0 where this one may. */
export type RateLimit = (caller: string) => number;

/** A bucket of tokens per caller that fills up steadily. */
export function createRateLimit(options: RateOptions): RateLimit {
  const { perSecond, burst = Math.max(1, 2 * perSecond), maxCallers = 10_000, now = Date.now } = options;
  if (!(perSecond > 0 && burst >= 1)) {
    const fix = "Use more than 0 requests a second and a burst of at least 1.";
    throw new PdError("configuration-invalid", "A rate that lets nothing through", { where: "rate", fix });
  }
  const buckets = new LRUCache<string, Bucket>({ max: maxCallers });
  return (caller) => {
    const at = now();
    const bucket = buckets.get(caller) ?? { left: burst, at };
    // A clock that was set back takes nothing away.
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) * perSecond) / 1000);
    bucket.at = at;
    buckets.set(caller, bucket);
    if (bucket.left < 1) return ((1 - bucket.left) / perSecond) * 1000;
    bucket.left -= 1;
    return 0;
  };
}

/** An address as a caller. Of an IPv6 address the first half: one customer commonly has all of the rest. */
export function addressCaller(address: string | undefined): string {
  if (address === undefined || address === "") return "address:unknown";
  const plain = address.toLowerCase().replace(/^::ffff:(?=[0-9.]+$)/, "");
  if (!plain.includes(":")) return `address:${plain}`;
  const [head = "", tail] = (plain.split("%")[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right];
  return `address:${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}`;
}
