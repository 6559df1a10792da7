import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser } from "./harness.js";

/** Every view, with something in it, and what has to be there before it is looked at. */
const VIEWS = [
  ["/graph?session=file-1&node=concept%3Asoil", ".node-panel"],
  ["/graph?session=file-1&as=table", "table"],
  ["/ask?q=feeding%20roses", ".ask-cost-row:nth-child(3)"],
  ["/ask", "#ask-suggestions"],
  ["/budget?session=file-1", ".budget-view"],
  ["/timeline?session=file-1&b=file-2", ".timeline-view"],
  ["/saw?session=file-1&call=2", ".saw-page > *"],
  ["/playground?op=search&run=1&args=%7B%22query%22%3A%22soil%22%7D", ".answer-node"],
  ["/quality", ".score-sum"],
] as const;
const WIDTHS = [360, 800, 1440];

async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { readonly axe: typeof axe };
    const { violations } = await inPage.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 300)}`),
    );
  });
}

/** Where the focus is, and whether one sees it: a ring, an outline, or a border of its own. */
interface Focused {
  readonly number: number;
  readonly words: string;
  readonly isSeen: boolean;
}

function focused(page: Page): Promise<Focused | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const known = element.dataset as { walk?: string };
    known.walk ??= String(document.querySelectorAll("[data-walk]").length + 1);
    const ring = (of: Element) => {
      const { outlineStyle, boxShadow } = getComputedStyle(of);
      return outlineStyle !== "none" || boxShadow !== "none";
    };
    const around = element.closest("label");
    return {
      number: Number(known.walk),
      words: element.outerHTML.slice(0, 100),
      isSeen: ring(element) || (around !== null && ring(around)),
    };
  });
}

/** What could be reached and was not. */
function unreached(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex='0']")]
      .filter((element) => element.tabIndex >= 0 && !(element as HTMLButtonElement).disabled)
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.dataset["walk"] === undefined)
      // Of a group of choices one is a stop, and arrows go on from it.
      .filter((element) => (element as HTMLInputElement).type !== "radio")
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

describeInBrowser("for everybody", (studio) => {
  test.each(VIEWS)("axe finds nothing in %s, in light and dark, narrow and wide", async (path, ready) => {
    const page = await studio().open(path);
    await page.waitForSelector(ready);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
        expect(await findings(page), `${path} in ${colorScheme} at ${width}`).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.context().close();
  });

  test.each(VIEWS)(
    "the keyboard reaches everything in %s, sees where it is, and is never caught",
    async (path, ready) => {
      const page = await studio().open(path);
      await page.waitForSelector(ready);
      const unseen: string[] = [];
      let stops = 0;
      for (; stops < 400; stops += 1) {
        await page.keyboard.press("Tab");
        const now = await focused(page);
        // Behind the last, the focus leaves the page or comes to the first again.
        if (now === undefined || now.number <= stops) break;
        if (!now.isSeen) unseen.push(now.words);
      }
      expect(stops).toBeLessThan(400);
      expect(unseen).toEqual([]);
      expect(await unreached(page)).toEqual([]);
      await page.context().close();
    },
  );

  test("the slash goes to the box; after Enter, keys go on in the picture and no longer into the box", async () => {
    const page = await studio().open("/graph?session=file-1");
    await page.waitForSelector(".graph-canvas[data-settled]");
    await page.keyboard.press("/");
    await page.keyboard.type("Soil");
    await page.waitForSelector('[role="option"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".node-panel");
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("graph-canvas");
    await page.keyboard.press("2");
    await page.waitForFunction(() => location.pathname === "/ask");
    await page.context().close();
  });

  test("a question is asked, and its pack read, by the keyboard alone", async () => {
    const page = await studio().open("/ask");
    await page.waitForSelector("#ask-suggestions");
    await page.keyboard.press("/");
    await page.keyboard.type("feeding roses");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".ask-steps");
    expect(await page.locator(".ask-steps h2").allTextContents()).toEqual(
      expect.arrayContaining(["1. The notes, ranked", "2. What the pack takes"]),
    );
    expect(await page.textContent(".ask-steps")).toMatch(/matches [a-z, ]+/u);
    expect(await page.textContent(".ask-steps")).toMatch(/\d+ tokens, \d+ so far/u);
    await page.waitForSelector('.ask-cost-row:has-text("Grep, then whole files")');
    await page.context().close();
  });

  test("nothing was refused by the policy, and nothing threw", () => {
    expect(studio().errors).toEqual([]);
  });
});
