import { describe, expect, test } from "vitest";
import { NOTES, type TemporaryPlace, temporaryPlace } from "../testing/temporary-place.js";

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

  test("R3.1 says why a vault serves nothing, as every command does", async () => {
    const place = temporaryPlace({ "docs/geheim.md": "# Größe\n\nSECRET\n", "docs/.pdignore/x": "" });
    const docs = ["--vault", "docs"];
    const said = (await findings(place, ...docs)).filter(({ message }) =>
      message.includes('".pdignore" is not a regular file'),
    );
    expect(said).not.toEqual([]);
    for (const words of [["scan"], ["search", "Größe"], ["context", "Größe"], ["node", "geheim"]]) {
      const { code, stdout, stderr } = await place.pd([...words, ...docs]);
      expect(code).toBe(2);
      expect(stderr).toContain('".pdignore" is not a regular file');
      expect(stdout + stderr).not.toContain("SECRET");
    }
    const validated = await place.pd(["validate", ...docs]);
    expect(validated.code).toBe(1);
    expect(validated.stdout + validated.stderr).toContain('".pdignore" is not a regular file');
  });

  test("a folder of which nothing is read is not ok", async () => {
    const place = temporaryPlace({ "größe/bild.png": "x" });
    const { stdout } = await place.pd(["doctor", "größe"]);
    expect(stdout).toMatch(/^!! folder {7}.*reads nothing/mu);
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
    expect((await findings(place)).filter(({ severity, fix = "" }) => severity !== "ok" && fix === "")).toEqual([]);
    await place.pd(["trust", "--yes"]);
    const all = [...(await findings(place)), ...(await findings(place, "--no-config", "--vault", "../working"))];
    expect(all.filter(({ severity, fix = "" }) => severity !== "ok" && fix === "")).toEqual([]);
    expect(all.filter(({ message }) => message.includes("outside of the working tree"))).toHaveLength(2);
    const bad = all.find(({ about, message }) => about === "vault" && message.startsWith("bad:"));
    expect(bad).toMatchObject({ severity: "warning", fix: "pd validate --graph bad says what costs points." });
  });
});
