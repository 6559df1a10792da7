import { expect, test } from "vitest";
import { parameterOf } from "./browser.js";
import { describeInBrowser } from "./harness.js";
import { onePage } from "./one-page.js";

const call = (op: string, args: object, more = "") =>
  `/playground?op=${op}&run=1&args=${encodeURIComponent(JSON.stringify(args))}${more}`;

describeInBrowser("the playground", (studio) => {
  const visit = onePage(studio);

  test("an address is a call: it is made, and its answer shown", async () => {
    const page = await visit(call("search", { query: "roses", limit: 3 }));
    await page.getByText("Roses", { exact: true }).first().waitFor();
    expect(await page.locator(".answer-node").count()).toBe(3);
    expect(await page.getByLabel("query").inputValue()).toBe("roses");
    expect(await page.locator(".answer-figures").textContent()).toMatch(/tokens.*3 nodes/u);
  });

  test("what is typed is in the address, and Ctrl with Enter calls", async () => {
    const page = await visit("/playground?op=search");
    await page.getByLabel("query").fill("compost");
    await page.getByLabel("limit").fill("2");
    await page.keyboard.press("Control+Enter");
    await page.locator(".answer-node").first().waitFor();
    expect(JSON.parse((await parameterOf(page, "args")) ?? "")).toEqual({ query: "compost", limit: 2 });
  });

  test("typing calls nothing; a link to another call of the same operation, and the way back, do", async () => {
    const page = await visit(call("node", { nodes: ["Soil", "Roses"], level: 4, tokenBudget: 420 }));
    await page.getByLabel("tokenBudget").fill("42");
    await page.getByLabel("tokenBudget").fill("420");
    await page.locator(".left-out a").first().click();
    await page.locator(".left-out").waitFor({ state: "detached" });
    await page.locator(".answer-node").waitFor();
    expect(await parameterOf(page, "args")).not.toContain("tokenBudget");
    await page.goBack();
    await page.locator(".left-out a").first().waitFor();
  });

  test("choosing another operation calls nothing: what is called is what somebody asked for", async () => {
    const page = await visit(call("search", { query: "soil" }));
    await page.locator(".answer-node").first().waitFor();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") asked.push(new URL(request.url()).pathname);
    });
    await page.getByRole("link", { name: "traverse", exact: true }).click();
    await page.getByRole("button", { name: "Call traverse" }).waitFor();
    await page.getByRole("link", { name: "query", exact: true }).click();
    await page.getByRole("button", { name: "Call query" }).waitFor();
    expect(asked).toEqual([]);
    await page.getByRole("button", { name: "Call query" }).click();
    await page.locator(".answer-node").first().waitFor();
    expect(asked).toEqual(["/api/skillgraph/query"]);
  });

  test("a form has the limits of its schema, and says what is wrong at the field", async () => {
    const page = await visit("/playground?op=search");
    await page.getByRole("button", { name: "Call search" }).click();
    await page.getByText("This is needed.").waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("argument-query");
    await page.getByLabel("limit").fill("5000");
    await page.getByText("Give a whole number from 1 to 1,000.").waitFor();
    expect(await page.getByLabel("limit").getAttribute("aria-invalid")).toBe("true");
  });

  test("what the server says of a field stands at it, with its fix", async () => {
    const page = await visit(call("node", { nodes: "Compst", level: 1 }));
    await page.locator(".failure").waitFor();
    expect(await page.locator(".failure code").first().textContent()).toBe("node-unknown");
    expect(await page.locator(".argument", { hasText: "nodes" }).locator(".argument-complaint").count()).toBe(1);
  });

  test("R1.1: a node stands at all five levels side by side, each dearer, with what it adds", async () => {
    const page = await visit(call("node", { nodes: "Soil", level: 1 }, "&show=levels"));
    await page.locator(".level-column").nth(4).waitFor();
    const tokens = await page.locator(".level-column-tokens").allTextContents();
    const costs = tokens.map((text) => Number(text.replace(/\D/gu, "")));
    expect(costs.length).toBe(5);
    expect(costs.slice(0, 3)).toEqual([...costs.slice(0, 3)].sort((a, b) => a - b));
    expect(await page.locator('.level-column[data-level="4"] [data-mark="added"]').count()).toBeGreaterThan(0);
    expect(await page.locator('.level-column[data-level="4"] .long-text-sign').first().textContent()).not.toBe("");
  });

  test("R2.7: looking at levels is no call of anybody's", async () => {
    const page = await visit(call("node", { nodes: "Tools", level: 1 }, "&show=levels&session=studio"));
    await page.locator(".level-column").nth(4).waitFor();
    await page.locator(".levels-form").selectOption("text");
    await page.getByText(/^## \[full\] \S*tools\.md/iu).waitFor();
    await visit("/saw?session=studio");
    await page.locator(".saw-item").first().waitFor();
    const calls = await page.locator(".saw-item-title").allTextContents();
    expect(calls.filter((call) => call.includes("Tools") || call.includes("guide:tools"))).toEqual(["node Tools"]);
  });

  test("a call is copied for a terminal, for curl without the token, and for MCP", async () => {
    const page = await visit(call("node", { nodes: ["Soil", "it's"], level: 4 }));
    const code = page.locator(".copy-as-code");
    expect(await code.textContent()).toMatch(/^pd node Soil 'it'\\''s' --level 4 --vault \/.*\/notes$/u);
    await page.getByRole("tab", { name: "curl" }).click();
    expect(await code.textContent()).toContain("Bearer $PD_TOKEN");
    expect(await page.content()).not.toContain(studio().token);
    await page.getByRole("tab", { name: "curl" }).press("ArrowRight");
    await page.getByText('"tools/call"').waitFor();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Copied").waitFor();
    const copied = JSON.parse(String(await page.evaluate("navigator.clipboard.readText()")));
    expect(copied.params).toEqual({ name: "node", arguments: { nodes: ["Soil", "it's"], level: 4 } });
  });

  test("tools of a mount are there, with a form of their own", async () => {
    const page = await visit(call("skill", { name: "prune-roses" }));
    await page.getByText("Cut above an outward bud.").first().waitFor();
    expect(await page.locator(".operation").allTextContents()).not.toContain("studio_node");
  });

  test("what notes say is shown as text, also where it is markup", async () => {
    const page = await visit(call("search", { query: "markup" }));
    await page.getByText("<img src=x onerror=alert(1)>").first().waitFor();
    expect(await page.locator("#view img, #view script").count()).toBe(0);
  });

  test("at 360 pixels nothing sticks out", async () => {
    const page = await visit(call("search", { query: "roses" }), 360);
    await page.locator(".answer-node").first().waitFor();
    expect(await page.locator("#view").evaluate((view) => view.scrollWidth - view.clientWidth)).toBe(0);
  });

  test("an operation that does not exist is said to, with a way on", async () => {
    const page = await visit("/playground?op=nonsense");
    await page.getByText('Nothing is called "nonsense"').waitFor();
    await page.getByRole("link", { name: "stats" }).click();
    await page.getByRole("button", { name: "Call stats" }).click();
    await page.getByText('"byType"').waitFor();
  });
});
