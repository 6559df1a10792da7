import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { CONNECTION_LIMITS, limitConnections, limitedServerOptions, longerThanCalls } from "./connection-limits.js";

describe("the limits of connections", () => {
  test("are those of a server that is made with them", () => {
    const server = createServer(limitedServerOptions(CONNECTION_LIMITS));
    limitConnections(server, CONNECTION_LIMITS);
    expect(server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      keepAliveTimeout: 15_000,
      timeout: 40_000,
    });
  });

  test("give a request at least the time of its head, which Node insists on", () => {
    const options = limitedServerOptions({ ...CONNECTION_LIMITS, headersMilliseconds: 50_000 });
    expect(options.requestTimeout).toBe(50_000);
    expect(() => createServer(options)).not.toThrow();
  });

  test("let a client be silent for as long as a call may take, and never shorter than usual", () => {
    expect(longerThanCalls(60_000)).toEqual({ silentMilliseconds: 70_000 });
    expect(longerThanCalls(1)).toEqual({ silentMilliseconds: 40_000 });
  });
});
