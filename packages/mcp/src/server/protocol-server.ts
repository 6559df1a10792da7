import {
  type ListToolsResult,
  McpServer,
  Server,
  type ServerContext,
  type ServerOptions,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import { type CallContext, PdError } from "@pd/core";
import { skillFileContents } from "../resources/skill-file.js";
import { isSkillUri } from "../skills/skill-uri.js";
import { callerOf } from "../tools/call-tool.js";
import { controllerBehind, withTimeLimit } from "../tools/time-limit.js";
import { capabilitiesOf } from "./capabilities.js";
import type { Parts } from "./parts.js";
import { guarded } from "./protocol-error.js";
import { isMetaShown, withoutMeta } from "./shown-meta.js";

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
  const { extensionOf } = await import("../skills/skills-extension.js");
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

function handleTools(server: Server, { tools, outputSchemaOf, callTool, meta, inSpan }: Parts): void {
  server.setRequestHandler("tools/list", { params: PAGE }, (params) =>
    guarded(async () => {
      refuseCursor(params?.cursor);
      return { tools: tools() as unknown as ListToolsResult["tools"] };
    }),
  );
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const work = controllerBehind(context.mcpReq.signal);
    const call = () => guarded(() => callTool(params, { ...context, work }));
    const result = await inSpan(context, { tool: params.name }, call);
    const sent = meta && !isMetaShown(server, context) ? result : withoutMeta(result);
    return server.projectCallToolResult(sent, outputSchemaOf(params.name));
  });
}

// Below, the schema of the parameters is named each time: only then does the SDK say that they are invalid. Left to itself it says that the
// server failed.

function handleResources(
  server: Server,
  { resources, skills, counter, maxBudget, callMilliseconds, inSpan }: Parts,
): void {
  const limited = limitedTo(callMilliseconds);
  server.setRequestHandler("resources/list", { params: PAGE }, (params, context) =>
    guarded(() => limited(context, (call) => resources.list(params?.cursor, call))),
  );
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...resources.templates] }));
  server.setRequestHandler("resources/read", { params: ONE_RESOURCE }, ({ uri }, context) => {
    const read = async (call: Limited) => {
      const skill = isSkillUri(uri) ? await skills?.source.read(uri, context) : undefined;
      return skill === undefined ? resources.read(uri, call) : skillFileContents(uri, skill, { counter, maxBudget });
    };
    return inSpan(context, { resource: uri }, () => guarded(() => limited(context, read), uri));
  });
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

function handlePrompts(server: Server, { prompts, complete, callMilliseconds, inSpan }: Parts): void {
  const limited = limitedTo(callMilliseconds);
  server.setRequestHandler("prompts/list", { params: PAGE }, (params, context) =>
    guarded(async () => {
      refuseCursor(params?.cursor);
      return { prompts: [...(await limited(context, ({ signal }) => prompts.list({ signal })))] };
    }),
  );
  server.setRequestHandler(
    "prompts/get",
    { params: specTypeSchemas.GetPromptRequestParams },
    ({ name, arguments: given = {} }, context) =>
      inSpan(context, { prompt: name }, () =>
        guarded(() => limited(context, (call) => prompts.get(name, new Map(Object.entries(given)), call))),
      ),
  );
  server.setRequestHandler(
    "completion/complete",
    { params: specTypeSchemas.CompleteRequestParams },
    (params, context) => guarded(() => limited(context, ({ signal }) => complete(params, { signal }))),
  );
}

/** Of a list that comes whole there is no second page. */
function refuseCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new PdError("input-invalid", "That cursor was not made by this server", {
    where: "cursor",
    fix: "Ask without a cursor: this list comes whole.",
  });
}

/** Whatever a client asks for ends with the same limit as a call of a tool. */
function limitedTo(milliseconds: number) {
  return <Value>(context: ServerContext, run: (call: Limited) => Promise<Value>): Promise<Value> =>
    withTimeLimit(milliseconds, controllerBehind(context.mcpReq.signal), (signal) =>
      run({ caller: callerOf(context), signal }),
    );
}

type Limited = CallContext & { readonly signal: AbortSignal };
