import { linksOf } from "../folder-fixture.js";
import type { SiteFixture } from "./site-fixture.js";

const PAGE = `---
title: Größe
---
import { Callout } from 'fumadocs-ui/components/callout';
import Teil from './_teil.mdx';

Wie groß ein Wasserrad ist.

<Callout title="Vorsicht">Nass!</Callout>

<Cards>
  <Card title="Zum Anfang" href="/docs" />
</Cards>

<Teil />

## Maß nehmen [#mass]

{/* unsichtbar */}

Messen.
`;

export const FUMADOCS: SiteFixture = {
  name: "fumadocs",
  takenFor: "a Next site",
  files: {
    "source.config.ts":
      "import { defineDocs } from 'fumadocs-mdx/config';\nexport const docs = defineDocs({ dir: 'content/docs' });\n",
    "content/docs/index.mdx": "---\ntitle: Start\n---\nHier beginnt es.\n",
    "content/docs/(bauen)/groesse.mdx": PAGE,
    "content/docs/(bauen)/_teil.mdx": "Ein Teil.\n",
    "content/docs/01-teile/02-holz.mdx": "---\ntitle: Holz\n---\nAus Holz.\n",
    "content/docs/01-teile/水車.mdx": "---\ntitle: 水車\n---\n水車とは何か。\n",
    "app/hilfe/page.mdx": "# Hilfe\n\nWo man Hilfe findet.\n",
  },
  links: linksOf([
    ["content/docs", "[x](/docs)", "content/docs/index.mdx"],
    ["content/docs", "[x](/docs/groesse)", "content/docs/(bauen)/groesse.mdx"],
    ["content/docs", "[x](/docs/teile/holz)", "content/docs/01-teile/02-holz.mdx"],
    ["content/docs", "[x](./01-teile/02-holz.mdx)", "content/docs/01-teile/02-holz.mdx"],
    ["content/docs/01-teile", "[x](./holz)", "content/docs/01-teile/02-holz.mdx"],
    ["content/docs/01-teile", "[x](../groesse)", "content/docs/(bauen)/groesse.mdx"],
    ["content/docs", "[x](/docs/teile/水車)", "content/docs/01-teile/水車.mdx"],
    ["content/docs", "[x](/hilfe)", "app/hilfe/page.mdx"],
    ["content/docs", '<Card title="x" href="/docs/groesse" />', "content/docs/(bauen)/groesse.mdx"],
    ["content/docs/(bauen)", "<include>./_teil.mdx</include>", "content/docs/(bauen)/_teil.mdx"],
    ["content/docs", "[x](./fort.mdx)"],
  ]),
  served: [
    "app/hilfe/page.mdx",
    "content/docs/(bauen)/_teil.mdx",
    "content/docs/(bauen)/groesse.mdx",
    "content/docs/01-teile/02-holz.mdx",
    "content/docs/01-teile/水車.mdx",
    "content/docs/index.mdx",
  ],
  pages: [
    {
      path: "content/docs/(bauen)/groesse.mdx",
      description: "Wie groß ein Wasserrad ist.",
      shows: ["Nass!", "[Zum Anfang](/docs)", "Messen."],
      hides: ["import ", "Callout", "<Card", "unsichtbar"],
    },
  ],
};
