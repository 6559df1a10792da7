import {
  type ListToolsResult,
  McpServer,
  Server,
  type ServerContext,
  type ServerOptions,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import type { CallContext } from "@pd/core";
import { callerOf } from "./call-tool.js";
import { capabilitiesOf } from "./capabilities.js";
import type { Parts } from "./parts.js";
import { guarded } from "./protocol-error.js";
import { isSkillUri } from "./skill-uri.js";
import { controllerBehind } from "./time-limit.js";

/** What a connection that can be told of changes adds. */
export interface Subscriptions {
  subscribe(uri: string): void;
  unsubscribe(uri: string): void;
}

const PAGE = specTypeSchemas.PaginatedRequestParams;
const ONE_RESOURCE = specTypeSchemas.ResourceRequestParams;

/** Nothing here validates a schema that a client sends; the SDK's own validator would only be loaded and built. */
const NO_VALIDATOR: NonNullable<ServerOptions["jsonSchemaValidator"]> = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: "This server validates no client schema" }),
};

/**
 * An SDK server with pd behind it. It is cheap to make: over HTTP each request has its own.
 * Without `subscriptions` it is for a client that cannot be told of changes.
 */
export async function createProtocolServer(parts: Parts, subscriptions?: Subscriptions): Promise<Server | McpServer> {
  const options = {
    capabilities: capabilitiesOf(parts, { isTold: subscriptions !== undefined }),
    instructions: parts.instructions,
    jsonSchemaValidator: NO_VALIDATOR,
  };
  if (parts.skills === undefined) return handled(new Server(parts.info, options), parts, subscriptions);
  const server = new McpServer(parts.info, options);
  // Only a server with skills needs the extension's code.
  const { extensionOf } = await import("./skills-extension.js");
  extensionOf(parts.skills).attach(server);
  // What follows takes the place of the SDK's own handlers, which cannot page.
  handled(server.server, parts, subscriptions);
  return server;
}

function handled(server: Server, parts: Parts, subscriptions: Subscriptions | undefined): Server {
  handleTools(server, parts);
  handleResources(server, parts);
  handlePrompts(server, parts);
  if (subscriptions !== undefined) handleSubscriptions(server, parts, subscriptions);
  return server;
}

function handleTools(server: Server, { tools, callTool }: Parts): void {
  // Schemas are plain JSON already: nothing is converted while somebody waits.
  const listed = { tools: tools as unknown as ListToolsResult["tools"] };
  server.setRequestHandler("tools/list", () => listed);
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const work = controllerBehind(context.mcpReq.signal);
    const result = await guarded(() => callTool(params, { ...context, work }));
    return server.projectCallToolResult(result, tools.find(({ name }) => name === params.name)?.outputSchema);
  });
}

// Below, the schema of the parameters is named each time: only then does the SDK say that they are invalid. Left to itself it says that the
// server failed.

function handleResources(server: Server, { resources, skills }: Parts): void {
  server.setRequestHandler("resources/list", { params: PAGE }, (params, context) =>
    guarded(() => resources.list(params?.cursor, callContext(context))),
  );
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...resources.templates] }));
  server.setRequestHandler("resources/read", { params: ONE_RESOURCE }, ({ uri }, context) =>
    guarded(async () => {
      const skill = isSkillUri(uri) ? await skills?.source.read(uri, context) : undefined;
      return skill === undefined ? resources.read(uri, callContext(context)) : fileContents(uri, skill);
    }, uri),
  );
}

function handleSubscriptions(
  server: Server,
  { resources, skills }: Parts,
  { subscribe, unsubscribe }: Subscriptions,
): void {
  server.setRequestHandler("resources/subscribe", { params: ONE_RESOURCE }, ({ uri }) =>
    guarded(async () => {
      // A note that is not there may come; an address that can never be one is a mistake, and waiting would not show it.
      if (skills === undefined || !isSkillUri(uri)) resources.checkAddress(uri);
      subscribe(uri);
      return {};
    }, uri),
  );
  server.setRequestHandler("resources/unsubscribe", { params: ONE_RESOURCE }, ({ uri }) => {
    unsubscribe(uri);
    return {};
  });
}

function handlePrompts(server: Server, { prompts, complete }: Parts): void {
  server.setRequestHandler("prompts/list", { params: PAGE }, (_params, { mcpReq: { signal } }) =>
    guarded(async () => ({ prompts: [...(await prompts.list({ signal }))] })),
  );
  server.setRequestHandler(
    "prompts/get",
    { params: specTypeSchemas.GetPromptRequestParams },
    ({ name, arguments: given = {} }, context) =>
      guarded(() => prompts.get(name, new Map(Object.entries(given)), callContext(context))),
  );
  server.setRequestHandler(
    "completion/complete",
    { params: specTypeSchemas.CompleteRequestParams },
    (params, { mcpReq: { signal } }) => guarded(() => complete(params, { signal })),
  );
}

function callContext(context: ServerContext): CallContext {
  return { caller: callerOf(context), signal: context.mcpReq.signal };
}

function fileContents(
  uri: string,
  file: { text: string; mimeType?: string } | { bytes: Uint8Array; mimeType?: string },
) {
  const { mimeType = "application/octet-stream" } = file;
  const content = "text" in file ? { text: file.text } : { blob: Buffer.from(file.bytes).toString("base64") };
  return { contents: [{ uri, mimeType, ...content }] };
}
