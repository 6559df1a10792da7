import base from "pd-tooling/vitest";
import { mergeConfig } from "vitest/config";

export default mergeConfig(base, { test: { globalSetup: "fixtures/build.ts" } });
