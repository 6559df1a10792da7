import { linksOf } from "../folder-fixture.js";
import type { SiteFixture } from "./site-fixture.js";

const CONFIG = `site_name: Wasserrad
site_url: https://example.org/rad/
theme:
  name: material
  language: de
plugins:
  - search
  - i18n:
      docs_structure: suffix
      languages:
        - locale: de
          default: true
          name: Deutsch
        - locale: fr
          name: Français
`;

const PAGE = `# Größe { #groesse data-toc-label="Größe" }

!!! warning "Vorsicht, nass"

    Erst lesen.

    \`\`\`sh
    !!! note "kein Kasten"
    \`\`\`

Wie groß ein Wasserrad ist. :material-water:{ .blau }

=== "Aus Holz"

    Text im Reiter.

    ??? tip

        Tief innen.

=== "Aus Eisen"

    Anderer Text.

Mit ++ctrl+s++ sichern. Ein [Knopf](bauen.md){ .md-button }.

{% if neu %}Neu darin.{% endif %} Stand {{ stand }}.

/// note | Noch ein Kasten
Darin Text.
///

*[HTML]: eine Abkürzung

--8<-- "docs/teile/ende.md"
`;

export const MKDOCS: SiteFixture = {
  name: "mkdocs",
  takenFor: "a MkDocs site",
  files: {
    "mkdocs.yml": CONFIG,
    "docs/index.md": "# Start\n\nHier beginnt es.\n",
    "docs/index.fr.md": "# Accueil\n\nEn français.\n",
    "docs/groesse.md": PAGE,
    "docs/bauen.md": "# Bauen\n\nWie man baut.\n\n## Holz & Eisen\n\nBeides.\n",
    "docs/teil/README.md": "# Teil\n\nEin Teil.\n",
    "docs/teil/水車.md": "# 水車\n\n水車とは何か。\n",
    "docs/teile/ende.md": "Das Ende.\n",
    "README.md": "# Wasserrad\n\nDas Verzeichnis.\n",
  },
  links: linksOf([
    ["docs/teil", "[x](../groesse.md#groesse)", "docs/groesse.md"],
    ["docs", "[x](bauen.md#holz-eisen)", "docs/bauen.md"],
    ["docs", "[x](teil/README.md){ .md-button }", "docs/teil/README.md"],
    ["docs", "[x](teil/)", "docs/teil/README.md"],
    ["docs/teil", "[x](水車.md)", "docs/teil/水車.md"],
    ["docs/teil", "[x](../../bauen/)", "docs/bauen.md"],
    ["docs/teil", "[x](/rad/groesse/)", "docs/groesse.md"],
    ["docs/teil", "[x](/bauen/)", "docs/bauen.md"],
    ["docs", '--8<-- "docs/teile/ende.md"', "docs/teile/ende.md"],
    ["docs", "!!! note\n\n    [x](bauen.md)", "docs/bauen.md"],
    ["docs", "[x](fort.md)"],
  ]),
  served: [
    "README.md",
    "docs/bauen.md",
    "docs/groesse.md",
    "docs/index.md",
    "docs/teil/README.md",
    "docs/teil/水車.md",
    "docs/teile/ende.md",
  ],
  pages: [
    {
      path: "docs/groesse.md",
      description: "Wie groß ein Wasserrad ist.",
      shows: [
        "Vorsicht, nass",
        "Erst lesen.",
        '!!! note "kein Kasten"',
        "**Aus Holz**",
        "Text im Reiter.",
        "Tief innen.",
        "Anderer Text.",
        "ctrl+s",
        "Neu darin.",
        "Noch ein Kasten",
        "Darin Text.",
      ],
      hides: ["=== ", "??? ", ":material", "md-button", "{%", "{{", "///", "eine Abkürzung", "--8<--", "data-toc"],
    },
  ],
};
