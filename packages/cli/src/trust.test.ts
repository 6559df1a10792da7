import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NOTES, temporaryPlace } from "./testing/temporary-place.js";

/** A clone whose configuration leaves a file behind where it runs, and would hand over a tool. */
function hostile(ending: "mjs" | "ts" | "js" = "mjs") {
  const place = temporaryPlace({ ...NOTES, "package.json": '{"type": "module"}' });
  const mark = place.path("ran-走った");
  const tool = `{ name: "say_words", description: "Says.", readOnly: true, input: { _zod: { def: { type: "object" }, run: (payload) => payload, toJSONSchema: () => ({ type: "object" }) } }, call: async () => "said" }`;
  place.write(
    `pd.config.${ending}`,
    `process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(mark)}, "ran");
     export default { vaults: ["docs"], mounts: [{ tools: [${tool}] }] };`,
  );
  return { ...place, ran: () => existsSync(mark) };
}

const json = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout).data;

describe("R6.4a H1 a clone with a hostile configuration", () => {
  test.each(["mjs", "js", "ts"] as const)(
    "runs nothing, whatever is asked, and is answered: pd.config.%s",
    async (ending) => {
      const place = hostile(ending);
      for (const args of [["scan"], ["search", "token"], ["stats"], ["validate"], ["skill", "stats"], ["tool"]]) {
        const { code, stdout, stderr } = await place.pd(args);
        expect([args, code]).toEqual([args, args[0] === "tool" ? 1 : 0]);
        expect(stderr).toContain(`pd.config.${ending} was found here, and you have not trusted it: it was not run.`);
        if (args[0] === "scan") expect(stdout).toContain("Budgets");
      }
      const scan = await place.pd(["scan", "--json"]);
      expect(JSON.parse(scan.stdout).nodes).toHaveLength(4);
      expect((await place.pd(["say-words"])).stderr).toMatch(/it was not run[\s\S]*There is no command "say-words"/u);
      expect(place.ran()).toBe(false);
    },
  );

  const LOOKS = [
    ["config"],
    ["config", "--json"],
    ["doctor"],
    ["doctor", "--json"],
    ["--help"],
    ["--version"],
    ["scan", "--help"],
    ["help", "scan"],
    ["say-words", "--help"],
    ["help", "say-words"],
    ["tool", "say-words", "--help"],
    ["skill", "invoke", "--help"],
    ["explain", "broken-link"],
    ["completion", "bash"],
    ["__complete", "say"],
    ["trust", "--list"],
    ["trust", "--revoke"],
    ["trust"],
    ["trust", "--yes"],
  ];

  test.each(LOOKS)("looking runs nothing, trusted or not, named or not: pd %s %s", async (...args) => {
    const place = hostile();
    await place.pd(args);
    await place.pd(["trust", "--yes"]);
    await place.pd(args);
    await place.pd([...args, "--config", "pd.config.mjs"]);
    expect(place.ran()).toBe(false);
  });

  test("config and doctor say what it is, whether it is trusted, and nothing of what it says", async () => {
    const place = hostile();
    const [before, diagnosis] = [
      json(await place.pd(["config", "--json"])),
      json(await place.pd(["doctor", "--json"])),
    ];
    expect(before).toMatchObject({ form: "code", standing: "untrusted", notice: { message: expect.any(String) } });
    // What is in force without it.
    expect(before.settings[0]).toMatchObject({ name: "vaults", value: [place.folder], origin: "default" });
    expect(diagnosis.findings).toContainEqual(
      expect.objectContaining({ about: "config", severity: "warning", fix: expect.stringContaining("pd trust") }),
    );
    await place.pd(["trust", "--yes"]);
    const after = json(await place.pd(["config", "--json"]));
    expect(after).toMatchObject({ standing: "trusted", notice: null });
    expect(after.settings[0]).toMatchObject({ name: "vaults", value: null, origin: "config" });
    expect((await place.pd(["config"])).stdout).toContain("code, not run here, content not shown; trusted");
    const trusted = json(await place.pd(["doctor", "--json"])).findings;
    expect(trusted).toContainEqual(expect.objectContaining({ about: "config", severity: "info" }));
    expect(trusted.filter(({ about }: { about: string }) => about === "vault")).toEqual([]);
  });
});

describe("R6.4a H7 a clone whose pd.config.json names a folder outside", () => {
  test("serves what lies inside, says in one line what was left out, and serves the rest once it is trusted", async () => {
    const place = temporaryPlace({ ...NOTES, "../particular/segredo.md": "# Segredo\n\nNão.\n" });
    place.write("pd.config.json", '{"vaults": ["docs", "../particular"], "budget": 444}');
    const { stdout, stderr } = await place.pd(["scan", "--graph", "docs", "--json"]);
    expect(JSON.parse(stdout).nodes).toHaveLength(4);
    expect(stderr.trim().split("\n")).toEqual([
      expect.stringContaining('left out what lies outside its folder: "../particular"'),
    ]);
    expect((await place.pd(["scan", "--graph", "particular"])).code).toBe(2);
    const shown = await place.pd(["trust", "--yes"]);
    expect(shown.stderr).toContain("serve a folder outside its own: ../particular");
    const after = await place.pd(["scan", "--graph", "particular", "--json"]);
    expect([JSON.parse(after.stdout).nodes[0].name, after.stderr]).toEqual(["Segredo", ""]);
    place.write("pd.config.json", '{"vaults": ["docs", "../particular"], "budget": 445}');
    expect((await place.pd(["scan"])).stderr).toContain("changed since you trusted it");
  });

  test("is named without a question", async () => {
    const place = temporaryPlace({ ...NOTES, "../particular/segredo.md": "# Segredo\n\nNão.\n" });
    place.write("pd.config.json", '{"vaults": ["../particular"]}');
    const { stdout, stderr } = await place.pd(["scan", "--config", "pd.config.json", "--json"]);
    expect([JSON.parse(stdout).nodes[0].name, stderr]).toEqual(["Segredo", ""]);
    expect((await place.pd(["scan", "--no-config", "--json"])).stderr).toBe("");
  });
});

