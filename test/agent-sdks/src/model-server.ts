import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Question } from "./questions.js";
import { WIRES } from "./wires.js";

export interface ModelServer {
  readonly url: string;
  /** The text of each tool's answer, as it stood in the request that brought it. */
  readonly told: readonly string[];
  /** The tools as the first request announced them. */
  readonly announced: unknown;
  close(): Promise<void>;
}

/** A model on this machine that asks one question after the other, then says "Done.", in the formats of OpenAI and Anthropic. */
export async function startModelServer(questions: readonly Question[]): Promise<ModelServer> {
  const told: string[] = [];
  let announced: unknown;
  let turn = 0;

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await textOf(request)) as Readonly<Record<string, unknown>>;
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const wire = WIRES.find(({ path }) => pathname.endsWith(path));
    if (wire === undefined) {
      response.writeHead(404).end();
      return;
    }
    announced ??= body["tools"];
    if (turn > 0) told.push(wire.lastAnswer(body));
    const said = wire.reply(questions[turn], turn, body);
    turn += 1;
    response.writeHead(200, { "content-type": said.contentType }).end(said.text);
  }

  const server = createServer((request, response) => {
    reply(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    get announced() {
      return announced;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
