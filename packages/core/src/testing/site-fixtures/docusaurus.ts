import { linksOf } from "../folder-fixture.js";
import type { SiteFixture } from "./site-fixture.js";

const CONFIG = `// baseUrl: '/not-this/'
import { themes } from 'prism-react-renderer';
const config = {
  title: 'Wasserrad',
  baseUrl: '/handbuch/',
  i18n: { defaultLocale: 'de', locales: ['de', 'fr'] },
  presets: [['classic', {
    docs: { path: 'docs', routeBasePath: 'lernen', sidebarPath: './sidebars.js' },
    blog: { showReadingTime: true },
  }]],
  plugins: [['@docusaurus/plugin-content-docs', { id: 'team', path: 'team', routeBasePath: 'leute' }]],
};
export default config;
`;

const PAGE = `---
title: Größe und Maß
sidebar_position: 1
---
import Tabs from '@theme/Tabs';
import Teil from './_teil.mdx';

export const Zahl = ({ n }) => (
  <b>{n}</b>
);

:::warning[Vorsicht mit Wasser]

Ein Hinweis vorweg.

:::

Wie groß ein Wasserrad ist. <!-- geheim -->

<Tabs>
  <TabItem value="a" label="A">

  Text in einem Reiter.

  </TabItem>
</Tabs>

:::note Noch etwas

\`\`\`js
const rad = ":::tip";
\`\`\`

:::

{/* unsichtbar */}

## Maß nehmen {#mass}

<Link to="/lernen/anfang">Zum Anfang</Link> und <Zahl n={3} />.

<Teil />
`;

export const DOCUSAURUS: SiteFixture = {
  name: "docusaurus",
  takenFor: "a Docusaurus site",
  files: {
    "docusaurus.config.ts": CONFIG,
    "versions.json": '["1.0"]',
    "docs/intro.md": "---\nslug: /\n---\n# Willkommen\n\nHier beginnt es.\n",
    "docs/01-anfang/index.md": "# Anfang\n\nDer Anfang.\n",
    "docs/01-anfang/02-groesse.mdx": PAGE,
    "docs/01-anfang/_teil.mdx": "Ein Teil, der anderswo gezeigt wird.\n",
    "docs/bauen/bauen.md": "# Bauen\n\nWie man baut.\n\n## Holz & Eisen\n\nBeides.\n",
    "docs/bauen/kurz.md": "---\nid: anders\n---\n# Kurz\n\nKurz gesagt.\n",
    "docs/bauen/水車.md": "---\nslug: suisha\n---\n# 水車\n\n水車とは何か。\n",
    "versioned_docs/version-1.0/intro.md": "# Willkommen\n\nDie alte Fassung.\n",
    "i18n/fr/docusaurus-plugin-content-docs/current/intro.md": "# Bienvenue\n\nEn français.\n",
    "blog/2024-01-15-erster.md": "# Erster Beitrag\n\nNeues.\n",
    "team/leitung.md": "# Leitung\n\nWer leitet.\n",
    "src/pages/hilfe.md": "# Hilfe\n\nWo man Hilfe findet.\n",
  },
  links: linksOf([
    ["docs", "[x](01-anfang/02-groesse.mdx#mass)", "docs/01-anfang/02-groesse.mdx"],
    ["docs", "[x](/lernen/)", "docs/intro.md"],
    ["docs", "[x](/handbuch/lernen/anfang/groesse)", "docs/01-anfang/02-groesse.mdx"],
    ["docs", "[x](/lernen/next/anfang/)", "docs/01-anfang/index.md"],
    ["docs", "[x](pathname:///lernen/bauen#holz--eisen)", "docs/bauen/bauen.md"],
    ["docs/bauen", "[x](../anfang/groesse)", "docs/01-anfang/02-groesse.mdx"],
    ["docs/bauen", "[x](./anders)", "docs/bauen/kurz.md"],
    ["docs/bauen", "[x](./suisha)", "docs/bauen/水車.md"],
    ["blog", "[x](@site/docs/bauen/kurz.md)", "docs/bauen/kurz.md"],
    ["docs", "[x](/blog/2024/01/15/erster)", "blog/2024-01-15-erster.md"],
    ["docs", "[x](/leute/leitung)", "team/leitung.md"],
    ["docs", "[x](/hilfe)", "src/pages/hilfe.md"],
    ["docs", '<Link to="/leute/leitung">x</Link>', "team/leitung.md"],
    ["docs", '<a href={"/hilfe"}>x</a>', "src/pages/hilfe.md"],
    ["docs/01-anfang", "import Teil from './_teil.mdx';\n\n<Teil />", "docs/01-anfang/_teil.mdx"],
    ["docs", "[x](./fort.md)"],
  ]),
  served: [
    "blog/2024-01-15-erster.md",
    "docs/01-anfang/02-groesse.mdx",
    "docs/01-anfang/_teil.mdx",
    "docs/01-anfang/index.md",
    "docs/bauen/bauen.md",
    "docs/bauen/kurz.md",
    "docs/bauen/水車.md",
    "docs/intro.md",
    "src/pages/hilfe.md",
    "team/leitung.md",
  ],
  pages: [
    {
      path: "docs/01-anfang/02-groesse.mdx",
      description: "Wie groß ein Wasserrad ist.",
      shows: ["Vorsicht mit Wasser", "Ein Hinweis vorweg.", "Text in einem Reiter.", "Noch etwas", "Zum Anfang"],
      hides: ["@theme", "export const", "geheim", "unsichtbar", "TabItem", ":::note", ":::warning", "<Teil"],
    },
    { path: "docs/bauen/水車.md", description: "水車とは何か。", shows: ["水車とは何か。"], hides: ["suisha"] },
  ],
};
