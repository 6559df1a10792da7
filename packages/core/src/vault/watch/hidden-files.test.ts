import { expect, test } from "vitest";
import { readIgnore } from "../ignore/read-ignore.js";
import { buildState } from "../load/build-state.js";
import { inSteps } from "../load/in-steps.js";
import { walk } from "../load/walk.js";
import { temporaryVault } from "../testing/temporary-vault.js";
import { refreshState } from "./refresh.js";

test("R3.1 a note that is left out for what it says is read again only when it changed", async () => {
  const temporary = temporaryVault({ "offen.md": "# Offen\n", "geheim.md": "---\npublish: false\n---\n秘密\n" });
  const root = temporary.root;
  const walked = () => walk(root, readIgnore(root));
  const first = walked();
  const built = await inSteps(buildState({ root, folders: first.folders, version: "1", rules: first.rules }));
  const { state } = built;
  expect(state.hidden.size).toBe(1);
  const refresh = (most: number) => inSteps(refreshState({ root, state, walked: walked(), version: "2", most }));
  // Of no file that is new or has changed it comes back, and with it the same version.
  expect((await refresh(0))?.state).toBe(state);
  temporary.write("geheim.md", "---\npublish: false\n---\n秘密、変更。\n");
  expect(await refresh(0)).toBeUndefined();
  const changed = await refresh(1);
  expect(changed?.state).toBe(state);
  expect([...(changed?.hidden ?? [])]).not.toEqual([...state.hidden]);
  temporary.write("geheim.md", "---\npublish: true\n---\n公開。\n");
  expect(await refresh(1)).toMatchObject({ added: 1, hidden: new Set() });
});
