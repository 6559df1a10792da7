import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { type OpenedVault, type TemporaryVault, temporaryVault } from "../testing/temporary-vault.js";

const RULES = "geheim/\n*.privat.md\ntag:privat\nproperty:status=entwurf\nproperty:nur-für-mich\n";
const SECRET = "Gehaltsliste 給与 90k";

/** What four open notes begin with: a hidden fifth must not make it what many say. */
const FOOTER = "Alle Rechte vorbehalten, 三.";

/** Notes that anyone may see; some link to what is hidden. */
const OPEN: Readonly<Record<string, string>> = {
  "Karte.md":
    "---\ntype: moc\ndescription: Wo alles steht.\ntags: [offen]\n---\n# Karte\n\n- [[Größe]]\n- [[Lohn]]\n- [[三]]\n",
  "a/Größe.md":
    "# Größe\n\nWie groß etwas ist, siehe [[Lohn#Liste]] und [三](../三.md).\n\n## Maß\n\nIn Metern. #offen\n",
  "三.md": "---\naliases: [drei]\nstatus: fertig\npublish: true\n---\n三は数である。[[Größe]]\n",
  ...Object.fromEntries([1, 2, 3, 4].map((at) => [`f/f${at}.md`, `# F${at}\n\n${FOOTER}\n\nEigenes ${at}.\n`])),
  "f/links.md":
    "[Ordner](../geheim) [Müll](../a/.trash) [b](../b) [weg](../geheim/Lohn) [[geheim/Lohn]] ![[Lohn#^block]]\n",
  "b/x.mdx": "import X from 'x';\n\n# Iks\n\n<X>Budget</X> und [Lohn](../geheim/Lohn.md).\n",
};

const target = fc.constantFrom("Größe", "Karte", "三", "Iks", "nirgends", "Lohn");
const hiddenText = target.map((to) => `# Lohn\n\n${FOOTER}\n\n## Liste\n\n${SECRET} [[${to}]] Budget #offen ^block\n`);
const hidden = fc.oneof(
  hiddenText.map((text) => ["geheim/Lohn.md", text] as const),
  hiddenText.map((text) => ["a/Lohn.privat.md", text] as const),
  hiddenText.map((text) => ["Lohn.md", `---\ntags: [privat/lohn]\n---\n${text}`] as const),
  hiddenText.map((text) => ["b/Lohn.md", `${text}\n#Privat\n`] as const),
  hiddenText.map((text) => ["b/Lohn2.mdx", `---\nstatus: [a, Entwurf]\n---\n${text}`] as const),
  hiddenText.map((text) => ["Größe.md", `---\nnur-für-mich: 1\naliases: [drei]\n---\n${text}`] as const),
  hiddenText.map((text) => ["index.md", `---\npublish: false\ntype: moc\n---\n${text}`] as const),
  hiddenText.map((text) => [".stversions/Lohn.md", text] as const),
  hiddenText.map((text) => ["a/.trash/Lohn.md", text] as const),
  hiddenText.map((text) => ["Skizze.excalidraw.md", text] as const),
);

const CALLS: readonly (readonly [string, object])[] = [
  ["scan", {}],
  ["scan", { limit: 2, tag: "offen" }],
  ["search", { query: SECRET }],
  ["search", { query: "Budget Lohn" }],
  ["query", { query: "Größe", limit: 3 }],
  ["node", { nodes: ["Karte", "Größe", "drei"], level: 4 }],
  ["node", { nodes: "Lohn" }],
  ["node", { nodes: "Lon" }],
  ["node", { nodes: "geheim/Lohn.md" }],
  ["node", { nodes: "index" }],
  ["traverse", { start: "Größe", depth: 3, direction: "both" }],
  ["traverse", { start: "Lohn" }],
  ["context", { query: "Budget Lohn Größe", tokenBudget: 2000 }],
  ["context", { query: SECRET, format: "text" }],
  ["context", { query: "Gehaltslist Budgett", also: [SECRET, "Lohn Liste"], tokenBudget: 900 }],
  ["context", { query: "給与 zzz", format: "text", also: ["90k"] }],
  ["search", { query: "Gehalt", also: ["Lohn"], limit: 3 }],
  ["search", { query: "Rechte vorbehalten", path: "geheim" }],
  ["node", { nodes: ["f/f1.md@1-9", "Karte@1-3"] }],
  ["node", { nodes: "Lohn@1-9" }],
  ["node", { nodes: "geheim/Lohn.md@3-5" }],
  ["node", { nodes: ["Karte", "links"], level: 2, links: "all", tokenBudget: 9000 }],
  ["node", { nodes: ["Größe", "Karte"], level: 3, previews: "all", format: "text" }],
  ["scan", { path: "geheim" }],
  ["scan", { domain: "geheim" }],
  ["scan", { type: "moc", limit: 1 }],
  ["scan", { tag: "privat" }],
  ["stats", {}],
  ["stats", { graphId: "all" }],
  ["validate", {}],
  ["validate", { limit: 200, tokenBudget: 30_000 }],
  ["scan", { graphId: "nirgends" }],
];

async function answers({ call, vault }: OpenedVault): Promise<readonly string[]> {
  await vault.ready();
  const said: string[] = [];
  for (const [operation, input] of CALLS) {
    const answer: unknown = await call(operation, input).catch(
      (error: { code: string; message: string; fix: string }) => {
        const { code, message, fix } = error;
        return { code, message, fix };
      },
    );
    // A session's id is chosen by chance.
    said.push(JSON.stringify(answer).replace(/\b\d{9,}\b/gu, "0"));
  }
  return said;
}

function snapshotText({ cache }: TemporaryVault): string {
  const folder = join(cache, "vaults");
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("");
}

test("R3.1 a vault with excluded notes answers every call as a vault without those files does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hidden, { minLength: 1, maxLength: 6 }), fc.boolean(), async (notes, isLate) => {
      const excluded = Object.fromEntries(notes);
      const without = temporaryVault({ ...OPEN, ".pdignore": RULES });
      const withThem = temporaryVault({ ...OPEN, ...(isLate ? {} : excluded), ".pdignore": RULES });
      const wanted = await answers(await without.open());
      const opened = await withThem.open();
      if (isLate) {
        await opened.vault.ready();
        for (const [path, text] of notes) withThem.write(path, text);
        await opened.vault.refresh();
      }
      expect(await answers(opened)).toEqual(wanted);
      await opened.vault.close();
      const kept = snapshotText(withThem);
      for (const word of ["Gehaltsliste", "gehaltslist", "給与", "Lohn.privat"]) expect(kept).not.toContain(word);
      // From the snapshot the same.
      expect(await answers(await withThem.open())).toEqual(wanted);
    }),
    { numRuns: Math.min(40, propertyRuns(40)) },
  );
}, 120_000);

test("R3.1 a rule that comes while the vault is open hides at once, over a restart too", async () => {
  const temporary = temporaryVault({ ...OPEN, "Lohn.md": `${SECRET} #privat` });
  const opened = await temporary.open();
  expect((await opened.call("scan")).nodes).toHaveLength(10);
  temporary.write(".pdignore", "tag:privat\n");
  await opened.vault.refresh();
  expect((await opened.call("scan")).nodes).toHaveLength(9);
  await opened.vault.close();
  expect((await (await temporary.open()).call("scan")).nodes).toHaveLength(9);
  // The host's rules count as those of the file do, and a snapshot that was made by others is not believed.
  const open = await temporary.open({ exclude: ["property:aliases=drei"] });
  expect((await open.call("scan")).nodes).toHaveLength(8);
});
