/** A folder as people have them, made up, with links written in its way and the one file that each leads to. */
export interface FolderFixture {
  readonly name: string;
  /** What `pd doctor` takes it for. */
  readonly takenFor: string;
  readonly files: Readonly<Record<string, string>>;
  readonly links: readonly FixtureLink[];
}

/** A link in a note of its own in a folder, and the file it leads to: none where it is truly broken. */
export interface FixtureLink {
  readonly within: string;
  readonly written: string;
  readonly target: string | undefined;
}

type Rows = readonly (readonly [within: string, written: string, target?: string])[];

function linksOf(rows: Rows): readonly FixtureLink[] {
  return rows.map(([within, written, target]) => ({ within, written, target }));
}

const NOTION_ID = "0123456789abcdef0123456789abcdef";
const OTHER_ID = "fedcba9876543210fedcba9876543210";

const OBSIDIAN: FolderFixture = {
  name: "obsidian",
  takenFor: "an Obsidian vault",
  files: {
    ".obsidian/app.json": "{}",
    "Größe.md":
      "---\naliases: [Ausmaß, 大きさ]\n---\n# Wie groß\n\nEin Satz. ^satz\n\n## Maß & Zahl\n\nText.\n\n### Innen\n\nMehr.\n",
    "a/Doppelt.md": "Erster.\n",
    "b/Doppelt.md": "Zweiter.\n",
    "b/tief/三 (3).md": "# 三\n\n数。\n",
    "b/v1.2 Plan.md": "Plan.\n",
  },
  links: linksOf([
    ["", "[[Größe]]", "Größe.md"],
    ["", "[[größe|so groß]]", "Größe.md"],
    ["b", "[[Größe#Maß & Zahl]]", "Größe.md"],
    ["b", "[[Größe#Maß & Zahl#Innen]]", "Größe.md"],
    ["b", "[[Größe#^satz]]", "Größe.md"],
    ["b", "![[Größe#Maß & Zahl|300]]", "Größe.md"],
    ["b", "![[Größe#^satz]]", "Größe.md"],
    ["", "[[Ausmaß]]", "Größe.md"],
    ["", "[[大きさ]]", "Größe.md"],
    ["", "[[Wie groß]]", "Größe.md"],
    ["a", "[[Doppelt]]", "a/Doppelt.md"],
    ["b", "[[Doppelt]]", "b/Doppelt.md"],
    ["b/tief", "[[b/Doppelt]]", "b/Doppelt.md"],
    ["", "[[tief/三 (3)]]", "b/tief/三 (3).md"],
    ["a", "[[../b/tief/三 (3).md]]", "b/tief/三 (3).md"],
    ["a", "[[v1.2 Plan]]", "b/v1.2 Plan.md"],
    ["a", "[x](../b/tief/%E4%B8%89%20(3).md)", "b/tief/三 (3).md"],
    ["a", "[x](<../b/v1.2 Plan.md>)", "b/v1.2 Plan.md"],
    ["a", "[x](Gr%C3%B6%C3%9Fe.md#Ma%C3%9F%20&%20Zahl)", "Größe.md"],
    ["a", "[[Niemand]]"],
  ]),
};

const REPOSITORY: FolderFixture = {
  name: "repository",
  takenFor: "a git repository",
  files: {
    ".git/HEAD": "ref: refs/heads/main\n",
    "README.md":
      '# pd ![Badge](b.svg)\n\nWas es ist.\n\n## Ünïcode & Größe!\n\nText.\n\n## Doppelt\n\n## Doppelt\n\n<a id="alt"></a>\n',
    "docs/README.md": "# Handbuch\n\nText.\n",
    "docs/guide/start here.md": "# Start\n\nText.\n",
    "docs/guide/index.md": "# Anleitung\n\nText.\n",
    "packages/a/README.md": "# Paket a\n\nText.\n",
    LICENSE: "Frei.\n",
    "CONTRIBUTING.md": "# Mitmachen\n\nText.\n",
  },
  links: linksOf([
    ["docs", "[x](../README.md)", "README.md"],
    ["docs", "[x](../README.md#ünïcode--größe)", "README.md"],
    ["docs", "[x](../README.md#doppelt-1)", "README.md"],
    ["docs", "[x](../README.md#alt)", "README.md"],
    ["docs", "[x](../README.md#%C3%BCn%C3%AFcode--gr%C3%B6%C3%9Fe)", "README.md"],
    ["", "[x](docs)", "docs/README.md"],
    ["", "[x](./docs/)", "docs/README.md"],
    ["", "[x](docs/guide/)", "docs/guide/index.md"],
    ["", "[x](docs/guide/start%20here.md)", "docs/guide/start here.md"],
    ["", '[x](<docs/guide/start here.md> "Titel")', "docs/guide/start here.md"],
    ["docs", "[x][r]\n\n[r]: guide/index.md#anleitung 'Titel'", "docs/guide/index.md"],
    ["docs", "[Mitmachen][]\n\n[mitmachen]: <../CONTRIBUTING.md>", "CONTRIBUTING.md"],
    ["docs", "[Mitmachen]\n\n[Mitmachen]: ../CONTRIBUTING.md", "CONTRIBUTING.md"],
    ["docs", "[x](/CONTRIBUTING.md)", "CONTRIBUTING.md"],
    ["packages/a", "[![Bild](b.svg)](../../CONTRIBUTING.md)", "CONTRIBUTING.md"],
    ["packages/a", "[x](../b/README.md)"],
  ]),
};

