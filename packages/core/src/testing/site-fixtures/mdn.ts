import { linksOf } from "../folder-fixture.js";
import type { SiteFixture } from "./site-fixture.js";

const PAGE = `---
title: position
slug: Web/CSS/Reference/Properties/position
page-type: css-property
---

{{CSSRef}}

The **\`position\`** property places an element, as {{domxref("Element.scrollTop")}} and {{HTMLElement("dialog")}} do. 位置。

{{InteractiveExample("CSS Demo: position")}}

## Values

- \`sticky\` {{Experimental_Inline}}
  - : Sticks while scrolling; see {{Glossary("Scroll container", "scroll containers")}}.

\`\`\`html
{{ bleibt }}
\`\`\`

## Browser compatibility

{{Compat}}
`;

export const MDN: SiteFixture = {
  name: "mdn",
  takenFor: "an MDN site",
  files: {
    "front-matter-config.json": "{}",
    "files/en-us/_redirects.txt":
      "# FROM\tTO\n/en-US/docs/Web/CSS/position\t/en-US/docs/Web/CSS/Reference/Properties/position\n/en-US/docs/Web/CSS/:hover\t/en-US/docs/Web/CSS/Reference/Selectors/:hover\n",
    "files/en-us/web/css/reference/properties/position/index.md": PAGE,
    "files/en-us/web/css/reference/selectors/_colon_hover/index.md":
      "---\ntitle: :hover\nslug: Web/CSS/Reference/Selectors/:hover\n---\n\nWhile the pointer is over it.\n",
    "files/en-us/web/api/element/scrolltop/index.md":
      "---\ntitle: scrollTop\nslug: Web/API/Element/scrollTop\n---\n\nHow far it is scrolled.\n\n## Value\n\nA number.\n",
    "files/en-us/web/html/reference/elements/dialog/index.md":
      "---\ntitle: dialog\nslug: Web/HTML/Reference/Elements/dialog\n---\n\nA dialog.\n",
    "files/en-us/web/javascript/reference/global_objects/array/map/index.md":
      "---\ntitle: map\nslug: Web/JavaScript/Reference/Global_Objects/Array/map\n---\n\nMaps an array.\n",
    "files/en-us/glossary/scroll_container/index.md":
      "---\ntitle: Scroll container\nslug: Glossary/Scroll_container\n---\n\nA box that scrolls.\n",
    "files/fr/web/css/position/index.md": "---\ntitle: position\nslug: Web/CSS/position\n---\n\nEn français.\n",
  },
  links: linksOf([
    ["files/en-us/web", '{{cssxref("position")}}', "files/en-us/web/css/reference/properties/position/index.md"],
    ["files/en-us/web", '{{CSSxRef(":hover")}}', "files/en-us/web/css/reference/selectors/_colon_hover/index.md"],
    [
      "files/en-us/web",
      '{{domxref("Element.scrollTop", "so weit", "#value")}}',
      "files/en-us/web/api/element/scrolltop/index.md",
    ],
    ["files/en-us/web", "{{HTMLElement('dialog')}}", "files/en-us/web/html/reference/elements/dialog/index.md"],
    [
      "files/en-us/web",
      '{{jsxref("Array.prototype.map()")}}',
      "files/en-us/web/javascript/reference/global_objects/array/map/index.md",
    ],
    ["files/en-us/web", '{{Glossary("Scroll container")}}', "files/en-us/glossary/scroll_container/index.md"],
    [
      "files/en-us/web",
      "[x](/en-US/docs/Web/API/Element/scrollTop#value)",
      "files/en-us/web/api/element/scrolltop/index.md",
    ],
    [
      "files/en-us/web",
      "[x](/en-US/docs/Web/CSS/position)",
      "files/en-us/web/css/reference/properties/position/index.md",
    ],
    ["files/en-us/web", "[x](./fort.md)"],
  ]),
  served: [
    "files/en-us/glossary/scroll_container/index.md",
    "files/en-us/web/api/element/scrolltop/index.md",
    "files/en-us/web/css/reference/properties/position/index.md",
    "files/en-us/web/css/reference/selectors/_colon_hover/index.md",
    "files/en-us/web/html/reference/elements/dialog/index.md",
    "files/en-us/web/javascript/reference/global_objects/array/map/index.md",
  ],
  pages: [
    {
      path: "files/en-us/web/css/reference/properties/position/index.md",
      description: "The position property places an element, as Element.scrollTop and <dialog> do.",
      shows: ["Element.scrollTop", "(experimental)", "scroll containers", "{{ bleibt }}", "## Browser compatibility"],
      hides: ["CSSRef", "InteractiveExample", "{{Compat", "{{domxref", "Experimental_Inline"],
    },
  ],
};
