/** The first TypeScript block under `## Use`, if there is one. */
export function firstExample(readme) {
  const use = /^## Use$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(readme)?.[1] ?? "";
  return /^```ts\b[^\n]*\n([\s\S]*?)^```/m.exec(use)?.[1];
}
