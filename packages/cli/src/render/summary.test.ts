import { describe, expect, test } from "vitest";
import { NOTES, temporaryPlace } from "../testing/temporary-place.js";

const VAULT = ["--vault", "docs"];
const plain = { terminal: 100, environment: { NO_COLOR: "1" } };
const steps = (stderr: string) => [...stderr.matchAll(/^next: (.*)$/gmu)].map(([, step = ""]) => step);

describe("the next step", () => {
  test("after a pack that left something out: more of it", async () => {
    const { stderr } = await temporaryPlace(NOTES).pd(["context", "token", "--budget", "120", ...VAULT], plain);
    expect(steps(stderr)).toEqual(["pd context token --budget 240 --vault docs"]);
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
  const { stdout, stderr } = await temporaryPlace(NOTES).pd(["context", "token", "--budget", "120", ...VAULT], plain);
  expect(stdout).toContain("[left out: ");
  expect(stderr).not.toContain("left out");
});

test("a text of nothing is no blank line", async () => {
  const none = await temporaryPlace(NOTES).pd(["context", "zzzzqqqq", "--budget", "1", ...VAULT], plain);
  expect(none.stdout).toBe("");
  expect(none.stderr).toContain("Nothing matches.");
  const said = await temporaryPlace(NOTES).pd(["context", "zzzzqqqq", "--budget", "100", ...VAULT], plain);
  expect(said.stdout).toContain("Nothing matches.");
  expect(said.stderr).not.toContain("Nothing matches.");
});
