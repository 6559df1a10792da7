import { createToolkit, type Form, o200k } from "@pd/core";
import {
  createMemoryContent,
  type Door,
  ENFORCEMENT_CASES,
  ENFORCEMENT_NODES,
  runEnforcementCase,
} from "@pd/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpApp } from "./create-http-app.js";
import { type HttpServer, serve } from "./node/serve.js";

const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES) }];
let server: HttpServer;

beforeAll(async () => {
  server = await serve(createHttpApp({ mounts, rate: false }), { port: 0 });
});
afterAll(() => server.close());

function addressOf(operation: string, input: Readonly<Record<string, unknown>>): string {
  if (operation !== "stats" && operation !== "validate") return `${server.url}/api/skillgraph/${operation}`;
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${server.url}/api/skillgraph/${operation}?${query}`;
}

const overSockets: Door = async (operation, input) => {
  const isGet = operation === "stats" || operation === "validate";
  const response = await fetch(addressOf(operation, input), {
    method: isGet ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    ...(isGet ? {} : { body: JSON.stringify(input) }),
  });
  const body: unknown = await response.json();
  return response.ok ? { answer: body } : { error: body as { readonly code: string } };
};

describe.each<Form>(["json", "text"])("R6.1 HTTP enforces what the library does, in %s form,", (form) => {
  test.each(ENFORCEMENT_CASES)("$rule: $title", async (one) => {
    expect(await runEnforcementCase(one, overSockets, { form, counter: o200k })).toEqual([]);
  });

  test("and gives the same answers to the letter", async () => {
    const toolkit = createToolkit({ mounts });
    for (const { steps } of ENFORCEMENT_CASES) {
      for (const { operation, input } of steps.filter(({ input }) => input["session"] === undefined)) {
        const asked = { format: form, ...input };
        const here = await toolkit.call(operation as string, asked).then(
          (answer) => ({ answer: JSON.parse(JSON.stringify(answer)) as unknown }),
          (error: { code: string }) => ({ error: { code: error.code } }),
        );
        const there = await overSockets(operation, asked);
        if ("error" in here) expect(there).toMatchObject(here);
        else expect(there).toEqual(here);
      }
    }
  });
});
