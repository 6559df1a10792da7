import type { Page } from "playwright-core";
import type { StudioInBrowser } from "./browser.js";

/** One page that goes from address to address: a new one for each test would take most of the tests' time. */
export function onePage(studio: () => StudioInBrowser): (path: string, width?: number) => Promise<Page> {
  let page: Page | undefined;
  return async (path, width = 1280) => {
    if (page === undefined) {
      page = await studio().open(path);
    } else {
      await page.goto(studio().url + path);
      await page.waitForSelector(".shell");
    }
    await page.setViewportSize({ width, height: 800 });
    return page;
  };
}
