import type { Level, NodeView, SessionLogEntry, Why } from "@pd/core";
import { type MentionedNode, parted } from "./delivered-text.js";

/** One node in one call, exactly as it was handed over. */
export interface Delivery {
  readonly id: string;
  readonly level: Level;
  /** What the session had seen of it before. */
  readonly from?: Level | undefined;
  readonly tokens?: number | undefined;
  /** The bytes: a part of the text, or the node as compact JSON. */
  readonly text: string;
  readonly form: "json" | "text";
  /** The fields, where the answer was JSON. */
  readonly view?: NodeView | undefined;
  /** Where a text is parted is read from its headings; one of a body may look like one. */
  readonly isCertain: boolean;
}

/** A call, and what it handed over. */
export interface Delivered {
  readonly entry: SessionLogEntry;
  /** Its place in the session, from 1. */
  readonly number: number;
  readonly deliveries: readonly Delivery[];
  /** Everything that reached the model, in one piece. */
  readonly whole: string;
  /** What stands after the nodes. */
  readonly footer: string;
}

/** A call taken apart into the nodes it handed over. */
export function deliveredBy(entry: SessionLogEntry, number: number): Delivered {
  const text = fieldIn(entry.answer, "text");
  const nodes = nodesIn(entry.answer);
  const told = new Map(entry.disclosed.map((disclosure) => [`${disclosure.id}\n${disclosure.level}`, disclosure]));
  const about = ({ id, level }: MentionedNode) => {
    const disclosure = told.get(`${id}\n${level}`);
    return { id, level: level as Level, from: disclosure?.from, tokens: disclosure?.tokens };
  };
  if (typeof text === "string") {
    const { parts, footer } = parted(text, nodes);
    const deliveries = parts.map((part) => ({
      ...about(part),
      text: part.text,
      form: "text" as const,
      isCertain: part.isCertain,
    }));
    return { entry, number, deliveries, whole: text, footer };
  }
  const deliveries = nodes.map((node) => ({
    ...about(node),
    text: JSON.stringify(node),
    form: "json" as const,
    view: node as unknown as NodeView,
    isCertain: true,
  }));
  return { entry, number, deliveries, whole: wholeOf(entry, nodes), footer: "" };
}

/** What is counted is what is delivered: the nodes of a JSON answer; of any other tool, all that it gave back. */
function wholeOf({ answer, error }: SessionLogEntry, nodes: readonly MentionedNode[]): string {
  if (error !== undefined) return "";
  if (typeof answer === "string") return answer;
  if (Array.isArray(fieldIn(answer, "nodes"))) {
    const data = fieldIn(answer, "data");
    return [nodes, data].flatMap((part) => JSON.stringify(part) ?? []).join("");
  }
  return answer === undefined ? "" : JSON.stringify(answer);
}

/** Every time a node was handed over in a session, in order. */
export interface Showing {
  readonly number: number;
  readonly delivery: Delivery;
}

export function showingsOf(id: string, calls: readonly Delivered[]): readonly Showing[] {
  return calls.flatMap(({ number, deliveries }) =>
    deliveries.filter((delivery) => delivery.id === id).map((delivery) => ({ number, delivery })),
  );
}

/** Every node that was handed over, in the order in which it first was, at the highest level it reached. */
export interface SeenNode {
  readonly id: string;
  readonly name: string | undefined;
  readonly level: Level;
  readonly tokens: number;
  readonly times: number;
}

export function nodesSeen(calls: readonly Delivered[]): readonly SeenNode[] {
  const seen = new Map<string, SeenNode>();
  for (const { deliveries } of calls) {
    for (const { id, level, tokens = 0, view } of deliveries) {
      const before = seen.get(id);
      seen.set(id, {
        id,
        name: view?.name ?? before?.name,
        level: before === undefined || level > before.level ? level : before.level,
        tokens: tokens + (before?.tokens ?? 0),
        times: 1 + (before?.times ?? 0),
      });
    }
  }
  return [...seen.values()];
}

/** The nodes of an answer that came from a file: what has no id and level is none. */
function nodesIn(answer: unknown): readonly MentionedNode[] {
  const nodes = fieldIn(answer, "nodes");
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(
    (node): node is MentionedNode =>
      typeof fieldIn(node, "id") === "string" && [0, 1, 2, 3, 4].includes(fieldIn(node, "level") as number),
  );
}

export function whyIn(view: NodeView | undefined): readonly Why[] {
  const why = fieldIn(view, "why");
  return Array.isArray(why) ? why.filter((reason) => typeof fieldIn(reason, "field") === "string") : [];
}

export function fieldIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
