import { expect, test } from "vitest";
import { growthOf } from "./flat.js";
import { soak } from "./soak.js";

test.runIf(process.platform === "linux")(
  "fifty clients over HTTP and MCP, the vault changing underneath: no error, no crossing, every answer of one version",
  async () => {
    const { calls, changes, broken, held } = await soak({ seconds: 15, tell: () => undefined });
    expect(Object.fromEntries(broken)).toEqual({});
    // Otherwise nobody asked, or nothing changed.
    expect(calls).toBeGreaterThan(500);
    expect(changes).toBeGreaterThan(10);
    for (const [name, samples] of held) expect([name, growthOf(samples).descriptors <= 20]).toEqual([name, true]);
  },
);
