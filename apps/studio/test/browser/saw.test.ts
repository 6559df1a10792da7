import { expect, test } from "vitest";
import { parameterOf } from "./browser.js";
import { describeInBrowser } from "./harness.js";
import { onePage } from "./one-page.js";

describeInBrowser("what the model saw", (studio) => {
  const visit = onePage(studio);

  test("every call of the session is listed, and one shows its nodes with tokens and why", async () => {
    const page = await visit("/saw?session=file-1&call=2");
    await page.locator(".saw-part").first().waitFor();
    expect(await page.locator(".saw-item").count()).toBe(6);
    const facts = await page.locator(".saw-part .facts").first().textContent();
    expect(facts).toMatch(/Place1st of \d+ in the answer/u);
    expect(facts).toContain("Score");
    expect(facts).toContain("tokens that the call used");
  });

  test("R2.3: the exact text is the text, and can be copied", async () => {
    const page = await visit("/saw?session=file-1&call=3&text=whole");
    await page.getByRole("button", { name: "Copy the exact text" }).click();
    await page.getByText("Copied").waitFor();
    const nodes = JSON.parse(String(await page.evaluate("navigator.clipboard.readText()")));
    expect(nodes).toMatchObject([{ id: "concept:soil", level: 3 }]);
  });

  test("a node through the session: from one level to the next, what is new has a sign", async () => {
    const page = await visit("/saw?session=file-1&node=concept%3Asoil");
    await page.locator(".saw-showing").nth(2).waitFor();
    const third = page.locator(".saw-showing[data-level='3']").first();
    expect(await third.locator("[data-mark='added']").count()).toBeGreaterThan(0);
    expect(await third.locator("[data-mark='added'] .long-text-sign").first().textContent()).toContain("+");
    expect(await third.locator(".saw-added").textContent()).toMatch(/^\+ \d+ new/u);
  });

  test("R2.2: a node left out for the budget says what it would have taken", async () => {
    const page = await visit("/saw?session=file-1&call=5&ask=Tools");
    await page.locator(".verdict[data-kind='budget']").waitFor();
    expect(await page.locator(".verdict").textContent()).toMatch(
      /did not fit the budget of 700 tokens\. By itself it needs/u,
    );
  });

  test("why not that: any node can be asked for, also one that is in no graph", async () => {
    const page = await visit("/saw?session=file-1&call=2");
    await page.waitForSelector("[data-search]");
    await page.keyboard.press("/");
    await page.keyboard.type("Unicorns");
    await page.keyboard.press("Enter");
    await page.locator(".verdict[data-kind='unknown']").waitFor();
    expect(await parameterOf(page, "ask")).toBe("Unicorns");
    await page.locator("[data-search]").fill("Alone");
    await page.keyboard.press("Enter");
    await page.locator(".verdict[data-kind='unmatched'], .verdict[data-kind='outranked']").waitFor();
  });

  test("a call that failed says so, and which error the model was given", async () => {
    const page = await visit("/saw?session=file-1&call=6");
    await page.locator(".saw-failed").waitFor();
    expect(await page.locator(".saw-failed").textContent()).toContain("node-unknown");
  });

  test("by node: what was never shown is there too, with a ring of dashes", async () => {
    const page = await visit("/saw?session=file-1&by=node");
    await page.getByText("Never shown").waitFor();
    await page.locator(".saw-ghost").first().click();
    await page.locator(".verdict").waitFor();
  });

  test("the step of the timeline cuts off what comes after it", async () => {
    const page = await visit("/saw?session=file-1&step=2");
    await page.locator(".saw-item").first().waitFor();
    expect(await page.locator(".saw-item").count()).toBe(2);
  });

  test("without calls, there is a word on how to come by some", async () => {
    const page = await visit("/saw?session=studio&step=0");
    await page.getByText("No calls to read yet").waitFor();
  });

  test("at 360 pixels nothing sticks out", async () => {
    for (const path of ["/saw?session=file-1&call=5", "/saw?session=file-1&node=concept%3Asoil"]) {
      const page = await visit(path, 360);
      await page.locator(".long-text").first().waitFor();
      expect(await page.locator("#view").evaluate((view) => view.scrollWidth - view.clientWidth)).toBe(0);
    }
  });

  test("nothing was blocked by the policy, and no page reported an error", () => {
    // A node that is in no graph is a 404, and browsers write those down.
    expect(studio().errors.filter((error) => !error.includes("status of 404"))).toEqual([]);
  });
});
