import { expect, test } from "vitest";
import type { Link, NodeId } from "../../model/node.js";
import type { ValidateData } from "../../operations/validate.js";
import type { Finding } from "../../ports/content.js";
import { readLinks } from "../../testing/read-one.js";
import { temporaryVault } from "../testing/temporary-vault.js";

const OTHERS = {
  "Budgets.md":
    "---\naliases: [The ceiling, 上限]\ndescription: Hard ceilings\n---\n# Budgets\n\nText ^quote\n\n## How it works\n",
  "concepts/Levels.md": "# Levels of disclosure\n",
  "guides/Levels.md": "Guide.\n",
  "guides/Getting Started.md": "Start.\n",
  "guides/index.md": "All guides.\n",
  "skills/pdf/SKILL.md": "Fills forms.\n",
  "Café.md": "Coffee.\n",
  "concepts/v1.2 notes.md": "Notes.\n",
  "image.md": "Not an image.\n",
};

/** How a link is written in `notes/Home.md`, what it leads to, as what, and the sentence that comes with it. */
const TABLE: readonly (readonly [
  written: string,
  target: string | undefined,
  relation: Link["relation"],
  context: string,
])[] = [
  // wikilinks
  ["One is [[Budgets]] here. Not this.", "note:budgets", "references", "One is Budgets here."],
  ["Other case [[bUDGETS]].", "note:budgets", "references", "Other case bUDGETS."],
  ["With the extension [[Budgets.md]].", "note:budgets", "references", "With the extension Budgets.md."],
  ["Shown as [[Budgets|money]] only.", "note:budgets", "references", "Shown as money only."],
  ["A heading [[Budgets#How it works]].", "note:budgets", "references", "A heading Budgets#How it works."],
  ["A block [[Budgets#^quote|so]].", "note:budgets", "references", "A block so."],
  ["By its alias [[The ceiling]].", "note:budgets", "references", "By its alias The ceiling."],
  ["別名は[[上限]]です。次の文。", "note:budgets", "references", "別名は上限です。"],
  [
    "By its title [[Levels of disclosure]].",
    "note:concepts/levels",
    "references",
    "By its title Levels of disclosure.",
  ],
  ["By a path [[guides/Levels]].", "note:guides/levels", "references", "By a path guides/Levels."],
  ["From the root [[/concepts/Levels]].", "note:concepts/levels", "references", "From the root /concepts/Levels."],
  ["Relative [[../Budgets]].", "note:budgets", "references", "Relative ../Budgets."],
  ["A folder's note [[guides]].", "note:guides", "references", "A folder's note guides."],
  ["A skill [[pdf]].", "skill:pdf", "references", "A skill pdf."],
  ["A dot is no extension [[v1.2 notes]].", "note:v1.2-notes", "references", "A dot is no extension v1.2 notes."],
  ["Composed otherwise [[Cafe\u0301]].", "note:café", "references", "Composed otherwise Cafe\u0301."],
  // embeds
  ["![[Café]]", "note:café", "embeds", "Café"],
  ["Inside ![[Budgets#How it works]] text.", "note:budgets", "embeds", "Inside Budgets#How it works text."],
  // paths
  ["As [text](../Budgets.md) goes.", "note:budgets", "references", "As text goes."],
  ["To a [part](../Budgets.md#how-it-works).", "note:budgets", "references", "To a part."],
  ["With blanks [start](../guides/Getting%20Started.md).", "note:getting-started", "references", "With blanks start."],
  ["In angles [start](<../guides/Getting Started.md>).", "note:getting-started", "references", "In angles start."],
  ["Encoded [coffee](../Caf%C3%A9.md).", "note:café", "references", "Encoded coffee."],
  ['With a title [b](../Budgets.md "title").', "note:budgets", "references", "With a title b."],
  ["No extension [b](../Budgets).", "note:budgets", "references", "No extension b."],
  ["A folder [g](../guides/).", "note:guides", "references", "A folder g."],
  ["A reference [b][ref] link.", "note:budgets", "references", "A reference b link."],
  ["Collapsed [Ref][] link.", "note:budgets", "references", "Collapsed Ref link."],
  ["A shortcut [ref] link.", "note:budgets", "references", "A shortcut [ref] link."],
  ["- In a list [[Budgets]], an item.", "note:budgets", "references", "In a list Budgets, an item."],
  ["> Quoted [[Budgets]].", "note:budgets", "references", "Quoted Budgets."],
  ["| a | b |\n| - | - |\n| [[Budgets\\|x]] in a cell | other |", "note:budgets", "references", "x in a cell"],
  ["# Title [[Café]]", "note:café", "references", "Title Café"],
  // none
  ["Code `[[Budgets]]` is none.", undefined, "references", ""],
  ["```\n[[Budgets]]\n```", undefined, "references", ""],
  ["    [[Budgets]]", undefined, "references", ""],
  ["<!-- [[Budgets]] -->", undefined, "references", ""],
  ["Escaped \\[\\[Budgets]].", undefined, "references", ""],
  ["A place here [[#Title]] or [so](#title).", undefined, "references", ""],
  ["The web [x](https://example.org/Budgets.md).", undefined, "references", ""],
  ["An image ![x](image.png) and ![[picture.png]].", undefined, "references", ""],
];