describe("pd trust", () => {
  test("shows what it would allow, asks, and does as it is told", async () => {
    const place = hostile();
    for (const answer of ["n", "", "Y?", "nope"]) {
      const { code, stdout, stderr } = await place.pd(["trust"], { terminal: 80, answer });
      expect([code, stdout.trim()]).toEqual([1, "Not trusted."]);
      expect(stderr).toContain("run code as you");
      expect(stderr).toContain("whatever it imports");
    }
    const { code, stdout } = await place.pd(["trust"], { terminal: 80, answer: " Yes " });
    expect([code, stdout]).toEqual([0, expect.stringContaining("Trusted:")]);
    expect(place.ran()).toBe(false);
    expect((await place.pd(["say-words"])).stdout).toBe("said");
    expect(place.ran()).toBe(true);
    expect((await place.pd(["trust"])).stdout).toContain("You trust it already");
  });

  test("without a terminal it needs --yes", async () => {
    const place = hostile();
    const { code, stderr } = await place.pd(["trust"]);
    expect([code, stderr.includes("--yes")]).toEqual([2, true]);
    expect(json(await place.pd(["trust", "--list", "--json"]))).toEqual({ trusted: [] });
  });

  test("a changed file is untrusted again, in the list too, until it is trusted once more", async () => {
    const place = hostile();
    await place.pd(["trust", "--yes"]);
    place.write("pd.config.mjs", 'export default { vaults: ["docs"], budget: 12345 };');
    expect((await place.pd(["scan"])).stderr).toContain("pd.config.mjs changed since you trusted it: it was not run.");
    expect(json(await place.pd(["trust", "--list", "--json"])).trusted).toMatchObject([{ state: "changed" }]);
    const { stderr } = await place.pd(["trust", "--yes"]);
    expect(stderr.replace(/\s+/gu, " ")).toContain("changed since you trusted it. It would be allowed to:");
    const { stdout } = await place.pd(["query", "token", "--json"]);
    expect(JSON.parse(stdout).telemetry.tokenBudget).toBe(12345);
  });

  test("lists, and takes back, also of a file that is gone", async () => {
    const place = hostile();
    await place.pd(["trust", "--yes"]);
    const listed = await place.pd(["trust", "--list"]);
    expect(listed.stdout).toContain(`trusted   ${place.path("pd.config.mjs")}`);
    expect((await place.pd(["trust", "--revoke"])).code).toBe(0);
    expect((await place.pd(["trust", "--revoke"])).code).toBe(1);
    expect((await place.pd(["trust", "--list"])).stdout).toContain("You trust no configuration.");
    await place.pd(["trust", "pd.config.mjs", "--yes"]);
    rmSync(place.path("pd.config.mjs"));
    expect(json(await place.pd(["trust", "--list", "--json"])).trusted).toMatchObject([{ state: "missing" }]);
    expect(json(await place.pd(["trust", "--revoke", "pd.config.mjs", "--json"]))).toMatchObject({ revoked: true });
  });

  test("--json says what it allows and whether it is trusted", async () => {
    const place = hostile();
    const data = json(await place.pd(["trust", "--yes", "--json"]));
    expect(data).toMatchObject({ file: place.path("pd.config.mjs"), form: "code", trusted: true, outside: [] });
    expect(data.sha256).toMatch(/^[0-9a-f]{64}$/u);
    expect(data.allows[0]).toContain("run code as you");
    expect(JSON.parse(readFileSync(`${place.environment["PD_STATE_DIR"]}/trust.json`, "utf8")).trusted).toHaveLength(1);
  });

  test("what needs no trust, and what trust does not help, is said", async () => {
    const plain = temporaryPlace({ ...NOTES, "pd.config.json": '{"vaults": ["docs"]}' });
    expect((await plain.pd(["trust"])).stdout).toContain("It asks for nothing that needs trust");
    const none = temporaryPlace(NOTES);
    expect(await none.pd(["trust"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("No configuration is found"),
    });
    expect((await plain.pd(["trust", "docs/index.md"])).code).toBe(2);
    if (process.platform === "win32") return;
    chmodSync(plain.path("pd.config.json"), 0o666);
    const refused = await plain.pd(["trust", "--yes"]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("chmod go-w") });
    // The rest works, without it.
    expect((await plain.pd(["scan"])).stderr).toContain("can be written by other users, so it is not used.");
  });
});
