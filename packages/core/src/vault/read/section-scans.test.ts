import { expect, test, vi } from "vitest";
import { scanBlocks } from "../../markdown/blocks/block-scanner.js";
import { outline } from "../../markdown/text/sections.js";
import { readNote } from "../notes/note-codec.js";
import { temporaryVault } from "../testing/temporary-vault.js";

vi.mock("../../markdown/blocks/block-scanner.js", { spy: true });
vi.mock("../../markdown/text/sections.js", { spy: true });
vi.mock("../notes/note-codec.js", { spy: true });

test.each([2, 3])("R7.3 a note is scanned once for all its sections that a call shows at level %i", async (level) => {
  const sections = Array.from({ length: 30 }, (_, at) => `## Größe ${at}\n\n風車 [[Ziel ${at}]].\n`);
  const goals = Array.from({ length: 30 }, (_, at) => [`Ziel ${at}.md`, "Text."] as const);
  const { call, vault } = await temporaryVault({ "a.md": sections.join("\n"), ...Object.fromEntries(goals) }).open();
  await vault.ready();
  vi.mocked(scanBlocks).mockClear();
  const nodes = sections.slice(0, 20).map((_, at) => `a#Größe ${at}`);
  const answer = await call("node", { nodes, level, links: "all", previews: "all", tokenBudget: 10_000 });
  expect(answer.nodes.map((node) => node.links?.map(({ name }) => name))).toEqual(nodes.map((_, at) => [`Ziel ${at}`]));
  expect(scanBlocks).toHaveBeenCalledTimes(1);
});

test("R7.3 sections are found without reading what else their note holds", async () => {
  const text = Array.from({ length: 30 }, (_, at) => `## Größe ${at}\n\n風車.\n`).join("\n");
  const { call, vault } = await temporaryVault({ "a.md": text }).open();
  await vault.ready();
  vi.mocked(outline).mockClear();
  vi.mocked(readNote).mockClear();
  const nodes = Array.from({ length: 20 }, (_, at) => `a#Größe ${at}`);
  expect((await call("node", { nodes, level: 3, previews: "all", tokenBudget: 10_000 })).nodes).toHaveLength(20);
  expect(outline).toHaveBeenCalledTimes(1);
  expect(vi.mocked(readNote).mock.calls.length).toBeLessThan(5);
});
