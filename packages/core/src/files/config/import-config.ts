import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import { PdError } from "../../model/errors.js";
import { escapeControls } from "../../text/escape-controls.js";
import { privateCache } from "../cache-folder.js";

/** Runs a configuration that is code and gives back its default export. */
export async function importConfig(file: string, shown: string): Promise<unknown> {
  // Asked for first, so that a missing jiti is not taken for a fault of the file.
  const load = extname(file) === ".ts" ? await loaderOf(file, shown) : undefined;
  let module: unknown;
  try {
    module = load === undefined ? await import(pathToFileURL(file).href) : await load();
  } catch (cause) {
    const line = lineIn(cause, file);
    throw new PdError("configuration-invalid", `The configuration failed while it was loaded: ${reasonOf(cause)}`, {
      where: line === undefined ? shown : `${shown}:${line}`,
      fix: "Correct that, or use --no-config.",
      cause,
    });
  }
  const exported = typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
  if (exported !== undefined) return exported;
  throw new PdError("configuration-invalid", "The configuration has no default export", {
    where: shown,
    fix: "Write export default defineConfig({ … }).",
  });
}

/** TypeScript goes through jiti: the project's own if it has one, else the one that came with whoever loads it. */
async function loaderOf(file: string, shown: string): Promise<() => Promise<unknown>> {
  const { createJiti } = await jitiFor(file).catch((cause: unknown) => {
    throw new PdError("configuration-invalid", "A configuration in TypeScript needs the package jiti", {
      where: shown,
      fix: 'Run "npm install --save-dev jiti", or rename the file to pd.config.mjs and leave the types out.',
      cause,
    });
  });
  // What it keeps there is run the next time: without a folder of this user's own, it keeps nothing.
  const fsCache = privateCache("jiti") ?? false;
  const jiti = createJiti(pathToFileURL(file).href, { fsCache, interopDefault: false });
  return () => jiti.import(file);
}

async function jitiFor(file: string): Promise<typeof import("jiti")> {
  let path: string;
  try {
    // Loaded here and not above: few configurations are in TypeScript, and every start would pay for it.
    path = process.getBuiltinModule("node:module").createRequire(file).resolve("jiti");
  } catch {
    // It is optional. With a catch beside it, a bundler that does not find it goes on, and its absence shows where it is needed.
    return import("jiti").catch((missing: unknown) => Promise.reject(missing));
  }
  const module = (await import(pathToFileURL(path).href)) as { readonly default?: typeof import("jiti") };
  // Resolved as a CommonJS module, its functions hang on the default export.
  return module.default !== undefined && "createJiti" in module.default
    ? module.default
    : (module as unknown as typeof import("jiti"));
}

/** The first line of this file that a stack or a syntax error names. */
function lineIn(cause: unknown, file: string): number | undefined {
  if (!(cause instanceof Error)) return undefined;
  const text = cause.stack ?? "";
  for (const name of [file, pathToFileURL(file).href]) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const [, line] = /^:(\d+)/.exec(text.slice(at + name.length, at + name.length + 12)) ?? [];
      if (line !== undefined) return Number(line);
    }
  }
  return undefined;
}

/** One line: the message of code that the user wrote is for the user. */
function reasonOf(cause: unknown): string {
  const [first = ""] = String(cause instanceof Error ? cause.message : cause).split("\n");
  return escapeControls(first.replace(/\.$/, "").slice(0, 300)) || "It threw";
}
