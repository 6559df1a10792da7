import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { describe, expect, test } from "vitest";
import { textPrice } from "../../content/text-price.js";
import { scaled } from "../../model/counters.js";
import type { Link, NodeSummary } from "../../model/node.js";
import { nodeId } from "../../model/node.js";
import { fullView, indexView, linksView, type NodeView, scanView, sectionsView } from "../../model/view.js";
import { o200k } from "../../o200k/index.js";
import { referenceCounter } from "../../testing/reference-counter.js";
import { anyText } from "../../testing/text-classes.js";
import { printable } from "../../text/printable.js";
import { inFrame, priceOf } from "./frame.js";
import { measureOf } from "./measure.js";
import { renderText, saysDescription } from "./render-text.js";
import { renderedNode } from "./rendered-node.js";

const reference = referenceCounter();
const MARKS = [
  "/",
  "//",
  '"',
  "\\",
  " ",
  "\n",
  "\r\n",
  "\t",
  "'s",
  "!",
  "})",
  "]}",
  "…",
  "é",
  "\u0301",
  "漢字",
  "👩‍👩‍👧",
  "12",
  "\u00a0",
  "\u3000",
  "\ufeff",
];
const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...MARKS), fc.constantFrom("word", "Wort", "शब्द", "\n## [4] note:x", "\nARGUMENTS: x")),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));
const text = fc.oneof(hostile, hostile, anyText);

const arbitrarySummary = fc
  .record({
    id: fc.constantFrom("note:a", "note:字", "note:b!"),
    name: text,
    type: text,
    domain: text,
    description: text,
    tags: fc.array(text, { maxLength: 2 }),
  })
  .map((all): NodeSummary => ({ ...all, id: nodeId(all.id) }));
const arbitraryLinks = fc.array(
  fc
    .record({ name: text, description: text, context: text, declared: fc.boolean() })
    .map((one): Link => ({ ...one, target: nodeId("note:ziel"), relation: "extends" })),
  { maxLength: 2 },
);
const arbitraryNotes = fc.record(
  {
    tokens: fc.nat(5000).map((count) => count as never),
    score: fc.double({ min: 0, max: 9, noNaN: true }),
    hop: fc.nat(3),
  },
  { requiredKeys: [] },
);
const arbitraryView = fc
  .tuple(arbitrarySummary, arbitraryLinks, text, arbitraryNotes, fc.nat(4))
  .map(([summary, links, full, notes, level]): NodeView => {
    switch (level) {
      case 0:
        return indexView(summary, notes);
      case 1:
        return scanView(summary, notes);
      case 2:
        return linksView(summary, links, notes);
      case 3:
        return sectionsView(summary, { links, sections: [{ heading: full, depth: 2, preview: full }] }, notes);
      default:
        return fullView(summary, { full, links }, notes);
    }
  });
const arbitraryForm = fc.constantFrom("json", "text");
const lines = fc.array(
  fc.constantFrom("[session pds_123]", "[Nothing matches.]", '{"nodes":3}', "[left out: 2 more]"),
  { maxLength: 3 },
);
const runs = { numRuns: propertyRuns(2) };

describe("R2.3 what the parts of an answer cost", () => {
  test("adds up to what the reference tokenizer counts of the whole", { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(fc.array(arbitraryView, { maxLength: 5 }), arbitraryForm, lines, (views, form, footer) => {
        const rendered = views.map((view) => renderedNode(framed(view, form), form));
        const delivered =
          form === "json" ? `[${rendered.map((rendered) => rendered.text).join(",")}]` : renderText(rendered, footer);
        const counted = reference(delivered);
        const measure = measureOf(o200k);
        expect(measure.whole(rendered, form, footer)).toBe(counted);
        const larger = scaled(o200k, 1.3);
        expect(measureOf(larger).whole(rendered, form, footer)).toBe(larger.count(delivered));
        // What admission charges is never less.
        if (rendered.length === 0) return;
        const charged = rendered.reduce((sum, rendered) => sum + measure.node(rendered), measure.frame(form, footer));
        expect(charged).toBeGreaterThanOrEqual(counted);
      }),
      runs,
    );
  });

  test("R2.6 a stored price is what opening adds, to the token; a slash may take one less", {
    timeout: 600_000,
  }, () => {
    fc.assert(
      fc.property(arbitrarySummary, arbitraryLinks, text, arbitraryForm, (summary, links, full, form) => {
        const price = textPrice(full);
        expect(price).toEqual(priceOf(full, o200k));
        const shell = renderedNode(fullView(summary, { full: "", links }), form);
        const opened = renderedNode(framed(fullView(summary, { full, links }), form), form);
        // Then the shell would be one without its description.
        if (form === "text" && saysDescription(inFrame(printable(full), undefined), printable(summary.description)))
          return;
        const { opened: charged, node } = measureOf(o200k);
        const [due, cost] = [node(opened), charged(shell, price[form])];
        if (form === "text" && full.trim().startsWith("/")) expect(cost).toBeGreaterThanOrEqual(due);
        else expect(cost).toBe(due);
      }),
      runs,
    );
  });
});

test("the most units of a budget are those of which one more would be too much", () => {
  const factor = fc.double({ min: 0.1, max: 5, noNaN: true });
  fc.assert(
    fc.property(fc.nat(100_000), factor, (budget, by) => {
      const { within, tokens } = measureOf(scaled(o200k, by));
      expect(tokens(within(budget))).toBeLessThanOrEqual(budget);
      expect(tokens(within(budget) + 1)).toBeGreaterThan(budget);
    }),
    runs,
  );
  expect(measureOf(o200k).within(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
});

/** As it is delivered. */
function framed(view: NodeView, form: "json" | "text"): NodeView {
  if (form === "json" || view.level !== 4) return view;
  return { ...view, content: { full: inFrame(view.content.full, undefined) } };
}
