import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "pd-tooling/bundled-bin";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The bin as it is published, built from the sources of now. */
    readonly bin: string;
  }
}

/** Builds the bin once for all tests, inside the package, so that it finds its dependencies. */
export default async function buildBin({ provide }: TestProject): Promise<() => void> {
  const outDir = join(import.meta.dirname, "../../node_modules/.pd-test", String(process.pid));
  await bundle({ bin: "src/bin.ts" }, outDir);
  provide("bin", join(outDir, "bin.js"));
  return () => rmSync(outDir, { recursive: true, force: true });
}
