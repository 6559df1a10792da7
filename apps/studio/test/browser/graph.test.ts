import { expect, test } from "vitest";
import { parameterOf } from "./browser.js";
import { describeInBrowser } from "./harness.js";

describeInBrowser("the graph", (studio) => {
  test("is drawn, says how many nodes there are and what the session has seen of them", async () => {
    const page = await studio().open("/graph?session=file-1");
    await page.waitForSelector(".graph-canvas canvas");
    expect(await page.textContent(".graph-count")).toBe("8 nodes");
    expect(await page.getAttribute(".graph-canvas", "aria-label")).toMatch(/^8 nodes, [1-9]/);
    const legend = await page.locator(".graph-legend li").allTextContents();
    expect(legend.find((line) => line.includes("full"))).toMatch(/[1-9]$/);
    await page.context().close();
  });

  test("marks are there without colour: pixels of rings and digits lie over the nodes", async () => {
    const page = await studio().open("/graph?session=file-1");
    await page.waitForSelector(".graph-canvas canvas");
    await page.waitForFunction(() => {
      const marks = document.querySelector<HTMLCanvasElement>("canvas.sigma-marks");
      const context = marks?.getContext("2d");
      if (!marks || !context) return false;
      return context.getImageData(0, 0, marks.width, marks.height).data.some((value, at) => at % 4 === 3 && value > 0);
    });
    await page.context().close();
  });

  test("a node is found by name, selected, described, and in the address", async () => {
    const page = await studio().open("/graph?session=file-1");
    await page.waitForSelector(".graph-canvas canvas");
    await page.keyboard.press("/");
    await page.keyboard.type("soi");
    await page.waitForSelector('[role="option"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".node-panel");
    expect(await page.textContent(".node-panel h2")).toBe("Soil");
    expect(await parameterOf(page, "node")).toBe("concept:soil");
    expect(await page.textContent(".node-panel .facts")).toMatch(/Shown.*level/s);
    await page.context().close();
  });

  test("arrow keys go along links, Escape lets go", async () => {
    const page = await studio().open("/graph?session=file-1");
    await page.waitForSelector(".graph-canvas[data-settled]");
    await page.focus(".graph-canvas");
    await page.keyboard.press("ArrowRight");
    // From where the picture has it, the next key goes on.
    await page.waitForSelector(".graph-canvas[data-selected-at]:not([data-moving])");
    const first = await page.textContent(".node-panel h2");
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) {
      await page.keyboard.press(key);
      if ((await page.textContent(".node-panel h2")) !== first) break;
    }
    expect(await page.textContent(".node-panel h2")).not.toBe(first);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".node-panel", { state: "detached" });
    await page.context().close();
  });

  test("filters show fewer, and are in the address", async () => {
    const page = await studio().open("/graph?session=file-1&type=guide");
    await page.waitForSelector(".graph-count");
    expect(await page.textContent(".graph-count")).toBe("2 of 8 nodes");
    await page.selectOption('.graph-filters label:has-text("Type") select', "");
    await page.selectOption('.graph-filters label:has-text("Tag") select', "start");
    expect(await parameterOf(page, "tag")).toBe("start");
    expect(await page.textContent(".graph-count")).toBe("2 of 8 nodes");
    await page.context().close();
  });

  test("the same as a table, what the session knows first; names are text, never markup", async () => {
    const page = await studio().open("/graph?session=file-1&as=table");
    await page.waitForSelector(".node-table tbody tr");
    const rows = await page.locator(".node-table tbody tr").allTextContents();
    expect(rows).toHaveLength(8);
    expect(rows[0]).toContain("level 4");
    expect(rows.join(" ")).toContain("<img src=x onerror=alert(1)>");
    expect(await page.locator(".node-table img").count()).toBe(0);
    await page.context().close();
  });

  test("a step of the past shows what was known then", async () => {
    const page = await studio().open("/graph?session=file-1&step=1&as=table");
    await page.waitForSelector(".node-table tbody tr");
    expect(await page.textContent(".node-table tbody")).not.toContain("level 4");
    await page.context().close();
  });

  test("without WebGL it says so and is a table", async () => {
    const page = await studio().open("/graph?session=file-1");
    await page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith("webgl") ? null : Reflect.apply(original, this, [kind, ...rest]);
      } as typeof original;
    });
    await page.reload();
    await page.waitForSelector(".node-table");
    expect(await page.textContent(".graph-word")).toContain("WebGL");
    await page.context().close();
  });

  test("nothing was refused by the policy, and nothing threw", () => {
    expect(studio().errors).toEqual([]);
  });
});
