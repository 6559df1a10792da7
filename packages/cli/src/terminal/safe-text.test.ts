import { expect, test } from "vitest";
import { safeJson, safeLine, safeText } from "./safe-text.js";

const TAGGED = "\u{e0049}\u{e0067}";

test("H8 characters that nobody sees are written as escapes, and those that people need stay", () => {
  expect(safeLine(`Ajuda.${TAGGED}\u200b\u202e`)).toBe("Ajuda.\\u{e0049}\\u{e0067}\\u200b\\u202e");
  expect(safeText(`um\u2060\nمی‌خواهم 👩‍💻 🏴󠁧󠁢󠁥󠁮󠁧󠁿`)).toBe("um\\u2060\nمی‌خواهم 👩‍💻 🏴󠁧󠁢󠁥󠁮󠁧󠁿");
});

test("H8 JSON has them as escapes too, and the same value", () => {
  const value = { name: `a${TAGGED}\u200b\u009b\u2028`, persian: "می‌خواهم" };
  const json = safeJson(value);
  expect(json).toBe('{"name":"a\\udb40\\udc49\\udb40\\udc67\\u200b\\u009b\\u2028","persian":"می‌خواهم"}');
  expect(JSON.parse(json)).toEqual(value);
});
