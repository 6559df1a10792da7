import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Reply } from "@pd/http";

const TYPES: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
]);

/** Only what this server itself sends may run, be drawn or be asked. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const SECURITY: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** The built page in memory: by path, so that no request ever becomes a path on the disk. */
export async function pageFiles(folder: string): Promise<ReadonlyMap<string, Reply>> {
  const files = new Map<string, Reply>();
  for (const name of await readdir(folder, { recursive: true })) {
    const type = TYPES.get(extname(name));
    if (type === undefined) continue;
    const path = `/${name.replaceAll("\\", "/")}`;
    // A built file's name changes with what is in it; the page itself keeps its name.
    const caching = path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    const headers = { ...SECURITY, "content-type": type, "cache-control": caching };
    files.set(path, { status: 200, headers, body: await readFile(join(folder, name), "utf8") });
  }
  return files;
}
