import type { Answer, Level, NodeId, NodeView, Relation, SessionLogEntry } from "@pd/core";

/** What the server has to show, before any call. */
export interface Overview {
  readonly graphs: readonly GraphChoice[];
  readonly sources: readonly SourceName[];
}

export interface GraphChoice {
  readonly id: string;
  readonly nodes: number;
  /** Where its notes lie, where that is a folder. */
  readonly folder?: string;
}

/** Where calls come from: a log, a server elsewhere, what this page and whoever has its token call here, or an example made of these notes. */
export interface SourceName {
  readonly id: string;
  readonly label: string;
  readonly kind: "file" | "live" | "studio" | "example";
}

/** One piece of news: of a source, or of a graph. */
export type News = SourceNews | GraphNews;

/** The notes are of another version now. */
export interface GraphNews {
  readonly graph: string;
  readonly version: string;
}

/** Calls that were made, or that a source is in trouble or well again. */
export interface SourceNews {
  readonly source: string;
  readonly entries?: readonly SessionLogEntry[];
  /** How many calls before these the page was too slow for. */
  readonly missed?: number;
  readonly trouble?: string | null;
}

/** A whole graph at level 0 with tags and prices, in columns: 10,000 nodes are one small answer. */
export interface GraphColumns {
  readonly graphId: string;
  readonly version: string;
  readonly ids: readonly NodeId[];
  readonly names: readonly string[];
  /** Each node's place in `typeNames`; the same for domains. */
  readonly types: readonly number[];
  readonly typeNames: readonly string[];
  readonly domains: readonly number[];
  readonly domainNames: readonly string[];
  readonly tags: readonly (readonly number[])[];
  readonly tagNames: readonly string[];
  /** What opening each in full would cost. */
  readonly tokens: readonly number[];
  /** Places of the two ends, and of the relation in `relationNames`. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly relations: readonly number[];
  readonly relationNames: readonly Relation[];
}

/** One note or passage on the way to a pack. */
export interface PackPart extends Pick<NodeView, "id" | "name" | "path" | "lines" | "score" | "why"> {
  readonly level: Level;
  readonly description?: string;
  readonly headings?: readonly string[];
  /** What opening it in full would cost. */
  readonly price?: number;
  /** What it costs as it stands in the pack. */
  readonly cost?: number;
  /** Its text, where the pack has it. */
  readonly text?: string;
}

/** How a pack came about: what was ranked, what was taken, what was left out, and the text that a model gets. */
export interface BuiltPack extends Pick<Answer, "omitted" | "telemetry"> {
  readonly ranked: readonly PackPart[];
  readonly parts: readonly PackPart[];
  readonly notices: readonly string[];
  readonly text: string;
}
