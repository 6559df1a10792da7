import type { PromptPort } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { connected, ERAS } from "../fixtures/client.js";
import { createMcpServer } from "./create-mcp-server.js";

const port: PromptPort = {
  list: async () => [
    { name: "fill-form", description: "Fills a form.", arguments: [{ name: "file", required: true }] },
    { name: "moc:hub", description: "A name that is taken." },
  ],
  get: async ({ name, arguments: given }) =>
    name === "fill-form" ? { text: `Fill ${given.get("file")}.` } : { text: "The other hub." },
  complete: async ({ argument, value }) =>
    ["a.pdf", "b.pdf"].filter((one) => argument === "file" && one.startsWith(value)),
};

const server = () =>
  createMcpServer({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }, { prompts: port }] });

function textOf({ messages }: { readonly messages: readonly { readonly content: unknown }[] }): string {
  return JSON.stringify(messages.map(({ content }) => content));
}

describe.each(ERAS)("prompts, to a client of the %s era:", (era) => {
  test("maps of content come first, then what mounts offer; a name that is taken gets a number", async () => {
    const { prompts } = await (await connected(server(), era)).listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["moc:hub", "fill-form", "moc:hub-2"]);
    expect(prompts[0]).toMatchObject({ title: "Hub", arguments: [{ name: "question", required: false }] });
  });

  test("a map is shown in full, or with what answers the question", async () => {
    const client = await connected(server(), era);
    const map = textOf(await client.getPrompt({ name: "moc:hub" }));
    expect(map).toContain("BODY-hub");
    expect(map).not.toContain("BODY-gamma");
    const answered = textOf(await client.getPrompt({ name: "moc:hub", arguments: { question: "gamma details" } }));
    expect(answered).toContain("BODY-hub");
    expect(answered).toContain("BODY-gamma");
    expect(answered).toContain("gamma details");
  });

  test("what a mount offers is made from its arguments", async () => {
    const client = await connected(server(), era);
    expect(textOf(await client.getPrompt({ name: "fill-form", arguments: { file: "a.pdf" } }))).toContain(
      "Fill a.pdf.",
    );
    expect(textOf(await client.getPrompt({ name: "moc:hub-2" }))).toContain("The other hub.");
  });

  test("arguments are completed", async () => {
    const client = await connected(server(), era);
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "fill-form" },
      argument: { name: "file", value: "b" },
    });
    expect(completion.values).toEqual(["b.pdf"]);
  });

  test.each(["nobody", "__proto__", "constructor"])("a prompt that does not exist is refused: %s", async (name) => {
    const client = await connected(server(), era);
    await expect(client.getPrompt({ name })).rejects.toMatchObject({ code: -32602, data: { code: "input-invalid" } });
  });
});
