import { linksOf } from "../folder-fixture.js";
import type { SiteFixture } from "./site-fixture.js";

const CONFIG = `baseURL = "https://example.org/"
defaultContentLanguage = "de"
[permalinks]
blog = "/:section/:year/:month/:day/:slug/"
[languages.de]
contentDir = "content/de"
[languages.fr]
contentDir = "content/fr"
[params]
version = "v3.1"
`;

const PAGE = `+++
title = "Größe {{< param version >}}"
weight = 3
[menu]
name = "x"
+++
{{< note >}}
Vorab gesagt.
{{< /note >}}

Wie groß ein {{< glossary_tooltip text="Wasserrad" term_id="rad" >}} ist, seit {{< param "version" >}}.

{{< comment >}}
geheim für Autoren
{{< /comment >}}

{{% alert title="Achtung, nass" color="warning" %}}
Nicht hineinfallen.
{{% /alert %}}

## {{% heading "Weiter" %}} {#weiter}

{{< tabs name="a" >}}
{{% tab name="Holz" %}}
Aus Holz.
{{% /tab %}}
{{< /tabs >}}

\`\`\`sh
rad --version {{< param "version" >}}
\`\`\`

{{< figure src="/rad.png" caption="Ein Rad von vorn" >}}
{{</* roh */>}}
`;

export const HUGO: SiteFixture = {
  name: "hugo",
  takenFor: "a Hugo site",
  files: {
    "hugo.toml": CONFIG,
    "content/de/_index.md": "---\ntitle: Start\n---\nHier beginnt es.\n",
    "content/de/docs/_index.md": "---\ntitle: Handbuch\n---\nDas Handbuch.\n",
    "content/de/docs/groesse.md": PAGE,
    "content/de/docs/bauen/_index.md": "---\ntitle: Bauen\n---\nWie man baut.\n",
    "content/de/docs/bauen/holz/index.md": "---\ntitle: Holz\nslug: eiche\naliases: [/alt/holz/]\n---\nAus Holz.\n",
    "content/de/docs/bauen/eisen.md": "---\ntitle: Eisen\nurl: /metall/\n---\nAus Eisen.\n\n## Größe 鉄\n\nText.\n",
    "content/de/includes/vorweg.md": "---\nheadless: true\n---\nWas man vorweg braucht.\n",
    "content/de/blog/erster.md": "---\ntitle: Erster\ndate: 2024-01-15\nslug: neu\n---\nNeues.\n",
    "static/_redirects": "# alt\n/uralt/  /alt/eisen/ 301\n/alt/eisen/ /metall/\n/x/* /y/:splat\n",
    "content/fr/_index.md": "---\ntitle: Accueil\n---\nEn français.\n",
  },
  links: linksOf([
    ["content/de/docs", "[x](/docs/groesse/#weiter)", "content/de/docs/groesse.md"],
    ["content/de/docs", "[x](/docs/)", "content/de/docs/_index.md"],
    ["content/de/docs", "[x](/de/docs/bauen)", "content/de/docs/bauen/_index.md"],
    ["content/de/docs", "[x](/docs/bauen/eiche/)", "content/de/docs/bauen/holz/index.md"],
    ["content/de/docs", "[x](/alt/holz/)", "content/de/docs/bauen/holz/index.md"],
    ["content/de/docs", "[x](/metall/#größe-鉄)", "content/de/docs/bauen/eisen.md"],
    ["content/de/docs", "[x](/uralt/)", "content/de/docs/bauen/eisen.md"],
    ["content/de/docs", "[x](/blog/2024/01/15/neu/)", "content/de/blog/erster.md"],
    ["content/de/docs/bauen", "[x](../../groesse/)", "content/de/docs/groesse.md"],
    ["content/de/docs", '[x]({{< ref "bauen/eisen.md#größe-鉄" >}})', "content/de/docs/bauen/eisen.md"],
    ["content/de/docs", '[x]({{< relref "/docs/bauen" >}})', "content/de/docs/bauen/_index.md"],
    ["content/de/docs", '[x]({{% ref "groesse" %}})', "content/de/docs/groesse.md"],
    ["content/de/docs", '{{< include "vorweg.md" >}}', "content/de/includes/vorweg.md"],
    ["content/de/docs", "[x](fort.md)"],
  ]),
  served: [
    "content/de/_index.md",
    "content/de/blog/erster.md",
    "content/de/docs/_index.md",
    "content/de/docs/bauen/_index.md",
    "content/de/docs/bauen/eisen.md",
    "content/de/docs/bauen/holz/index.md",
    "content/de/docs/groesse.md",
    "content/de/includes/vorweg.md",
  ],
  pages: [
    {
      path: "content/de/docs/groesse.md",
      description: "Wie groß ein Wasserrad ist, seit v3.1.",
      shows: [
        "Vorab gesagt.",
        "Achtung, nass",
        "Nicht hineinfallen.",
        "## Weiter",
        "Holz",
        "Aus Holz.",
        "rad --version v3.1",
        "Ein Rad von vorn",
        "{{< roh >}}",
      ],
      hides: ["geheim", "glossary_tooltip", "{{%", "{{< /", "term_id", "weight", ":::", "+++"],
    },
  ],
};
