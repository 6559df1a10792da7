import { createToolkit, o200k } from "@pd/core";
import { createGuard } from "@pd/core/guard";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { createHttpApp } from "@pd/http";
import { describe, expect, test } from "vitest";
import { createCallHistory } from "./call-history.js";
import { createStudioApp } from "./studio-app.js";

const content = createMemoryContent(ENFORCEMENT_NODES);

describe("the studio's server", () => {
  const page = { status: 200, headers: { "content-type": "text/html" }, body: "<!doctype html>" };
  const app = createStudioApp({
    app: createHttpApp({ toolkit: createToolkit({ mounts: [{ content }] }), token: "secret" }),
    guard: createGuard({ tokens: ["secret"] }),
    files: new Map([["/index.html", page]]),
    views: new Set(["graph"]),
    contents: [content],
    counter: o200k,
    history: createCallHistory(),
    sources: [],
    folderOf: () => "/notes",
  });
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    app.fetch(new Request(`http://localhost${path}`, { headers }));
  const token = { authorization: "Bearer secret" };

  test.each(["/", "/graph", "/graph?node=a"])("%s is the page, without a token", async (path) => {
    expect(await (await get(path)).text()).toBe("<!doctype html>");
  });

  test.each(["/studio/overview", "/studio/graph?graph=x", "/studio/events", "/metrics"])(
    "%s asks for the token",
    async (path) => {
      expect((await get(path)).status).toBe(401);
    },
  );

  test("a page of another name, or a host of another name, is refused (R7.3)", async () => {
    expect((await get("/studio/overview", { ...token, origin: "http://evil.example" })).status).toBe(403);
    expect((await get("/graph", { host: "evil.example" })).status).toBe(403);
  });

  test("what there is, and a word for what there is not", async () => {
    const overview = await (await get("/studio/overview", token)).json();
    expect(overview).toEqual({
      graphs: [{ id: content.id, nodes: ENFORCEMENT_NODES.length, folder: "/notes" }],
      sources: [],
    });
    expect(await (await get("/studio/graph?graph=nope", token)).json()).toMatchObject({ code: "graph-unknown" });
    expect((await get("/docs")).status).toBe(200);
  });
});
