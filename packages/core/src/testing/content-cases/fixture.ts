import type { PdErrorCode } from "../../model/errors.js";
import type { NodeId, Relation } from "../../model/node.js";
import type { Content, Graph, NodeSource, Reading } from "../../ports/content.js";

/** A content and a description of everything in it. Made anew for each case. */
export interface ContentFixture {
  readonly content: Content;
  /** Every node, sections aside. No two share a name. */
  readonly nodes: readonly DescribedNode[];
  /** Absent where the content never changes. */
  readonly change?: ContentChange;
  /** Called when the case is over. */
  close?(): Promise<void>;
}

export interface ContentChange {
  /** The node that gets another description and another text. */
  readonly name: string;
  /** Makes the change and adds one more node. Readings opened after it see both. */
  apply(): Promise<void>;
}

/** A node in terms that every content shares. Its id is the content's own business: the cases ask for it by name. */
export interface DescribedNode {
  readonly name: string;
  readonly type: string;
  readonly domain: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Its path in the content, for the path filter. */
  readonly path: string;
  /** What else leads to it: aliases, paths, names in another case (R1.6). */
  readonly references: readonly string[];
  /** Outgoing ones; the cases know both ends from them. */
  readonly links: readonly DescribedLink[];
  /** The headings of its outline, in order. */
  readonly headings: readonly string[];
  /** Sections that can be opened as nodes of their own (R1.3). */
  readonly sections: readonly DescribedSection[];
  /** A word of its text that stands in no description, preview, heading or link sentence; absent where the text is empty. */
  readonly marker?: string;
  /** The error code with which its text is refused, where it cannot be read. */
  readonly refused?: PdErrorCode;
}

export interface DescribedLink {
  /** The name of the node it leads to. */
  readonly to: string;
  readonly relation: Relation;
  /** What the link calls its target; the target's name where it is absent. */
  readonly name?: string;
}

export interface DescribedSection {
  readonly heading: string;
  /** A word of the section's text. */
  readonly marker?: string;
}

/** One promise of the ports in `content.ts`. `run` throws a `ContentFault` where the content breaks it. */
export interface ContentCase {
  /** The rule of docs/rules.md that it comes from. */
  readonly rule: string;
  readonly name: string;
  run(): Promise<void>;
}

export interface PlacedNode extends DescribedNode {
  readonly id: NodeId;
}

/** A fixture with one reading open. */
export interface OpenedFixture {
  readonly fixture: ContentFixture;
  readonly content: Content;
  readonly reading: Reading;
  readonly graph: Graph;
  readonly source: NodeSource;
  readonly nodes: readonly PlacedNode[];
  /** The node of this name. */
  called(name: string): PlacedNode;
}

/** A case before it is given a fixture. */
export interface ContentCheck {
  readonly rule: string;
  readonly name: string;
  check(opened: OpenedFixture): Promise<void>;
}
