/**
 * @typedef {import("oxc-parser").ParseResult} ParseResult
 * @typedef {{ kind: "function" | "class" | "interface" | "type" | "const" | "enum", signature: string, doc: string }} Declaration
 * @typedef {{ type: string, start: number, end: number, [field: string]: unknown }} Syntax what every node of a syntax tree has
 */

/** A value longer than this is left out of its signature: a reader wants its type, not the table itself. */
const LONGEST_VALUE = 300;

/**
 * What a module declares at its top, by name: kind, signature without bodies, doc comment. Overloads are one declaration.
 *
 * @param {string} source
 * @param {ParseResult} parsed
 * @returns {Map<string, Declaration>}
 */
export function declarationsOf(source, parsed) {
  const docs = parsed.comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"));
  /** @type {Map<string, Declaration>} */
  const found = new Map();
  for (const statement of /** @type {Syntax[]} */ (/** @type {unknown} */ (parsed.program.body))) {
    const declaration = /** @type {Syntax} */ (statement["declaration"] ?? statement);
    for (const { name, ...one } of read(source, declaration)) {
      const doc = docOf(source, docs, statement.start);
      const before = found.get(name);
      // The implementation of an overloaded function is nobody's signature.
      if (before !== undefined && declaration.type === "FunctionDeclaration") continue;
      found.set(
        name,
        before === undefined ? { ...one, doc } : { ...before, signature: `${before.signature}\n${one.signature}` },
      );
    }
  }
  return found;
}

/**
 * @param {string} source
 * @param {Syntax} node
 * @returns {{ name: string, kind: Declaration["kind"], signature: string }[]}
 */
function read(source, node) {
  const name = /** @type {{ name: string } | undefined} */ (node["id"])?.name ?? "default";
  switch (node.type) {
    case "FunctionDeclaration":
    case "TSDeclareFunction":
      return [{ name, kind: "function", signature: withoutBody(source, node) }];
    case "ClassDeclaration":
      return [{ name, kind: "class", signature: classSignature(source, node) }];
    case "TSInterfaceDeclaration":
      return [{ name, kind: "interface", signature: source.slice(node.start, node.end) }];
    case "TSTypeAliasDeclaration":
      return [{ name, kind: "type", signature: source.slice(node.start, node.end) }];
    case "TSEnumDeclaration":
      return [{ name, kind: "enum", signature: source.slice(node.start, node.end) }];
    case "VariableDeclaration":
      return /** @type {Syntax[]} */ (node["declarations"]).map((one) => constant(source, one));
    default:
      return [];
  }
}

/**
 * @param {string} source
 * @param {Syntax} declarator
 * @returns {{ name: string, kind: "function" | "const", signature: string }}
 */
function constant(source, declarator) {
  const id = /** @type {Syntax} */ (declarator["id"]);
  const value = /** @type {Syntax | null} */ (declarator["init"]);
  const name = /** @type {string} */ (id["name"]);
  const typed = source.slice(id.start, id.end);
  if (value?.type === "ArrowFunctionExpression" && !typed.includes(":")) {
    const body = /** @type {Syntax} */ (value["body"]);
    return {
      name,
      kind: "function",
      signature: `const ${typed} = ${source.slice(value.start, body.start).trimEnd()} …`,
    };
  }
  const written = value === null ? "" : ` = ${source.slice(value.start, value.end)}`;
  const shown = typed.includes(":") ? "" : written.length > LONGEST_VALUE ? " = …" : written;
  return { name, kind: "const", signature: `const ${typed}${shown}` };
}

/**
 * @param {string} source
 * @param {Syntax} node a function or a method
 */
function withoutBody(source, node) {
  const body = /** @type {Syntax | null} */ (node["body"]);
  return source
    .slice(node.start, body?.start ?? node.end)
    .replace(/[\s;]+$/, "")
    .replace(/^async /, "");
}

/**
 * A class with its public members. Of a field, a typed one shows its type and no value.
 *
 * @param {string} source
 * @param {Syntax} node
 */
function classSignature(source, node) {
  const body = /** @type {Syntax} */ (node["body"]);
  const members = /** @type {Syntax[]} */ (body["body"]).filter(isPublic).map((member) => {
    const method = /** @type {Syntax | undefined} */ (member["value"]);
    if (member.type !== "MethodDefinition" || method === undefined) {
      const type = /** @type {Syntax | null | undefined} */ (member["typeAnnotation"]);
      return `  ${source.slice(member.start, type?.end ?? member.end).replace(/;$/, "")};`;
    }
    const end = /** @type {Syntax | null} */ (method["body"])?.start ?? member.end;
    return `  ${source
      .slice(member.start, end)
      .replace(/[\s;]+$/, "")
      .replace(/^async /, "")};`;
  });
  const head = source.slice(node.start, body.start).trimEnd();
  return members.length === 0 ? `${head} {}` : `${head} {\n${members.join("\n")}\n}`;
}

/** @param {Syntax} member */
function isPublic(member) {
  const key = /** @type {Syntax | undefined} */ (member["key"]);
  return (
    key?.type !== "PrivateIdentifier" &&
    member["accessibility"] !== "private" &&
    member["accessibility"] !== "protected"
  );
}

/**
 * The doc comment that ends where a statement begins, as plain lines.
 *
 * @param {string} source
 * @param {{ value: string, end: number }[]} docs
 * @param {number} start
 */
function docOf(source, docs, start) {
  const comment = docs.find(({ end }) => end <= start && source.slice(end, start).trim() === "");
  if (comment === undefined) return "";
  return comment.value
    .slice(1)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim();
}
