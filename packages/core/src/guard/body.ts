import { PdError } from "../model/errors.js";
import { hasTooManyValues } from "./json-values.js";
import { createPieces } from "./pieces.js";
import { type Refusal, refusal } from "./refusal.js";

export interface BodyLimits {
  readonly maxBytes: number;
  /** How long the whole of it may take to arrive. */
  readonly milliseconds: number;
  /** What bodies that are still arriving may hold together. */
  readonly maxBytesTogether: number;
}

export const BODY_LIMITS: BodyLimits = { maxBytes: 2 ** 20, milliseconds: 10_000, maxBytesTogether: 64 * 2 ** 20 };

export type BodyOutcome = { readonly bytes: Uint8Array } | { readonly refused: Refusal };

/** Counts one body while it arrives, and keeps it. */
export interface BodyMeter {
  /** The next piece; a refusal where that is too much. */
  add(piece: Uint8Array): Refusal | undefined;
  /** All that has come. */
  bytes(): Uint8Array;
  /** What to say when the time is over. */
  late(): Refusal;
  /** It is read, or given up: others may have the room. */
  end(): void;
}

export interface BodyMeters {
  readonly milliseconds: number;
  /** Refuses what its headers already tell is too much, or packed. */
  begin(headers: Pick<Headers, "get">): { readonly meter: BodyMeter } | { readonly refused: Refusal };
}

/** For hosts that read bodies in another way than from a web stream. */
export function createBodyMeters(limits: Partial<BodyLimits> = {}): BodyMeters {
  const all = { ...BODY_LIMITS, ...limits };
  checkLimits(all);
  const { maxBytes, milliseconds, maxBytesTogether } = all;
  let together = 0;
  return {
    milliseconds,
    begin(headers) {
      const encoding = headers.get("content-encoding");
      if (encoding !== null && encoding.toLowerCase() !== "identity") return { refused: packed() };
      if (Number(headers.get("content-length")) > maxBytes) return { refused: tooLarge(maxBytes) };
      let held = 0;
      const pieces = createPieces();
      const meter: BodyMeter = {
        add(piece) {
          held += piece.byteLength;
          together += piece.byteLength;
          if (held > maxBytes) return tooLarge(maxBytes);
          if (together > maxBytesTogether) return tooBusy();
          pieces.add(piece);
          return undefined;
        },
        bytes: () => pieces.whole(),
        late: () => tooSlow(milliseconds),
        end() {
          together -= held;
          held = 0;
        },
      };
      return { meter };
    },
  };
}

/** A limit that is not a number would let everything through silently, and a timer without end would end at once. */
function checkLimits(limits: BodyLimits): void {
  for (const [name, value] of Object.entries(limits)) {
    if (value >= 1 && (name !== "milliseconds" || value <= 2 ** 31 - 1)) continue;
    const fix = "Give a number of at least 1, for milliseconds at most 2147483647.";
    throw new PdError("configuration-invalid", `The limit ${name} is ${value}`, { where: name, fix });
  }
}

/** Reads a request's body, counting while it arrives: no header is believed, and nothing is unpacked. */
export type BodyReader = (request: Pick<Request, "headers" | "body">) => Promise<BodyOutcome>;

export function createBodyReader(limits: Partial<BodyLimits> = {}): BodyReader {
  const meters = createBodyMeters(limits);
  return async ({ headers, body }) => {
    const begun = meters.begin(headers);
    if ("refused" in begun) return begun;
    if (body === null) return { bytes: new Uint8Array(0) };
    const { meter } = begun;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const deadline = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), meters.milliseconds);
    });
    try {
      return await readStream(body as ReadableStream<Uint8Array>, meter, deadline);
    } finally {
      clearTimeout(timer);
      meter.end();
    }
  };
}

async function readStream(
  body: ReadableStream<Uint8Array>,
  meter: BodyMeter,
  deadline: Promise<"late">,
): Promise<BodyOutcome> {
  const reader = body.getReader();
  for (;;) {
    const next = await Promise.race([reader.read(), deadline]);
    if (next !== "late" && next.done) return { bytes: meter.bytes() };
    const refused = next === "late" ? meter.late() : meter.add(next.value);
    if (refused !== undefined) {
      // The sender may never answer, so nobody waits for it.
      reader.cancel().catch(() => undefined);
      return { refused };
    }
  }
}

const strict = new TextDecoder("utf-8", { fatal: true });

export type JsonOutcome = { readonly value: unknown } | { readonly refused: Refusal };

/** Bytes as JSON. The reason never quotes them: it may end up in a log. */
export function parseJson(bytes: Uint8Array): JsonOutcome {
  try {
    const text = strict.decode(bytes);
    if (hasTooManyValues(text)) return { refused: tooManyValues() };
    return { value: JSON.parse(text) };
  } catch (error) {
    const place = /position ([0-9]+)/.exec(String(error))?.[1];
    const message = `The body is not JSON in UTF-8${place === undefined ? "" : `: look at position ${place}`}`;
    return {
      refused: refusal("input-invalid", { message, where: "body", fix: 'Send JSON, e.g. {"query":"budgets"}.' }),
    };
  }
}

function tooManyValues(): Refusal {
  const message = "The body has more values than any call takes";
  return refusal("input-invalid", { message, where: "body", fix: "Send only the fields that the call has." });
}

function tooLarge(maxBytes: number): Refusal {
  return refusal("body-too-large", {
    message: `The body is larger than ${maxBytes} bytes`,
    where: "body",
    fix: `Send at most ${maxBytes} bytes.`,
  });
}

function tooSlow(milliseconds: number): Refusal {
  return refusal("body-too-slow", {
    message: `The body did not arrive within ${milliseconds} ms`,
    where: "body",
    fix: "Send it in one go.",
  });
}

function tooBusy(): Refusal {
  return refusal("too-busy", {
    message: "Too many bodies are arriving at the same time",
    fix: "Try again in a second.",
    headers: { "retry-after": "1" },
  });
}

function packed(): Refusal {
  return refusal("body-unsupported", {
    message: "A packed body is not taken: its size cannot be told before it is unpacked",
    where: "content-encoding",
    fix: "Send it without content-encoding.",
    headers: { "accept-encoding": "identity" },
  });
}
