import { linksOf } from "../folder-fixture.js";
import type { SiteFixture } from "./site-fixture.js";

const PAGE = `---
layout: page
title: Größe
permalink: /mass/
redirect_from: [/alt/mass]
---
* TOC
{:toc}

{% include banner.html text="x" %}

Wie groß ein Wasserrad ist{% if site.neu %}, neu gemessen{% endif %}.
{: .lead}

## Maß nehmen
{: #mass .klasse}

{% comment %}geheim{% endcomment %}

{% highlight ruby %}
puts "rad"
{% endhighlight %}

Stand {{ site.time | date: "%Y" }}.
`;

export const JEKYLL: SiteFixture = {
  name: "jekyll",
  takenFor: "a Jekyll site",
  files: {
    "_config.yml": 'title: Wasserrad\nbaseurl: "/rad"\nlang: de\n',
    "index.md": "---\nlayout: home\n---\nHier beginnt es.\n",
    "groesse.md": PAGE,
    "_docs/bauen.md": "---\ntitle: Bauen\n---\nWie man baut.\n",
    "_docs/水車.md": "---\ntitle: 水車\n---\n水車とは何か。\n",
    "_posts/2024-01-15-erster.md": "---\ntitle: Erster\n---\nNeues.\n",
  },
  links: linksOf([
    ["", "[x](/mass/#mass)", "groesse.md"],
    ["", "[x]({{ site.baseurl }}/mass/)", "groesse.md"],
    ["", "[x]({{ '/alt/mass' | relative_url }})", "groesse.md"],
    ["", "[x]({% link _docs/bauen.md %})", "_docs/bauen.md"],
    ["", "[x]({{ site.baseurl }}{% link groesse.md %}#mass)", "groesse.md"],
    ["", "[x]({% post_url 2024-01-15-erster %})", "_posts/2024-01-15-erster.md"],
    ["", "[x](/2024/01/15/erster.html)", "_posts/2024-01-15-erster.md"],
    ["", "[x](/rad/docs/bauen/)", "_docs/bauen.md"],
    ["", "[x](/docs/水車)", "_docs/水車.md"],
    ["_docs", "[x](../groesse.md)", "groesse.md"],
    ["_docs", "[x](fort.md)"],
  ]),
  served: ["_docs/bauen.md", "_docs/水車.md", "_posts/2024-01-15-erster.md", "groesse.md", "index.md"],
  pages: [
    {
      path: "groesse.md",
      description: "Wie groß ein Wasserrad ist, neu gemessen.",
      shows: ["## Maß nehmen", 'puts "rad"', "Stand ."],
      hides: ["{%", "{{", "{:", "geheim", "TOC", "banner"],
    },
  ],
};
