import { fileURLToPath } from "node:url";
import { createToolkit, type JsonSchema, type ToolDescription } from "@pd/core";
import { expect, test } from "vitest";

const page = fileURLToPath(new URL("../../../docs/operations/reference.md", import.meta.url));

const HEAD = `---
name: Operation reference
description: Every field of every operation, its default and what it means, and how each door calls it.
type: reference
tags: [operations]
---

# Operation reference

Made from the operations themselves (\`packages/core/src/operations/\`): change those, not this page. Part of [[Operations]].
`;

type Properties = Readonly<Record<string, JsonSchema>>;

/** After a change in an operation: \`npx vitest run src/operations-page.test.ts --update\` here. */
test("docs/operations/reference.md has every operation, in its own words", async () => {
  const { tools } = createToolkit({ mounts: [] });
  const [first] = tools;
  const shared = Object.keys(propertiesOf(first)).filter((field) =>
    tools.every((tool) => field in propertiesOf(tool) && isSame(field, first, tool)),
  );
  const sections = tools.map((tool) => sectionOf(tool, new Set(shared)));
  const all = `## Fields of all\n\n${tableOf(shared.map((field) => [field, propertiesOf(first)[field] ?? {}]))}`;
  await expect([HEAD, ...sections, all].join("\n")).toMatchFileSnapshot(page);
});

test("every field of every operation is described, and every operation says how it is written", () => {
  for (const tool of createToolkit({ mounts: [] }).tools) {
    for (const [field, { description }] of Object.entries(propertiesOf(tool)))
      expect(description, `${tool.name}.${field}`).toMatch(/^[^|\n]+[^.|\n]$/u);
    expect(tool.operation).toMatchObject({ title: /\w/u, summary: /^[A-Z].*[^.]$/u });
    const field = tool.operation?.commandLine?.words?.field;
    if (field !== undefined) expect(propertiesOf(tool)).toHaveProperty(field);
  }
});

function sectionOf(tool: ToolDescription, shared: ReadonlySet<string>): string {
  const { name, description, operation } = tool;
  const own = Object.entries(propertiesOf(tool)).filter(([field]) => !shared.has(field));
  const method = operation?.about === "graph" ? "GET" : "POST";
  const doors = [`\`toolkit.call("${name}", input)\``, `\`${method} /api/skillgraph/${name}\``, `\`pd ${name}\``];
  const offered = operation?.offered === false ? "; no MCP tool" : `; the MCP tool \`${name}\``;
  const examples = (operation?.commandLine?.examples ?? []).map((example) => `\`${example}\``).join(", ");
  return [
    `## ${name}`,
    "",
    `${operation?.summary}. To a model: "${description}"`,
    "",
    ...(own.length === 0 ? [] : [tableOf(own)]),
    `${doors.join(", ")}${offered}. For example ${examples}.`,
    "",
  ].join("\n");
}

function tableOf(fields: readonly (readonly [string, JsonSchema])[]): string {
  const rows = fields.map(([field, schema]) => {
    const fallback = schema["default"] === undefined ? "" : `\`${JSON.stringify(schema["default"])}\``;
    return `| \`${field}\` | ${typeOf(schema)} | ${fallback} | ${String(schema["description"])} |`;
  });
  return `${["| field | type | default | meaning |", "| --- | --- | --- | --- |", ...rows].join("\n")}\n`;
}

function typeOf(schema: JsonSchema): string {
  const { type, enum: values, anyOf } = schema as { type?: string; enum?: readonly unknown[]; anyOf?: JsonSchema[] };
  if (values !== undefined) return values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  return anyOf === undefined ? (type ?? "") : anyOf.map(typeOf).join(" or ");
}

function propertiesOf(tool: ToolDescription | undefined): Properties {
  return (tool?.inputSchema["properties"] ?? {}) as Properties;
}

function isSame(field: string, a: ToolDescription | undefined, b: ToolDescription): boolean {
  return JSON.stringify(propertiesOf(a)[field]) === JSON.stringify(propertiesOf(b)[field]);
}
