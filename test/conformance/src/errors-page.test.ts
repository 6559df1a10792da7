import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ERRORS, type ErrorKind, type ErrorTable } from "@pd/core";
import { HTTP_ERRORS } from "@pd/http";
import { POSTGRES_ERRORS } from "@pd/postgres";
import { PROMPT_ERRORS } from "@pd/prompt";
import { SKILL_ERRORS } from "@pd/skills";
import { expect, test } from "vitest";

/** Every package that declares errors. */
const TABLES: readonly (readonly [name: string, table: ErrorTable])[] = [
  ["@pd/core", ERRORS],
  ["@pd/http", HTTP_ERRORS],
  ["@pd/postgres", POSTGRES_ERRORS],
  ["@pd/prompt", PROMPT_ERRORS],
  ["@pd/skills", SKILL_ERRORS],
];

const all: readonly (readonly [string, ErrorKind])[] = TABLES.flatMap(([name, table]) =>
  Object.values(table).map((kind) => [name, kind] as const),
).sort(([, a], [, b]) => (a.code < b.code ? -1 : 1));

const page = new URL("../../../docs/errors.md", import.meta.url);

/** After a change in a table: `npx vitest run --update src/errors-page.test.ts` here. */
test("docs/errors.md has the errors of every package, in the words of their tables", async () => {
  const text = readFileSync(page, "utf8");
  const head = text.slice(0, text.indexOf("| code |"));
  const rows = all.map(
    ([name, { code, what, fix, status, exit = 2 }]) =>
      `| \`${code}\` | ${what} | ${fix} | \`${name}\` | ${status} | ${exit} |`,
  );
  const table = [
    "| code | what happened | what to do | from | status | exit |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
  await expect(`${head}${table.join("\n")}\n`).toMatchFileSnapshot(fileURLToPath(page));
});

test("no two packages declare the same code, and none breaks a table", () => {
  const codes = all.map(([, { code }]) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const [, { what, fix }] of all) expect(`${what}${fix}`).not.toMatch(/[|\n]/u);
});
