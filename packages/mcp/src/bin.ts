#!/usr/bin/env node
import { type RunningBundle, runBundle } from "@pd/core/node";
import type { Program } from "./main.js";

const PRINTS = new Set(["config", "cost", "--version", "--help", "-h"]);

// A client waits while this starts, and compiling is most of that. Node 20 keeps no compiled code, so the program is scripts that are compiled
// from V8's own cache. This is CommonJS, because starting the loader of ES modules takes a fifth of what starting Node does.
const given = process.argv.slice(2);
const bundles = new Map<string, RunningBundle>();
let hasCalled = false;

const { main } = load("main.cjs") as { main(words: readonly string[], program: Program): Promise<number> };
// Not at once: what the first answers needed is compiled by then, and goes along. A client may wait long before it calls a tool.
soon(() => keep(undefined));
void main(given, { bin: __filename, onCall }).then((code) => {
  keep("called");
  process.exit(code);
});

function onCall(): void {
  if (!hasCalled) soon(() => keep("called"));
  hasCalled = true;
}

/**
 * Writes caches. A first start reads the vault's files and the next one its snapshot: that one keeps its code too, but only once it has been called,
 * since what it has compiled can be added only once.
 */
function keep(way: string | undefined): void {
  for (const { isCached, keep: keepCode } of bundles.values()) {
    if (!isCached) keepCode();
    else if (hasCalled) keepCode(way);
  }
}

function soon(act: () => void): void {
  setTimeout(act, 3000).unref();
}

/** Runs a bundle of this folder, once. */
function load(name: string): unknown {
  const known = bundles.get(name);
  if (known !== undefined) return known.exports;
  const bundle = runBundle({
    filename: `${__dirname}/${name}`,
    use: useOf(given),
    require: (id) => requireFor(id),
    import: (specifier) => import(specifier),
  });
  bundles.set(name, bundle);
  return bundle.exports;
}

/** Serving in another way compiles other functions, and printing something next to none of them. */
function useOf(words: readonly string[]): string {
  if (words.some((word) => PRINTS.has(word))) return "mcp-print";
  return words.includes("--http") ? "mcp-http" : "mcp";
}

/** One bundle asks for another by its file name. A configuration may be a module, which a script from a cache cannot import: it is loaded from here. */
function requireFor(id: string): unknown {
  if (id.endsWith(".cjs")) return load(id.slice("./".length));
  return id === "./import-config.mjs" ? { importConfig } : require(id);
}

async function importConfig(...words: readonly unknown[]): Promise<unknown> {
  const { pathToFileURL } = process.getBuiltinModule("node:url");
  const loader = await import(pathToFileURL(`${__dirname}/import-config.mjs`).href);
  return loader.importConfig(...words);
}
