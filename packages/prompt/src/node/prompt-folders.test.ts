import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit } from "@pd/core";
import { afterEach, expect, test } from "vitest";
import { promptFolderMounts } from "./prompt-folders.js";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

function promptIn(name: string): string {
  const top = mkdtempSync(join(tmpdir(), "pd-prompts-"));
  made.push(top);
  const folder = join(top, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "1-task.md"), "Antworte auf ${frage} für $$5, $${wörtlich}.");
  writeFileSync(
    join(folder, "2-refunds.md"),
    "---\nsummary: Wann es Geld zurück gibt.\nvisibility: summary\nparams:\n  days: number\n---\nBinnen ${days} Tagen.",
  );
  return folder;
}

test("a prompt is served with its placeholders, whatever their types, and filled in where somebody gives them", async () => {
  const mounts = promptFolderMounts([{ folder: promptIn("support") }]);
  const toolkit = createToolkit({ mounts });
  const text = async (key: string) => JSON.stringify(await toolkit.call("read_section" as never, { section_key: key }));
  expect(await text("task")).toContain("Antworte auf ${frage} für $5, ${wörtlich}.");
  expect(await text("refunds")).toContain("Binnen ${days} Tagen.");
  const { nodes } = await toolkit.call("scan", { graphId: "support" });
  expect(nodes).toMatchObject([{ name: "Task" }, { name: "Refunds", description: "Wann es Geld zurück gibt." }]);
  const [port] = mounts.flatMap(({ prompts }) => prompts ?? []);
  expect(await port?.list()).toMatchObject([
    {
      name: "support",
      arguments: [
        { name: "frage", required: true },
        { name: "days", required: true },
      ],
    },
  ]);
  const given = new Map([
    ["frage", "alles"],
    ["days", "30"],
  ]);
  const filled = await port?.get({ name: "support", arguments: given });
  expect(filled?.text).toContain("Antworte auf alles für $5, ${wörtlich}.");
  expect(filled?.text).toContain("Binnen 30 Tagen.");
});

test("several prompts are several contents, each with an id of its own", async () => {
  const taken = new Set(["a"]);
  const freeId = (id: string) => (taken.has(id) ? `${id}-2` : id);
  const mounts = promptFolderMounts([{ folder: promptIn("a") }, { folder: promptIn("b"), id: "zwei" }], { freeId });
  const toolkit = createToolkit({ mounts });
  for (const graphId of ["a-2", "zwei"]) {
    const answer = await toolkit.call("node", { graphId, nodes: "task", level: 4 });
    expect(answer.nodes).toMatchObject([{ content: { full: expect.stringContaining("${frage}") } }]);
  }
  expect(promptFolderMounts([])).toEqual([]);
});
