import { appendFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@pd/http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Studio, startStudio } from "../../src/server/start-studio.js";
import { CHROMIUM, launch, PAGE, pagesOf } from "./browser.js";
import { GARDEN, type MadeVault, madeVault } from "./made-vault.js";
import { GARDEN_CALLS, recordSession } from "./record-session.js";

/** As another program would have saved it that calls the same notes by another name, and shows what it has no graph for here. */
async function savedElsewhere(notes: string): Promise<string> {
  const own = await recordSession(notes, GARDEN_CALLS, "elsewhere");
  const prompt = {
    version: 1,
    at: 0,
    milliseconds: 0,
    operation: "prompt",
    input: {},
    disclosed: [{ graphId: "prompt", id: "section:task", level: 4, tokens: 20 }],
    omitted: [],
    answer: "# Task",
  };
  const opened = { ...prompt, operation: "open_sections", input: { section_keys: ["graph"] } };
  return `${JSON.stringify(prompt)}\n${own.trimEnd()}\n${JSON.stringify(opened)}\n`;
}

/** Until the studio has told which version its notes have. */
async function versionsTold({ server, token }: Studio): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${server.url}/studio/events`, { headers });
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (/"graph":.*"version":/.test(text)) return;
  }
  throw new Error(`The stream of news ended without a version: ${text}`);
}

describe.skipIf(CHROMIUM === undefined)("the graph while things happen", () => {
  let made: MadeVault;
  let studio: Studio;
  let browser: Awaited<ReturnType<typeof launch>>;
  let pages: ReturnType<typeof pagesOf>;
  let page: Page;
  beforeAll(async () => {
    made = await madeVault(GARDEN);
    const notes = join(made.folder, "notes");
    const session = join(made.folder, "elsewhere.jsonl");
    await writeFile(session, await savedElsewhere(notes));
    const line = { live: [], liveToken: undefined, port: 0, config: false, open: false } as const;
    studio = await startStudio({ ...line, folders: [notes], sessions: [session], page: PAGE });
    browser = await launch();
    pages = pagesOf(browser, studio.server.url, studio.token);
    page = await pages.open("/graph?session=studio", { motion: true });
    await page.waitForSelector(".graph-canvas[data-settled]");
  });
  afterAll(async () => {
    await browser?.close();
    await studio?.close();
    await made?.remove();
  });

  const client = () => createClient(studio.server.url, { token: studio.token });

  test("a node that is opened pulses, the first of a session too, and then is still", async () => {
    // Listens from before the call: a pulse may be over when somebody comes to look.
    const hasPulsed = await page.evaluateHandle(() => {
      const marks = document.querySelector("canvas.sigma-marks");
      return {
        once: new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => resolve());
          if (marks !== null) observer.observe(marks, { attributeFilter: ["data-pulsing"] });
        }),
      };
    });
    await client().call("node", { nodes: "Soil", level: 3 });
    await hasPulsed.evaluate(({ once }) => once);
    await page.waitForSelector("canvas.sigma-marks:not([data-pulsing])", { state: "attached" });
    expect(await page.textContent(".graph-legend")).toMatch(/sections\s*1/);
  });

  test("a click on a node selects it, one beside it lets go", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("Soil");
    await page.waitForSelector('[role="option"]:has-text("Soil")');
    await page.keyboard.press("Enter");
    // It is selected and looked for in one step, so the picture that says where it is also says whether it still moves.
    const found = page.locator(".graph-canvas[data-selected-at]:not([data-moving])");
    await found.waitFor();
    const at = (await found.getAttribute("data-selected-at"))?.split(",").map(Number);
    const [x = Number.NaN, y = Number.NaN] = at ?? [];
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("Escape");
    await page.waitForSelector(".graph-canvas:not([data-selected-at])");
    expect(await page.locator(".node-panel").count()).toBe(0);
    const canvas = page.locator(".graph-canvas");
    await canvas.click({ position: { x, y } });
    await page.waitForSelector('.node-panel h2:has-text("Soil")');
    await canvas.click({ position: { x: 4, y: 4 } });
    await page.waitForSelector(".node-panel", { state: "detached" });
    // Two clicks far apart are no double click, in however short a time: here in none.
    const selected = await page.locator("canvas.sigma-mouse").evaluate(
      (mouse, places) => {
        const { left, top } = mouse.getBoundingClientRect();
        return places.map(([across, down]) => {
          mouse.dispatchEvent(new MouseEvent("click", { detail: 1, clientX: left + across, clientY: top + down }));
          return new URL(location.href).searchParams.get("node");
        });
      },
      [
        [x, y],
        [4, 4],
        [x, y],
        [4, 4],
      ] as const,
    );
    expect(selected).toEqual(["concept:soil", null, "concept:soil", null]);
  });

  test("notes that change are announced, and shown when asked for", async () => {
    await versionsTold(studio);
    // News come in their order: a call that is seen comes after the version that was told.
    await client().call("node", { nodes: "Roses", level: 3 });
    await page.waitForFunction(() => /sections\s*2/.test(document.querySelector(".graph-legend")?.textContent ?? ""));
    expect(await page.locator(".graph-word").count()).toBe(0);
    // In one step each, or a half of it would be announced, loaded, and out of date again.
    await writeFile(join(made.folder, "New.md"), "# New\n\nSee [[Soil]].\n");
    await rename(join(made.folder, "New.md"), join(made.folder, "notes", "New.md"));
    await page.click('.graph-word:has-text("changed") button');
    await page.waitForSelector('.graph-count:has-text("9 nodes")');
    expect(await page.locator(".graph-word").count()).toBe(0);
    await appendFile(join(made.folder, "notes", "Soil.md"), "\nMore.\n");
    await page.click('.graph-word:has-text("changed") button');
    await page.waitForSelector(".graph-word", { state: "detached" });
  });

  test("a session of another program that calls these notes otherwise is seen in the graph", async () => {
    await page.goto(`${studio.server.url}/graph?session=file-1&as=table`);
    await page.waitForSelector(".node-table tbody tr");
    expect(await page.locator(".node-table tbody tr").first().textContent()).toContain("level 4");
    await page.goto(`${studio.server.url}/saw?session=file-1&call=2&ask=Tools`);
    await page.waitForSelector(".verdict");
    await page.goto(`${studio.server.url}/timeline?session=file-1`);
    await page.waitForSelector('.call:has-text("open_sections"):has-text("graph")');
  });

  test("nothing was refused by the policy, and nothing threw", () => {
    expect(pages.errors).toEqual([]);
  });
});
