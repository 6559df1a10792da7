import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import type { Arriving } from "./response-body.js";
import { eventsOf } from "./server-sent-events.js";

function arriving(chunks: readonly Uint8Array[]): Arriving {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const limit = { signal: new AbortController().signal, expired: false, extend: () => {}, end: () => {} };
  return { response: new Response(body), endpoint: { adapter: "test" } as Arriving["endpoint"], limit };
}

async function read(text: string, cuts: readonly number[] = []): Promise<unknown[]> {
  const bytes = new TextEncoder().encode(text);
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const chunks = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
  const events: unknown[] = [];
  for await (const event of eventsOf(arriving(chunks))) events.push(event);
  return events;
}

test("events are the same wherever the bytes are cut and however lines end", async () => {
  const events = fc.array(fc.record({ type: fc.string(), text: fc.string({ unit: "grapheme" }) }), { maxLength: 4 });
  const ending = fc.constantFrom("\n", "\r\n", "\r");
  await fc.assert(
    fc.asyncProperty(events, ending, fc.array(fc.nat(), { maxLength: 12 }), async (sent, end, cuts) => {
      const lines = (event: unknown) => JSON.stringify(event, null, 1).split("\n");
      const data = (event: unknown) =>
        lines(event)
          .map((line) => `data: ${line}`)
          .join(end);
      const text = sent.map((event) => `event: x${end}${data(event)}${end}${end}`).join("");
      // A line end inside a text is escaped by JSON: what is sent is what is read.
      expect(await read(text, cuts)).toEqual(JSON.parse(JSON.stringify(sent)));
    }),
    { numRuns: propertyRuns() },
  );
});

test("comments and names are passed over, data over several lines is one, and an end without its empty line is none", async () => {
  const text = ': hi\nevent: a\ndata: {"a":\ndata:1}\nid: 7\n\ndata: [DONE]\n\ndata: {"b": 2}';
  expect(await read(text)).toEqual([{ a: 1 }]);
});

test("only CR and LF end a line: what JSON does not escape stays inside a text", async () => {
  const sent = { text: "one\u2028two\u2029three\u0085four" };
  expect(await read(`data: ${JSON.stringify(sent)}\n\n`)).toEqual([sent]);
});

test("data that is no JSON is a typed error", async () => {
  await expect(read("data: {broken\n\n")).rejects.toMatchObject({ code: "model-failed", failure: "malformed" });
});