const LOGSEQ: FolderFixture = {
  name: "logseq",
  takenFor: "a Logseq graph",
  files: {
    "logseq/config.edn": "{}",
    "logseq/bak/pages/Alt/2024.md": "- [[Wasserrad]] in einer alten Fassung.\n",
    "pages/Wasserrad.md":
      "alias:: Mühlrad, [[水車]]\ntags:: Technik, #Kraft\ntype:: Ding\n\n- Ein Rad, das Wasser dreht.\n  id:: 65a1b2c3-0000-4000-8000-000000000001\n  - Darunter mehr.\n",
    "pages/Technik___Alt.md": "- Alte Technik.\n",
    "pages/Kraft%2FWind.md": "title:: Windkraft\n\n- Vom Wind.\n",
    "journals/2024_01_15.md": "- Heute [[Wasserrad]].\n",
  },
  links: linksOf([
    ["pages", "- [[Wasserrad]]", "pages/Wasserrad.md"],
    ["pages", "- [so]([[Wasserrad]])", "pages/Wasserrad.md"],
    ["journals", "- #Mühlrad und [[Mühlrad]]", "pages/Wasserrad.md"],
    ["pages", "- [[水車]]", "pages/Wasserrad.md"],
    ["pages", "- [[Technik/Alt]]", "pages/Technik___Alt.md"],
    ["pages", "- [[Windkraft]]", "pages/Kraft%2FWind.md"],
    ["pages", "- [[Kraft/Wind]]", "pages/Kraft%2FWind.md"],
    ["pages", "- [[Jan 15th, 2024]]", "journals/2024_01_15.md"],
    ["pages", "- [[2024-01-15]]", "journals/2024_01_15.md"],
    ["pages", "- [[Noch nicht]]"],
  ]),
};

const FOAM: FolderFixture = {
  name: "foam",
  takenFor: "a Foam workspace",
  files: {
    ".foam/templates/note.md": "# $FOAM_TITLE\n",
    "todo.md": "# Zu tun\n\nListe.\n",
    "orte/größe.md": "# Größe\n\nText.\n\n## Maß\n",
  },
  links: linksOf([
    ["", '[[todo]]\n\n[todo]: todo.md "Zu tun"', "todo.md"],
    [
      "orte",
      '[[größe|so]]\n\n[//begin]: # "Autogenerated link references"\n[größe|so]: größe.md "Größe"\n[//end]: # "Autogenerated"',
      "orte/größe.md",
    ],
    ["", "[[größe#Maß]]", "orte/größe.md"],
    ["", "[[orte/größe]]", "orte/größe.md"],
    ["", "[[niemand]]"],
  ]),
};

