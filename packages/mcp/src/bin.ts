#!/usr/bin/env node
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { runBundle } from "@pd/core/node";
import type { Program } from "./main.js";

const PRINTS = new Set(["config", "cost", "--version", "--help", "-h"]);

// A client waits while this starts, and compiling is most of that. Node 20 keeps no compiled code for modules, so the program is one script
// that is compiled from V8's own cache.
const here = fileURLToPath(import.meta.url);
const filename = fileURLToPath(new URL("main.cjs", import.meta.url));
const given = process.argv.slice(2);
const { exports, isCached, keep } = runBundle({
  filename,
  // Printing something compiles next to nothing of what serving needs.
  use: given.some((word) => PRINTS.has(word)) ? "mcp-print" : "mcp",
  require: requireFor(createRequire(filename)),
  import: (specifier) => import(specifier),
});
const { main } = exports as { main(words: readonly string[], program: Program): Promise<number> };

// Not at once: what the first answers needed is compiled by then, and goes along.
// A first start reads the vault's files and the next one its snapshot: that one keeps its code too.
const way = isCached ? "again" : undefined;
setTimeout(() => keep(way), 3000).unref();
const code = await main(given, { bin: here });
keep(way);
process.exit(code);

/** A script that is compiled from a cache cannot import, and a configuration may be a module: it is loaded from here. */
function requireFor(require: NodeJS.Require): (name: string) => unknown {
  const importConfig = async (...given: readonly unknown[]): Promise<unknown> => {
    const loader = await import(new URL("import-config.js", import.meta.url).href);
    return loader.importConfig(...given);
  };
  return (name) => (name === "./import-config.js" ? { importConfig } : require(name));
}
