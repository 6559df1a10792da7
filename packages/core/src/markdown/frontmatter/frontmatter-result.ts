import {
  type Diagnostic,
  type Entries,
  type Frontmatter,
  type FrontmatterStatus,
  type FrontmatterValue,
  writtenPath,
} from "./frontmatter-types.js";

const LINE_FEED = 10;
const NOTHING: Entries = { data: new Map(), starts: [], written: undefined };
const NO_DIAGNOSTICS: readonly Diagnostic[] = [];

/** Frontmatter that says nothing. */
export function without(status: FrontmatterStatus, end = 0, diagnostics = NO_DIAGNOSTICS): Frontmatter {
  return finish(status, NOTHING, { text: "", from: 0, firstLine: 1, end, diagnostics });
}

/** Where the entries were read, for line numbers on request. */
interface Place {
  readonly text: string;
  /** The offset of the frontmatter's first line in `text`, and that line's number in the file. */
  readonly from: number;
  readonly firstLine: number;
  readonly end: number;
  readonly diagnostics: readonly Diagnostic[];
}

export function finish(status: FrontmatterStatus, entries: Entries, place: Place): Frontmatter {
  return new ReadEntries(status, entries, place);
}

/** A class and not closures: making three functions a file would cost a third of what reading the file does. */
class ReadEntries implements Frontmatter {
  // Declared only: fields that the language itself sets up, private ones above all, cost more than the rest of it.
  declare readonly status: FrontmatterStatus;
  declare readonly data: ReadonlyMap<string, FrontmatterValue>;
  declare readonly diagnostics: readonly Diagnostic[];
  declare readonly end: number;
  declare private readonly entries: Entries;
  declare private readonly place: Place;

  constructor(status: FrontmatterStatus, entries: Entries, place: Place) {
    this.status = status;
    this.data = entries.data;
    this.diagnostics = place.diagnostics;
    this.end = place.end;
    this.entries = entries;
    this.place = place;
  }

  text(...path: readonly string[]): string | undefined {
    if (path.length === 0) return undefined;
    let value: FrontmatterValue | undefined = this.data;
    for (const step of path) value = value instanceof Map ? value.get(step) : undefined;
    return this.textAt(path.join("\0"), value);
  }

  texts(key: string): readonly string[] {
    const value = this.data.get(key);
    if (value instanceof Map) return [];
    const parts = Array.isArray(value)
      ? value.map((item: FrontmatterValue, index) =>
          typeof item === "string" ? item : this.textAt(writtenPath(key, index), item),
        )
      : [this.textAt(key, value)];
    return parts.filter((part) => part !== undefined);
  }

  line(key: string): number | undefined {
    const { text, from, firstLine } = this.place;
    const start = this.entries.starts[[...this.data.keys()].indexOf(key)];
    if (start === undefined) return undefined;
    let line = firstLine;
    for (let at = from; at < start; at += 1) if (text.charCodeAt(at) === LINE_FEED) line += 1;
    return line;
  }

  private textAt(path: string, value: FrontmatterValue | undefined): string | undefined {
    return typeof value === "string" ? value : this.entries.written?.get(path);
  }
}
