import { describe, expect, test } from "vitest";
import { NOTES, type TemporaryPlace, temporaryPlace } from "./testing/temporary-place.js";

interface Found {
  readonly about: string;
  readonly severity: string;
  readonly message: string;
  readonly fix?: string;
}

async function findings(place: TemporaryPlace, ...args: readonly string[]): Promise<readonly Found[]> {
  return JSON.parse((await place.pd(["doctor", "--json", ...args])).stdout).data.findings;
}

const vault = async (place: TemporaryPlace, ...args: readonly string[]) =>
  (await findings(place, ...args)).find(({ about }) => about === "vault")?.message;

describe("pd doctor", () => {
  test("says what was really read: files, a snapshot, or a snapshot and what has changed since", async () => {
    const place = temporaryPlace(NOTES);
    const docs = ["--vault", "docs"];
    expect(await vault(place, ...docs)).toMatch(/; from its files in \d+ ms;/u);
    expect(await vault(place, ...docs)).toMatch(/; from its snapshot in \d+ ms;/u);
    place.write("docs/budgets.md", "# Budgets\n\nWritten anew, and longer than it was before.\n");
    place.write("docs/more.md", "# More\n\nA new note.\n");
    expect(await vault(place, ...docs)).toMatch(
      /; from its snapshot in \d+ ms, 2 of 5 read anew, because their files are new or have changed;/u,
    );
    expect(await vault(place, ...docs)).toMatch(/; from its snapshot in \d+ ms;/u);
  });

  test("what is no ok has a fix", async () => {
    const place = temporaryPlace({
      ...NOTES,
      "bad/a.md": "[[gone]] [[gone too]] [[gone as well]] [[and this]] [[and that]] [[all of it]] [[really]]\n",
      "empty/.pdignore": "",
      "pd.config.json": '{"vaults": ["docs", "bad", "empty", "../outside"], "counter": "words"}',
      "../outside/a.md": "# Outside\n\nOf the tree.\n",
      "../working/a.md": "# Beside\n\nThe name begins like that of the tree.\n",
    });
    const all = [...(await findings(place)), ...(await findings(place, "--no-config", "--vault", "../working"))];
    expect(all.filter(({ severity, fix = "" }) => severity !== "ok" && fix === "")).toEqual([]);
    expect(all.filter(({ message }) => message.includes("outside of the working tree"))).toHaveLength(2);
    const bad = all.find(({ about, message }) => about === "vault" && message.startsWith("bad:"));
    expect(bad).toMatchObject({ severity: "warning", fix: "pd validate --graph bad says what costs points." });
  });
});
