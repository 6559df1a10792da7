import { ASTRO } from "./astro.js";
import { DOCUSAURUS } from "./docusaurus.js";
import { HUGO } from "./hugo.js";
import type { SiteFixture } from "./site-fixture.js";

/** One site for each dialect. */
export const SITE_FIXTURES: readonly SiteFixture[] = [DOCUSAURUS, ASTRO, HUGO];
