import { expect, test } from "vitest";
import { growthOf } from "./flat.js";
import { soak } from "./soak.js";

test.runIf(process.platform === "linux")(
  "fifty clients over HTTP and MCP, the vault changing underneath: no error, no crossing, every answer of one version",
  async () => {
    // Otherwise nobody asked, or nothing changed.
    const least = { calls: 500, changes: 10 };
    const { broken, held } = await soak({ seconds: 15, least, tell: () => undefined });
    expect(Object.fromEntries(broken)).toEqual({});
    for (const [name, samples] of held) {
      expect([name, growthOf(samples).files <= 20]).toEqual([name, true]);
      // How many connections are open depends on how many ask at once, and so on the machine: on the callers, and not on the calls.
      const connections = Math.max(...samples.map((sample) => sample.connections));
      expect([name, connections <= 100]).toEqual([name, true]);
    }
  },
);
