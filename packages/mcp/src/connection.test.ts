import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { expect, test, vi } from "vitest";
import { HANDSHAKE, toolCall } from "../fixtures/process.js";
import { recordedTransport } from "../fixtures/recorded-transport.js";
import { createConnection } from "./connection.js";
import { createParts } from "./parts.js";

const parts = createParts({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });
const list = (id: number) => ({ jsonrpc: "2.0", id, method: "resources/list" });

test.each([
  ["after its handshake", HANDSHAKE],
  ["from the start", []],
])(
  "a client that asks for what cannot be loaded, %s, hears so each time, and everything else works",
  async (_when, opening) => {
    const onError = vi.fn();
    const onClose = vi.fn();
    const transport = recordedTransport();
    const serve = async () => Promise.reject(new Error("gone"));
    const connection = createConnection(transport, { parts, serve, onError, onClose });
    transport.say(...opening, list(1), { jsonrpc: "2.0", method: "nobody" }, toolCall(2, "stats"));
    await transport.answered(opening.length === 0 ? 2 : 3);
    transport.say(list(3));
    await transport.answered(opening.length === 0 ? 3 : 4);
    const answers = new Map(transport.lines.map((line) => [JSON.parse(line).id, JSON.parse(line)]));
    for (const id of [1, 3]) expect(answers.get(id)).toMatchObject({ error: { code: -32603 } });
    expect(answers.get(2)).toHaveProperty(opening.length === 0 ? "error" : "result");
    expect(onError).toHaveBeenCalledOnce();
    await connection.close();
    expect(onClose).toHaveBeenCalledOnce();
  },
);
