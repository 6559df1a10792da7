// `npm run screenshots`: the pictures of the README, made from this repository's own documentation.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { startStudio } from "../../src/server/start-studio.js";
import { launch, type OpenOptions, PAGE, pagesOf } from "./browser.js";
import { type Call, recordSession } from "./record-session.js";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const TARGET = fileURLToPath(new URL("../../screenshots", import.meta.url));

const CAREFUL: readonly Call[] = [
  ["stats", {}],
  ["search", { query: "how does the budget decide what fits", limit: 8 }],
  ["query", { query: "hard token budget", limit: 8, top: 2 }],
  ["node", { nodes: "Levels", level: 3 }],
  ["traverse", { start: "Budgets", maxDepth: 2, maxNodes: 10, tokenBudget: 2400 }],
  ["context", { query: "sessions never downgrade", tokenBudget: 2200 }],
  ["node", { nodes: ["Sessions", "Operations", "Errors"], level: 4, tokenBudget: 1200 }],
];

const WASTEFUL: readonly Call[] = [
  ["scan", { limit: 20 }],
  ["node", { nodes: ["Levels", "Budgets", "Sessions"], level: 4 }],
  ["context", { query: "budget", tokenBudget: 9000 }],
];

interface Shot extends OpenOptions {
  readonly name: string;
  readonly path: string;
  readonly ready: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

/** The layout is worked out beside the page. */
const SETTLED = ".graph-canvas[data-settled]:not([data-moving])";

const NARROW = { width: 360, height: 720 };

const call = (operation: string, input: object) =>
  `/playground?op=${operation}&run=1&args=${encodeURIComponent(JSON.stringify(input))}`;
const SEARCH = call("search", { query: "token budget", limit: 5 });
const AT_EVERY_LEVEL = `${call("node", { nodes: "concept:budgets", level: 4 })}&show=levels`;

const ASK = `/ask?q=${encodeURIComponent("why is there one gate?")}&tokens=600`;
const ASKED = '.ask-cost-row:has-text("Grep, matching lines")';

const SHOTS: readonly Shot[] = [
  { name: "graph-light", path: "/graph?session=file-1", ready: SETTLED },
  {
    name: "graph-dark",
    path: "/graph?session=file-1&node=concept%3Abudgets",
    ready: SETTLED,
    theme: "dark",
  },
  { name: "graph-narrow", path: "/graph?session=file-1", ready: SETTLED, ...NARROW },
  { name: "ask-light", path: ASK, ready: ASKED, height: 1000 },
  { name: "ask-dark", path: ASK, ready: ASKED, theme: "dark", height: 1000 },
  { name: "ask-narrow", path: ASK, ready: ASKED, ...NARROW },
  { name: "budget-light", path: "/budget?session=file-1", ready: ".budget-view" },
  { name: "budget-dark", path: "/budget?session=file-1", ready: ".budget-view", theme: "dark" },
  { name: "budget-narrow", path: "/budget?session=file-1", ready: ".budget-view", ...NARROW },
  { name: "timeline-light", path: "/timeline?session=file-1&b=file-2", ready: ".timeline-view" },
  { name: "timeline-dark", path: "/timeline?session=file-1&step=5", ready: ".timeline-view", theme: "dark" },
  { name: "timeline-narrow", path: "/timeline?session=file-1&step=5", ready: ".timeline-view", ...NARROW },
  { name: "saw-light", path: "/saw?session=file-1&node=concept%3Abudgets", ready: ".saw-showing", height: 1000 },
  { name: "saw-dark", path: "/saw?session=file-1&call=2&ask=Errors", ready: ".verdict", theme: "dark" },
  { name: "saw-narrow", path: "/saw?session=file-1&call=2&ask=Errors", ready: ".verdict", ...NARROW },
  { name: "playground-light", path: SEARCH, ready: ".answer-node" },
  { name: "playground-dark", path: AT_EVERY_LEVEL, ready: ".level-column", theme: "dark", width: 1600, height: 900 },
  { name: "playground-narrow", path: SEARCH, ready: ".answer-node", ...NARROW },
  { name: "quality-light", path: "/quality", ready: ".score-sum" },
  { name: "quality-dark", path: "/quality?part=skills", ready: ".skill", theme: "dark" },
  { name: "quality-narrow", path: "/quality", ready: ".score-sum", ...NARROW },
];

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const saved = await mkdtemp(join(tmpdir(), "pd-sessions-"));
  const files = [join(saved, "careful.jsonl"), join(saved, "wasteful.jsonl")] as const;
  await writeFile(files[0], await recordSession(join(ROOT, "docs"), CAREFUL));
  await writeFile(files[1], await recordSession(join(ROOT, "docs"), WASTEFUL));
  const line = { live: [], liveToken: undefined, port: 0, open: false };
  const studio = await startStudio({
    ...line,
    folders: [join(ROOT, "docs")],
    config: false,
    sessions: files,
    skills: ROOT,
    page: PAGE,
  });
  const browser = await launch();
  const pages = pagesOf(browser, studio.server.url, studio.token);
  await mkdir(TARGET, { recursive: true });
  for (const { name, path, ready, prepare, ...options } of SHOTS) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    const page = await pages.open(path, options);
    await page.waitForSelector(ready);
    // What was ready is on the screen two frames later.
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    await prepare?.(page);
    await page.screenshot({ path: join(TARGET, `${name}.png`) });
    await page.context().close();
    console.log(name);
  }
  for (const error of pages.errors) console.error(error);
  await browser.close();
  await studio.close();
  await rm(saved, { recursive: true, force: true });
}

await main();
