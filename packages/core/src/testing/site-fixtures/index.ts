import { ASTRO } from "./astro.js";
import { DOCUSAURUS } from "./docusaurus.js";
import { FUMADOCS } from "./fumadocs.js";
import { HUGO } from "./hugo.js";
import { JEKYLL } from "./jekyll.js";
import { MDN } from "./mdn.js";
import { MKDOCS } from "./mkdocs.js";
import type { SiteFixture } from "./site-fixture.js";
import { VITEPRESS } from "./vitepress.js";

/** One site for each dialect. */
export const SITE_FIXTURES: readonly SiteFixture[] = [
  DOCUSAURUS,
  ASTRO,
  HUGO,
  MKDOCS,
  VITEPRESS,
  JEKYLL,
  FUMADOCS,
  MDN,
];
