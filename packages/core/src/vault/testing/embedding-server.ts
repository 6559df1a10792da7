import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterwards } from "pd-tooling/afterwards";
import { openAiEmbedder } from "../../embedders/openai-embedder.js";
import type { Embedder } from "../../ports/embedder.js";

/** A server on this machine that speaks OpenAI's `/v1/embeddings`, and does wrong what a test asks for. */
export interface EmbeddingServer {
  readonly embedder: Embedder;
  readonly url: string;
  /** Every text that was sent, in order. */
  readonly texts: string[];
  readonly requests: { readonly path: string; readonly authorization: string | undefined; readonly body: unknown }[];
  /** Requests that were under way together, at the most. */
  readonly together: number;
  /** What it answers from now on; as it should, where there is nothing. */
  behave(behaviour: Behaviour | undefined): void;
}

export interface Behaviour {
  /** Answers with this instead of vectors, this many times if a number is given. */
  readonly status?: number;
  readonly times?: number;
  readonly retryAfter?: number;
  readonly never?: boolean;
  /** Does something to each vector. */
  readonly vector?: (vector: readonly number[], text: string) => readonly unknown[];
  /** Does something to the whole answer. */
  readonly answer?: (answer: object) => unknown;
}

/** Words that mean the same, in several languages, have a place of their own: so a made-up model knows a little. */
const CONCEPTS: readonly (readonly string[])[] = [
  ["automobile", "engine", "wagen", "motorcar", "车", "vehicle"],
  ["dough", "oven", "bread", "brot", "baker", "面包"],
  ["sleep", "night", "schlaf", "slumber", "睡"],
];
const OTHERS = 61;
export const DIMENSION = CONCEPTS.length + OTHERS;

export function vectorOf(text: string): readonly number[] {
  const vector = new Array<number>(DIMENSION).fill(0.001);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const concept = CONCEPTS.findIndex((words) => words.some((one) => word.includes(one)));
    const other = [...word].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % OTHERS, 7);
    if (concept < 0) vector[CONCEPTS.length + other]! += 0.3;
    else vector[concept]! += 1;
  }
  return vector;
}

export async function embeddingServer(model = "made-up"): Promise<EmbeddingServer> {
  const texts: string[] = [];
  const requests: EmbeddingServer["requests"] = [];
  let behaviour: Behaviour | undefined;
  let [underWay, together] = [0, 0];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    underWay += 1;
    together = Math.max(together, underWay);
    let sent = "";
    for await (const chunk of request.setEncoding("utf8")) sent += String(chunk);
    const body = JSON.parse(sent) as { readonly input: readonly string[] };
    requests.push({ path: request.url ?? "", authorization: request.headers.authorization, body });
    const now = behaviour;
    if (now?.never === true) return;
    underWay -= 1;
    if (now?.status !== undefined) {
      behaviour = now.times === undefined || now.times > 1 ? { ...now, times: (now.times ?? 1e9) - 1 } : undefined;
      const retry = now.retryAfter === undefined ? {} : { "retry-after": String(now.retryAfter) };
      response.writeHead(now.status, retry).end('{"error":{"message":"sk-secret is wrong"}}');
      return;
    }
    texts.push(...body.input);
    const data = body.input.map((text, index) => {
      const vector = vectorOf(text);
      return { object: "embedding", index, embedding: now?.vector?.(vector, text) ?? vector };
    });
    // In another order than it was asked: `index` says which is which.
    const whole = { object: "list", model, data: data.toReversed() };
    response.setHeader("content-type", "application/json").end(JSON.stringify(now?.answer?.(whole) ?? whole));
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    embedder: openAiEmbedder({ url, model, key: "sk-secret" }),
    url,
    texts,
    requests,
    get together() {
      return together;
    },
    behave(next) {
      behaviour = next;
    },
  };
}
