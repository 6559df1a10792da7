import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { createClient, createHttpApp } from "@pd/http";
import { serve } from "@pd/http/node";
import { expect, test } from "vitest";
import { startStudio } from "../../src/server/start-studio.js";
import { launch, PAGE, pagesOf, parameterOf } from "./browser.js";
import { describeInBrowser } from "./harness.js";
import { GARDEN, madeVault } from "./made-vault.js";
import { recordSession } from "./record-session.js";

const VIEWS = ["graph", "ask", "budget", "timeline", "saw", "playground", "quality"];

describeInBrowser("the frame", (studio) => {
  test("every view fits a narrow window, in light and in dark", async () => {
    const page = await studio().open("/graph?session=file-1", { width: 360, height: 700 });
    for (const [index, view] of VIEWS.entries()) {
      await page.keyboard.press(String(index + 1));
      await page.waitForFunction((name) => location.pathname === `/${name}`, view);
      await page.waitForSelector("#view > :not(.view-loading)");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const { wide, ground } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth - innerWidth,
          ground: getComputedStyle(document.documentElement).backgroundColor,
        }));
        expect(wide, `${view} in ${colorScheme}`).toBeLessThanOrEqual(0);
        expect(ground).toBe(colorScheme === "light" ? "rgb(243, 245, 248)" : "rgb(11, 18, 32)");
      }
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    }
    await page.context().close();
  });

  test("digits open the views; each control has a name", async () => {
    const page = await studio().open("/graph?session=file-1");
    for (const [index, view] of VIEWS.entries()) {
      await page.keyboard.press(String(index + 1));
      await page.waitForFunction((name) => location.pathname === `/${name}`, view);
      await page.waitForSelector("#view > :not(.view-loading)");
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll("button, a[href], input, select, textarea")]
          .filter((element) => {
            const labels = (element as HTMLInputElement).labels ?? [];
            const words = [
              element.getAttribute("aria-label"),
              element.textContent,
              ...[...labels].map((label) => label.textContent),
            ];
            return !words.some((word) => (word ?? "").trim() !== "") && !element.hasAttribute("aria-labelledby");
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(nameless).toEqual([]);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    }
    await page.context().close();
  });

  test("the token leaves the address at once, and a tab without one is asked for it", async () => {
    const page = await studio().open("/budget?session=file-1");
    expect(page.url()).not.toContain(studio().token);
    const other = await page.context().newPage();
    await other.goto(`${studio().url}/budget`);
    await other.fill("#token", studio().token);
    await other.click("button[type=submit]");
    await other.waitForSelector(".shell");
    await page.context().close();
  });

  test("a saved session is opened from the disk, and a file that is none is refused with its line", async () => {
    const vault = await madeVault(GARDEN);
    const good = join(vault.folder, "mine.jsonl");
    const bad = join(vault.folder, "bad.jsonl");
    await writeFile(good, await recordSession(join(vault.folder, "notes"), [["scan", {}]]));
    await writeFile(bad, "{}\n{}\n");
    const page = await studio().open("/timeline");
    await page.setInputFiles('input[type="file"]', bad);
    await page.waitForSelector('.file-trouble:has-text("Line 1")');
    await page.setInputFiles('input[type="file"]', good);
    await page.waitForSelector('.timeline-column:has-text("mine.jsonl")');
    expect(await parameterOf(page, "session")).toBe("dropped:mine.jsonl");
    await page.context().close();
    await vault.remove();
  });

  test("what a pd-http elsewhere answers is seen as it happens", async () => {
    const made = await madeVault(GARDEN);
    const vault = await openVault(join(made.folder, "notes"), { cache: false });
    const app = createHttpApp({ toolkit: createToolkit({ mounts: [{ content: vault }] }), token: "live" });
    let followed: () => void = () => undefined;
    const isFollowed = new Promise<void>((resolve) => {
      followed = resolve;
    });
    const handle: typeof app.handle = async (request, runtime) => {
      const response = await app.handle(request, runtime);
      if (request.url.includes("/api/events")) followed();
      return response;
    };
    const elsewhere = await serve({ ...app, handle }, { port: 0 });
    const live = await startStudio({
      folders: [join(made.folder, "notes")],
      sessions: [],
      live: [elsewhere.url],
      liveToken: "live",
      port: 0,
      config: false,
      open: false,
      page: PAGE,
    });
    const browser = await launch();
    const pages = pagesOf(browser, live.server.url, live.token);
    const page = await pages.open("/timeline?session=live-1");
    await page.waitForSelector(".notice");
    // What was called before that, nobody heard.
    await isFollowed;
    const client = createClient(elsewhere.url, { token: "live" });
    await client.call("search", { query: "roses", session: "new" });
    await page.waitForSelector('.call:has-text("search")');
    await client.call("node", { nodes: "Roses", level: 4 });
    await page.waitForSelector('.call:has-text("Roses")');
    expect(pages.errors).toEqual([]);
    await browser.close();
    await live.close();
    await elsewhere.close();
    await vault.close();
    await made.remove();
  });

  test("nothing was refused by the policy, and nothing threw", () => {
    expect(studio().errors).toEqual([]);
  });
});
