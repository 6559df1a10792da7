import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "tsup";
import type { TestProject } from "vitest/node";
import { bundles } from "../../tsup.config.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The bin as it is published, built from the sources of now. */
    readonly bin: string;
  }
}

/** Builds the bin once for all tests, inside the package, so that it finds its dependencies. */
export default async function buildBin({ provide }: TestProject): Promise<() => void> {
  const outDir = join(import.meta.dirname, "../../node_modules/.pd-test", String(process.pid));
  for (const options of bundles(outDir)) {
    await build({ ...options, outDir, config: false, dts: false, clean: false, silent: true });
  }
  provide("bin", join(outDir, "bin.js"));
  return () => rmSync(outDir, { recursive: true, force: true });
}
