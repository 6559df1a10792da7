import { readFileSync } from "node:fs";
import { ERROR_CODES } from "@pd/core";
import { expect, test } from "vitest";
import { EXPLANATIONS } from "./explanations.js";

/** The source of error-explanations.ts, from the table in docs/errors.md. After a change there: `vitest run --update src/explanations.test.ts`. */
function sourceFrom(page: string): string {
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (.*?) \| (.*?) \|$/gmu)].map(
    ([, code = "", what = "", fix = ""]) => {
      const key = /^[a-z]+$/u.test(code) ? code : quoted(code);
      const line = `  ${key}: [${quoted(what)}, ${quoted(fix)}],`;
      return line.length <= 120 ? line : `  ${key}: [\n    ${quoted(what)},\n    ${quoted(fix)},\n  ],`;
    },
  );
  return `import type { PdErrorCode } from "@pd/core";

/** What each error means and what to do about it, in the words of docs/errors.md: a test makes this file from that one. */
export const ERROR_EXPLANATIONS: Readonly<Record<PdErrorCode, readonly [what: string, fix: string]>> = {
${rows.join("\n")}
};
`;
}

/** As the formatter quotes: with the quotes that need fewer escapes. */
function quoted(text: string): string {
  const double = JSON.stringify(text);
  return text.includes('"') && !text.includes("'") ? `'${double.slice(1, -1).replaceAll('\\"', '"')}'` : double;
}

test("errors are explained in the words of docs/errors.md", async () => {
  const page = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
  await expect(sourceFrom(page)).toMatchFileSnapshot("./error-explanations.ts");
});

test("every code has an explanation", () => {
  expect(ERROR_CODES.filter((code) => !EXPLANATIONS.has(code))).toEqual([]);
});

/** The codes of findings that a source file makes. */
function codesIn(file: string): readonly string[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const places = [...text.matchAll(/\b(?:code:\s*(?:\|\s*)?|about\(\s*[\w.]+,\s*)((?:"[a-z-]+"(?:\s*\|\s*)?)+)/gu)];
  return places.flatMap(([, codes = ""]) => codes.match(/[a-z-]+/gu) ?? []);
}

test("every finding that a vault or a skill can have is explained", () => {
  const files = ["vault/link-findings.ts", "vault/vault-quality.ts", "vault/walk.ts"].map(
    (file) => `../../core/src/${file}`,
  );
  const codes = [...files, "./skill-format.ts"].flatMap(codesIn);
  expect(codes).toEqual(expect.arrayContaining(["broken-link", "ambiguous-link", "orphan", "too-deep", "skill-name"]));
  expect(codes.filter((code) => !EXPLANATIONS.has(code))).toEqual([]);
});
