import { appendFile, writeFile } from "node:fs/promises";
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

  test("a node that is opened pulses, the first of a session too, and then is still", async () => {
    const client = createClient(studio.server.url, { token: studio.token });
    await client.call("node", { nodes: "Soil", level: 3 });
    await page.waitForSelector("canvas.sigma-marks[data-pulsing]", { state: "attached" });
    await page.waitForSelector("canvas.sigma-marks:not([data-pulsing])", { state: "attached" });
    expect(await page.textContent(".graph-legend")).toMatch(/sections\s*1/);
  });

  test("a click on a node selects it, one beside it lets go", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("Soil");
    await page.keyboard.press("Enter");
    await page.waitForSelector('.node-panel h2:has-text("Soil")');
    await page.keyboard.press("Escape");
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("Escape");
    await page.waitForSelector(".node-panel", { state: "detached" });
    // Finding it has brought it to the middle.
    await page.waitForTimeout(400);
    const box = await page.locator(".graph-canvas").boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await page.mouse.click(x, y);
    await page.waitForSelector('.node-panel h2:has-text("Soil")');
    await page.waitForTimeout(350);
    await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
    await page.waitForSelector(".node-panel", { state: "detached" });
  });

  test("notes that change are announced, and shown when asked for", async () => {
    await page.waitForTimeout(1200);
    expect(await page.locator(".graph-word").count()).toBe(0);
    await writeFile(join(made.folder, "notes", "New.md"), "# New\n\nSee [[Soil]].\n");
    await appendFile(join(made.folder, "notes", "Soil.md"), "\nMore.\n");
    await page.click('.graph-word:has-text("changed") button');
    await page.waitForSelector('.graph-count:has-text("9 nodes")');
    expect(await page.locator(".graph-word").count()).toBe(0);
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
