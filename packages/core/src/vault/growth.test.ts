import { describe, expect, test } from "vitest";
import { temporaryVault } from "./testing/temporary-vault.js";
import { type CalledNote, resolverFor } from "./testing/testing-resolver.js";

/** How many times as much there is, and how many times as much work that may be: eight times is linear, 64 times is quadratic. */
const TIMES = 8;
const MOST = 24;

/** By how much the processor's work grows. On a machine that others use one measure may be off, so the best of some counts. */
async function growth(work: (n: number) => Promise<() => unknown>, n: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && best > MOST; attempt += 1)
    best = Math.min(best, (await cost(await work(TIMES * n))) / (await cost(await work(n))));
  return best;
}

async function cost(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

type Shape = readonly [string, (at: number) => CalledNote, (at: number, n: number) => string];

const inCase = (at: number) =>
  [..."größenordnung"].map((letter, place) => ((at >> place) & 1 ? letter.toUpperCase() : letter)).join("");

const SHAPES: readonly Shape[] = [
  ["a file name", (at) => ({ path: `d${at}/README.md`, name: `N${at}`, aliases: [] }), () => "README"],
  ["an alias", (at) => ({ path: `d${at}/n${at}.md`, name: `N${at}`, aliases: ["Größe"] }), () => "Größe"],
  ["a title", (at) => ({ path: `d${at}/n${at}.md`, name: "風車", aliases: [] }), () => "風車"],
  ["the end of a path", (at) => ({ path: `d${at}/x/README.md`, name: "", aliases: [] }), () => "x/README"],
  ["the last part of a path", (at) => ({ path: `p/d${at}/README.md`, name: "", aliases: [] }), (at) => `d${at}/README`],
  [
    "a name in every case",
    (at) => ({ path: `d${at}/${inCase(at)}.md`, name: "", aliases: [] }),
    (at) => inCase(at + 1),
  ],
];

describe("R7.3 links are found in linear time where notes share", () => {
  test.each(SHAPES)("%s", { timeout: 600_000 }, async (_, note, link) => {
    const work = async (n: number) => {
      const notes = Array.from({ length: n }, (_, at) => note(at));
      return () => {
        const resolver = resolverFor(notes);
        for (let at = 0; at < n; at += 1) expect(resolver.wikilink(link(at, n), notes[at]!.path)).toBeDefined();
      };
    };
    expect(await growth(work, 1000)).toBeLessThan(MOST);
  });
});

test.each([
  ["headings", (at: number) => `## Größe ${at}`, (at: number) => `[[parts#fehlt ${at}]]`],
  ["blocks", (at: number) => `Größe ^b${at}`, (at: number) => `[[parts#^x${at}]]`],
])("R7.3 validate takes linear time where links miss their %s", { timeout: 600_000 }, async (_, part, link) => {
  const work = async (n: number) => {
    const { call, vault } = await temporaryVault({
      "parts.md": Array.from({ length: n }, (_, at) => part(at)).join("\n\n"),
      "links.md": Array.from({ length: n }, (_, at) => link(at)).join(" "),
    }).open({ cache: false });
    await vault.ready();
    return () => call("validate", { limit: 0 });
  };
  expect(await growth(work, 1000)).toBeLessThan(MOST);
});
