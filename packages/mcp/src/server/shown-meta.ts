import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

/**
 * Clients that hand a result's `_meta` to the model beside the text, by the name they introduce themselves with. It is not sent to them: what
 * the model reads is what was counted (R2.3), and `test/mcp-clients` measures it. Their software finds the same figures in the closing line.
 */
const SHOWN_BY: ReadonlySet<string> = new Set([
  "@langchain/mcp-adapters",
  // What LlamaIndex's client is called where its user gives it no name.
  "mcp-client-cli",
]);

/**
 * Mastra introduces itself by whatever its user calls the server. It shows its models the whole result as JSON, and can be told by how it
 * announces MCP Apps: without the types of content that it renders, which every client that renders some has to name.
 */
const APPS = "io.modelcontextprotocol/ui";

/** What a client says of itself. */
interface Introduction {
  readonly clientInfo?: unknown;
  readonly capabilities?: unknown;
}

/** Over HTTP an older client says its name once, and each request is served by itself: the client repeats this to us as its session. */
const SESSION_HEADER = "mcp-session-id";
const TEXT_ONLY = "text-only";

/** Whether a request over HTTP comes from such a client, by what it opens with or by what it was told then. */
export function isShownOver(
  request: Request,
  body: unknown,
): { readonly isShown: boolean; readonly isOpening: boolean } {
  const { method, params } = Object(body) as { readonly method?: unknown; readonly params?: unknown };
  const isOpening = method === "initialize" && isShownBy(Object(params) as Introduction);
  return { isShown: isOpening || request.headers.get(SESSION_HEADER) === TEXT_ONLY, isOpening };
}

/** The answer to such an opening, with what the client repeats from then on. */
export function markedTextOnly(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(SESSION_HEADER, TEXT_ONLY);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Whether the client of a request is one of them. Newer ones introduce themselves with each request, older ones once for a connection. */
export function isMetaShown(server: Server, { http, mcpReq }: Pick<ServerContext, "http" | "mcpReq">): boolean {
  if (http?.authInfo?.extra?.["isMetaShown"] === true) return true;
  const told = new Map<string, unknown>(Object.entries(mcpReq.envelope ?? {}));
  return isShownBy({
    clientInfo: told.get(CLIENT_INFO_META_KEY) ?? server.getClientVersion(),
    capabilities: told.get(CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities(),
  });
}

export function withoutMeta({ _meta: _, ...result }: CallToolResult): CallToolResult {
  return result as CallToolResult;
}

function isShownBy({ clientInfo, capabilities }: Introduction): boolean {
  const { name } = Object(clientInfo) as { readonly name?: unknown };
  if (typeof name === "string" && SHOWN_BY.has(name)) return true;
  const { extensions } = Object(capabilities) as { readonly extensions?: unknown };
  const apps = new Map<string, unknown>(Object.entries(Object(extensions))).get(APPS);
  return apps !== undefined && !("mimeTypes" in Object(apps));
}
