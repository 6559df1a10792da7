import { PdError } from "../model/errors.js";
import { escapeControls } from "../text/escape-controls.js";
import { hostOf } from "./host.js";

const SCHEME = /^https?:\/\//;

/**
 * Whether a browser page at this origin may ask. No `Origin` at all is no browser page. The server's own pages may, under
 * whichever name they were loaded; others only where they are listed, to the letter. `null` (a sandbox, a local file) is nobody.
 */
export function createOriginCheck(origins: readonly string[]): (origin: string | null, host: string) => boolean {
  for (const origin of origins) {
    if (isOrigin(origin)) continue;
    const fix = "Give a scheme and a host and nothing behind them, e.g. https://example.org.";
    throw new PdError("configuration-invalid", `"${escapeControls(origin)}" is not an origin`, {
      where: "origins",
      fix,
    });
  }
  const listed = new Set(origins);
  return (origin, host) => {
    if (origin === null) return true;
    if (listed.has(origin)) return true;
    // A proxy in front may speak https where this server speaks http, so the scheme is not compared.
    return SCHEME.test(origin) && sameHost(origin.replace(SCHEME, ""), host);
  };
}

/**
 * Whether a page elsewhere asks without an `Origin`, as for an image or a frame: it cannot read the answer, but could make
 * sessions until others' have to go. A link that somebody follows is no such thing.
 */
export function isEmbedded(headers: Pick<Headers, "get">): boolean {
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return false;
  return !(headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document");
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function sameHost(left: string, right: string): boolean {
  const [a, b] = [hostOf(left), hostOf(right)];
  return a !== undefined && b !== undefined && a.name === b.name && a.port === b.port;
}
