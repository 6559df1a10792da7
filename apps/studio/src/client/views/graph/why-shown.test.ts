import { describe, expect, test } from "vitest";
import { whyShown } from "./why-shown.js";

describe("why a node came up", () => {
  test("each reason once, from whatever the log holds", () => {
    const why = [{ field: "name" }, { field: "link", via: "b" }];
    const entries = [
      null,
      { nodes: "x" },
      { nodes: [null, { id: "a", why }] },
      { nodes: [{ id: "a", why: why.slice(0, 1) }] },
    ];
    const log = entries.map((answer) => ({ answer })) as never;
    expect(whyShown(log, "a")).toEqual(why);
    expect(whyShown(log, "b")).toEqual([]);
  });
});
