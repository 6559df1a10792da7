import { expect, test } from "vitest";
import { describeInBrowser } from "./harness.js";
import { onePage } from "./one-page.js";

describeInBrowser("quality", (studio) => {
  const visit = onePage(studio);

  test("R3.7: the score is written out as the sum that it is", async () => {
    const page = await visit("/quality");
    const rows = page.locator(".score-sum tr");
    await rows.first().waitFor();
    expect(await rows.filter({ hasText: "Broken links" }).textContent()).toContain("−10");
    const score = await page.locator(".score-number b").textContent();
    expect(await page.locator(".score-total td").last().textContent()).toBe(score);
  });

  test("findings stand by kind and file, with a line to copy", async () => {
    const page = await visit("/quality?kind=broken-link");
    await page.locator(".finding-path").first().waitFor();
    expect(await page.locator(".finding-path").allTextContents()).toEqual(["Tools.md"]);
    await page.getByRole("button", { name: "file:line" }).click();
    await page.getByText("Copied").waitFor();
    expect(String(await page.evaluate("navigator.clipboard.readText()"))).toMatch(/^Tools\.md:\d+$/u);
  });

  test("a filter is in the address; the slash goes to it; what nothing passes says so", async () => {
    const page = await visit("/quality");
    await page.locator(".finding-group").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("alone.md");
    await page.waitForURL(/find=alone.md/u);
    expect(new Set(await page.locator(".finding-path").allTextContents())).toEqual(new Set(["Alone.md"]));
    await page.keyboard.type(" nothing of that kind");
    await page.getByText("No finding passes the filter.").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.locator(".finding-group").first().waitFor();
  });

  test("a part of the sum leads to its findings", async () => {
    const page = await visit("/quality");
    await page.getByRole("button", { name: "Orphans: no link in or out" }).click();
    await page.waitForURL(/kind=orphan/u);
    expect(await page.locator(".finding-code").allTextContents()).toEqual(["orphan"]);
  });

  test("skills have what they cost and whether they are fine", async () => {
    const page = await visit("/quality?part=skills");
    await page.getByText("prune-roses").waitFor();
    expect(await page.locator(".skill").textContent()).toMatch(/no findings.*\d+ tokens to invoke.*\d+ to list/su);
  });

  test("at 360 pixels nothing sticks out, in the dark too", async () => {
    for (const path of ["/quality?theme=dark", "/quality?part=skills&theme=dark"]) {
      const page = await visit(path, 360);
      await page.locator(".card").first().waitFor();
      expect(await page.locator("#view").evaluate((view) => view.scrollWidth - view.clientWidth)).toBe(0);
    }
  });
});
