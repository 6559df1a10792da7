import type { FolderFixture } from "../folder-fixture.js";

/** A documentation site, made up: what its reader sees of some pages, and what never. */
export interface SiteFixture extends FolderFixture {
  /** Paths that are served, and no others. */
  readonly served: readonly string[];
  readonly pages: readonly SitePage[];
}

export interface SitePage {
  readonly path: string;
  readonly description: string;
  /** Pieces of its text. */
  readonly shows: readonly string[];
  /** What is in no answer about it. */
  readonly hides: readonly string[];
}
