import { join } from "node:path";
import { expect, test } from "vitest";
import { parameterOf } from "./browser.js";
import { describeInBrowser } from "./harness.js";
import { GARDEN, madeVault } from "./made-vault.js";
import { GARDEN_CALLS, recordSession } from "./record-session.js";

describeInBrowser("budget and timeline", (studio) => {
  test("R2.8 the budget view adds up what the calls' telemetry says, beside the price of everything", async () => {
    const page = await studio().open("/budget?session=file-1");
    await page.waitForSelector(".budget-view");
    const everything = await page.evaluate(async () => {
      const headers = { authorization: `Bearer ${sessionStorage.getItem("pd-token")}` };
      const graph = await (await fetch("/studio/graph?graph=notes", { headers })).json();
      return graph.tokens.reduce((sum: number, one: number) => sum + one, 0) as number;
    });
    const made = await madeVault(GARDEN);
    const lines = (await recordSession(join(made.folder, "notes"), GARDEN_CALLS)).trim().split("\n");
    await made.remove();
    const used = lines.reduce((sum, line) => sum + (JSON.parse(line).answer?.telemetry?.tokensUsed ?? 0), 0);
    await page.waitForFunction(() => document.body.textContent?.includes("loading everything"));
    expect(await page.textContent(".budget-head")).toContain(`${used.toLocaleString("en-US")} tokens in 6 calls`);
    expect(await page.textContent(".budget-head")).toContain(everything.toLocaleString("en-US"));
    expect(await page.locator(".budget-call").count()).toBe(6);
    await page.context().close();
  });

  test("the scrubber goes through the calls, and the address says where it is", async () => {
    const page = await studio().open("/timeline?session=file-1");
    await page.waitForSelector(".token-chart canvas");
    await page.keyboard.press("Home");
    for (const at of [1, 2, 3]) {
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction((step) => new URL(location.href).searchParams.get("step") === String(step), at);
    }
    expect(await page.textContent('.call[aria-current="step"] .call-name')).toBe("node");
    await page.locator(".call-button").first().click();
    expect(await parameterOf(page, "step")).toBe("1");
    await page.context().close();
  });

  test("play steps by itself and stops at the end", async () => {
    const page = await studio().open("/timeline?session=file-1&step=4");
    await page.click(".scrubber-play");
    await page.waitForSelector('.scrubber output:has-text("6 / 6")');
    await page.waitForSelector('.scrubber-play:has-text("Play")');
    await page.context().close();
  });

  test("two sessions side by side", async () => {
    const page = await studio().open("/timeline?session=file-1&b=file-2");
    await page.waitForSelector(".timeline-column");
    const heads = await page.locator(".timeline-column h2").allTextContents();
    expect(heads.map((head) => head.trim())).toEqual(["A careful.jsonl", "B wasteful.jsonl"]);
    await page.context().close();
  });

  test("a failed call is shown with its code", async () => {
    const page = await studio().open("/timeline?session=file-1");
    await page.waitForSelector(".call");
    expect(await page.locator(".call").last().textContent()).toContain("node-unknown");
    await page.context().close();
  });

  test("nothing was refused by the policy, and nothing threw", () => {
    expect(studio().errors).toEqual([]);
  });
});
