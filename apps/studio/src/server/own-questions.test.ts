import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit, recorded } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownQuestions } from "./own-questions.js";

let folder: string;
let vault: Awaited<ReturnType<typeof openVault>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pd-studio-questions-"));
  await writeFile(join(folder, "A.md"), "# A\n\nWords of a body.\n");
  vault = await openVault(folder, { cache: false });
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true, force: true });
});

test("the page's own questions give the operation's answer, and nobody hears of the operation", async () => {
  const plain = createToolkit({ mounts: [{ content: vault, tools: ownQuestions(() => plain) }] });
  const heard: string[] = [];
  const toolkit = recorded(plain, { onEntry: ({ operation }) => void heard.push(operation) });
  const asked = await toolkit.call("studio_node", { nodes: "A", level: 4 });
  expect(asked).toEqual(await plain.call("node", { nodes: "A", level: 4 }));
  expect(heard).toEqual(["studio_node"]);
});

test("R2.7: they raise nothing in a session, also where they name one", async () => {
  const toolkit = createToolkit({ mounts: [{ content: vault, tools: ownQuestions(() => toolkit) }] });
  const { session = "" } = await toolkit.call("node", { nodes: "A", level: 0, session: "new" });
  await toolkit.call("studio_node", { nodes: "A", level: 4, session });
  const again = await toolkit.call("node", { nodes: "A", level: 1, session });
  expect(again.nodes[0]?.level).toBe(1);
});

test("bad input is refused as the operation refuses it", async () => {
  const toolkit = createToolkit({ mounts: [{ content: vault, tools: ownQuestions(() => toolkit) }] });
  await expect(toolkit.call("studio_search", { query: 3 })).rejects.toMatchObject({
    code: "input-invalid",
    where: "query",
  });
});
