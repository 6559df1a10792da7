import { expect, test } from "vitest";
import { createIgnore } from "../ignore/ignore.js";
import { temporaryVault } from "../testing/temporary-vault.js";
import { buildState } from "./build-state.js";
import { inSteps } from "./in-steps.js";
import { walk } from "./walk.js";

/** All that loading a vault gives but its index. */
async function loaded(root: string) {
  const { folders } = walk(root, createIgnore(""));
  const { state, texts } = await inSteps(buildState({ root, folders, version: "1" }));
  const { notes, count, ids, links, adjacency, maps, problems } = state;
  return {
    notes: notes.base,
    ids: Array.from({ length: count }, (_, number) => ids.of(number)),
    links,
    adjacency,
    maps,
    texts,
    problems,
  };
}

test("two vaults that are loaded at the same time do not get in each other's way", async () => {
  const vaults = [temporaryVault(), temporaryVault()];
  for (const [index, vault] of vaults.entries())
    for (let number = 0; number < 200; number += 1)
      vault.write(`${number}.md`, `# ${index}\n\n[[${number + 1}|suivant é${index}]] ${"mot ".repeat(500)}\n`);
  const together = await Promise.all(vaults.map(({ root }) => loaded(root)));
  for (const [index, { root }] of vaults.entries()) expect(together[index]).toEqual(await loaded(root));
});

test("R3.4 a note of links to five others is a map, one of links to four is none", async () => {
  const vault = temporaryVault();
  const others = Array.from({ length: 5 }, (_, at) => `Other ${at}`);
  for (const name of others) vault.write(`${name}.md`, "");
  vault.write("Four.md", others.map((name, at) => (at === 0 ? "" : `[[${name}]] [[${name}]]`)).join(" "));
  vault.write("Five.md", others.map((name) => `[[${name}]]`).join(" "));
  const { ids, maps } = await loaded(vault.root);
  expect(ids.filter((_, number) => maps[number] === 1)).toEqual(["note:five"]);
});
