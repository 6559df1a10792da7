import { linksOf } from "../folder-fixture.js";
import type { SiteFixture } from "./site-fixture.js";

const CONFIG = `export default defineConfig({
  lang: 'de-DE',
  base: '/rad/',
  srcDir: 'src',
  locales: { root: { label: 'Deutsch', lang: 'de' }, fr: { label: 'Français', lang: 'fr' } },
})
`;

const PAGE = `<script setup>
import Rad from './Rad.vue'
const n = 1
</script>

# Größe {#groesse}

::: warning Vorsicht, nass
Erst lesen.
:::

Wie groß ein Wasserrad ist: {{ n }} Meter.

<div class="holz">

Text im Kasten mit <Marke text="neu" />.

</div>

<Rad :n="n" />

::: code-group

\`\`\`js [rad.js]
const x = "{{ bleibt }}";
\`\`\`

:::

<<< @/teile/rad.js

[[toc]]

<style scoped>
.holz { color: brown }
</style>
`;

export const VITEPRESS: SiteFixture = {
  name: "vitepress",
  takenFor: "a VitePress site",
  files: {
    ".vitepress/config.ts": CONFIG,
    "src/index.md": "---\ntitle: Start\n---\nHier beginnt es.\n",
    "src/guide/groesse.md": PAGE,
    "src/guide/index.md": "# Anleitung\n\nDie Anleitung.\n",
    "src/api/水車.md": "# 水車 {#suisha}\n\n水車とは何か。\n",
    "src/teile/ende.md": "Das Ende.\n",
    "src/fr/index.md": "# Accueil\n\nEn français.\n",
  },
  links: linksOf([
    ["src/guide", "[x](./groesse.md#groesse)", "src/guide/groesse.md"],
    ["src/guide", "[x](./groesse)", "src/guide/groesse.md"],
    ["src/guide", "[x](groesse.html#groesse)", "src/guide/groesse.md"],
    ["src/guide", "[x](/guide/)", "src/guide/index.md"],
    ["src", "[x](/rad/guide/groesse)", "src/guide/groesse.md"],
    ["src", "[x](/guide/groesse.html)", "src/guide/groesse.md"],
    ["src", "[x](/api/水車#suisha)", "src/api/水車.md"],
    ["src", '<a href="/guide/groesse">x</a>', "src/guide/groesse.md"],
    ["src/guide", "<!--@include: ../teile/ende.md-->", "src/teile/ende.md"],
    ["src", "[x](./fort.md)"],
  ]),
  served: ["src/api/水車.md", "src/guide/groesse.md", "src/guide/index.md", "src/index.md", "src/teile/ende.md"],
  pages: [
    {
      path: "src/guide/groesse.md",
      description: "Wie groß ein Wasserrad ist: Meter.",
      shows: ["Vorsicht, nass", "Erst lesen.", "Text im Kasten", '"{{ bleibt }}"'],
      hides: ["script setup", "Rad.vue", ":::", "<Rad", "color: brown", "<<<", "[[toc]]", "Marke"],
    },
  ],
};
