import { PdError } from "../model/errors.js";
import type { NodeId, NodeSummary, SectionPreview } from "../model/node.js";
import type { TokenCounter } from "../model/tokens.js";
import type {
  ContentRequest,
  Links,
  LinksRequest,
  Price,
  Read,
  Reading,
  ReadOptions,
  SectionsRequest,
} from "../ports/content.js";

/** Reads one node each; what is asked for in the same turn goes to the content as one call. Rows of a node are read once, bodies are not kept here. */
export interface NodeReader {
  links(request: LinksRequest): Promise<Links>;
  sections(request: SectionsRequest): Promise<readonly SectionPreview[]>;
  content(request: ContentRequest): Promise<string>;
  /** Summary and price of nodes; those that do not exist are left out. */
  priced(ids: readonly NodeId[]): Promise<readonly PricedNode[]>;
}

export interface PricedNode {
  readonly summary: NodeSummary;
  readonly price: Price | undefined;
}

export interface ReaderOptions extends ReadOptions {
  readonly counter: TokenCounter;
}

/** Every node takes its next step before the content is asked: so many turns are enough for the steps between two reads. */
const TURNS = 8;

export function createNodeReader(
  { source, graph }: Pick<Reading, "source" | "graph">,
  { counter, signal }: ReaderOptions,
): NodeReader {
  const priced = keeping(
    createBatch<NodeId, PricedNode | undefined>(async (ids) => {
      const [summaries, prices] = await Promise.all([
        graph.summaries(ids, { signal }),
        graph.prices(
          ids.map((id) => ({ id })),
          counter,
          { signal },
        ),
      ]);
      const summaryOf = new Map(summaries.map((summary) => [summary.id, summary]));
      const priceOf = new Map(prices.map((price) => [price.id, price]));
      return ids.map((id) => {
        const summary = summaryOf.get(id);
        return { value: summary === undefined ? undefined : { summary, price: priceOf.get(id) } };
      });
    }),
  );
  return {
    links: keeping(createBatch((asked) => source.links(asked, { signal }))),
    sections: keeping(createBatch((asked) => source.sections(asked, { signal }))),
    content: createBatch((asked) => source.content(asked, { signal })),
    async priced(ids) {
      const found = await Promise.all(ids.map(priced));
      return found.filter((one) => one !== undefined);
    },
  };
}

interface Waiting<Asked, Value> {
  readonly asked: Asked;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

function createBatch<Asked, Value>(
  ask: (asked: readonly Asked[]) => Promise<readonly Read<Value>[]>,
): (asked: Asked) => Promise<Value> {
  let waiting: Waiting<Asked, Value>[] = [];

  async function flush(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await undefined;
    const due = waiting;
    waiting = [];
    try {
      const found = await ask(due.map(({ asked }) => asked));
      for (const [at, one] of due.entries()) {
        const read = found[at] ?? { failure: new PdError("node-unknown", "The content gave no answer for this node") };
        if ("failure" in read) one.reject(read.failure);
        else one.resolve(read.value);
      }
    } catch (error) {
      for (const one of due) one.reject(error);
    }
  }

  return (asked) =>
    new Promise<Value>((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (waiting.length === 1) void flush();
    });
}

/** The same question is answered once. */
function keeping<Asked, Value>(ask: (asked: Asked) => Promise<Value>): (asked: Asked) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (asked) => {
    const key = JSON.stringify(asked);
    const answer = known.get(key) ?? ask(asked);
    known.set(key, answer);
    return answer;
  };
}
