import { describe, expect, test } from "vitest";
import { temporaryPlace } from "../testing/temporary-place.js";

const NAME = "A note about something with a name that takes its room";
const FILE = "docs/a-note-with-a-path-from-which-its-id-is-made-and-which-is-long.md";
const plain = { environment: { NO_COLOR: "1" } };

describe("an id is there to be copied", () => {
  test.each([40, 60, 80, 200])("in %i columns it is whole, beside the name or below it", async (terminal) => {
    const place = temporaryPlace({ [FILE]: `# ${NAME}\n\nText.\n`, "docs/short.md": "# Short\n\nText.\n" });
    const { stdout } = await place.pd(["scan", "--vault", "docs"], { terminal, ...plain });
    expect(stdout).toMatch(/^\[1\] Short {2}note:short +\d+ tokens$/mu);
    const id = "note:a-note-with-a-path-from-which-its-id-is-made-and-which-is-long";
    if (terminal > 70) expect(stdout).toContain(id);
    else expect(stdout).toContain(`\n    ${id.slice(0, terminal - 5)}…\n`);
  });
});

test("names alone are a table, and an id that says the name again takes no line", async () => {
  const skill = (name: string) => [
    `docs/skills/${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: Does it.\n---\n\nText.\n`,
  ];
  const names = ["a", "forms-of-pdf", "a-name-of-a-skill-that-is-long-enough"];
  const place = temporaryPlace(Object.fromEntries(names.map(skill)));
  const { stdout } = await place.pd(["skill", "stats", "--vault", "docs"], { terminal: 100, ...plain });
  const ids = [...stdout.matchAll(/^\[0\] (.*?)skill:/gmu)].map(([, before = ""]) => before.length);
  expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  const narrow = await place.pd(["skill", "stats", "--vault", "docs"], { terminal: 60, ...plain });
  expect(narrow.stdout.trim().split("\n")).toHaveLength(5);
});

test("an outline that nobody asked for by name is cut, and one that somebody did is whole", async () => {
  const sections = Array.from({ length: 30 }, (_, at) => `## Part ${at}\n\nWords of it.\n`).join("\n");
  const place = temporaryPlace({ "docs/long.md": `# Long\n\nBudget.\n\n${sections}` });
  const found = await place.pd(["query", "budget", "--vault", "docs"]);
  expect(found.stdout).toContain("… 19 more sections: pd node has all of them");
  const asked = await place.pd(["node", "long", "--level", "3", "--vault", "docs"]);
  expect(asked.stdout).toContain("## Part 29");
});

test("what was asked for is not faint", async () => {
  const place = temporaryPlace({ "docs/a.md": "# A\n\nThe preview.\n", "docs/b.md": "See [[a]], which is near.\n" });
  const { stdout } = await place.pd(["node", "a", "b", "--level", "3", "--vault", "docs"], { terminal: 80 });
  const faint = stdout
    .split("\u001b[2m")
    .slice(1)
    .map((text) => text.split("\u001b[22m")[0])
    .join("\n");
  expect(stdout).toContain("The preview.");
  expect(faint).not.toMatch(/preview|near/u);
});
