import type { Envelope, WordedNotice } from "../model/answer.js";
import type { Omission } from "../model/omission.js";
import { o200k } from "../o200k/index.js";

/** What surrounds the nodes stays below this, measured by the default counter whichever is in use (R2.3). */
export const ENVELOPE_TOKENS = 300;

/** How many omissions an answer names at the most; telemetry counts all. */
export const NAMED_OMISSIONS = 20;

/** Fills the envelope with as many notices and omissions as fit. Notices first: they say what to do next. */
export function fillEnvelope(
  bare: Omit<Envelope, "omitted" | "notices">,
  notices: readonly WordedNotice[],
  omitted: readonly Omission[],
): Envelope {
  // With nothing to add, nothing has to be counted.
  const isEmpty = notices.length === 0 && omitted.length === 0;
  let left = isEmpty ? 0 : ENVELOPE_TOKENS - 1 - cost({ ...bare, omitted: [], notices: [] });
  const take = <Entry>(entries: readonly Entry[], most: number): readonly Entry[] => {
    const taken: Entry[] = [];
    for (const entry of entries) {
      if (taken.length === most) break;
      const price = cost(entry) + 1;
      if (price > left) continue;
      left -= price;
      taken.push(entry);
    }
    return taken;
  };
  const keptNotices = take(notices, NAMED_OMISSIONS);
  const { version, operation, graphId, session, cursor, telemetry } = bare;
  return {
    version,
    operation,
    graphId,
    ...(session === undefined ? {} : { session }),
    omitted: take(omitted, NAMED_OMISSIONS),
    ...(cursor === undefined ? {} : { cursor }),
    ...(keptNotices.length === 0 ? {} : { notices: keptNotices }),
    telemetry,
  };
}

function cost(part: unknown): number {
  return o200k.count(JSON.stringify(part));
}
