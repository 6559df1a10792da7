import { describe, expect, test } from "vitest";
import { NOTES, temporaryPlace } from "../testing/temporary-place.js";

const place = () =>
  temporaryPlace({ ...NOTES, "größe/a.md": "# A\n", "größe/docs/b.md": "# B\n", "readme.md": "# R\n" });

describe("a folder as the last word is the folder to read", () => {
  test.each([
    [["scan", "docs"], "docs"],
    [["scan", "größe"], "größe"],
    [["scan", "./größe/docs/"], "docs"],
    [["scan", "budgets", "docs"], "docs"],
    [["search", "ceiling", "docs"], "docs"],
    [["node", "Budgets", "Levels", "docs"], "docs"],
    [["context", "what is a ceiling?", "docs"], "docs"],
  ])("pd %j", async (args, graphId) => {
    const { code, stdout } = await place().pd([...args, "--json"]);
    expect([code, JSON.parse(stdout).graphId]).toEqual([0, graphId]);
  });

  test.each([[["stats"]], [["validate"]], [["doctor"]], [["config"]], [["skill", "stats"]]])(
    "pd %j docs",
    async (args) => {
      const named = await place().pd([...args, "docs", "--json"]);
      const optioned = await place().pd([...args, "--vault", "docs", "--json"]);
      expect(named.code).toBe(optioned.code);
      expect(named.stderr).toBe("");
    },
  );

  test("where it could be a word to look for, that is said; a path needs no word", async () => {
    const { stderr } = await place().pd(["search", "ceiling", "docs"]);
    expect(stderr).toContain("reading the folder docs; --query 'ceiling docs' looks for the words");
    expect((await place().pd(["scan", "./docs"])).stderr).not.toContain("looks for the words");
  });

  test.each([
    [["scan", "/nowhere/größe"]],
    [["search", "ceiling", "./nope"]],
    [["context", "what is a ceiling?", "../nope"]],
    [["scan", "~nobody/notes"]],
    [["node", "Budgets", "./nope"]],
    [["stats", "/nowhere/größe"]],
  ])("pd %j: what is written as a place and is none is no word to look for", async (args) => {
    const { code, stderr } = await place().pd(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining("error[vault-unreadable]")]);
    expect(stderr).toContain(args.at(-1));
  });

  test("a place that is none: how to look for the words all the same; doctor finds that it is none", async () => {
    const { stderr } = await place().pd(["search", "route", "/api/users"]);
    expect(stderr).toContain("--query 'route /api/users' looks for the words");
    const doctor = await place().pd(["doctor", "/nowhere"]);
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining("does not exist or cannot be read")]);
  });

  test("a note may be named by the path of its file", async () => {
    const { code, stdout } = await place().pd(["node", "Budgets", "./docs/levels.md", "--json"]);
    expect([code, JSON.parse(stdout).graphId]).toEqual([0, "work"]);
  });

  test("one bare word that finds nothing may have been meant as a folder", async () => {
    const { code, stderr } = await place().pd(["scan", "nöpe"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("there is no folder 'nöpe'")]);
    expect((await place().pd(["scan", "--query", "nöpe"])).stderr).not.toContain("there is no folder");
    expect((await place().pd(["scan", "ceiling"])).stderr).not.toContain("there is no folder");
  });

  test("the only word of a command that needs one is that word, and --vault says it outright", async () => {
    const alone = await place().pd(["search", "docs", "--json"]);
    expect(JSON.parse(alone.stdout).graphId).toBe("work");
    const outright = await place().pd(["search", "ceiling", "docs", "--vault", "größe", "--json"]);
    expect(JSON.parse(outright.stdout).graphId).toBe("größe");
  });

  test("a word too many that is no folder is refused", async () => {
    const { code, stderr } = await place().pd(["doctor", "readme.md"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('"readme.md" is one word too many')]);
  });
});

describe("options stand anywhere", () => {
  test.each([
    [["--limit", "2", "scan", "--vault", "docs"]],
    [["--vault", "docs", "--limit", "2", "scan"]],
    [["scan", "--limit", "2", "--vault", "docs"]],
    [["--json", "--limit=2", "--vault=docs", "scan"]],
  ])("%j", async (args) => {
    const { code, stdout } = await place().pd([...args, "--json"]);
    expect([code, JSON.parse(stdout).nodes.length]).toEqual([0, 2]);
  });

  test("a word that no command is called is named as it was typed", async () => {
    const { stderr } = await place().pd(["--limit", "2", "scna"]);
    expect(stderr).toContain("There is no command");
  });
});