test.each(TABLE)("R3.3 %j leads to %s", async (written, target, relation, context) => {
  const { vault } = await temporaryVault({
    ...OTHERS,
    "notes/Home1.md": `${written}\n\n[ref]: ../Budgets.md\n`,
  }).open();
  const { source, graph } = await vault.open();
  const home = "note:home1" as NodeId;
  const { links } = await readLinks(source, home);
  expect(links.map((link) => [link.target, link.relation, link.context])).toEqual(
    target === undefined ? [] : [[target, relation, context]],
  );
  const edges = await graph.neighbours([home]);
  expect(edges).toEqual(target === undefined ? [] : [{ from: home, to: target, relation }]);
  // Backlinks are known.
  if (target !== undefined) expect(await graph.neighbours([target as NodeId])).toEqual(edges);
  expect((await graph.findings()).filter(({ code }) => code === "broken-link")).toEqual([]);
});

test("R3.3 relations of the frontmatter", async () => {
  const opened = await temporaryVault({
    "Budgets.md": "---\ndescription: Hard ceilings\n---\n",
    "Levels.md": "",
    "New.md": '---\nextends: "[[Budgets]]"\ncontradicts:\n  - Levels\n  - nobody\n---\nAlso [[Budgets]].\n',
  }).open();
  const { nodes } = await opened.call("node", { nodes: "New", level: 2, links: "all" });
  expect(nodes[0]?.links).toEqual([
    { target: "note:budgets", name: "Budgets", description: "Hard ceilings", relation: "extends" },
    { target: "note:levels", name: "Levels", relation: "contradicts" },
    {
      target: "note:budgets",
      name: "Budgets",
      description: "Hard ceilings",
      relation: "references",
      context: "Also Budgets.",
    },
  ]);
  // R1.1 at level 4 only what the body does not say itself.
  const full = (await opened.call("node", { nodes: "New", level: 4 })).nodes[0];
  expect(full?.links?.map(({ relation }) => relation)).toEqual(["extends", "contradicts"]);
});

test("R3.3 broken links are findings with file and line, and name the target alone", async () => {
  const text =
    "---\nname: x\n---\n\nSome words [[Nobody|secret alias]].\n\nMore [words](./missing.md#part) ![[Gone]] `[[No]]`\n";
  const opened = await temporaryVault({ "a.md": text, "b.md": "---\nextends: none\n---\n" }).open();
  const { data } = await opened.call<ValidateData>("validate");
  const broken = (data?.findings ?? []).filter(({ code }: Finding) => code === "broken-link");
  expect(broken.map(({ file, line, message }) => [file, line, message])).toEqual([
    ["a.md", 5, '"Nobody" is not a note of this vault.'],
    ["a.md", 7, '"./missing.md" is not a note of this vault.'],
    ["a.md", 7, '"Gone" is not a note of this vault.'],
    ["b.md", 2, '"none" is not a note of this vault.'],
  ]);
  expect(JSON.stringify(data)).not.toMatch(/secret alias|Some words|More/u);
});

test("R3.3 the links of a map of content cluster what they lead to", async () => {
  const opened = await temporaryVault({
    "map.md": "---\ntype: moc\n---\n[[a]] ![[b]]\n",
    "a.md": "",
    "b.md": "",
    "Overview.md": "[[a]]",
  }).open();
  const relations = async (name: string) =>
    (await opened.call("node", { nodes: name, level: 2, links: "all" })).nodes[0]?.links?.map(
      ({ relation }) => relation,
    );
  expect(await relations("map")).toEqual(["clusters", "embeds"]);
  expect(await relations("Overview")).toEqual(["references"]);
});
