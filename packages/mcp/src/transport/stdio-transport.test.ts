import { PassThrough, Writable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { toolCall } from "../../fixtures/process.js";
import { createStdioTransport } from "./stdio-transport.js";

/** A pipe that is full from the start, until somebody reads. */
function fullPipe() {
  const taken: string[] = [];
  const held: (() => void)[] = [];
  let isRead = false;
  const output = new Writable({
    highWaterMark: 64,
    write(chunk, _encoding, done) {
      taken.push(String(chunk));
      if (isRead) done();
      else held.push(done);
    },
  });
  const read = () => {
    isRead = true;
    for (const done of held.splice(0)) done();
  };
  return { output, read, text: () => taken.join("") };
}

async function started(lastMilliseconds: number) {
  const input = new PassThrough();
  const pipe = fullPipe();
  const transport = createStdioTransport({ input, output: pipe.output, lastMilliseconds });
  const asked: unknown[] = [];
  transport.onmessage = (message) => void asked.push(message);
  await transport.start();
  let isClosed = false;
  void transport.closed.then(() => {
    isClosed = true;
  });
  return { ...pipe, input, transport, asked, isClosed: () => isClosed };
}

const answerTo = (id: number) => ({ jsonrpc: "2.0" as const, id, result: {} });

describe("a client that has nothing more to ask and reads late", () => {
  test.each(["answered", "asked"])(
    "gets every line whole, where its last request was %s when its input ended",
    async (when) => {
      const { input, output, transport, asked, read, text, isClosed } = await started(60_000);
      for (const id of [1, 2, 3]) input.write(`${JSON.stringify(toolCall(id, "stats"))}\n`);
      await vi.waitFor(() => expect(asked).toHaveLength(3), { timeout: 60_000 });
      const answer = () => [1, 2, 3].forEach((id) => void transport.send(answerTo(id)));
      if (when === "answered") answer();
      input.end();
      await vi.waitFor(() => expect(input.readableEnded).toBe(true), { timeout: 60_000 });
      if (when === "asked") answer();
      await new Promise((resolve) => void setTimeout(resolve, 20));
      expect(isClosed()).toBe(false);
      read();
      await transport.closed;
      expect(text()).toBe([1, 2, 3].map((id) => `${JSON.stringify(answerTo(id))}\n`).join(""));
      expect(output.writableLength).toBe(0);
    },
  );

  test("is not waited for longer than the last answers may take", async () => {
    const { input, transport } = await started(20);
    void transport.send(answerTo(1));
    input.end();
    await transport.closed;
  });
});

test("an answer that takes longer than a reader may is still given: a slow machine loses none", async () => {
  const { input, transport, asked, read, text, isClosed } = await started(1);
  read();
  input.end(`${JSON.stringify(toolCall(1, "stats"))}\n`);
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 60_000 });
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect(isClosed()).toBe(false);
  void transport.send(answerTo(1));
  await transport.closed;
  expect(text()).toBe(`${JSON.stringify(answerTo(1))}\n`);
});

test("a last line without a line end is a message like any other, and is answered", async () => {
  const { input, transport, asked, read, text } = await started(60_000);
  read();
  input.end(JSON.stringify(toolCall(1, "stats")));
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 60_000 });
  void transport.send(answerTo(1));
  await transport.closed;
  expect(text()).toBe(`${JSON.stringify(answerTo(1))}\n`);
});

test.each([null, 1.5, true, {}, ["a"]])("a request whose id is %j is told that it is none", async (id) => {
  const { input, transport, asked, read, text } = await started(60_000);
  read();
  input.write(`${JSON.stringify({ ...toolCall(1, "stats"), id })}\n`);
  input.end();
  await transport.closed;
  expect(asked).toEqual([]);
  expect(JSON.parse(text())).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
});

test("R7.3 a line of more values than any message has is passed over, and told so", async () => {
  const { input, transport, asked, read, text } = await started(60_000);
  read();
  const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`k${at}`, 1]));
  input.write(`${JSON.stringify(toolCall(1, "stats", many))}\n${JSON.stringify(toolCall(2, "stats"))}\n`);
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 60_000 });
  void transport.send(answerTo(2));
  input.end();
  await transport.closed;
  const [refused, answer] = text().trim().split("\n");
  expect(JSON.parse(refused ?? "")).toMatchObject({ id: null, error: { code: -32600 } });
  expect(answer).toBe(JSON.stringify(answerTo(2)));
});

test("whoever waits for room waits together, so that Node warns of no leak", async () => {
  const { output, transport, read } = await started(60_000);
  const sent = Array.from({ length: 50 }, (_, id) => transport.send(answerTo(id)));
  expect(output.listenerCount("drain")).toBe(1);
  read();
  await Promise.all(sent);
  expect(output.listenerCount("drain")).toBe(0);
});