const NOTION: FolderFixture = {
  name: "notion",
  takenFor: "an export of Notion",
  files: {
    [`Projekte ${NOTION_ID}.md`]: "# Projekte\n\nAlle Projekte.\n",
    [`Projekte ${NOTION_ID}/Wind & Wasser ${OTHER_ID}.md`]: "# Wind & Wasser\n\nText.\n\n## Größe\n",
    [`Ohne Titel ${OTHER_ID}.md`]: "Nur Text.\n",
  },
  links: linksOf([
    [
      "",
      `[x](Projekte%20${NOTION_ID}/Wind%20&%20Wasser%20${OTHER_ID}.md)`,
      `Projekte ${NOTION_ID}/Wind & Wasser ${OTHER_ID}.md`,
    ],
    ["", `[x](Projekte%20${NOTION_ID}.md)`, `Projekte ${NOTION_ID}.md`],
    [`Projekte ${NOTION_ID}`, `[x](../Projekte%20${NOTION_ID}.md)`, `Projekte ${NOTION_ID}.md`],
    ["", "[[Wind & Wasser#Größe]]", `Projekte ${NOTION_ID}/Wind & Wasser ${OTHER_ID}.md`],
    ["", "[[Ohne Titel]]", `Ohne Titel ${OTHER_ID}.md`],
    ["", `[x](Fort%20${OTHER_ID}.md)`],
  ]),
};

const CONFLUENCE: FolderFixture = {
  name: "confluence",
  takenFor: "an export of Confluence",
  files: {
    "RAUM/Startseite_123456789.md": "# Startseite\n\nText.\n",
    "RAUM/Startseite/Größe-und-Maß_987654321.md": "# Größe und Maß\n\nText.\n\n## Ende\n",
  },
  links: linksOf([
    [
      "RAUM",
      "[x](Startseite/Gr%C3%B6%C3%9Fe-und-Ma%C3%9F_987654321.md#ende)",
      "RAUM/Startseite/Größe-und-Maß_987654321.md",
    ],
    ["RAUM/Startseite", "[x](../Startseite_123456789.md)", "RAUM/Startseite_123456789.md"],
    ["RAUM", "[[Größe und Maß]]", "RAUM/Startseite/Größe-und-Maß_987654321.md"],
    ["RAUM", "[x](Startseite/Fort_111111111.md)"],
  ]),
};

const BUNDLE: FolderFixture = {
  name: "bundle",
  takenFor: "a bundle of the Open Knowledge Format",
  files: {
    "index.md": '---\nokf_version: "0.2"\n---\n# Inhalt\n\n- [Kunden](tabellen/kunden.md)\n',
    "log.md": "# Verlauf\n\n## 2024-01-15\n\nAngelegt.\n",
    "tabellen/index.md": "# Tabellen\n\n- [Kunden](kunden.md)\n",
    "tabellen/kunden.md": "---\ntype: table\ntitle: Kunden\ndescription: Wer kauft.\n---\n# Spalten\n\nText.\n",
  },
  links: linksOf([
    ["tabellen", "[x](kunden.md#spalten)", "tabellen/kunden.md"],
    ["tabellen", "[x](/tabellen/kunden.md)", "tabellen/kunden.md"],
    ["", "[x](tabellen/)", "tabellen/index.md"],
    ["", "[x](tabellen/fort.md)"],
  ]),
};

const AGENTS: FolderFixture = {
  name: "agents",
  takenFor: "a folder with an llms.txt",
  files: {
    "llms.txt": "# Projekt\n\n- [Anfang](docs/start.md): wie es beginnt\n",
    "CLAUDE.md": "# Für Agenten\n\nSiehe @AGENTS.md.\n",
    "AGENTS.md": "# Regeln\n\nKurz.\n",
    "docs/start.mdx": "import X from 'x';\n\n# Anfang\n\n<X>Text.</X>\n\n## Größe {#gr}\n",
  },
  links: linksOf([
    ["", "[x](docs/start.mdx#gr)", "docs/start.mdx"],
    ["", "[x](docs/start)", "docs/start.mdx"],
    ["docs", "[x](../AGENTS.md)", "AGENTS.md"],
    ["docs", "[x](./fort.mdx)"],
  ]),
};

/** Every form of link that pd follows, in the folders where it is written. */
export const FOLDER_FIXTURES: readonly FolderFixture[] = [
  OBSIDIAN,
  REPOSITORY,
  LOGSEQ,
  FOAM,
  NOTION,
  CONFLUENCE,
  BUNDLE,
  AGENTS,
];

/** The files of a fixture, each link in a note of its own (`link-0.md` and so on). */
export function fixtureFiles({ files, links }: FolderFixture): Readonly<Record<string, string>> {
  const notes = links.map((link, at) => [linkFile(link, at), `---\ntype: link\n---\n${link.written}\n`] as const);
  return { ...files, ...Object.fromEntries(notes) };
}

export function linkFile({ within }: FixtureLink, at: number): string {
  return `${within === "" ? "" : `${within}/`}link-${at}.md`;
}
