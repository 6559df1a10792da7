#!/usr/bin/env node
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import type { Program } from "./main.js";

// A client waits while this starts, and compiling is most of that. Node 20 keeps no compiled code for modules, so the program is one script
// that is compiled from V8's own cache. The cache lies beside the script: whoever can write it could as well write the script.
const here = fileURLToPath(import.meta.url);
const file = fileURLToPath(new URL("main.cjs", import.meta.url));
const cacheFile = `${file}.${process.version}-${process.arch}.cache`;

const cachedData = cached();
// The bundle is ASCII: a string of single bytes is read in one go, and kept in half the memory.
const script = new Script(`(function(exports,require,module){${readFileSync(file, "latin1")}\n})`, {
  filename: file,
  ...(cachedData === undefined ? {} : { cachedData }),
});

const module: { exports: { main?: (given: readonly string[], program: Program) => Promise<number> } } = { exports: {} };
script.runInThisContext()(module.exports, requireFor(createRequire(file)), module);

let isKept = cachedData !== undefined && script.cachedDataRejected !== true;
// Not at once: what the first answers needed is compiled by then, and goes along.
setTimeout(keep, 3000).unref();
const code = (await module.exports.main?.(process.argv.slice(2), { bin: here })) ?? 1;
keep();
process.exit(code);

/** A script that is compiled from a cache cannot import, and a configuration may be a module: it is loaded from here. */
function requireFor(require: NodeJS.Require): (name: string) => unknown {
  const importConfig = async (...given: readonly unknown[]): Promise<unknown> => {
    const loader = await import(new URL("import-config.js", import.meta.url).href);
    return loader.importConfig(...given);
  };
  return (name) => (name === "./import-config.js" ? { importConfig } : require(name));
}

function cached(): Buffer | undefined {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}

/** Where it cannot be written, the next start takes as long as this one. */
function keep(): void {
  if (isKept) return;
  isKept = true;
  const made = `${cacheFile}.${process.pid}`;
  try {
    writeFileSync(made, script.createCachedData());
    renameSync(made, cacheFile);
  } catch {
    rmSync(made, { force: true });
  }
}
