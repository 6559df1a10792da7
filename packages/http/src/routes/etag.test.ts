import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { entityTag, isFresh } from "./etag.js";

test("the same text has the same tag, and a text that differs anywhere another", () => {
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      const tag = entityTag(text);
      const known = seen.get(tag) ?? text;
      seen.set(tag, text);
      // Said without matchers, which would take most of the time.
      return /^W\/"[0-9a-f]{16}"$/.test(tag) && entityTag(text) === tag && known === text;
    }),
    { numRuns: propertyRuns() },
  );
  const long = "a level, a budget, a session. ".repeat(40);
  const tags = new Set(Array.from(long, (_, place) => entityTag(`${long.slice(0, place)}#${long.slice(place + 1)}`)));
  expect(tags.size).toBe(long.length);
});

test("a tag is compared weakly, in a list too", () => {
  const tag = entityTag("a");
  const opaque = tag.slice(2);
  for (const header of [tag, opaque, `"x", ${tag}`, `W/"x",${opaque}`, "*"]) expect(isFresh(header, tag)).toBe(true);
  for (const header of [null, "", '"x"', opaque.slice(0, -2), opaque.slice(1, -1)])
    expect(isFresh(header, tag)).toBe(false);
});
