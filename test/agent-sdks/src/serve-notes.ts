import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const manifest = createRequire(import.meta.url).resolve("@pd/mcp/package.json");

/** The bin as it is built, on a port that is free. */
export async function serveNotes(folder: string): Promise<{ readonly url: string; close(): void }> {
  const bin = join(dirname(manifest), "dist", "bin.js");
  const server = spawn(process.execPath, [bin, folder, "--http", "--port", "0", "--no-config"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let heard = "";
  for await (const chunk of server.stderr) {
    heard += String(chunk);
    const [url] = /http:\/\/\S+/u.exec(heard) ?? [];
    if (url !== undefined) return { url, close: () => void server.kill() };
  }
  throw new Error(`The server did not start: ${heard}`);
}
