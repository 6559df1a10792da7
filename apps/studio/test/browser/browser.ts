import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

export const CHROMIUM = [process.env["CHROMIUM_PATH"], ...PLACES].find(
  (path) => path !== undefined && existsSync(path),
);

export const PAGE = fileURLToPath(new URL("../../dist/client", import.meta.url));

/** Software WebGL, since test machines have no graphics card; and nothing that would ask the internet. */
const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? "", args: FLAGS });
}

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  /** Motion is off unless a test is about it, so that pages are still when they are looked at. */
  readonly motion?: boolean;
}

export interface StudioInBrowser {
  /** The page at a path of the studio, with the token; what it reports as errors fails the test that closes it. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  readonly url: string;
  readonly token: string;
  /** Errors that pages have reported so far, policy violations included. */
  readonly errors: string[];
}

/** Of the page's own address: what is known of it outside comes a little later. */
export function parameterOf(page: Page, name: string): Promise<string | null> {
  return page.evaluate((key) => new URL(location.href).searchParams.get(key), name);
}

/** Pages of a studio that runs, whoever started it. */
export function pagesOf(browser: Browser, url: string, token: string): StudioInBrowser {
  const errors: string[] = [];
  async function open(path: string, options: OpenOptions = {}): Promise<Page> {
    const { width = 1280, height = 800, theme = "light", motion = false } = options;
    const context: BrowserContext = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: motion ? "no-preference" : "reduce",
    });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
    // A page that hangs is found by the limit of the test; any sooner, only a slow machine is.
    context.setDefaultTimeout(0);
    const page = await context.newPage();
    page.on("pageerror", (error) => errors.push(`${path}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`${path}: ${message.text()}`);
    });
    await page.goto(`${url}${path}#token=${token}`);
    await page.waitForSelector(".shell");
    return page;
  }
  return { open, url, token, errors };
}
