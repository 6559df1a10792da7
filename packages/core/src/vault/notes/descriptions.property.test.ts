import { rmSync } from "node:fs";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { type OpenedVault, temporaryVault } from "../testing/temporary-vault.js";

const FOOTER = "© 2024 Größe & 三. Alle Rechte vorbehalten.";
const INTRO = "Diese Seite gehört zum Handbuch.";

async function described({ call }: OpenedVault): Promise<Readonly<Record<string, string>>> {
  const { nodes } = await call("scan", { limit: 100, tokenBudget: 30_000 });
  return Object.fromEntries(nodes.map((node) => [node.path ?? "", node.level === 0 ? "" : node.description]));
}

const many = (count: number, text: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}.md`, text(at)]));

test("R3.1 what many notes say describes none of them, the next sentence does", async () => {
  const page = (at: number) => `# Seite ${at}\n\n${INTRO}\n\n${FOOTER}\n\n第${at}章は数について。 Mehr.\n`;
  const opened = await temporaryVault(many(6, page)).open();
  expect(await described(opened)).toMatchObject({ "n0.md": "第0章は数について。", "n5.md": "第5章は数について。" });
  const { nodes } = await opened.call("node", { nodes: "n1", level: 2 });
  expect(JSON.stringify(nodes)).not.toContain("Rechte");
  // It is not found by what does not describe it, and by what does.
  expect((await opened.call("search", { query: "第3章" })).nodes[0]).toMatchObject({ name: "Seite 3" });
});

test("R3.1 where there is nothing else, there is no description; a declared one stays, however many have it", async () => {
  const bare = await temporaryVault(many(5, (at) => `# Seite ${at}\n\n${FOOTER}\n`)).open();
  expect(new Set(Object.values(await described(bare)))).toEqual(new Set([""]));
  const declared = await temporaryVault(many(5, () => `---\ndescription: ${INTRO}\n---\nText.\n`)).open();
  expect(new Set(Object.values(await described(declared)))).toEqual(new Set([INTRO]));
});

test("R3.1 four notes are not many, and versions of one note are one", async () => {
  const four = await temporaryVault(many(4, (at) => `# Seite ${at}\n\n${INTRO}\n\nEigenes ${at}.\n`)).open();
  expect(new Set(Object.values(await described(four)))).toEqual(new Set([INTRO]));
  const versions = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`v${at}/start.md`, `# Start\n\n${INTRO}\n\nMehr.\n`]),
  );
  expect(new Set(Object.values(await described(await temporaryVault(versions).open())))).toEqual(new Set([INTRO]));
});

const paragraph = fc.constantFrom(INTRO, FOOTER, "Tier: 3", "数は数である。", "");
const file = fc.tuple(fc.integer({ min: 0, max: 11 }), fc.array(paragraph, { maxLength: 4 }), fc.boolean());

test("R3.1 notes that come and go leave the descriptions that a fresh reading gives, from a snapshot too", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 12 }), fc.array(file, { maxLength: 8 }), async (first, then) => {
      const textOf = (at: number, paragraphs: readonly string[]) =>
        `# N${at}\n\n${paragraphs.join("\n\n")}\n\nEnde ${at}.\n`;
      const before = new Map(first.map(([at, paragraphs]) => [`n${at}.md`, textOf(at, paragraphs)]));
      const temporary = temporaryVault({ ...Object.fromEntries(before), "z.md": "[[n1]]" });
      const opened = await temporary.open();
      await opened.vault.ready();
      for (const [at, paragraphs, isGone] of then) {
        if (isGone) rmSync(temporary.path(`n${at}.md`), { force: true });
        else temporary.write(`n${at}.md`, textOf(at, paragraphs));
        await opened.vault.refresh();
      }
      const fresh = await temporary.open({ cache: false });
      const wanted = await described(fresh);
      expect(await described(opened)).toEqual(wanted);
      const asked = { query: "Handbuch Tier Rechte 数", limit: 50, tokenBudget: 30_000 };
      const ids = async ({ call }: OpenedVault) =>
        (await call("search", asked)).nodes.map(({ id, score }) => `${id} ${score}`).sort();
      expect(await ids(opened)).toEqual(await ids(fresh));
      await opened.vault.close();
      expect(await described(await temporary.open())).toEqual(wanted);
    }),
    { numRuns: Math.min(60, propertyRuns(30)) },
  );
}, 120_000);
