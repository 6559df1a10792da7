import type { Finding } from "../model/finding-table.js";
import type { Lines, Link, NodeId, NodeSummary, Relation, SectionPreview } from "../model/node.js";
import type { Cursor, CutText } from "../model/plan.js";
import type { QualityCounts } from "../model/quality.js";
import type { TokenCounter, Tokens } from "../model/tokens.js";
import type { Why } from "../model/view.js";

export type { Finding } from "../model/finding-table.js";
export type { Cursor } from "../model/plan.js";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
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
  /** Called after a failure without a code: what is kept of the content may be damaged. True where it was read anew, so that asking again may help. */
  renew?(): Promise<boolean>;
  /** The version may be dropped from memory once nobody reads it. */
  release(): void;
}

/** Finding: what an operation may see. Asynchronous, so that an engine on other machines can stand behind it; never a body. */
export interface Graph {
  /** How many nodes there are in all: what coverage is a share of. */
  readonly size: number;
  /** Not everything is indexed yet, and searching does not wait for it. */
  readonly partial?: boolean;
  /** Why nothing is served, where what is to be left out is not known. Then only `stats` and `findings` answer. */
  readonly closed?: string | undefined;
  /** What each reference means: an id, name, alias, path or `[[link#heading]]` (R1.6). In the order asked for, `undefined` for one that means nothing. */
  resolve(references: readonly string[], options?: ReadOptions): Promise<readonly (NodeId | undefined)[]>;
  /**
   * For each reference some of the nodes that it could mean, the one that `resolve` gives first; none where it can mean one only, as an id or
   * a path does. Absent where no two nodes share a name.
   */
  namesakes?(references: readonly string[], options?: ReadOptions): Promise<readonly (readonly NodeId[])[]>;
  /** Nodes whose name, alias or id begins so, in any case; at most so many, by id. For completion. */
  beginning(prefix: string, limit: number, options?: ReadOptions): Promise<readonly NodeId[]>;
  /** In the order asked for; ids that do not exist are left out. */
  summaries(ids: readonly NodeId[], options?: ReadOptions): Promise<readonly NodeSummary[]>;
  page(request: PageRequest, options?: ReadOptions): Promise<Page>;
  search(query: Query, limit: number, options?: ReadOptions): Promise<readonly Hit[]>;
  /** What answers together, in the order to read it: each counts by what it adds to those before it. For filling a budget. */
  gather(query: Gathering, limit: number, options?: ReadOptions): Promise<readonly GatheredHit[]>;
  /** Whether an embedder can say how near texts are to a question in meaning. */
  readonly hasMeaning?: boolean | undefined;
  /**
   * The passages that answer a question, best first (R3.6a), with all that is needed to choose among them. Absent where a content has no
   * passages: then its nodes are what is ranked.
   */
  passages?(query: PassageQuery, limit: number, options?: ReadOptions): Promise<PassageHits>;
  /** For each reference with lines, such as `budgets.md@12-40`, all passages that it means: one for each section (R1.9). None without lines. */
  resolveLines?(references: readonly string[], options?: ReadOptions): Promise<readonly (readonly NodeId[])[]>;
  /** Both ways. */
  neighbours(ids: readonly NodeId[], options?: ReadOptions): Promise<readonly Edge[]>;
  /** Links that lead to no node of this content: another one that is combined with it may have what they mean. Absent where there can be none. */
  outward?(options?: ReadOptions): Promise<readonly OutwardLink[]>;
  /** The node whose file this is, by its absolute path. Absent where nodes have no files. */
  nodeAt?(file: string, options?: ReadOptions): Promise<NodeId | undefined>;
  /** In tokens of this counter; ids that do not exist are left out. May read, and gives back figures only. */
  prices(asked: readonly PriceRequest[], counter: TokenCounter, options?: ReadOptions): Promise<readonly Price[]>;
  /**
   * By what one version of a node is told from another without reading it: where two are equal, it shows the same at every level. In the
   * order asked for, `undefined` where that is not known: the gate then has to read a text to find that it was shown before.
   */
  versions?(asked: readonly PriceRequest[], options?: ReadOptions): Promise<readonly (string | undefined)[]>;
  stats(options?: ReadOptions): Promise<GraphStats>;
  findings(options?: ReadOptions): Promise<readonly Finding[]>;
}

