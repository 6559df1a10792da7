import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readSections, resolveOne } from "../../testing/read-one.js";
import type { BlockTable } from "./block-table.js";

// The real judge agrees with the scanner wherever it is asked: one that does not shows that its word is taken.
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.resetModules();
});
afterEach(() => vi.doUnmock("./micromark-leaves.js"));

function judgeThatSeesNothing(): void {
  vi.doMock("./micromark-leaves.js", () => ({
    judgeBlocks(text: string, first: number, table: BlockTable) {
      asked.push(text.slice(first));
      table.leafCount = 0;
    },
  }));
}

const DOUBTFUL = "> text\n<a>\n# Heading\n";

describe("The judge", () => {
  test("has the last word on a doubtful text, from where its body starts, and is not asked about another", async () => {
    judgeThatSeesNothing();
    const { scanBlocks } = await import("./block-scanner.js");
    const { loadBlockJudge } = await import("./judge.js");
    expect(scanBlocks(DOUBTFUL).leafCount).toBeGreaterThan(0);
    await loadBlockJudge();
    expect(scanBlocks("# Title\n\ntext\n").leafCount).toBe(2);
    expect(asked).toEqual([]);
    expect(scanBlocks(`---\n---\n${DOUBTFUL}`, undefined, 8).leafCount).toBe(0);
    expect(asked).toEqual([DOUBTFUL]);
  });

  test("is loaded and asked when a vault is opened and when its note is shown", async () => {
    judgeThatSeesNothing();
    const { temporaryVault } = await import("../../vault/testing/temporary-vault.js");
    const { vault, call } = await temporaryVault({ "odd.md": DOUBTFUL, "plain.md": "# Plain\n\ntext\n" }).open();
    await vault.ready();
    const opened = asked.length;
    expect(opened).toBeGreaterThan(0);
    expect(new Set(asked)).toEqual(new Set([DOUBTFUL]));
    const { nodes } = await call("node", { nodes: ["odd"], level: 3, previews: "all" });
    expect(asked.length).toBeGreaterThan(opened);
    expect(JSON.stringify(nodes)).not.toContain("Heading");
  });

  test("is loaded and asked for a note that a snapshot has", async () => {
    const { temporaryVault } = await import("../../vault/testing/temporary-vault.js");
    const vault = temporaryVault({ "odd.md": DOUBTFUL });
    const first = await vault.open();
    await first.vault.ready();
    await first.vault.close();
    vi.resetModules();
    judgeThatSeesNothing();
    const { openVault } = await import("../../vault/open-vault.js");
    const again = await openVault(vault.root, { cache: vault.cache });
    expect(asked).toEqual([]);
    const { graph, source } = await again.open();
    await readSections(source, (await resolveOne(graph, "odd"))!);
    expect(asked).toEqual([DOUBTFUL]);
    await again.close();
  });

  test.each([
    [
      "cannot be loaded",
      () => {
        throw new Error("not installed");
      },
    ],
    [
      "fails",
      () => ({
        judgeBlocks() {
          throw new Error("what is this?");
        },
      }),
    ],
  ])("that %s leaves the scanner's word as it is", async (_, micromark) => {
    vi.doMock("./micromark-leaves.js", micromark);
    const { scanBlocks } = await import("./block-scanner.js");
    const { loadBlockJudge } = await import("./judge.js");
    const before = scanBlocks(DOUBTFUL).leafCount;
    await loadBlockJudge();
    expect(scanBlocks(DOUBTFUL).leafCount).toBe(before);
  });
});
