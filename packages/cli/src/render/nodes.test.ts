import { describe, expect, test } from "vitest";
import { temporaryPlace } from "../testing/temporary-place.js";

const NAME = "A note about something with a name that takes its room";
const FILE = "docs/a-note-with-a-path-from-which-its-id-is-made-and-which-is-long.md";
const plain = { environment: { NO_COLOR: "1" } };

describe("a path is there to be copied", () => {
  test.each([40, 60, 80, 200])(
    "in %i columns it is whole, beside a short name or below a long one",
    async (terminal) => {
      const place = temporaryPlace({ [FILE]: `# ${NAME}\n\nText.\n`, "docs/short.md": "# Short\n\nText.\n" });
      const { stdout } = await place.pd(["scan", "--vault", "docs"], { terminal, ...plain });
      expect(stdout).toMatch(/^scan Short {2}short\.md +\d+ tokens$/mu);
      expect(stdout).toContain(`\n    ${FILE.replace("docs/", "")}\n`);
    },
  );
});

test("names alone are a table, and an id that says the name again takes no line", async () => {
  const skill = (name: string) => [
    `docs/skills/${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: Does it.\n---\n\nText.\n`,
  ];
  const names = ["a", "forms-of-pdf", "a-name-of-a-skill-that-is-long-enough"];
  const place = temporaryPlace(Object.fromEntries(names.map(skill)));
  const { stdout } = await place.pd(["skill", "stats", "--vault", "docs"], { terminal: 100, ...plain });
  const ids = [...stdout.matchAll(/^index (.*?)skill:/gmu)].map(([, before = ""]) => before.length);
  expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  const narrow = await place.pd(["skill", "stats", "--vault", "docs"], { terminal: 60, ...plain });
  expect(narrow.stdout.trim().split("\n")).toHaveLength(7);
});

test("an outline that nobody asked for by name is cut, and one that somebody did is whole", async () => {
  const sections = Array.from({ length: 30 }, (_, at) => `## Part ${at}\n\nWords of it.\n`).join("\n");
  const place = temporaryPlace({ "docs/long.md": `# Long\n\nBudget.\n\n${sections}` });
  const found = await place.pd(["query", "budget", "--vault", "docs"], { terminal: 80, ...plain });
  expect(found.stdout).toMatch(/… \d+ more sections/u);
  const asked = await place.pd(["node", "long", "--level", "3", "--previews", "all", "--vault", "docs"]);
  expect(asked.stdout).toMatch(/## Part 29 +lines \d+–\d+ {2}\d+ tokens/u);
});

test("a list is cut for a terminal alone: what is piped is whole", async () => {
  const names = Array.from({ length: 30 }, (_, at) => `größe-${at}`);
  const notes = Object.fromEntries(names.map((name) => [`docs/${name}.md`, `# ${name}\n\nText.\n`]));
  const body = names.map((name) => `- [[${name}]] ${"is told of at length ".repeat(8)}\n`).join("");
  const place = temporaryPlace({ ...notes, "docs/all.md": `# All\n\n${body}` });
  const all = ["node", "all", "--level", "2", "--links", "all", "--budget", "20000", "--vault", "docs"];
  const shown = await place.pd(all, { terminal: 80, ...plain });
  expect([shown.stdout.match(/→/gu)?.length, shown.stdout.includes("… 18 more links")]).toEqual([12, true]);
  const piped = await place.pd(all);
  expect([piped.stdout.match(/→/gu)?.length, piped.stdout.includes("…")]).toEqual([30, false]);
});

test("two blanks are before the figures, however long the name or heading is", async () => {
  const long = "größe und maß ".repeat(12).trim();
  const place = temporaryPlace({ "docs/a.md": `# ${long}\n\nText.\n\n## ${long} budget\n\nWords of it.\n` });
  const listed = await place.pd(["scan", "--vault", "docs"]);
  expect(listed.stdout).toMatch(/maß {2}\d+ tokens$/mu);
  const found = await place.pd(["query", "budget", "--vault", "docs"]);
  expect(found.stdout).toMatch(/maß {2}score \d/u);
  const outline = await place.pd(["node", long, "--level", "3", "--previews", "all", "--vault", "docs"]);
  expect(outline.stdout).toMatch(/budget {2}lines \d/u);
});

test("what was asked for is not faint", async () => {
  const place = temporaryPlace({ "docs/a.md": "# A\n\nThe preview.\n", "docs/b.md": "See [[a]], which is near.\n" });
  const args = ["node", "a", "b", "--level", "3", "--links", "all", "--previews", "all", "--vault", "docs"];
  const { stdout } = await place.pd(args, { terminal: 80 });
  const faint = stdout
    .split("\u001b[2m")
    .slice(1)
    .map((text) => text.split("\u001b[22m")[0])
    .join("\n");
  expect(stdout).toContain("The preview.");
  expect(faint).not.toMatch(/preview|near/u);
});

test("in an Obsidian vault a path opens in Obsidian, in an answer of all vaults each by its own", async () => {
  const place = temporaryPlace({
    "docs/a.md": "# A\n",
    "wiki/.obsidian/app.json": "{}",
    "wiki/Größe 三.md": "Text.\n",
  });
  const args = ["scan", "--vault", "docs", "--vault", "wiki", "--graph", "all"];
  const { stdout } = await place.pd(args, { terminal: 80, environment: { NO_COLOR: "1", TERM_PROGRAM: "WezTerm" } });
  const opens = encodeURIComponent(place.path("wiki/Größe 三.md"));
  expect(stdout).toContain(`\u001b]8;;obsidian://open?path=${opens}\u001b\\wiki/Größe 三.md\u001b]8;;`);
  expect(stdout).toMatch(/8;;file:\/\/\S*docs\/a\.md/u);
});

test("where a terminal follows links, a path leads to its file", async () => {
  const place = temporaryPlace({ "docs/ação.md": "# Ação\n\nText.\n" });
  const scan = (environment: Record<string, string>) =>
    place.pd(["scan", "--vault", "docs"], { terminal: 80, environment: { NO_COLOR: "1", ...environment } });
  const linked = (await scan({ TERM_PROGRAM: "WezTerm" })).stdout.replaceAll("\u001b", "ESC");
  expect(linked).toMatch(/ESC\]8;;file:\/\/\S*a%C3%A7%C3%A3o\.mdESC\\ação\.mdESC\]8;;ESC\\/u);
  for (const environment of [
    {},
    { TERM_PROGRAM: "WezTerm", TERM: "dumb" },
    { TERM_PROGRAM: "vscode", FORCE_HYPERLINK: "0" },
  ])
    expect((await scan(environment as never)).stdout).not.toContain("\u001b]8");
});
