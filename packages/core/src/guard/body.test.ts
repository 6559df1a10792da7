import { describe, expect, test, vi } from "vitest";
import { type BodyOutcome, createBodyReader, parseJson } from "./body.js";

function post(body: string | ReadableStream<Uint8Array> | null, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", {
    method: "POST",
    body,
    headers,
    ...(body === null ? {} : { duplex: "half" }),
  } as RequestInit);
}

/** A body that arrives piece by piece, and says how much of it was taken. */
function pieces(count: number, piece: Uint8Array, endless = false) {
  const state = { taken: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.taken < count) {
          state.taken += 1;
          controller.enqueue(piece);
        } else if (!endless) controller.close();
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

function codeOf(outcome: BodyOutcome): string {
  return "refused" in outcome ? outcome.refused.error.code : `${outcome.bytes.byteLength} bytes`;
}

describe("R6.2 a body is counted while it arrives", () => {
  test("one within the limit comes whole, in however many pieces", async () => {
    const read = createBodyReader({ maxBytes: 10 });
    const outcome = await read(post(pieces(5, new Uint8Array([1, 2])).stream));
    expect(outcome).toEqual({ bytes: new Uint8Array([1, 2, 1, 2, 1, 2, 1, 2, 1, 2]) });
    expect(codeOf(await read(post("0123456789")))).toBe("10 bytes");
    expect(codeOf(await read(post(null)))).toBe("0 bytes");
  });

  test.each([Number.NaN, 0, -1, undefined])("a limit of %s is none, and said to be", (limit) => {
    for (const name of ["maxBytes", "milliseconds", "maxBytesTogether"])
      expect(() => createBodyReader({ [name]: limit })).toThrow(`The limit ${name} is ${limit}`);
    expect(() => createBodyReader({ milliseconds: Number.POSITIVE_INFINITY })).toThrow("milliseconds");
  });

  test("one that says it is too large is not read at all", async () => {
    const { state, stream } = pieces(100, new Uint8Array(1));
    expect(codeOf(await createBodyReader({ maxBytes: 10 })(post(stream, { "content-length": "11" })))).toBe(
      "body-too-large",
    );
    expect(state.taken).toBe(0);
  });

  test("one that does not say, or lies, is cut off at the limit and let go", async () => {
    for (const headers of [{}, { "content-length": "1" }, { "content-length": "lots" }, { "content-length": "-1" }]) {
      const { state, stream } = pieces(1000, new Uint8Array(4));
      const outcome = await createBodyReader({ maxBytes: 10 })(post(stream, headers as Record<string, string>));
      expect(codeOf(outcome)).toBe("body-too-large");
      expect(state).toEqual({ taken: 3, cancelled: true });
    }
  });

  test("one that stops arriving is let go in time", async () => {
    const { state, stream } = pieces(1, new Uint8Array(4), true);
    expect(codeOf(await createBodyReader({ milliseconds: 20 })(post(stream)))).toBe("body-too-slow");
    expect(state.cancelled).toBe(true);
  });

  test("a packed one is refused unread: 1 KB can hold 1 MB", async () => {
    for (const encoding of ["gzip", "br", "deflate", "zstd", "identity, gzip", "GZIP", "x-unknown"]) {
      const { state, stream } = pieces(1, new Uint8Array(4));
      expect(codeOf(await createBodyReader()(post(stream, { "content-encoding": encoding })))).toBe("body-unsupported");
      expect(state.taken).toBe(0);
    }
    expect(codeOf(await createBodyReader()(post("{}", { "content-encoding": "identity" })))).toBe("2 bytes");
  });

  test("all that are arriving share one limit, and give back what they held", async () => {
    // Its time is over when the others have been read, however long that took.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const read = createBodyReader({ maxBytes: 10, maxBytesTogether: 12, milliseconds: 2000 });
    const { state, stream } = pieces(1, new Uint8Array(8), true);
    const waiting = read(post(stream));
    do await new Promise((resolve) => setImmediate(resolve));
    while (state.taken === 0);
    expect(codeOf(await read(post("01234")))).toBe("too-busy");
    expect(codeOf(await read(post("0123")))).toBe("4 bytes");
    vi.advanceTimersByTime(2000);
    vi.useRealTimers();
    expect(codeOf(await waiting)).toBe("body-too-slow");
    expect(codeOf(await read(post("0123456789")))).toBe("10 bytes");
  });

  test("a body that breaks off is the sender's failure, and holds nothing afterwards", async () => {
    const read = createBodyReader({ maxBytes: 10, maxBytesTogether: 10 });
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(8));
        controller.error(new Error("reset"));
      },
    });
    await expect(read(post(broken))).rejects.toThrow();
    expect(codeOf(await read(post("0123456789")))).toBe("10 bytes");
  });
});

describe("bytes as JSON", () => {
  const parsed = (text: string | Uint8Array) =>
    parseJson(typeof text === "string" ? new TextEncoder().encode(text) : text);

  test("are parsed as UTF-8", () => expect(parsed('{"a":"漢"}')).toEqual({ value: { a: "漢" } }));

  test.each(["", "{", "{'a':1}", "undefined", '{"a":1}{"b":2}', "NaN", '{"secret":'])(
    "%j is refused and not quoted",
    (text) => {
      const outcome = parsed(text);
      expect(outcome).toMatchObject({ refused: { status: 400, error: { code: "input-invalid", where: "body" } } });
      expect(JSON.stringify(outcome)).not.toContain("secret");
    },
  );

  test("bytes that are no UTF-8 are refused, not replaced", () => {
    expect(parsed(new Uint8Array([0x22, 0xff, 0x22]))).toHaveProperty("refused");
    expect(parsed(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]))).toHaveProperty("refused");
  });

  test("a million brackets break nothing", () => {
    expect(parsed("[".repeat(2 ** 20))).toHaveProperty("refused");
    expect(parsed("[".repeat(2 ** 19) + "]".repeat(2 ** 19))).toBeDefined();
  });
});
