/** A vault of n notes that hang together in one particular way: path and text of each. */
export interface Shape {
  readonly name: string;
  /** Notes, or what takes their place where there is one note only. */
  readonly base: number;
  files(n: number): Iterable<readonly [path: string, text: string]>;
}

const NOTES = 500;
/** Links, headings or blocks in one note; four times as many are still read. */
const PARTS = 2500;

function* times(n: number, make: (at: number) => readonly [string, string]): Iterable<readonly [string, string]> {
  for (let at = 0; at < n; at += 1) yield make(at);
}

const listed = (n: number, make: (at: number) => string, between = " ") =>
  Array.from({ length: n }, (_, at) => make(at)).join(between);

function shape(name: string, files: Shape["files"], base = NOTES): Shape {
  return { name, base, files };
}

/** The same letters in another case each time. */
function inCase(word: string, number: number): string {
  return [...word].map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join("");
}

export const SHAPES: readonly Shape[] = [
  shape("a name that all share", (n) => times(n, (at) => [`d${at}/README.md`, "[[README]]"])),
  shape("a name that all share, linked from one note", function* (n) {
    yield* times(n, (at) => [`d${at}/README.md`, "Text."]);
    yield ["links.md", listed(n, () => "[[README]]")];
  }),
  shape("a name that all share, written in every case", function* (n) {
    yield* times(n, (at) => [`d${at}/${inCase("abcdefghijklmno", at)}.md`, `[[${inCase("abcdefghijklmno", at + 1)}]]`]);
  }),
  shape("an alias that all share", (n) =>
    times(n, (at) => [`d${at}/n${at}.md`, "---\naliases: [Same]\n---\n[[Same]]"]),
  ),
  shape("a title that all share", (n) => times(n, (at) => [`d${at}/n${at}.md`, "# Same\n\n[[Same]]"])),
  shape("the end of a path that all share", (n) => times(n, (at) => [`d${at}/x/README.md`, "[[x/README]]"])),
  shape("ends of paths", (n) => times(n, (at) => [`p/q/d${at}/README.md`, `[[d${(at * 7) % n}/README]]`])),
  shape("addresses of a site", (n) =>
    times(n, (at) => [`c/en/d${at}/_index.md`, `[x](/docs/d${(at * 7) % n}/) [y](/a/b/c)`]),
  ),
  shape(
    "headings that links miss",
    function* (n) {
      yield ["headings.md", listed(n, (at) => `## H ${at}`, "\n")];
      yield ["links.md", listed(n, (at) => `[[headings#X ${at}]]`)];
    },
    PARTS,
  ),
  shape(
    "headings that links find",
    function* (n) {
      yield ["headings.md", listed(n, (at) => `## H ${at}`, "\n")];
      yield ["links.md", listed(n, (at) => `[[headings#H ${at}]]`)];
    },
    PARTS,
  ),
  shape("headings that many notes miss", function* (n) {
    yield ["headings.md", listed(n, (at) => `## H ${at}`, "\n")];
    yield* times(n, (at) => [`n${at}.md`, `[[headings#X ${at}]]`]);
  }),
  shape(
    "headings of many notes, each in turn",
    function* (n) {
      yield* times(100, (at) => [`h${at}.md`, listed(n / 20, (heading) => `## H ${heading}`, "\n")]);
      yield ["links.md", listed(n, (at) => `[[h${at % 100}#X ${at}]]`)];
    },
    PARTS,
  ),
  shape(
    "blocks that links miss",
    function* (n) {
      yield ["blocks.md", listed(n, (at) => `Text ^b${at}`, "\n\n")];
      yield ["links.md", listed(n, (at) => `[[blocks#^x${at}]]`)];
    },
    PARTS,
  ),
  shape("many links to one note", function* (n) {
    yield ["hub.md", "Text."];
    yield* times(n, (at) => [`n${at}.md`, `See [[hub|name ${at}]].`]);
  }),
  shape("a star, both ways", function* (n) {
    yield ["hub.md", listed(n, (at) => `[[n${at}]]`)];
    yield* times(n, (at) => [`n${at}.md`, "[[hub]]"]);
  }),
  shape("a chain", (n) => times(n, (at) => [`n${at}.md`, `[[n${at + 1}]]`])),
  shape("pairs that link to each other", (n) => times(n, (at) => [`n${at}.md`, `[[n${at ^ 1}]]`])),
  shape("broken links", (n) => times(n, (at) => [`n${at}.md`, `[[gone ${at}]] [x](gone${at}.md)`])),
  shape("relations to one note", (n) =>
    times(n, (at) => [`n${at}.md`, `---\nextends: n0\ncontradicts: [n1, n${at}]\n---\n`]),
  ),
  shape("a tag of its own each, and one for all", (n) =>
    times(n, (at) => [`n${at}.md`, `---\ntags: [t${at}, all]\n---\n`]),
  ),
  shape("a type and a domain of its own each", (n) =>
    times(n, (at) => [`n${at}.md`, `---\ntype: t${at}\ndomain: d${at}\n---\n`]),
  ),
  shape("many folders", (n) => times(n, (at) => [`a${at % 10}/b${at}/c/n.md`, "Text."])),
  shape("deep folders", (n) => times(n / 50, (at) => [`${`d${at}/`.repeat(50)}n.md`, "Text."]), 4 * NOTES),
  shape("names that make one id", (n) => times(n, (at) => [`x ${at >> 1}${at & 1 ? " " : "-"}y.md`, "Text."])),
  shape("the same note again and again", (n) =>
    times(n, (at) => [`n${at}.md`, "# Wind\n\nThe same words in each of them."]),
  ),
  shape("frontmatter that is broken everywhere", (n) =>
    times(n, (at) => [`n${at}.md`, `---\nname: a: b: ${at}\ntags: [x\n---\nText.`]),
  ),
];
