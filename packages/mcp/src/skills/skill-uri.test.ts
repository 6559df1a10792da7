import { expect, test } from "vitest";
import { parseSkillUri, skillUri } from "./skill-uri.js";

test("an address is the skill's path and the file's, part by part", () => {
  const uri = skillUri("acme/pdf-forms", "references/a b#c.md");
  expect(uri).toBe("skill://acme/pdf-forms/references/a%20b%23c.md");
  expect(parseSkillUri(uri)).toEqual(["acme", "pdf-forms", "references", "a b#c.md"]);
});

test("the end of a folder's address may have a slash", () => {
  expect(parseSkillUri("skill://pdf-forms/assets/")).toEqual(["pdf-forms", "assets"]);
});

test.each([
  "skill://",
  "skill://a//b",
  "skill://a/./b",
  "skill://a/../b",
  "skill://a/%2e%2e/b",
  "skill://a/%2E./b",
  "skill://a/b%2fc",
  "skill://a/b%5cc",
  "skill://a/b%00",
  "skill://a/b?c",
  "skill://a/b#c",
  "skill://a/%",
  "file:///a/b",
])("what could lead elsewhere is not an address: %s", (uri) => {
  expect(parseSkillUri(uri)).toBeUndefined();
});
