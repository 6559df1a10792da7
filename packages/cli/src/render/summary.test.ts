import { describe, expect, test } from "vitest";
import { NOTES, temporaryPlace } from "../testing/temporary-place.js";

const VAULT = ["--vault", "docs"];
const plain = { terminal: 100, environment: { NO_COLOR: "1" } };
const steps = (stderr: string) => [...stderr.matchAll(/^next: (.*)$/gmu)].map(([, step = ""]) => step);

describe("the next step", () => {
  test("after a pack that left something out: more of it", async () => {
    const { stderr } = await temporaryPlace(NOTES).pd(["context", "token", "--budget", "40", ...VAULT], plain);
    expect(steps(stderr)).toEqual(["pd context token --budget 80 --vault docs"]);
  });

  test("after a pack that holds nothing: what the cheapest of it needs, where twice the budget is less", async () => {
    const place = temporaryPlace({ "docs/prazo.md": `# Reembolso\n\n${"O prazo é de trinta dias. ".repeat(30)}\n` });
    const { stderr } = await place.pd(["context", "prazo", "--budget", "3", ...VAULT], plain);
    const [, needed = ""] = stderr.match(/needs (\d+) tokens/u) ?? [];
    expect(steps(stderr)).toEqual([`pd context prazo --budget ${needed} --vault docs`]);
    const again = await place.pd(["context", "prazo", "--budget", needed, ...VAULT], plain);
    expect(again.stdout).toContain("O prazo é de trinta dias.");
  });

  test.each([
    [["search", "größe", "--tag", "maß"]],
    [["query", "größe"]],
    [["scan"]],
    [["node", "Größe", "--level", "4"]],
  ])("after %j with too small a budget: the same with what the cheapest needs", async (args) => {
    const place = temporaryPlace({
      "docs/größe.md": `---\ntags: [maß]\n---\n# Größe\n\n${"Die Größe zählt. ".repeat(30)}\n`,
      "docs/b.md": "# B\n\nDie Größe eines anderen.\n",
    });
    const { code, stderr } = await place.pd([...args, "--budget", "9", ...VAULT], plain);
    const [step = ""] = steps(stderr);
    const [, needed = ""] = step.match(/ --budget (\d+) --vault docs$/u) ?? [];
    expect([code, stderr]).toEqual([1, expect.stringContaining(`needs ${needed} tokens`)]);
    if (args.includes("--tag")) expect(step).toContain("--tag");
    const again = await place.pd([...args, "--budget", needed, ...VAULT], plain);
    expect(again.code).toBe(0);
    if (args[0] === "node") expect(again.stdout).toContain("Die Größe zählt.");
  });

  test("of a short note is its text, of a long one its outline", async () => {
    const place = temporaryPlace({
      "docs/short.md": "Short.\n",
      "more/long.md": `# Long\n\n${"Some words. ".repeat(900)}\n`,
    });
    const short = await place.pd(["scan", ...VAULT], plain);
    expect(steps(short.stderr)[0]).toMatch(/^pd node note:short --level 4 --vault docs {3}\(\d+ tokens\)$/u);
    const long = await place.pd(["scan", "--vault", "more"], plain);
    expect(steps(long.stderr)).toEqual(["pd node note:long --level 3 --vault more"]);
  });

  test("after figures does not lead to maps where there are none", async () => {
    const none = await temporaryPlace({ "docs/a.md": "A note.\n" }).pd(["stats", ...VAULT], plain);
    expect(steps(none.stderr)).toEqual(["pd validate --vault docs", "pd scan --vault docs"]);
    const some = await temporaryPlace(NOTES).pd(["stats", ...VAULT], plain);
    expect(steps(some.stderr)[1]).toBe("pd scan --type moc --vault docs");
  });
});

test("what a text says itself is not said again", async () => {
  const { stdout, stderr } = await temporaryPlace(NOTES).pd(["context", "token", "--budget", "40", ...VAULT], plain);
  // The line that would say so has a twentieth of the budget, which is too little here.
  expect(stdout).not.toMatch(/left out/u);
  expect(stderr).toContain("left out");
  const long = temporaryPlace({
    "docs/a.md": `# Prazo\n\n${"O prazo. ".repeat(900)}`,
    "docs/b.md": "# Prazo b\n\nO prazo.\n",
  });
  const said = await long.pd(["context", "prazo", "--budget", "600", ...VAULT], plain);
  expect(said.stdout).toMatch(/of 600 tokens; .*left out/u);
  expect(said.stderr).not.toContain("left out");
});

test("a text of nothing is no blank line", async () => {
  const none = await temporaryPlace(NOTES).pd(["context", "zzzzqqqq", "--budget", "1", ...VAULT], plain);
  expect(none.stdout).toBe("");
  expect(none.stderr).toContain("Nothing matches.");
  const said = await temporaryPlace(NOTES).pd(["context", "zzzzqqqq", "--budget", "100", ...VAULT], plain);
  expect(said.stdout).toContain("Nothing matches.");
  expect(said.stderr).not.toContain("Nothing matches.");
});

test("a pack that holds nothing says why, also where nobody sits at a terminal", async () => {
  const place = temporaryPlace({ "docs/退款.md": "# 退款\n\n客户可以在三十天内申请退款。\n" });
  const small = await place.pd(["context", "退款", "--budget", "5", ...VAULT]);
  expect(small).toMatchObject({ code: 1, stdout: "" });
  expect(small.stderr).toMatch(/^0 nodes\nleft out: note:退款@3-3 \(needs \d+ tokens\)\n$/u);
  const none = await place.pd(["context", "zzzzqqqq", "--budget", "5", ...VAULT]);
  expect(none.stderr).toContain("Nothing matches.");
});
