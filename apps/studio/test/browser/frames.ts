// `npm run frames [-- <nodes>]`: how smoothly the graph moves, on a vault made for it. Prints frame times.
import type { Page } from "playwright-core";
import { startStudio } from "../../src/server/start-studio.js";
import { launch, PAGE, pagesOf } from "./browser.js";
import { largeVault } from "./large-vault.js";

/** Moves the mouse as one who looks around: drags, then zooms in and out. */
async function lookAround(page: Page): Promise<void> {
  await page.mouse.move(640, 450);
  await page.mouse.down();
  for (let step = 0; step < 40; step += 1) await page.mouse.move(640 + 5 * step, 450 + 3 * step);
  await page.mouse.up();
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.wheel(0, step < 6 ? -240 : 240);
    await page.waitForTimeout(60);
  }
}

// As text: what translates this file adds to functions what a page does not know.
const START = `{
  const record = { times: [], isOver: false };
  globalThis.pdRecord = record;
  requestAnimationFrame(function tick(now) {
    record.times.push(now);
    if (!record.isOver) requestAnimationFrame(tick);
  });
}`;

/** Times between frames while something is done, in milliseconds. */
async function framesWhile(page: Page, work: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(START);
  await work();
  const times = await page.evaluate<number[]>("pdRecord.isOver = true, pdRecord.times");
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}

function report(name: string, frames: readonly number[]): void {
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? 0).toFixed(1);
  console.log(
    `${name.padEnd(28)} ${String(frames.length).padStart(5)} frames   median ${at(0.5)} ms   p95 ${at(0.95)} ms   worst ${at(1)} ms`,
  );
}

async function main(): Promise<void> {
  const nodes = Number(process.argv[2] ?? 10_000);
  const vault = await largeVault(nodes);
  const line = { sessions: [], live: [], liveToken: undefined, port: 0, open: false, config: false } as const;
  const studio = await startStudio({ ...line, folders: [vault.folder], page: PAGE });
  const started = performance.now();
  const response = await fetch(`${studio.server.url}/studio/graph?graph=vault`, {
    headers: { authorization: `Bearer ${studio.token}`, "accept-encoding": "gzip" },
  });
  const bytes = (await response.arrayBuffer()).byteLength;
  console.log(
    `${nodes} nodes as columns: ${(bytes / 1000).toFixed(0)} KB unpacked, ${(performance.now() - started).toFixed(0)} ms`,
  );
  const browser = await launch();
  const page = await pagesOf(browser, studio.server.url, studio.token).open("/graph", { motion: true });
  const opened = performance.now();
  await page.waitForSelector(".graph-canvas canvas");
  console.log(`drawn ${(performance.now() - opened).toFixed(0)} ms after the page`);
  report("while the layout settles", await framesWhile(page, () => lookAround(page)));
  await page.waitForSelector(".graph-canvas[data-settled]", { timeout: 60_000 });
  report("standing still", await framesWhile(page, () => page.waitForTimeout(1500)));
  report("dragging and zooming", await framesWhile(page, () => lookAround(page)));
  const renderer = await page.evaluate<string>(`{
    const context = document.createElement("canvas").getContext("webgl2");
    const info = context?.getExtension("WEBGL_debug_renderer_info");
    info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "unknown";
  }`);
  console.log(`drawn by ${renderer}`);
  if (process.argv[3] !== undefined) await page.screenshot({ path: process.argv[3] });
  await browser.close();
  await studio.close();
  await vault.remove();
}

await main();
