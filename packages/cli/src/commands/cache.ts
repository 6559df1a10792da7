import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "@pd/core/files";
import type { Command } from "../command.js";
import { counted, thousands } from "../render/figures.js";
import { safeLine } from "../terminal/safe-text.js";
import { writeDocument } from "../terminal/write-document.js";

/** `pd cache`: where snapshots of vaults are kept and how large they are; `--clear` deletes them. */
export const cache: Command = {
  name: "cache",
  words: 0,
  usage: "[--clear]",
  heading: "Check",
  summary: "Show where snapshots of vaults are kept and how large they are, or delete them",
  details:
    "A snapshot spares reading a vault's files again. It is a cache: without it the next start takes longer, and nothing is lost.",
  options: [{ name: "clear", kind: "flag", description: "Delete all snapshots" }],
  examples: ["pd cache", "pd cache --clear"],
  async run(invocation) {
    const folder = cacheFolder(invocation.io.environment);
    const files = cachedIn(join(folder, "vaults"));
    const snapshots = files.filter(({ path }) => path.endsWith(SNAPSHOT)).length;
    const vectors = files.length - snapshots;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const cleared = invocation.parsed.options.get("clear") === true;
    if (cleared) for (const { path } of files) rmSync(path, { force: true });
    const size =
      bytes < 1_000_000 ? `${thousands(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
    writeDocument(invocation, {
      operation: "cache",
      data: { folder, snapshots, ...(vectors === 0 ? {} : { vectors }), bytes, cleared },
      items: [],
      human: () => {
        const { out } = invocation;
        out.line(safeLine(folder));
        const more = vectors === 0 ? "" : `, ${counted(vectors, "file")} of vectors`;
        out.line(`${cleared ? "deleted " : ""}${counted(snapshots, "snapshot")}${more}, ${size}`);
      },
    });
    return 0;
  },
};

const SNAPSHOT = ".snapshot";

/** Nothing else in the folder is touched: whoever moved the cache may keep other files there. */
function cachedIn(folder: string): readonly { readonly path: string; readonly bytes: number }[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(SNAPSHOT) || name.endsWith(".vectors"))
      .map((name) => ({ path: join(folder, name), bytes: statSync(join(folder, name)).size }));
  } catch {
    return [];
  }
}
