import type { MemoryNode } from "./memory-content.js";

/**
 * A small graph in which every field of every note holds a word that stands nowhere else, so that a leak at any door shows.
 * `DESC` may be seen from level 1, `CTX` from 2, `PREV` from 3, `BODY` at 4 only. The body is what a markdown file would hold.
 */
export const ENFORCEMENT_NODES: readonly MemoryNode[] = [
  note({ key: "hub", name: "Hub", type: "moc", links: ["alpha", "beta", "gamma", "delta"] }),
  // Long enough that its links and sections are worth showing before it is opened.
  note({
    key: "alpha",
    name: "Alpha",
    links: ["beta"],
    tags: ["first", "letters"],
    filler: "Alpha goes on for a while. ".repeat(40),
  }),
  note({ key: "beta", name: "Beta", links: ["gamma"], domain: "letters", aliases: ["The second"] }),
  note({ key: "gamma", name: "Gamma", links: [], domain: "letters" }),
  // Large enough that no small budget holds it in full.
  note({
    key: "delta",
    name: "Delta",
    links: ["alpha"],
    filler: "A long paragraph about the delta of a river. ".repeat(200),
  }),
  note({ key: "han", name: "漢字", links: [], filler: "漸進式揭露讓代理人只讀需要的內容。".repeat(20) }),
];

interface Written {
  readonly key: string;
  readonly name: string;
  readonly links: readonly string[];
  readonly type?: string;
  readonly domain?: string;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  readonly filler?: string;
}

function note({
  key,
  name,
  links,
  type = "note",
  domain = "general",
  tags = [],
  aliases = [],
  filler = "",
}: Written): MemoryNode {
  const word = (field: string) => `${field}-${key}`;
  const sentences = links.map((target) => ({ target, context: `See [[${target}]] for ${word("CTX")}-${target}.` }));
  const lead = `Opening words ${word("PREV")}.`;
  const details = `Details ${word("PREV")}-details.`;
  const rest = `Only in full: ${word("BODY")}. ${filler}`.trim();
  return {
    id: `${type}:${key}`,
    name,
    type,
    domain,
    tags,
    aliases,
    description: `What ${word("DESC")} says.`,
    links: sentences.map(({ target, context }) => ({
      target: `note:${target}`,
      context: context.replace(/\[\[(.*?)\]\]/gu, "$1"),
      relation: type === "moc" ? "clusters" : "references",
    })),
    sections: [
      { heading: name, depth: 1, preview: lead },
      {
        heading: "Details",
        depth: 2,
        preview: details,
        anchor: "details",
        text: `## Details\n\n${details}\n\n${rest}`,
      },
    ],
    body: [`# ${name}`, lead, ...sentences.map(({ context }) => context), "## Details", details, rest].join("\n\n"),
  };
}
