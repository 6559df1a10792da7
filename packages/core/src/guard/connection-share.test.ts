import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { CONNECTION_LIMITS, limitConnections } from "./connection-limits.js";
import { createConnectionShare } from "./connection-share.js";

const limits = { connections: 10, connectionsPerAddress: 4 };

describe("connections are shared", () => {
  test("one address takes its share and no more: its own silent ones go, the oldest first", () => {
    const share = createConnectionShare<string>(limits);
    const gone = ["a1", "a2", "a3", "a4", "a5", "a6"].map((one) => share.opened(one, "a"));
    expect(gone).toEqual([undefined, undefined, undefined, undefined, "a1", "a2"]);
    expect(share.opened("b1", "b")).toBeUndefined();
  });

  test("one with a request under way stays, and a new one is refused where all have one", () => {
    const share = createConnectionShare<string>(limits);
    for (const one of ["a1", "a2", "a3", "a4"]) share.opened(one, "a");
    for (const one of ["a1", "a2", "a4"]) share.began(one);
    expect(share.opened("a5", "a")).toBe("a3");
    share.began("a5");
    expect(share.opened("a6", "a")).toBe("a6");
    // Two requests, one behind the other: it is free after the second.
    share.began("a1");
    share.ended("a1");
    expect(share.opened("a7", "a")).toBe("a7");
    share.ended("a1");
    expect(share.opened("a8", "a")).toBe("a1");
  });

  test("when all places are taken, the address that has most gives one up", () => {
    const share = createConnectionShare<string>({ connections: 5, connectionsPerAddress: 4 });
    for (const one of ["a1", "a2", "a3"]) share.opened(one, "a");
    for (const one of ["b1", "b2"]) share.opened(one, "b");
    expect(share.opened("c1", "c")).toBe("a1");
  });

  test("a closed connection gives its place back, and no address is remembered without one", () => {
    const share = createConnectionShare<string>({ connections: 1, connectionsPerAddress: 1 });
    share.opened("a1", "a");
    share.closed("a1");
    share.closed("a1");
    expect(share.opened("b1", "b")).toBeUndefined();
    expect(share.opened("c1", "c")).toBe("b1");
  });

  test("however many silent ones there are, a new connection gets in and the limits hold", () => {
    const step = fc.record({
      address: fc.constantFrom("a", "b", "c", "d", "é"),
      does: fc.constantFrom("open", "open", "open", "begin", "end", "close"),
      which: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const share = createConnectionShare<number>(limits);
        const open = new Map<number, { readonly address: string; requests: number }>();
        for (const [number, { address, does, which }] of steps.entries()) {
          const [one, known] = [...open][which % Math.max(1, open.size)] ?? [];
          if (does === "open") {
            const silent = [...open.values()].filter((each) => each.requests === 0);
            const goes = share.opened(number, address);
            // Refused only where nobody is silent, or nobody of an address that has its share.
            if (goes === number) expect(silent.some((each) => each.address === address)).toBe(false);
            if (goes !== undefined && goes !== number) expect(open.get(goes)?.requests).toBe(0);
            if (goes !== undefined) open.delete(goes);
            if (goes !== number) open.set(number, { address, requests: 0 });
          } else if (one !== undefined && known !== undefined) {
            if (does === "begin") {
              share.began(one);
              known.requests += 1;
            } else if (does === "end" && known.requests > 0) {
              share.ended(one);
              known.requests -= 1;
            } else if (does === "close") {
              share.closed(one);
              open.delete(one);
            }
          }
          expect(open.size).toBeLessThanOrEqual(limits.connections);
          for (const name of ["a", "b", "c", "d", "é"]) expect(of(open, name)).toBeLessThanOrEqual(4);
        }
      }),
      { numRuns: propertyRuns() },
    );
  });
});

function of(open: ReadonlyMap<number, { readonly address: string }>, address: string): number {
  return [...open.values()].filter((one) => one.address === address).length;
}

test("a server whose places are all taken by silent connections answers a new one", async () => {
  const server = createServer((_, response) => response.end("è"));
  server.on("checkContinue", (_, response) => response.end());
  limitConnections(server, { ...CONNECTION_LIMITS, connections: 20, connectionsPerAddress: 20 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const silent: Socket[] = [];
  for (let count = 0; count < 50; count += 1) {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    await new Promise((resolve) => socket.once("connect", resolve));
    silent.push(socket);
  }
  for (let asked = 0; asked < 30; asked += 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } })).text()).toBe("è");
  for (const socket of silent) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
