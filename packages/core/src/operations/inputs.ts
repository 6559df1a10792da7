// What the operations take, as an editor shows it: the same fields as the schemas of the operations have, which a type test compares. A type
// made from a schema loses its comments where declarations are built, so they are written here.

/** What every operation takes. */
interface SharedInput {
  /** A session's id, or `"new"` to begin one: the answer gives its id back. Without a session nothing is remembered. */
  readonly session?: string | undefined;
  /** Which vault or other content is asked. Default: the first that was mounted. */
  readonly graphId?: string | undefined;
  /** What the answer holds and the budget counts: `"json"`, nodes for a program (default), or `"text"`, one text for a model. */
  readonly format?: "json" | "text" | undefined;
  /** `false` leaves out what the session was already shown, and names it. Needs `session`. */
  readonly repeat?: boolean | undefined;
  /** Maximum number of tokens in the answer. It is never exceeded; what does not fit is named in `omitted`. */
  readonly tokenBudget?: number | undefined;
}

interface FilterInput {
  /** Only notes of this type, for example `"moc"`. */
  readonly type?: string | undefined;
  /** Only notes of this domain: what their frontmatter says, or their top folder. */
  readonly domain?: string | undefined;
  /** Only notes with this tag. */
  readonly tag?: string | undefined;
  /** Only notes whose path begins with this. */
  readonly path?: string | undefined;
}

interface WordingsInput {
  /** Other words for the same question, up to five. The wording that fits a note best counts. */
  readonly also?: readonly string[] | undefined;
}

export interface ScanInput extends SharedInput, FilterInput {
  /** Words to narrow the list by. Default: everything, maps and hubs first. */
  readonly query?: string | undefined;
  /** Maximum number of results. Default: 20. */
  readonly limit?: number | undefined;
  /** `cursor` of the page before, with the same query and filters. */
  readonly cursor?: string | undefined;
}

export interface SearchInput extends SharedInput, FilterInput, WordingsInput {
  /** Words to look for, or a question. */
  readonly query: string;
  /** Maximum number of results. Default: 10. */
  readonly limit?: number | undefined;
}

export interface QueryInput extends SharedInput, FilterInput, WordingsInput {
  /** Words to look for, or a question. */
  readonly query: string;
  /** Maximum number of results. Default: 10. */
  readonly limit?: number | undefined;
  /** How many of the best results show their sections. Default: 3. */
  readonly top?: number | undefined;
}

export interface NodeInput extends SharedInput {
  /** Ids, names, aliases, paths or `[[wikilinks]]`; `name#heading` is a section, `id@12-18` the lines 12 to 18. */
  readonly nodes: string | readonly string[];
  /** 0 name, 1 description (default), 2 links, 3 sections, 4 full text. Never less than the session has seen. */
  readonly level?: 0 | 1 | 2 | 3 | 4 | undefined;
  /** Which links to show from level 2. Default: `"best"` at level 2, `"none"` above. */
  readonly links?: "none" | "best" | "all" | undefined;
  /** How much of each section to show from level 3. Default: `"short"`. */
  readonly previews?: "short" | "all" | undefined;
  /** `cursor` of the page before, of one node's `links: "all"` or `previews: "all"`. */
  readonly cursor?: string | undefined;
}

export interface TraverseInput extends SharedInput {
  /** Where to start: ids, names, aliases, paths or `[[wikilinks]]`. Needed where `query` is not given. */
  readonly start?: string | readonly string[] | undefined;
  /** Words or a question to walk towards. Without `start`, its best matches are where the walk begins. */
  readonly query?: string | undefined;
  /** Maximum number of links between the start and a note. Default: 3. */
  readonly maxDepth?: number | undefined;
  /** Maximum number of notes. Default: 8. */
  readonly maxNodes?: number | undefined;
}

export interface ContextInput extends SharedInput, FilterInput, WordingsInput {
  /** Words or a question that the pack should answer. Needed where `nodes` is not given. */
  readonly query?: string | undefined;
  /** Notes that must be in the pack: ids, names, aliases, paths or `[[wikilinks]]`. Needed where `query` is not given. */
  readonly nodes?: string | readonly string[] | undefined;
}

export type StatsInput = SharedInput;

export interface ValidateInput extends SharedInput {
  /** The lowest quality score that passes, from 0 to 100. */
  readonly threshold?: number | undefined;
  /** Maximum number of findings. Default: 1000. */
  readonly limit?: number | undefined;
}

/** What each operation takes, by name. */
export interface OperationInputs {
  readonly scan: ScanInput;
  readonly search: SearchInput;
  readonly query: QueryInput;
  readonly node: NodeInput;
  readonly traverse: TraverseInput;
  readonly context: ContextInput;
  readonly stats: StatsInput;
  readonly validate: ValidateInput;
}
