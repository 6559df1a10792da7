import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { SITE_FIXTURES } from "../../testing/site-fixtures/index.js";
import { temporaryVault } from "../testing/temporary-vault.js";
import { quoteColons, quoteIndented } from "./boxes.js";
import { findSite } from "./find-site.js";
import { applyForms } from "./forms.js";
import { redirectsIn } from "./redirects.js";
import { yamlFront } from "./toml-front.js";

test("R3.1 a form is not applied in code, and lines stay as many", () => {
  const forms = [{ pattern: /\[\[[^\]]*\]\]/g, shown: "größer" }];
  expect(applyForms("[[a]] `[[b]]`\n\n~~~\n[[c]]\n~~~\n[[d\nd]]\n", forms)).toBe(
    "größer `[[b]]`\n\n~~~\n[[c]]\n~~~\ngrößer\n\n",
  );
});

test("boxes become quotes, one in another too, and a box in code stays", () => {
  expect(quoteColons(":::tip[Größe]\n\nA\n\n::::warning\nB\n::::\n\n:::\nC")).toBe(
    "> **Tip:** Größe\n>\n> A\n>\n> > **Warning:**\n> > B\n>\n>\n\nC",
  );
  expect(quoteColons("```\n:::tip\n```")).toBe("```\n:::tip\n```");
  expect(quoteIndented('!!! note "水"\n\n    A\n\n    ??? tip\n        B\n\nC')).toBe(
    "> **Note:** 水\n>\n> A\n>\n> > **Tip:**\n> > B\n> >\nC",
  );
});

test("TOML between pluses is YAML, line for line; a file without it stays", () => {
  const text = '+++\ntitle = "Größe"\ntags = ["a"]\n[menu]\nname = "x"\n+++\nText.\n';
  expect(yamlFront(Buffer.from(text)).toString()).toBe('---\ntitle: "Größe"\ntags: ["a"]\n\n\n---\nText.\n');
  expect(yamlFront(Buffer.from("+++ kein Anfang")).toString()).toBe("+++ kein Anfang");
});

test("redirects are followed to their end, circles too", () => {
  expect(redirectsIn("/a /b\n/b /c/\n/x /y\n/y /x\n/p/* /q\n").get("/c")).toEqual(["/a", "/b"]);
});

const pieces = fc.constantFrom(
  ...[
    "{{< note >}}",
    "{{< /note >}}",
    "{{%",
    "{% if x %}",
    "{{ x }}",
    ":::tip",
    ":::",
    "!!! note",
    "    x",
    "```",
    "`",
    "\n",
    " ",
    "[x](/y)",
  ],
  ...[
    "<Link to='/x'>",
    "</Link>",
    "import A from './a.mdx'",
    "{#id}",
    "{ .a }",
    "größe",
    '{{domxref("A.b")}}',
    "<script>",
    "--8<--",
    "水",
  ],
);

describe.each(SITE_FIXTURES.map(({ name, files }) => [name, files] as const))(
  "whatever a page of %s holds",
  (_, files) => {
    test("R1.10 lines keep their numbers", () => {
      const site = findSite(temporaryVault(files).root)!;
      const path = Object.keys(files).find((file) => /\.mdx?$/u.test(file))!;
      fc.assert(
        fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
          const text = parts.join("");
          const shown = site.shown(Buffer.from(`---\na: b\n---\n${text}`), path).toString();
          expect(shown.split("\n").length).toBe(text.split("\n").length + 3);
        }),
        { numRuns: propertyRuns(1) },
      );
    });
  },
);

test("R7.3 boxes in boxes without end make no text that grows with their depth", () => {
  for (const box of [":::tip\n", '!!! note "x"\n']) {
    const text = box.repeat(5000);
    expect(quoteColons(quoteIndented(text)).length).toBeLessThan(10 * text.length);
  }
});
