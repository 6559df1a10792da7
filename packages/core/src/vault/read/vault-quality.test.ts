import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { createToolkit } from "../../toolkit/toolkit.js";
import { temporaryVault } from "../testing/temporary-vault.js";

/** Every look at the clock finds that a slice is over, so that work stops wherever it can. */
function shortSlices(): () => void {
  let now = performance.now();
  const spy = vi.spyOn(performance, "now").mockImplementation(() => {
    now += 1000;
    return now;
  });
  return () => spy.mockRestore();
}

const links = Array.from({ length: 60 }, (_, at) => `[[Größe 0#fehlt ${at}]]`);
const files = Object.fromEntries(links.map((link, at) => [`Größe ${at}.md`, link]));
const oneNote = { "Größe 0.md": links.join(" ") };

describe.each([
  ["validate", "notes", files],
  ["stats", "notes", files],
  ["validate", "links of one note", oneNote],
] as const)("long work in %s, over %s", (operation, _, held) => {
  test("lets others in between two steps, and ends with a typed error once its caller cancels", async () => {
    const { vault } = await temporaryVault(held).open({ cache: false });
    await vault.ready();
    const toolkit = createToolkit({ mounts: [{ content: vault }] });
    const restore = shortSlices();
    try {
      const controller = new AbortController();
      const cancelled = toolkit.call(operation, {}, { signal: controller.signal });
      const answered = toolkit.call(operation, {});
      let isAnswered = false;
      void answered.then(() => {
        isAnswered = true;
      });
      for (let turns = 0; turns < 20; turns += 1) await turn();
      expect(isAnswered).toBe(false);
      controller.abort(new Error("time is up"));
      await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
      expect(isAnswered).toBe(false);
      // Whoever else asked for the same is answered all the same.
      expect((await answered).data).toBeDefined();
    } finally {
      restore();
    }
  });
});

test("whoever cancels while bodies are indexed does not wait for them", async () => {
  const restore = shortSlices();
  try {
    const { vault } = await temporaryVault(files).open({ cache: false });
    const toolkit = createToolkit({ mounts: [{ content: vault }] });
    const controller = new AbortController();
    const search = toolkit.call("search", { query: "Größe" }, { signal: controller.signal });
    await turn();
    controller.abort();
    await expect(search).rejects.toMatchObject({ code: "cancelled" });
    expect((await toolkit.call("search", { query: "Größe" })).nodes).not.toEqual([]);
  } finally {
    restore();
  }
});

test("R3.7 a note's only partner is found among many that are linked with one", async () => {
  const star = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`s${at}.md`, "[[Nabe]]"]));
  const spokes = Object.keys(star).map((name) => `[[${name.slice(0, -3)}]]`);
  const { call } = await temporaryVault({
    ...star,
    "Nabe.md": spokes.join(" "),
    "a.md": "[[b]] [[b]]",
    "b.md": "[[a]]",
  }).open();
  const { data } = await call<{ findings: readonly { code: string; file: string }[] }>("validate");
  expect(data?.findings.filter(({ code }) => code === "circular-pair").map(({ file }) => file)).toEqual(["a.md"]);
});
