import shared from "pd-tooling/vitest";
import { mergeConfig } from "vitest/config";

export default mergeConfig(shared, { test: { include: ["*.test.ts"], testTimeout: 120_000 } });
