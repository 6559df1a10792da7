import type { BodyOutcome, Peer } from "@pd/core/guard";
import type { Reply } from "./routes/reply.js";

/** The parts of a `Request` that are looked at. */
export type HttpRequest = Pick<Request, "method" | "url" | "headers" | "body" | "signal">;

/** Calls back when the client goes away before it has its answer; gives back how to stop listening. */
export type OnGone = (callback: () => void) => () => void;

/** What a server may do in its own way, faster than through web streams. */
export interface Runtime extends Peer {
  /** The body within its limits. */
  readonly readBody?: (request: HttpRequest) => Promise<BodyOutcome>;
  /** Instead of the request's signal. */
  readonly onGone?: OnGone;
  readonly respond?: (reply: Reply) => Response;
  /** A validator for a text. */
  readonly tagOf?: (text: string) => string;
  /** The reply packed as the client takes it, or as it is. */
  readonly pack?: Packing;
}

export type Packing = (reply: Reply, acceptEncoding: string) => Promise<Reply>;
