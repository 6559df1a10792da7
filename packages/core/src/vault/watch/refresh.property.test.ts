import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { propertyRuns } from "pd-tooling/property";
import { expect, test } from "vitest";
import { o200k } from "../../o200k/index.js";
import { queryTerms } from "../../search/relevance/query-terms.js";
import { FIELD_SCORING } from "../../search/relevance/weights.js";
import { readContent, readLinks, readSections, resolveOne } from "../../testing/read-one.js";
import { createIgnore } from "../ignore/ignore.js";
import { createVaultLoader, type VaultLoader } from "../load/vault-loader.js";
import { createVaultGraph } from "../read/vault-graph.js";
import { createOutlines, createVaultSource, filesIn } from "../read/vault-source.js";
import { temporaryVault } from "../testing/temporary-vault.js";
import type { VaultState } from "../vault-state.js";

/** Few names, so that notes often collide, are linked to, go and come back. */
const FOLDERS = ["", "a/", "b/", "a/deep/", "ä b/"];
const STEMS = ["One", "one", "two", "index", "a b", "a-b", "三", "README"];
const WORDS = ["budget", "ledger", "disclosure", "预算", "level", "gate"];

const path = fc
  .tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...STEMS))
  .map(([folder, stem]) => `${folder}${stem}.md`);
const target = fc.oneof(path, fc.constantFrom(...STEMS, "The other", "nobody", "a", "b"));
const sentence = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => `${words.join(" ")}.`),
  fc.tuple(target, fc.constantFrom(...WORDS)).map(([to, word]) => `See [[${to}|${word}]] for it.`),
  target.map((to) => `Or [this](${encodeURI(to)}).`),
  target.map((to) => `![[${to}#Part]]`),
  fc.constantFrom(...WORDS).map((word) => `\n## Part ${word}\n`),
  fc.constant("#tag/nested"),
);
const front = fc.record(
  {
    name: fc.constantFrom("The other", "Two", "Overview"),
    type: fc.constantFrom("moc", "concept", "Note"),
    domain: fc.constantFrom("x", "y"),
    tags: fc.constantFrom("[q, r]", "q"),
    aliases: fc.constantFrom("[nobody]", "[The other, b]"),
    extends: fc.constantFrom("two", "One", "'[[nobody]]'"),
    description: fc.constantFrom("About budgets", "Unquoted: colon: here"),
  },
  { requiredKeys: [] },
);
const note = fc.tuple(front, fc.array(sentence, { maxLength: 6 })).map(([fields, sentences]) => {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}\n`);
  return `${lines.length === 0 ? "" : `---\n${lines.join("")}---\n`}${sentences.join("\n")}`;
});

type Edit =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "refresh" }
  | { readonly kind: "reopen" };

const folder = fc.constantFrom("a", "b", "a/deep", "ä b");
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("write" as const), path, text: note }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), path: fc.oneof(path, folder) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rename" as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const), path: folder, to: folder }) },
  { weight: 3, arbitrary: fc.constant({ kind: "refresh" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "reopen" as const }) },
);

let clock = 1_000_000;

/** Each write has a time of its own: a file system's clock can be too coarse for a test. */
function apply(root: string, one: Edit): void {
  if (one.kind === "write") {
    mkdirSync(dirname(join(root, one.path)), { recursive: true });
    writeFileSync(join(root, one.path), one.text);
    clock += 1;
    utimesSync(join(root, one.path), clock, clock);
  } else if (one.kind === "delete") {
    rmSync(join(root, one.path), { recursive: true, force: true });
  } else if (one.kind === "rename") {
    const [from, to] = [join(root, one.path), join(root, one.to)];
    if (!existsSync(from) || from === to || to.startsWith(`${from}/`) || from.startsWith(`${to}/`)) return;
    rmSync(to, { recursive: true, force: true });
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
  }
}

/**
 * Everything that can be asked, in one value. Of equal scores the note read first comes first, and only so many lend theirs to their
 * neighbours: so it is each note's own score that has to be the same, and the whole ranking only where no two are equal.
 */
async function everything(root: string, loader: VaultLoader): Promise<unknown> {
  const state = await loader.completed(loader.current());
  const files = filesIn(root, state);
  const graph = createVaultGraph({
    files,
    id: "notes",
    root,
    state,
    partial: false,
    otherFiles: () => () => false,
    completed: async () => state,
  });
  const source = createVaultSource(files, state, {
    outlines: createOutlines(),
    completed: async () => state,
  });
  const { ids, total } = await graph.page({ limit: 1000 });
  const nodes = [];
  for (const summary of await graph.summaries([...ids].sort())) {
    const { id, name } = summary;
    const edges = (await graph.neighbours([id])).map(({ from, to, relation }) => `${from} ${relation} ${to}`).sort();
    const [links, sections, content] = [
      await readLinks(source, id),
      await readSections(source, id),
      await readContent(source, id),
    ];
    const resolved = [
      await resolveOne(graph, id),
      await resolveOne(graph, name),
      await resolveOne(graph, `[[${name}#Part gate]]`),
    ];
    nodes.push({ summary, edges, links, sections, content, resolved, prices: await graph.prices([{ id }], o200k) });
  }
  const found = [];
  for (const text of [...WORDS, "one two", "see part", "tag nested", "about"]) {
    const own = ownScores(state, text);
    const isTied = new Set(own.map(({ score }) => score)).size < own.length;
    found.push(text, own, isTied);
    for (const filter of isTied ? [] : [{}, { tag: "q" }, { type: "note" }, { path: "a/" }])
      found.push(
        (await graph.search({ text, ...filter }, 1000))
          .map(({ id, score, why }) => `${id} ${score} ${why.map(({ field }) => field)}`)
          .sort(),
      );
  }
  return { total, size: graph.size, nodes, found, stats: await graph.stats(), findings: await graph.findings() };
}

function ownScores({ index, notes, ids }: VaultState, text: string) {
  const scores = index.score(index.bind(queryTerms(text)), FIELD_SCORING);
  return Array.from({ length: notes.size }, (_, number) => ({ number, score: scores.of(number) }))
    .filter(({ number, score }) => score > 0 && notes.has(number))
    .map(({ number, score }) => ({ id: ids.of(number), score }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

test("R3.9 after a refresh every answer is that of a vault opened afresh", { timeout: 600_000 }, async () => {
  const folder = temporaryVault();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 14 }), async (edits) => {
      runs += 1;
      const [root, cache] = [folder.path(`${runs}`), folder.path(`${runs} cache`)];
      mkdirSync(join(root, "a"), { recursive: true });
      apply(root, { kind: "write", path: "One.md", text: "# One\n\nSee [[two]]." });
      apply(root, { kind: "write", path: "a/two.md", text: "A budget.\n" });
      const load = (where: string | undefined) =>
        createVaultLoader({
          root,
          graphId: "test",
          ignored: () => createIgnore(""),
          cache: where,
          watch: false,
          partial: false,
          onProgress: undefined,
          onIndexing: undefined,
          onEvent: undefined,
          onRenewed: () => undefined,
        });
      let loader = await load(cache);
      for (const one of edits) {
        if (one.kind === "refresh") await loader.refresh();
        else if (one.kind === "reopen") {
          await loader.close();
          loader = await load(cache);
        } else apply(root, one);
      }
      await loader.refresh();
      expect(await everything(root, loader)).toEqual(await everything(root, await load(undefined)));
      await loader.close();
      for (const path of [root, cache]) rmSync(path, { recursive: true, force: true });
    }),
    { numRuns: propertyRuns(0.03) },
  );
});
