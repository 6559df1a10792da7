import { createToolkit, defineTool, ERRORS, type JsonSchema, OPERATIONS } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES, madeUpOperation } from "@pd/core/testing";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createHttpApp } from "../create-http-app.js";
import { HTTP_ERRORS } from "../routes/http-errors.js";
import { echoTool, failingTool } from "../testing/tools.js";
import { openApi } from "./openapi.js";

type Tree = { name: string; children: Tree[] };
const tree: z.ZodMiniType<Tree> = z.object({ name: z.string(), children: z.array(z.lazy(() => tree)) });
const treeTool = defineTool({
  name: "tree",
  description: "Takes a tree.",
  input: z.object({ tree }),
  output: tree,
  readOnly: true,
  call: async ({ tree }) => tree,
});

const tools = [echoTool, failingTool, treeTool];
const toolkit = createToolkit({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES), tools }] });

async function faults(document: object): Promise<unknown> {
  const result = await new Validator().validate(document as Record<string, unknown>);
  return result.valid ? [] : result.errors;
}

function at(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    return (value as Record<string, unknown>)[key];
  }, document);
}

function references(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner] : references(inner),
  );
}

describe("R6.2 the description of the API", () => {
  test.each([true, false])("is valid OpenAPI 3.1, with a token or without (%s)", async (hasToken) => {
    expect(await faults(openApi(toolkit.tools, { title: "pd", hasToken }))).toEqual([]);
  });

  test("the validator would notice", async () => {
    const { info: _, ...without } = openApi(toolkit.tools, { title: "pd", hasToken: false });
    expect(await faults(without)).not.toEqual([]);
  });

  test("is what the server serves", async () => {
    const app = createHttpApp({ toolkit });
    const response = await app.fetch(new Request("http://localhost/openapi.json"));
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual(openApi(toolkit.tools, { title: "pd", hasToken: false }));
  });

  test("every operation and tool has its path, and the schemas are the toolkit's", () => {
    const document = openApi(toolkit.tools, { title: "pd", hasToken: false });
    for (const { name, kind, inputSchema, operation: words } of toolkit.tools) {
      const isGet = words?.about === "graph";
      const path = kind === "tool" ? `/api/tools/${name}` : `/api/skillgraph/${name}`;
      const operation = at(document, ["paths", path, isGet ? "get" : "post"]) as JsonSchema;
      expect(operation["operationId"]).toBe(name);
      const fields = Object.keys((inputSchema["properties"] ?? {}) as object);
      if (isGet) {
        const parameters = operation["parameters"] as readonly { readonly name?: string }[];
        expect(parameters.flatMap((parameter) => parameter.name ?? [])).toEqual(fields);
      } else {
        const schema = at(document, ["components", "schemas", `${name}.input`, "properties"]) as object;
        expect(Object.keys(schema ?? {})).toEqual(fields);
      }
    }
  });

  test("an operation that no list of this package names has its path, its words and its fields", async () => {
    const operations = [...OPERATIONS, madeUpOperation];
    const app = createHttpApp({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }], operations });
    const asked = (path: string, init?: RequestInit) => app.fetch(new Request(`http://localhost${path}`, init));
    const document = await (await asked("/openapi.json")).json();
    const described = at(document, ["paths", "/api/skillgraph/imagined", "get"]);
    const { summary, description } = madeUpOperation;
    expect(described).toMatchObject({ operationId: "imagined", summary, description, "x-command-line-words": "since" });
    expect(described).toMatchObject({
      parameters: [{ name: "since" }, { name: "maxDays", description: "How far back" }, {}, {}, {}, {}, {}, {}],
    });
    const byAddress = await asked("/api/skillgraph/imagined?since=2026-01-01&maxDays=3");
    const body = JSON.stringify({ since: "2026-01-01", maxDays: 3 });
    const byBody = await asked("/api/skillgraph/imagined", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    const data = { since: "2026-01-01", maxDays: 3 };
    expect([await byAddress.json(), await byBody.json()]).toMatchObject([{ data }, { data }]);
  });

  test("every reference leads somewhere, in a schema that holds itself too", () => {
    const document = openApi(toolkit.tools, { title: "pd", hasToken: true });
    const all = references(document);
    expect(all).toContain("#/components/schemas/tree.output");
    for (const reference of all) {
      const path = reference
        .slice(2)
        .split("/")
        .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
      expect(at(document, path), reference).toBeDefined();
    }
  });

  test("the codes of core and of the server are named, as examples: tools have others", () => {
    const document = openApi(toolkit.tools, { title: "pd", hasToken: true });
    const code = at(document, ["components", "schemas", "Problem", "properties", "code"]);
    expect(code).toMatchObject({ type: "string", examples: Object.keys({ ...ERRORS, ...HTTP_ERRORS }).sort() });
    expect(code).not.toHaveProperty("enum");
  });

  test("every path that is described is served, and takes the method", async () => {
    const app = createHttpApp({ toolkit });
    const document = openApi(toolkit.tools, { title: "pd", hasToken: false });
    for (const [path, item] of Object.entries(document["paths"] as Record<string, object>)) {
      for (const method of Object.keys(item).filter((key) => key !== "parameters")) {
        const address = `http://localhost${path.replace("{id}", "x")}`;
        const response = await app.fetch(new Request(address, { method: method.toUpperCase() }));
        // The stream of calls goes on until somebody ends it.
        app.hangUp();
        const { code } = (await response.json().catch(() => ({}))) as { code?: string };
        expect(["route-unknown", "method-not-allowed"], `${method} ${path}`).not.toContain(code);
      }
    }
  });
});

describe("the page at /docs", () => {
  const page = async () => {
    const response = await createHttpApp({ toolkit }).fetch(new Request("http://localhost/docs"));
    return { response, html: await response.text() };
  };

  test("is one file that loads nothing from elsewhere", async () => {
    const { response, html } = await page();
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)="(?!data:)/);
    expect(html).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
  });

  test("may run its own script and style, by their hash, and nothing else", async () => {
    const { response, html } = await page();
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    for (const [tag, directive] of [
      ["script", "script-src"],
      ["style", "style-src"],
    ]) {
      const text = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? "";
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
      expect(policy).toContain(`${directive} 'sha256-${Buffer.from(digest).toString("base64")}'`);
    }
  });
});
