import { PdError, type PromptPort } from "@pd/core";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test, vi } from "vitest";
import { connected, ERAS } from "../../fixtures/client.js";
import { createMcpServer } from "../server/create-mcp-server.js";

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
    // R2.11: nothing stands beside what the gate counted.
    expect(map).toMatch(/of 4000 tokens[^"]*\]"\}\]$/u);
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

describe.each(ERAS)("a port of prompts that a mount brings, to a client of the %s era:", (era) => {
  /** As skills bring one: names with a colon, an argument that is optional and one that is not, text that is made when it is asked for. */
  function skillsLike() {
    const made: string[] = [];
    const port: PromptPort = {
      list: async () => [
        { name: "acme:review", description: "Reviews.", arguments: [{ name: "arguments", description: "[file]" }] },
        { name: "deploy", arguments: [{ name: "stage", required: true }] },
      ],
      async get({ name, arguments: given }) {
        made.push(name);
        if (name === "acme:review") return { text: `Review ${given.get("arguments") ?? "all"} for $& and $1.` };
        if (name !== "deploy") return undefined;
        const stage = given.get("stage");
        if (stage !== undefined) return { text: `Deploy to ${stage}.`, description: "To one stage." };
        throw new PdError("input-invalid", 'deploy needs "stage"', { where: "stage", fix: "Give it, e.g. test." });
      },
    };
    return { made, port };
  }

  test("names, descriptions and arguments are listed, and no text is made for it", async () => {
    const { made, port } = skillsLike();
    const client = await connected(createMcpServer({ mounts: [{ prompts: port }] }), era);
    expect((await client.listPrompts()).prompts).toEqual([
      {
        name: "acme:review",
        description: "Reviews.",
        arguments: [{ name: "arguments", description: "[file]", required: false }],
      },
      { name: "deploy", arguments: [{ name: "stage", required: true }] },
    ]);
    expect(made).toEqual([]);
  });

  test("the text is the port's own, letter by letter, with and without arguments", async () => {
    const { made, port } = skillsLike();
    const client = await connected(createMcpServer({ mounts: [{ prompts: port }] }), era);
    const text = async (name: string, given?: Record<string, string>) => {
      const { messages } = await client.getPrompt(given === undefined ? { name } : { name, arguments: given });
      return messages;
    };
    const user = (said: string) => [{ role: "user", content: { type: "text", text: said } }];
    expect(await text("acme:review")).toEqual(user("Review all for $& and $1."));
    expect(await text("acme:review", { arguments: "a b.ts" })).toEqual(user("Review a b.ts for $& and $1."));
    expect(await client.getPrompt({ name: "deploy", arguments: { stage: "test" } })).toMatchObject({
      description: "To one stage.",
    });
    expect(made).toEqual(["acme:review", "acme:review", "deploy"]);
  });

  test("R2.11 a text above the host's maximum is refused with its price", async () => {
    const port: PromptPort = {
      list: async () => [{ name: "flüsse" }],
      get: async () => ({ text: "Ein Absatz über 河流. ".repeat(500) }),
    };
    const client = await connected(createMcpServer({ mounts: [{ prompts: port }], maxBudget: 700 }), era);
    await expect(client.getPrompt({ name: "flüsse" })).rejects.toMatchObject({
      message: expect.stringMatching(/The prompt costs \d+ tokens, and one may cost 700/u),
      data: { code: "budget-too-small" },
    });
  });

  test("what the port refuses is the client's to mend, with the port's words", async () => {
    const client = await connected(createMcpServer({ mounts: [{ prompts: skillsLike().port }] }), era);
    await expect(client.getPrompt({ name: "deploy" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('deploy needs "stage"'),
      data: { where: "stage", fix: "Give it, e.g. test." },
    });
  });

  test("a port that fails is told of, in words of its own to the host alone, and the rest is offered", async () => {
    const failing: PromptPort = {
      async list() {
        throw new Error("a secret");
      },
      get: async () => undefined,
    };
    const onError = vi.fn();
    const mounts = [{ content: createMemoryContent(ENFORCEMENT_NODES) }, { prompts: failing }, { prompts: port }];
    const client = await connected(createMcpServer({ mounts, onError }), era);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["moc:hub", "fill-form", "moc:hub-2"]);
    expect(textOf(await client.getPrompt({ name: "moc:hub" }))).toContain("BODY-hub");
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ cause: expect.any(Error) }));
  });
});
