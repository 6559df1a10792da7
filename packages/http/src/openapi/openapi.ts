import { ERRORS, type JsonSchema, type ToolDescription } from "@pd/core";
import { addressOf } from "../routes/call-address.js";
import { FIXED_ROUTES, type FixedRoute } from "../routes/fixed-routes.js";
import { HTTP_ERRORS } from "../routes/http-errors.js";
import { isShared, schemasOf } from "./openapi-schemas.js";

export interface OpenApiOptions {
  readonly title: string;
  readonly hasToken: boolean;
}

/** The description of the API, made from the schemas that the toolkit parses with. */
export function openApi(tools: readonly ToolDescription[], { title, hasToken }: OpenApiOptions): JsonSchema {
  return {
    openapi: "3.1.1",
    info: {
      title,
      version: "1",
      summary: "Knowledge level by level, under a hard token budget.",
      description:
        "Every answer says what it cost (`telemetry`). Send `Pd-Session: new` once and the id that comes back with every later request, and nothing is shown at less than before.",
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    tags: [
      { name: "skillgraph", description: "Operations on the graph." },
      { name: "tools", description: "Further tools that this server was given." },
      { name: "sessions", description: "What was seen, and forgetting it." },
      { name: "server", description: "How the server itself is." },
    ],
    ...(hasToken ? { security: [{ token: [] }] } : {}),
    paths: { ...callPaths(tools), ...fixedPaths() },
    components: {
      schemas: { ...schemasOf(tools), Problem: problemSchema() },
      parameters: {
        session: {
          name: "Pd-Session",
          in: "header",
          description: 'Another way to write the field `session`: an id, or "new".',
          schema: { type: "string", maxLength: 64 },
        },
        ifNoneMatch: {
          name: "If-None-Match",
          in: "header",
          description: "The ETag of an answer that you have; without a session, 304 says that it is still right.",
          schema: { type: "string" },
        },
      },
      headers: {
        session: { description: "The session's id, where there is one.", schema: { type: "string" } },
        etag: { description: "Where the answer depends on the graph alone.", schema: { type: "string" } },
        requestId: { description: "To be found again in the log.", schema: { type: "string" } },
      },
      responses: {
        Problem: {
          description: "What went wrong, which field is at fault and what would work.",
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
      ...(hasToken ? { securitySchemes: { token: { type: "http", scheme: "bearer" } } } : {}),
    },
  };
}

function callPaths(tools: readonly ToolDescription[]): JsonSchema {
  return Object.fromEntries(
    tools.map((tool) => {
      const { method, path } = addressOf(tool);
      return [path, { [method.toLowerCase()]: method === "GET" ? byQuery(tool) : byBody(tool) }];
    }),
  );
}

function byBody(tool: ToolDescription): JsonSchema {
  const schema = { $ref: `#/components/schemas/${tool.name}.input` };
  const required = Array.isArray(tool.inputSchema["required"]) && tool.inputSchema["required"].length > 0;
  return {
    ...about(tool),
    parameters: [parameter("session"), parameter("ifNoneMatch")],
    requestBody: { required, content: { "application/json": { schema } } },
    responses: responses(tool),
  };
}

function byQuery(tool: ToolDescription): JsonSchema {
  const properties = (tool.inputSchema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = new Set(Array.isArray(tool.inputSchema["required"]) ? tool.inputSchema["required"] : []);
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.has(name),
    ...(typeof schema["description"] === "string" ? { description: schema["description"] } : {}),
    schema,
  }));
  return {
    ...about(tool),
    parameters: [...fields, parameter("session"), parameter("ifNoneMatch")],
    responses: responses(tool),
  };
}

function about({ name, description, kind, readOnly, operation }: ToolDescription): JsonSchema {
  const words = operation?.commandLine?.words?.field;
  return {
    operationId: name,
    summary: operation?.summary ?? (description.split(/[.:;] /)[0] ?? name).replace(/\.$/, ""),
    description,
    tags: [kind === "tool" ? "tools" : "skillgraph"],
    "x-read-only": readOnly,
    // For whoever writes the same call as a command line.
    ...(words === undefined ? {} : { "x-command-line-words": words }),
  };
}

function responses(tool: ToolDescription): JsonSchema {
  const name = isShared(tool) ? "Answer" : `${tool.name}.output`;
  const schema = tool.outputSchema === undefined ? {} : { $ref: `#/components/schemas/${name}` };
  return {
    200: {
      description: "The answer.",
      headers: {
        "Pd-Session": { $ref: "#/components/headers/session" },
        ETag: { $ref: "#/components/headers/etag" },
        "X-Request-Id": { $ref: "#/components/headers/requestId" },
      },
      content: {
        "application/json": { schema },
        "text/event-stream": {
          schema: {
            type: "string",
            description:
              "With `Accept: text/event-stream`: `node-disclosed`, `node-omitted` and `call-finished` as they happen, then `answer`, or `problem`.",
          },
        },
      },
    },
    ...(tool.kind === "tool" ? {} : { 304: { description: "The answer that you have is still right." } }),
    default: { $ref: "#/components/responses/Problem" },
  };
}

function parameter(name: string): JsonSchema {
  return { $ref: `#/components/parameters/${name}` };
}

/** The routes that are no calls, as far as a client has a use for them. */
function fixedPaths(): JsonSchema {
  const paths = new Map<string, Record<string, unknown>>();
  for (const { method, path, isOpen, about } of Object.values<FixedRoute>(FIXED_ROUTES)) {
    if (about === undefined) continue;
    const item = paths.get(path) ?? {};
    const parameters = path.includes("/:id") ? [SESSION_ID, ...(about.parameters ?? [])] : about.parameters;
    const described = {
      ...about,
      ...(parameters === undefined ? {} : { parameters }),
      ...(isOpen === true ? { security: [] } : {}),
      responses: isOpen === true ? about.responses : { ...about.responses, ...PROBLEM },
    };
    paths.set(path, { ...item, [method.toLowerCase()]: described });
  }
  return Object.fromEntries([...paths].map(([path, item]) => [path.replace("/:id", "/{id}"), item]));
}

const SESSION_ID = { name: "id", in: "path", required: true, schema: { type: "string", maxLength: 64 } };
const PROBLEM = { default: { $ref: "#/components/responses/Problem" } };

function problemSchema(): JsonSchema {
  return {
    type: "object",
    description: "A problem as RFC 9457 has it.",
    required: ["type", "title", "status", "detail", "code"],
    properties: {
      type: { type: "string", format: "uri" },
      title: { type: "string" },
      status: { type: "integer" },
      detail: { type: "string", description: "What happened." },
      instance: { type: "string", format: "uri", description: "The request's id." },
      code: {
        type: "string",
        description: "What to go by. Tools of other packages have codes of their own beside these.",
        examples: Object.keys({ ...ERRORS, ...HTTP_ERRORS }).sort(),
      },
      field: { type: "string", description: "The field, header or node at fault." },
      fix: { type: "string", description: "What would work." },
    },
  };
}
