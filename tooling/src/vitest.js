import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { SOURCE_CONDITION } from "./entries.js";

const shared = defineConfig({
  resolve: { conditions: [SOURCE_CONDITION, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [SOURCE_CONDITION, ...defaultServerConditions] } },
  test: {
    include: ["src/**/*.test.ts"],
    // Files share what they import, which takes half the time. One that cannot is named to `withAlone`.
    isolate: false,
    setupFiles: [fileURLToPath(new URL("./before-each-file.ts", import.meta.url))],
    // A property tried on 10,000 cases outlives the default of 5 s, on a busy machine by far.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // The default leaves a core idle, which is half of a small machine.
    maxWorkers: "100%",
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" },
  },
});

export default shared;

/** For workspaces whose tests come after the build: they take what is shipped, which nobody has to transform first. */
export const onBuilt = defineConfig({
  test: { ...shared.test, server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } } },
});

/**
 * For a package that has test files which stand in for modules, or change what belongs to the whole process: each of these has a
 * process of its own.
 *
 * @param {string[]} files
 */
export function withAlone(files) {
  // A project adds to what it extends, so what is included is said by the projects alone.
  const { include = [], ...test } = shared.test ?? {};
  return {
    ...shared,
    test: {
      ...test,
      projects: [
        { extends: true, test: { name: "alone", include: files, isolate: true } },
        { extends: true, test: { name: "together", include, exclude: files } },
      ],
    },
  };
}
