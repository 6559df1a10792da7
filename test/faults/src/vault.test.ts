import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createToolkit, type Finding, type PdEvent } from "@pd/core";
import { openVault, type Vault } from "@pd/core/vault";
import { expect, test } from "vitest";
import { everyCall } from "./every-call.js";
import { temporaryFolder } from "./temporary-folder.js";

const NOTES = {
  "index.md": "---\nname: Index\n---\n# Index\n\nSee [[Budgets]] and [[Levels]].\n",
  "concepts/budgets.md":
    "---\nname: Budgets\ndescription: A hard ceiling.\n---\n# Budgets\n\nNever more tokens than that.\n",
  "concepts/levels.md": "# Levels\n\nFive of them. See [[Index]].\n\n## Four\n\nAll of it.\n",
} as const;

interface Place {
  readonly root: string;
  readonly cache: string;
  readonly events: PdEvent[];
}

function place(): Place {
  const folder = temporaryFolder();
  const root = join(folder, "notes");
  mkdirSync(join(root, "concepts"), { recursive: true });
  for (const [name, text] of Object.entries(NOTES)) writeFileSync(join(root, name), text);
  return { root, cache: join(folder, "cache"), events: [] };
}

const open = ({ root, cache, events }: Place, cached = true) =>
  openVault(root, { id: "notes", cache: cached ? cache : false, onEvent: (event) => events.push(event) });

/** All that can be seen of a vault: every note in full. */
async function seen(vault: Vault): Promise<unknown> {
  const toolkit = createToolkit({ mounts: [{ content: vault }] });
  const { nodes } = await toolkit.call("scan", {});
  const references = nodes.map(({ id }) => id);
  const full = await toolkit.call("node", { nodes: references, level: 4 });
  const found = await toolkit.call("search", { query: "ceiling tokens" });
  return { nodes, full: full.nodes, found: found.nodes };
}

async function fresh(index: string = NOTES["index.md"]): Promise<unknown> {
  const where = place();
  writeFileSync(join(where.root, "index.md"), index);
  const vault = await open(where, false);
  await vault.ready();
  const all = await seen(vault);
  await vault.close();
  return all;
}

async function findingsOf(vault: Vault): Promise<readonly Finding[]> {
  const { graph } = await vault.open();
  return (await graph.findings()).filter(({ severity }) => severity === "error");
}

test("load: a note that cannot be read is a finding, a folder that cannot is an error, and the next look sees all", async () => {
  const whole = await fresh();
  const tried = await everyCall({
    prepare: () => ({ ...place(), vault: undefined as Vault | undefined }),
    under: ({ root }) => [root],
    async act(before) {
      before.vault = await open(before, false);
      await before.vault.ready();
    },
    async check({ vault, events }, { error, fault, named }) {
      if (vault === undefined) return expect([named, error]).toMatchObject([named, { code: "vault-unreadable" }]);
      const missing = Object.keys(NOTES).length - (await vault.open().then(({ graph }) => graph.stats())).nodes;
      // A file that is gone was deleted; whatever else is missing has been said.
      const said = (await findingsOf(vault)).length + events.filter(({ kind }) => kind === "vault-failed").length;
      if (missing > 0 && fault !== "ENOENT") expect([named, said]).not.toEqual([named, 0]);
      await vault.refresh();
      expect([named, await seen(vault)]).toEqual([named, whole]);
      await vault.close();
    },
  });
  expect(tried).toBeGreaterThan(60);
});

test("serving: a body that cannot be read is left out or a typed error, and the next answer is whole", async () => {
  const whole = await fresh();
  const tried = await everyCall({
    async prepare() {
      const before = place();
      const vault = await open(before, false);
      await vault.ready();
      return { ...before, vault };
    },
    under: ({ root }) => [root],
    act: ({ vault }) => seen(vault),
    async check({ vault }, { named }) {
      expect([named, await seen(vault)]).toEqual([named, whole]);
      await vault.close();
    },
  });
  expect(tried).toBeGreaterThan(30);
});

test("a change that cannot be looked at is looked at again", async () => {
  const tried = await everyCall({
    async prepare() {
      const before = place();
      const vault = await open(before, false);
      await vault.ready();
      writeFileSync(join(before.root, "concepts", "new.md"), "# New\n\nCame later.\n");
      writeFileSync(join(before.root, "concepts", "levels.md"), "# Levels\n\nSix of them.\n");
      return { ...before, vault };
    },
    under: ({ root }) => [root],
    act: async ({ vault }) => {
      await vault.refresh();
      await seen(vault);
    },
    async check({ vault }, { named }) {
      await vault.refresh();
      const text = JSON.stringify(await seen(vault));
      expect([named, text.includes("Came later."), text.includes("Six of them.")]).toEqual([named, true, true]);
      await vault.close();
    },
  });
  expect(tried).toBeGreaterThan(60);
});

test("snapshot: one that cannot be read or written costs time and nothing else; the file is the old or the new, whole", async () => {
  const longer = `${NOTES["index.md"]}\nAnd more.\n`;
  const whole = await fresh(longer);
  const tried = await everyCall({
    async prepare() {
      const before = place();
      const first = await open(before);
      await first.ready();
      await first.close();
      const snapshots = join(before.cache, "vaults");
      const file = join(snapshots, readdirSync(snapshots)[0] ?? "");
      writeFileSync(join(before.root, "index.md"), longer);
      before.events.length = 0;
      return { ...before, snapshots, file, old: readFileSync(file) };
    },
    under: ({ cache }) => [cache],
    async act(before) {
      const vault = await open(before);
      await vault.ready();
      const answer = await seen(vault);
      await vault.close();
      expect(answer).toEqual(whole);
    },
    async check(before, { error, failed, named }) {
      // A cache is no reason to fail; one that was not written is said.
      expect([named, error]).toEqual([named, undefined]);
      const isOld = readFileSync(before.file).equals(before.old);
      const said = before.events.some(({ kind }) => kind === "vault-failed");
      if (isOld && failed.length > 0) expect([named, said]).toEqual([named, true]);
      before.events.length = 0;
      const vault = await open(before);
      expect([named, before.events]).toMatchObject([named, [{ kind: "vault-loaded", from: "snapshot" }]]);
      expect([named, await seen(vault)]).toEqual([named, whole]);
      await vault.close();
      await leftoversAreSwept(before);
    },
  });
  expect(tried).toBeGreaterThan(30);
});

async function leftoversAreSwept(before: Place & { readonly snapshots: string }): Promise<void> {
  const hourAgo = Date.now() / 1000 - 3700;
  for (const name of readdirSync(before.snapshots))
    if (name.endsWith(".tmp")) utimesSync(join(before.snapshots, name), hourAgo, hourAgo);
  writeFileSync(join(before.root, "index.md"), "# Another\n");
  const vault = await open(before);
  await vault.ready();
  await vault.close();
  expect(readdirSync(before.snapshots)).toHaveLength(1);
}
