import { describe, expect, test } from "vitest";
import { ask } from "../testing/adapter-cases.js";
import { scripted } from "./scripted.js";

describe("scripted", () => {
  test("says a list in order, gives calls an id, and remembers what it was asked", async () => {
    const adapter = scripted([{ toolCalls: [{ name: "look_up", input: {} }] }, "Done."]);
    const request = ask("Hello.");
    expect(await adapter.generate(request)).toEqual({
      text: "",
      toolCalls: [{ id: "call_1_1", name: "look_up", input: {} }],
      stop: "tools",
    });
    expect(await adapter.generate(ask("Go on."))).toEqual({ text: "Done.", toolCalls: [], stop: "end" });
    expect(adapter.requests[0]).toBe(request);
  });

  test("answers by a function, which sees the request and the step", async () => {
    const adapter = scripted(({ system }, step) => `${step}: ${system}`);
    const heard: string[] = [];
    await adapter.generate(ask("", { onText: (delta) => heard.push(delta) }));
    expect(await adapter.generate(ask(""))).toMatchObject({ text: "1: Be brief." });
    expect(heard).toEqual(["0: Be brief."]);
  });

  test("throws an error of the list, says when the list is at its end, and can be cancelled", async () => {
    const adapter = scripted([new Error("no")]);
    await expect(adapter.generate(ask(""))).rejects.toThrow("no");
    await expect(adapter.generate(ask(""))).rejects.toMatchObject({ code: "input-invalid", where: "script" });
    await expect(adapter.generate(ask("", { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});
