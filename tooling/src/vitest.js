import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { SOURCE_CONDITION } from "./entries.js";

export default defineConfig({
  resolve: { conditions: [SOURCE_CONDITION, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [SOURCE_CONDITION, ...defaultServerConditions] } },
  test: {
    include: ["src/**/*.test.ts"],
    // A property tried on 10,000 cases outlives the default of 5 s, on a busy machine by far.
    testTimeout: 900_000,
    hookTimeout: 120_000,
    // The default leaves a core idle, which is half of a small machine.
    maxWorkers: "100%",
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" },
  },
});
