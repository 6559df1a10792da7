import type { Link, NodeId, NodeSummary, Relation, SectionPreview } from "./node.js";
import type { QualityCounts } from "./quality.js";
import type { TokenCounter, Tokens } from "./tokens.js";
import type { Why } from "./view.js";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ContentOptions extends ReadOptions {
  /** What a skill is invoked with. */
  readonly argument?: string | undefined;
}

/** Knowledge that can be disclosed: a vault, a folder of skills, a prompt's sections. */
export interface Content {
  /** The `graphId` of requests. */
  readonly id: string;
  /** One consistent version, for one request. */
  open(options?: ReadOptions): Promise<Reading>;
}

/** Finding and reading are two objects: an operation is handed the first, and only the gate holds the second. */
export interface Reading {
  readonly version: string;
  readonly graph: Graph;
  readonly source: NodeSource;
  /** The version may be dropped from memory once nobody reads it. */
  release(): void;
}

/** Finding: what an operation may see. Asynchronous, so that an engine on other machines can stand behind it; never a body. */
export interface Graph {
  /** How many nodes there are in all: what coverage is a share of. */
  readonly size: number;
  /** Not everything is indexed yet, and searching does not wait for it. */
  readonly partial?: boolean;
  /** An id, name, alias, path or `[[link#heading]]` (R1.6). */
  resolve(reference: string, options?: ReadOptions): Promise<NodeId | undefined>;
  /** In the order asked for; ids that do not exist are left out. */
  summaries(ids: readonly NodeId[], options?: ReadOptions): Promise<readonly NodeSummary[]>;
  page(request: PageRequest, options?: ReadOptions): Promise<Page>;
  search(query: Query, limit: number, options?: ReadOptions): Promise<readonly Hit[]>;
  /** What answers together, in the order to read it: each counts by what it adds to those before it. For filling a budget. */
  gather(query: Gathering, limit: number, options?: ReadOptions): Promise<readonly GatheredHit[]>;
  /** Both ways. */
  neighbours(ids: readonly NodeId[], options?: ReadOptions): Promise<readonly Edge[]>;
  /** In tokens of this counter; ids that do not exist are left out. May read, and gives back figures only. */
  prices(asked: readonly PriceRequest[], counter: TokenCounter, options?: ReadOptions): Promise<readonly Price[]>;
  stats(options?: ReadOptions): Promise<GraphStats>;
  findings(options?: ReadOptions): Promise<readonly Finding[]>;
}

/** Reading: one method per level, so that cheap levels stay cheap. Held by the gate alone. */
export interface NodeSource {
  links(id: NodeId, options?: ReadOptions): Promise<readonly Link[]>;
  sections(id: NodeId, options?: ReadOptions): Promise<readonly SectionPreview[]>;
  /** The whole text of a node, or of a section by its own id. */
  content(id: NodeId, options?: ContentOptions): Promise<string>;
}

export interface Filter {
  readonly type?: string | undefined;
  readonly domain?: string | undefined;
  readonly tag?: string | undefined;
  /** The beginning of a path in the content. */
  readonly path?: string | undefined;
}

declare const cursorBrand: unique symbol;

/** Where a listing goes on. Opaque to all but the content that made it. */
export type Cursor = string & { readonly [cursorBrand]: true };

export interface PageRequest extends Filter {
  /** Best matches first; without one, maps of content and hubs first. */
  readonly query?: string | undefined;
  readonly limit: number;
  readonly cursor?: Cursor | undefined;
}

export interface Page {
  readonly ids: readonly NodeId[];
  readonly next?: Cursor | undefined;
  /** How many nodes pass the filter in all. */
  readonly total: number;
}

export interface Query extends Filter {
  readonly text: string;
}

export interface Hit {
  readonly id: NodeId;
  readonly score: number;
  readonly why: readonly Why[];
}

export interface Gathering extends Query {
  /** Where reading begins, before any match. These are not given back. */
  readonly start?: readonly NodeId[];
}

export interface GatheredHit extends Hit {
  /** Steps from a match, or from where reading began. */
  readonly hop: number;
  /** Its sections in order, and how well each matches; none where there is nothing to choose. */
  readonly sections: readonly SectionHit[];
}

export interface SectionHit {
  readonly id: NodeId;
  readonly score: number;
  /** From where to where it reaches in its note, so that one inside another can be told. */
  readonly extent: readonly [number, number];
}

export interface Edge {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly relation: Relation;
}

export interface PriceRequest {
  readonly id: NodeId;
  /** What a skill would be invoked with: it becomes part of the text. */
  readonly argument?: string | undefined;
}

/**
 * What a node's whole text costs: as it stands, and as a JSON string, since escaping changes the count.
 * Exact, or an upper bound where the exact one is not known. The gate drops a body that proves larger.
 */
export interface Price {
  readonly id: NodeId;
  readonly text: Tokens;
  readonly json: Tokens;
  /** The text says the description by itself, so that showing it need not be paid for. A hint: the finished bytes are counted. */
  readonly saysDescription?: boolean;
}

export interface GraphStats {
  readonly nodes: number;
  readonly links: number;
  readonly byType: readonly Count[];
  readonly byDomain: readonly Count[];
  readonly byRelation: readonly Count[];
  readonly quality: QualityCounts;
  readonly mocs: readonly NodeId[];
  readonly orphans: readonly NodeId[];
}

export interface Count {
  readonly name: string;
  readonly count: number;
}

export interface Finding {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly fix?: string;
}
