import { throwIfCancelled } from "../model/errors.js";
import type { Graph, NodeSource, Reading, ReadOptions } from "../ports/content.js";

/** Opens a reading whose calls heed their signals: one that is aborted, before or during a call, is answered with `cancelled`. */
export async function cancellable(options: ReadOptions | undefined, open: () => Promise<Reading>): Promise<Reading> {
  throwIfCancelled(options?.signal);
  const reading = await open();
  if (options?.signal?.aborted) reading.release();
  throwIfCancelled(options?.signal);
  return {
    // A content may find out its version only when it is asked for.
    get version() {
      return reading.version;
    },
    graph: cancellableGraph(reading.graph),
    source: cancellableSource(reading.source),
    ...(reading.renew === undefined ? {} : { renew: () => reading.renew?.() ?? Promise.resolve(false) }),
    release: () => reading.release(),
  };
}

/** Every part of a port, so that one that is added later and left out here does not compile. */
type Whole<Port> = { readonly [Key in keyof Required<Port>]: Port[Key] | undefined };

function cancellableGraph(graph: Graph): Graph {
  const { namesakes, passages, resolveLines, versions, outward, nodeAt } = graph;
  const whole: Whole<Graph> = {
    size: graph.size,
    partial: graph.partial,
    hasMeaning: graph.hasMeaning,
    closed: graph.closed,
    resolve: (references, options) => heeding(options, () => graph.resolve(references, options)),
    namesakes: namesakes && ((references, options) => heeding(options, () => namesakes(references, options))),
    beginning: (prefix, limit, options) => heeding(options, () => graph.beginning(prefix, limit, options)),
    summaries: (ids, options) => heeding(options, () => graph.summaries(ids, options)),
    page: (request, options) => heeding(options, () => graph.page(request, options)),
    search: (query, limit, options) => heeding(options, () => graph.search(query, limit, options)),
    gather: (query, limit, options) => heeding(options, () => graph.gather(query, limit, options)),
    passages: passages && ((query, limit, options) => heeding(options, () => passages(query, limit, options))),
    resolveLines: resolveLines && ((references, options) => heeding(options, () => resolveLines(references, options))),
    neighbours: (ids, options) => heeding(options, () => graph.neighbours(ids, options)),
    outward: outward && ((options) => heeding(options, () => outward(options))),
    nodeAt: nodeAt && ((file, options) => heeding(options, () => nodeAt(file, options))),
    prices: (asked, counter, options) => heeding(options, () => graph.prices(asked, counter, options)),
    versions: versions && ((asked, options) => heeding(options, () => versions(asked, options))),
    stats: (options) => heeding(options, () => graph.stats(options)),
    findings: (options) => heeding(options, () => graph.findings(options)),
  };
  return whole as Graph;
}

function cancellableSource(source: NodeSource): NodeSource {
  return {
    links: (asked, options) => heeding(options, () => source.links(asked, options)),
    sections: (asked, options) => heeding(options, () => source.sections(asked, options)),
    content: (asked, options) => heeding(options, () => source.content(asked, options)),
  };
}

async function heeding<Answer>(options: ReadOptions | undefined, ask: () => Promise<Answer>): Promise<Answer> {
  throwIfCancelled(options?.signal);
  const answer = await ask();
  throwIfCancelled(options?.signal);
  return answer;
}
