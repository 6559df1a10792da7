import type { GraphData } from "../../state/graph-data.js";

const MOST = 4;

/** The names of the best connected notes as questions: those are what a folder is about. Lists of notes answer nothing. */
export function questionsFor(graph: GraphData): readonly string[] {
  const nodes = Array.from({ length: graph.size }, (_, index) => ({
    ...graph.node(index),
    degree: graph.degree(index),
  }));
  const known = nodes.filter(({ type, tokens }) => type !== "moc" && tokens > 100).sort((a, b) => b.degree - a.degree);
  const names = [...new Set((known.length > 0 ? known : nodes).map(({ name }) => name))];
  return names.slice(0, MOST).map((name) => (/[?？]$/u.test(name) ? name : `${name}?`));
}
