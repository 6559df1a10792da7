/** A folder as people have them, made up, with links written in its way and the one file that each leads to. */
export interface FolderFixture {
  readonly name: string;
  /** What `pd doctor` takes it for. */
  readonly takenFor: string;
  readonly files: Readonly<Record<string, string>>;
  readonly links: readonly FixtureLink[];
}

/** A link in a note of its own in a folder, and the file it leads to: none where it is truly broken. */
export interface FixtureLink {
  readonly within: string;
  readonly written: string;
  readonly target: string | undefined;
}

export type Rows = readonly (readonly [within: string, written: string, target?: string])[];

export function linksOf(rows: Rows): readonly FixtureLink[] {
  return rows.map(([within, written, target]) => ({ within, written, target }));
}

/** The files of a fixture, each link in a note of its own (`link-0.md` and so on). */
export function fixtureFiles({ files, links }: FolderFixture): Readonly<Record<string, string>> {
  const notes = links.map((link, at) => [linkFile(link, at), `---\ntype: link\n---\n${link.written}\n`] as const);
  return { ...files, ...Object.fromEntries(notes) };
}

export function linkFile({ within }: FixtureLink, at: number): string {
  return `${within === "" ? "" : `${within}/`}link-${at}.md`;
}
