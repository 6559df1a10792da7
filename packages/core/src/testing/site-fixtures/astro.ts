import { linksOf } from "../folder-fixture.js";
import type { SiteFixture } from "./site-fixture.js";

const CONFIG = `import starlight from '@astrojs/starlight';
export default defineConfig({
  base: '/hb',
  integrations: [starlight({ title: 'Wasserrad', defaultLocale: 'de', locales: { de: { label: 'Deutsch' }, 'zh-cn': { label: '中文' } } })],
});
`;

const PAGE = `---
title: Größe
---
import { Steps, LinkCard } from '@astrojs/starlight/components';
import Hinweis from '~/components/Hinweis.astro';

:::caution[Vorsicht]
Erst lesen.
:::

Wie groß ein Wasserrad ist.<Since v="2.0.0" />

<Steps>

1. Messen.

    :::tip
    Zweimal messen.
    :::

2. Bauen.

</Steps>

<Fragment slot="a">Text im Fragment.</Fragment>

<LinkCard title="Zum Anfang" href="/de/anfang/" />

{/* unsichtbar */}
`;

export const ASTRO: SiteFixture = {
  name: "astro",
  takenFor: "an Astro site",
  files: {
    "astro.config.mjs": CONFIG,
    "src/content/docs/de/index.mdx": "---\ntitle: Start\n---\nHier beginnt es.\n",
    "src/content/docs/de/anfang.md": "---\ntitle: Anfang\n---\nDer Anfang.\n\n## Erste Schritte\n\nEins.\n",
    "src/content/docs/de/bauen/groesse.mdx": PAGE,
    "src/content/docs/de/bauen/kurz.md": "---\ntitle: Kurz\nslug: ganz/anders\n---\nKurz gesagt.\n",
    "src/content/docs/zh-cn/index.mdx": "---\ntitle: 开始\n---\n从这里开始。\n",
    "src/pages/hilfe.md": "# Hilfe\n\nWo man Hilfe findet.\n",
  },
  links: linksOf([
    ["src/content/docs/de", "[x](/de/anfang/#erste-schritte)", "src/content/docs/de/anfang.md"],
    ["src/content/docs/de", "[x](/hb/de/bauen/groesse/)", "src/content/docs/de/bauen/groesse.mdx"],
    ["src/content/docs/de", "[x](/de/)", "src/content/docs/de/index.mdx"],
    ["src/content/docs/de", "[x](/ganz/anders/)", "src/content/docs/de/bauen/kurz.md"],
    ["src/content/docs/de/bauen", "[x](../../anfang/)", "src/content/docs/de/anfang.md"],
    ["src/content/docs/de/bauen", "[x](../groesse/)", "src/content/docs/de/bauen/groesse.mdx"],
    ["src/content/docs/de/bauen", "[x](./groesse.mdx)", "src/content/docs/de/bauen/groesse.mdx"],
    ["src/content/docs/de", '<LinkCard title="x" href="/de/anfang/" />', "src/content/docs/de/anfang.md"],
    ["src/content/docs/de", '<a href="/hilfe/">x</a>', "src/pages/hilfe.md"],
    ["src/content/docs/de", "[x](./fort.mdx)"],
  ]),
  served: [
    "src/content/docs/de/anfang.md",
    "src/content/docs/de/bauen/groesse.mdx",
    "src/content/docs/de/bauen/kurz.md",
    "src/content/docs/de/index.mdx",
    "src/pages/hilfe.md",
  ],
  pages: [
    {
      path: "src/content/docs/de/bauen/groesse.mdx",
      description: "Wie groß ein Wasserrad ist.",
      shows: ["Vorsicht", "Erst lesen.", "Zweimal messen.", "Text im Fragment.", "[Zum Anfang](/de/anfang/)"],
      hides: ["import ", ":::", "Since", "Steps", "unsichtbar", "Fragment slot"],
    },
  ],
};
