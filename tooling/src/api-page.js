/**
 * @typedef {import("./api-surface.js").EntryPoint} EntryPoint
 * @typedef {import("./api-surface.js").PublicName} PublicName
 * @typedef {{ name: string, description: string, entries: EntryPoint[] }} Package `name` as it is imported
 * @typedef {{ file: string, note: string, title: string, entries: EntryPoint[], package: Package }} Page `note` is what links to it say
 */

/** An entry point with fewer names than this stands on the page of its package. */
const NAMES_FOR_A_PAGE = 10;

/**
 * The pages of all packages and the map that leads to them: file name in `docs/api` to text.
 *
 * @param {Package[]} packages
 * @returns {Map<string, string>}
 */
export function apiPages(packages) {
  const pages = packages.flatMap(pagesOf);
  const texts = new Map(pages.map((page) => [page.file, pageText(page, pages)]));
  return texts.set("index.md", mapText(pages));
}

/**
 * @param {Package} of
 * @returns {Page[]}
 */
function pagesOf(of) {
  const short = of.name.replace(/^@[^/]+\//, "");
  // Not "skills.md": the note on skills has that name.
  const prefix = of.name.slice(1).replaceAll("/", "-");
  const apart = of.entries.filter(({ path, names }) => path !== "." && names.length >= NAMES_FOR_A_PAGE);
  const together = of.entries.filter((entry) => !apart.includes(entry));
  return [
    { file: `${prefix}.md`, note: `API of ${short}`, title: of.name, entries: together, package: of },
    ...apart.map((entry) => {
      const below = entry.path.slice(2);
      return {
        file: `${prefix}-${below.replaceAll("/", "-")}.md`,
        note: `API of ${short} ${below.replaceAll("/", " ")}`,
        title: importPath(of, entry),
        entries: [entry],
        package: of,
      };
    }),
  ];
}

/**
 * @param {Package} of
 * @param {EntryPoint} entry
 */
function importPath(of, entry) {
  return `${of.name}${entry.path.slice(1)}`;
}

/**
 * @param {Page} page
 * @param {Page[]} pages
 */
function pageText(page, pages) {
  const count = page.entries.reduce((sum, { names }) => sum + names.length, 0);
  const groups = page.entries.map((entry) => groupsOf(entry));
  const lines = [
    "---",
    `name: ${page.note}`,
    `description: "The ${count} exported names of ${page.title}, with their signatures and doc comments."`,
    "type: reference",
    "domain: api",
    "tags: [api]",
    "---",
    "",
    `# ${page.title}`,
    "",
    `${page.package.description} Made from the doc comments by \`npm run api\`: change those, not this page. Part of [[API]].`,
  ];
  for (const [at, entry] of page.entries.entries()) {
    lines.push("", `## ${importPath(page.package, entry)}`, "", "| from | names |", "| --- | --- |");
    for (const [file, names] of groups[at] ?? []) {
      lines.push(`| [[#${file}]] | ${names.map(({ name }) => `\`${name}\``).join(", ")} |`);
    }
    for (const [file, names] of groups[at] ?? []) lines.push("", ...groupText(file, names, page, pages));
  }
  return `${lines.join("\n")}\n`;
}

/**
 * By the file that declares them, which holds one idea.
 *
 * @param {EntryPoint} entry
 * @returns {Map<string, PublicName[]>}
 */
function groupsOf(entry) {
  /** @type {Map<string, PublicName[]>} */
  const groups = new Map();
  for (const name of entry.names) groups.set(name.file, [...(groups.get(name.file) ?? []), name]);
  return groups;
}

/**
 * @param {string} file
 * @param {PublicName[]} names
 * @param {Page} page
 * @param {Page[]} pages
 */
function groupText(file, names, page, pages) {
  const declarations = names.map(({ name, declaration: { doc, signature } }) => {
    const renamed = new RegExp(`\\b${name}\\b`).test(signature) ? "" : `/* as ${name} */ `;
    return `${comment(doc)}${renamed}${signature.replace(/;$/, "")}`;
  });
  const links = usedElsewhere(names, page, pages);
  return [
    `### ${file}`,
    "",
    "```ts",
    declarations.join("\n\n"),
    "```",
    ...(links.length === 0 ? [] : ["", `Uses ${links.join(", ")}.`]),
  ];
}

/** @param {string} doc */
function comment(doc) {
  if (doc === "") return "";
  if (!doc.includes("\n")) return `/** ${doc} */\n`;
  return `/**\n${doc
    .split("\n")
    .map((line) => ` * ${line}`.trimEnd())
    .join("\n")}\n */\n`;
}

/**
 * Links to the names in these signatures that another page explains. A package's own names come before those of the
 * package it depends on, which all have in common: the one that is first in the list.
 *
 * @param {PublicName[]} names
 * @param {Page} page
 * @param {Page[]} pages
 */
function usedElsewhere(names, page, pages) {
  const near = pages.filter((other) => other.package === page.package);
  const base = pages.filter((other) => other.package === pages[0]?.package);
  const used = new Set(
    names.flatMap(({ declaration }) => withoutComments(declaration.signature).match(/\b[A-Z][A-Za-z]+\b/g) ?? []),
  );
  return [...used].sort().flatMap((word) => {
    const home = [page, ...near, ...base].find((other) => homeOf(word, other) !== undefined);
    if (home === undefined || home === page) return [];
    return [`[[${home.note}#${homeOf(word, home)}|${word}]]`];
  });
}

/**
 * @param {string} word
 * @param {Page} page
 */
function homeOf(word, page) {
  return page.entries.flatMap(({ names }) => names).find(({ name }) => name === word)?.file;
}

/** @param {string} signature */
function withoutComments(signature) {
  return signature.replace(/\/\*[\s\S]*?\*\//g, "");
}

/** @param {Page[]} pages */
function mapText(pages) {
  const rows = pages.map(({ note, title, entries, package: of }) => {
    const more = entries.filter(({ path }) => path !== ".").map((entry) => `\`${importPath(of, entry)}\``);
    const what = entries.some(({ path }) => path === ".") ? of.description : `Names: ${entries[0]?.names.length}.`;
    const also = title === of.name && more.length > 0 ? ` Also ${more.join(", ")}.` : "";
    return `| [[${note}]] | \`${title}\` | ${what}${also} |`;
  });
  return `${[
    "---",
    "name: API",
    "description: Every name that the packages of pd export, with its signature and doc comment.",
    "type: moc",
    "domain: api",
    "tags: [api]",
    "---",
    "",
    "# API",
    "",
    "These pages are made from the sources by `npm run api`; the checks fail while one of them is out of date. The ideas behind the names are in [[Concepts]].",
    "",
    "| page | imported as | what it is |",
    "| --- | --- | --- |",
    ...rows,
    "",
    "Part of [[pd]].",
  ].join("\n")}\n`;
}
