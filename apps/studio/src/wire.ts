import type { NodeId, Relation, SessionLogEntry } from "@pd/core";

/** What the server has to show, before any call. */
export interface Overview {
  readonly graphs: readonly GraphChoice[];
  readonly sources: readonly SourceName[];
}

export interface GraphChoice {
  readonly id: string;
  readonly nodes: number;
}

/** Where calls come from: a file, a server elsewhere, or what this page and whoever has its token call here. */
export interface SourceName {
  readonly id: string;
  readonly label: string;
  readonly kind: "file" | "live" | "studio";
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
