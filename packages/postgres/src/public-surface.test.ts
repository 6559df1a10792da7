import { publicSurface } from "pd-tooling/public-surface";
import { expect, test } from "vitest";

test("the public surface is the one pinned in public-surface.json", async () => {
  await expect(await publicSurface(new URL("..", import.meta.url))).toMatchFileSnapshot("../public-surface.json");
});
