import { describe, expect, test } from "vitest";
import { findFrontmatter, MAX_FRONTMATTER_BYTES } from "./frontmatter-fence.js";

const block = (text: string) => {
  const fence = findFrontmatter(text);
  return fence.kind === "closed" ? [text.slice(fence.open, fence.close), text.slice(fence.end)] : fence.kind;
};

describe("the fence", () => {
  test.each([
    ["plain", "---\na: 1\n---\nbody"],
    ["closed by dots", "---\na: 1\n...\nbody"],
    ["with trailing blanks", "--- \t\na: 1\n---  \nbody"],
    ["after a byte order mark", "\uFEFF---\na: 1\n---\nbody"],
    ["after a byte order mark read as latin1", "\u00EF\u00BB\u00BF---\na: 1\n---\nbody"],
    ["after blank lines", "\n  \n---\na: 1\n---\nbody"],
    ["after a comment", "<!-- made by a tool -->\n---\na: 1\n---\nbody"],
    ["after a comment of several lines", "\n<!--\nlicence\n-->\n\n---\na: 1\n---\nbody"],
  ])("is found %s", (_, text) => {
    expect(block(text)).toEqual(["a: 1\n", "body"]);
  });

  test("is found with CRLF and with bare carriage returns", () => {
    expect(block("---\r\na: 1\r\n---\r\nbody")).toEqual(["a: 1\r\n", "body"]);
    expect(block("---\ra: 1\r---\rbody")).toEqual(["a: 1\r", "body"]);
  });

  test.each([
    "",
    "---",
    "---\n",
    "text\n---\na: 1\n---\n",
    "----\na: 1\n----\n",
    "--- some words\na: 1\n---\n",
    " ---\na: 1\n---\n",
    "<!-- x --> ---\na: 1\n---\n",
    "<!-- x -->\n<!-- y -->\n---\na: 1\n---\n",
    "<!-- x -->\n---\na: 1\n",
    `<!-- ${"x".repeat(5000)} -->\n---\na: 1\n---\n`,
  ])("is none, or not closed, in %j", (text) => {
    expect(findFrontmatter(text).kind).toMatch(/none|unclosed/);
  });

  test("names the language it asks for, and the lines before it", () => {
    const text = "\n---js\nrun()\n---\n";
    expect(findFrontmatter(text)).toMatchObject({ kind: "closed", language: "js", blankLinesBefore: 1, line: 3 });
    expect(findFrontmatter("<!--\r\nx\r\n-->\r\n---\r\na: 1\r\n---\r\n")).toMatchObject({ kind: "closed", line: 5 });
  });

  test("has the same offsets in text and in bytes, and byte offsets in latin1", () => {
    const text = "---\nname: é日🙂\n---\nbody";
    const bytes = new TextEncoder().encode(text);
    const latin1 = String.fromCharCode(...bytes);
    expect(findFrontmatter(latin1)).toEqual(findFrontmatter(bytes));
    const fence = findFrontmatter(bytes);
    if (fence.kind !== "closed") throw new Error("not found");
    expect(new TextDecoder().decode(bytes.subarray(fence.end))).toBe("body");
  });

  test("asks for more of a head that was cut, wherever the cut falls", () => {
    const text = "\uFEFF\n---\na: 1\n---\nbody";
    const end = text.indexOf("body");
    for (let cut = 0; cut < end; cut += 1) {
      expect([cut, findFrontmatter(text.slice(0, cut), { complete: false }).kind]).toEqual([cut, "incomplete"]);
    }
    expect(findFrontmatter(text.slice(0, end), { complete: false }).kind).toBe("closed");
  });

  test("is not searched for beyond the cap", () => {
    const long = `---\n${"a: 1\n".repeat(MAX_FRONTMATTER_BYTES)}`;
    expect(findFrontmatter(`${long}---\n`).kind).toBe("overlong");
    expect(findFrontmatter(long, { complete: false }).kind).toBe("overlong");
  });
});
