/** Keeps the best few of many without sorting all: a heap with the worst kept on top. Ties go to the lower node number. */
export interface TopNodes {
  /** What a node must at least score to be kept. */
  readonly least: number;
  offer(node: number, score: number): void;
  /** Best first; the heap is empty afterwards. */
  take(): readonly ScoredNode[];
}

export interface ScoredNode {
  readonly node: number;
  readonly score: number;
}

export function createTopNodes(limit: number): TopNodes {
  const nodes: number[] = [];
  const scores: number[] = [];

  const worse = (one: number, other: number) =>
    scores[one]! < scores[other]! || (scores[one] === scores[other] && nodes[one]! > nodes[other]!);

  function swap(one: number, other: number): void {
    [nodes[one], nodes[other]] = [nodes[other]!, nodes[one]!];
    [scores[one], scores[other]] = [scores[other]!, scores[one]!];
  }

  function rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >>> 1;
      if (!worse(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  }

  function sink(): void {
    for (let at = 0; ; ) {
      const left = at * 2 + 1;
      if (left >= nodes.length) return;
      const child = left + 1 < nodes.length && worse(left + 1, left) ? left + 1 : left;
      if (!worse(child, at)) return;
      swap(at, child);
      at = child;
    }
  }

  return {
    get least() {
      return nodes.length < limit ? Number.NEGATIVE_INFINITY : (scores[0] ?? Number.POSITIVE_INFINITY);
    },
    offer(node, score) {
      if (nodes.length < limit) {
        nodes.push(node);
        scores.push(score);
        rise(nodes.length - 1);
      } else if (limit > 0 && (score > scores[0]! || (score === scores[0] && node < nodes[0]!))) {
        nodes[0] = node;
        scores[0] = score;
        sink();
      }
    },
    take() {
      const taken: ScoredNode[] = [];
      while (nodes.length > 0) {
        taken.push({ node: nodes[0]!, score: scores[0]! });
        const node = nodes.pop()!;
        const score = scores.pop()!;
        if (nodes.length === 0) break;
        nodes[0] = node;
        scores[0] = score;
        sink();
      }
      return taken.reverse();
    },
  };
}