/**
 * Reading: one method per level, so that cheap levels stay cheap; of many nodes in one call, so that a store on another machine is asked once.
 * What came of each is in the order asked for: one that cannot be read keeps no other from being read. Held by the gate alone.
 */
export interface NodeSource {
  /** Each target once for each relation, those that help most to choose from first; or every mention, in the order of the text. */
  links(asked: readonly LinksRequest[], options?: ReadOptions): Promise<readonly Read<Links>[]>;
  sections(
    asked: readonly SectionsRequest[],
    options?: ReadOptions,
  ): Promise<readonly Read<readonly SectionPreview[]>[]>;
  /** The whole text of a node, or of a section by its own id. */
  content(asked: readonly ContentRequest[], options?: ReadOptions): Promise<readonly Read<string>[]>;
}

/** What came of one read among several. */
export type Read<Value> = { readonly value: Value } | { readonly failure: unknown };

export interface ContentRequest {
  readonly id: NodeId;
  /** What a skill is invoked with. */
  readonly argument?: string | undefined;
}

export interface LinksRequest {
  readonly id: NodeId;
  /** How many are given back at the most, behind the first `from`. */
  readonly most?: number | undefined;
  readonly from?: number | undefined;
  /** Without the sentences, for which the text would have to be read. */
  readonly bare?: boolean | undefined;
  /** Every mention by itself, since each has its own sentence. */
  readonly mentions?: boolean | undefined;
}

export interface Links {
  readonly links: readonly Link[];
  /** How many there are in all. */
  readonly total: number;
}

export interface SectionsRequest {
  readonly id: NodeId;
  /** Without previews, for which the text would have to be looked through. */
  readonly bare?: boolean | undefined;
}

export interface Filter {
  readonly type?: string | undefined;
  readonly domain?: string | undefined;
  readonly tag?: string | undefined;
  /** The beginning of a path in the content. */
  readonly path?: string | undefined;
}

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
  /** How much of the question words have found (`PassageHits.covered`): the more, the less meaning counts. Without it, words decide alone. */
  readonly covered?: number | undefined;
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

export interface PassageQuery extends Query {
  /** Other words for the same question: the best of the wordings counts. */
  readonly also?: readonly string[] | undefined;
  /** Notes of which the best passage of each is asked for, and nothing else. */
  readonly within?: readonly NodeId[] | undefined;
}

export interface PassageHits {
  readonly hits: readonly PassageHit[];
  /** How much of the question the best hit has, from 0 to 1: rare words count more. */
  readonly covered: number;
  /** The best hit has little of the question. */
  readonly weak: boolean;
  /** Words of the question that the best hit has, those of grammar left out, each with the share of all passages that has it. */
  readonly met?: readonly { readonly word: string; readonly share: number }[];
  /** Where there is an embedder: the share of texts whose meaning is known, from 0 to 1; `missing` where the question's is not. */
  readonly meaning?: number | "missing" | undefined;
  /** Words to try instead of those that nothing has, taken from names, aliases, descriptions and tags; at most five (R3.6a). */
  words(): readonly string[];
  /** Shortens a passage to the neighbouring sentences that have most of the question. */
  readonly cut: CutText;
}

export interface PassageHit extends Hit {
  readonly note: NodeId;
  readonly lines: Lines;
  /** By the default counter. */
  readonly price: { readonly text: Tokens; readonly json: Tokens };
}

/** A link that leads out of its content, or nowhere. */
export interface OutwardLink {
  readonly from: NodeId;
  readonly relation: Relation;
  /** In the frontmatter, and not in the body. */
  readonly declared: boolean;
  /** The name or path as it is written. */
  readonly target: string;
  /** Where a path leads to on this machine; none for a name. */
  readonly file?: string | undefined;
  /** What is said of it, as long as nobody has its target. */
  readonly finding: Finding;
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
 * What a node's whole text costs as it is delivered, which `priceOf` counts: in a text, and as a JSON string, since escaping changes the count.
 * Exact, or an upper bound where the exact one is not known. The gate drops a body that proves larger.
 */
export interface Price {
  readonly id: NodeId;
  readonly text: Tokens;
  readonly json: Tokens;
  /** The text says the description by itself, so that showing it need not be paid for. A hint: the finished bytes are counted. */
  readonly saysDescription?: boolean;
  /** The links that only the frontmatter declares, or what stands in its place: level 4 shows them beside the text (R1.1). */
  readonly declared?: readonly Link[];
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
