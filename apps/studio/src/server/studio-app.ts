import { type Content, errorKind, PdError, type TokenCounter } from "@pd/core";
import type { Guard } from "@pd/core/guard";
import { type HttpApp, type HttpRequest, problemOf, type Reply, type Runtime } from "@pd/http";
import type { Overview } from "../wire.js";
import type { CallHistory } from "./call-history.js";
import { graphColumns } from "./graph-columns.js";
import { newsStream } from "./news-stream.js";

export interface StudioAppOptions {
  /** The web API, which goes on answering at its own paths. */
  readonly app: HttpApp;
  readonly guard: Guard;
  readonly files: ReadonlyMap<string, Reply>;
  readonly views: ReadonlySet<string>;
  readonly contents: readonly Content[];
  readonly counter: TokenCounter;
  readonly history: CallHistory;
  readonly sources: Overview["sources"];
  /** Where the notes of a graph lie. */
  readonly folderOf: (graphId: string) => string | undefined;
}

/** The web API with a page in front of it, and what that page asks for beside the operations. All of it only reads. */
export function createStudioApp(options: StudioAppOptions): HttpApp {
  const { app, guard } = options;
  async function handle(request: HttpRequest, runtime: Runtime): Promise<Response> {
    const url = new URL(request.url);
    const answer = answerTo(url.pathname, options);
    if (answer === undefined || request.method !== "GET") return app.handle(request, runtime);
    const admission = await guard.admit(request, runtime, { open: answer.open });
    const reply =
      "refused" in admission
        ? problem(admission.refused.error, admission.refused.headers)
        : await made(answer, url.searchParams);
    return respond(await packed(request, reply, runtime), runtime);
  }
  function hangUp(): void {
    app.hangUp();
    options.history.hangUp();
  }
  return { ...app, handle, hangUp, fetch: (request) => handle(request, {}) };
}

interface Answer {
  /** The page itself is the same for everybody, and holds nothing. */
  readonly open: boolean;
  make(query: URLSearchParams): Reply | Promise<Reply>;
}

async function made(answer: Answer, query: URLSearchParams): Promise<Reply> {
  try {
    return await answer.make(query);
  } catch (thrown) {
    return problem(thrown instanceof PdError ? thrown : new PdError("tool-failed", "The studio could not read that"));
  }
}

function answerTo(path: string, options: StudioAppOptions): Answer | undefined {
  const { files, views, history } = options;
  const isPage = path === "/" || views.has(path.slice(1));
  const file = files.get(isPage ? "/index.html" : path);
  if (file !== undefined) return { open: true, make: () => file };
  switch (path) {
    case "/studio/overview":
      return { open: false, make: () => overview(options) };
    case "/studio/graph":
      return { open: false, make: (query) => graph(query.get("graph"), options) };
    case "/studio/events":
      return { open: false, make: () => newsStream(history) };
    default:
      return undefined;
  }
}

async function overview({ contents, sources, folderOf }: StudioAppOptions): Promise<Reply> {
  const graphs = contents.map(async (content) => {
    const reading = await content.open();
    try {
      const folder = folderOf(content.id);
      return { id: content.id, nodes: reading.graph.size, ...(folder === undefined ? {} : { folder }) };
    } finally {
      reading.release();
    }
  });
  const said: Overview = { graphs: await Promise.all(graphs), sources };
  return json(said);
}

async function graph(id: string | null, { contents, counter }: StudioAppOptions): Promise<Reply> {
  const content = contents.find((one) => one.id === id);
  if (content === undefined) throw new PdError("graph-unknown", "There is no such graph", { where: "graph" });
  return json(await graphColumns(content, { counter }));
}

const PRIVATE: Readonly<Record<string, string>> = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

function json(value: unknown): Reply {
  const headers = { ...PRIVATE, "content-type": "application/json; charset=utf-8" };
  return { status: 200, headers, body: JSON.stringify(value) };
}

function problem(error: PdError, headers: Readonly<Record<string, string>> = {}): Reply {
  const body = JSON.stringify(problemOf(error, crypto.randomUUID()));
  const type = { "content-type": "application/problem+json; charset=utf-8" };
  return { status: errorKind(error).status, headers: { ...PRIVATE, ...type, ...headers }, body };
}

async function packed({ headers }: HttpRequest, reply: Reply, { pack }: Runtime): Promise<Reply> {
  const accepted = headers.get("accept-encoding");
  return pack === undefined || accepted === null || typeof reply.body !== "string" ? reply : pack(reply, accepted);
}

function respond(reply: Reply, { respond: own }: Runtime): Response {
  if (own !== undefined) return own(reply);
  const { status, headers, body } = reply;
  return new Response(body as BodyInit | null, { status, headers });
}
