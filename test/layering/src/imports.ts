import { parseSync } from "oxc-parser";

/**
 * What a file asks for by name. `computed`: a dynamic import whose target cannot be read from the text. `isOptional`: a look-up that copes with a
 * runtime which has no such thing, as `process.getBuiltinModule?.(…)` does.
 */
export type Import = { readonly specifier: string; readonly isOptional?: true } | { readonly computed: true };

/** Static, dynamic, type-only, `require` and `import.meta.resolve` alike, from the syntax tree. */
export function importsOf(fileName: string, source: string): readonly Import[] {
  const { errors, program } = parseSync(fileName, source);
  if (errors[0]) throw new Error(`${fileName}: ${errors[0].message}`);
  const found: Import[] = [];
  visit(program, (node) => {
    const target = targetOf(node);
    if (target) found.push(node["optional"] === true ? { ...read(target), isOptional: true } : read(target));
  });
  return found;
}

type SyntaxNode = Readonly<Record<string, unknown>>;

function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
  } else if (isNode(value)) {
    if (typeof value["type"] === "string") see(value);
    for (const child of Object.values(value)) visit(child, see);
  }
}

/** The part of a node that names another module, if the node is of that sort. */
function targetOf(node: SyntaxNode): SyntaxNode | undefined {
  switch (node["type"]) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return asNode(node["source"]);
    case "TSExternalModuleReference":
      return asNode(node["expression"]);
    case "CallExpression":
      return loads(asNode(node["callee"])) ? asNode((node["arguments"] as readonly unknown[])[0]) : undefined;
    default:
      return undefined;
  }
}

/** `require(…)`, `x.require(…)`, `import.meta.resolve(…)`, `process.getBuiltinModule(…)`. */
function loads(callee: SyntaxNode | undefined): boolean {
  if (callee?.["type"] === "Identifier") return callee["name"] === "require";
  if (callee?.["type"] !== "MemberExpression") return false;
  const property = asNode(callee["property"]);
  const name = property?.["name"] ?? property?.["value"];
  if (name === "resolve") return asNode(callee["object"])?.["type"] === "MetaProperty";
  return name === "getBuiltinModule" || name === "require";
}

function read(target: SyntaxNode): Import {
  if (target["type"] === "Literal" && typeof target["value"] === "string") return { specifier: target["value"] };
  const quasis = target["type"] === "TemplateLiteral" ? (target["quasis"] as readonly SyntaxNode[]) : [];
  const cooked = (quasis[0]?.["value"] as { cooked?: unknown } | undefined)?.cooked;
  return quasis.length === 1 && typeof cooked === "string" ? { specifier: cooked } : { computed: true };
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null;
}

function asNode(value: unknown): SyntaxNode | undefined {
  return isNode(value) ? value : undefined;
}
