import { createHash } from "node:crypto";
import { createMemoryContent, ENFORCEMENT_NODES } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { connected } from "../../fixtures/client.js";
import { memorySkills } from "../../fixtures/memory-skills.js";
import { createMcpServer } from "../server/create-mcp-server.js";

const PDF = Buffer.from([0x25, 0x50, 0xff, 0xfe, 0]);

async function serving() {
  const skills = await memorySkills({
    "pdf-forms": {
      "SKILL.md": "---\nname: pdf-forms\ndescription: Fills forms.\nlicense: MIT\n---\n\n# Forms\n",
      "references/fields and more.md": "# Fields\n",
      "assets/form.pdf": PDF,
    },
    "acme/notes": { "SKILL.md": "---\nname: notes\ndescription: Takes notes.\n---\n" },
    misnamed: { "SKILL.md": "---\nname: Something Else\ndescription: Its name breaks the rules.\n---\n" },
  });
  const content = createMemoryContent(ENFORCEMENT_NODES);
  const server = createMcpServer({ mounts: [{ content }, { skills }] });
  return { skills, server, client: await connected(server, "modern") };
}

const anything = z.looseObject({});

describe("skills over MCP (SEP-2640)", () => {
  test("are declared only where some are mounted", async () => {
    const { client } = await serving();
    expect(client.getServerCapabilities()?.extensions).toEqual({
      "io.modelcontextprotocol/skills": { directoryRead: true },
    });
    const without = createMcpServer({ mounts: [{ content: createMemoryContent(ENFORCEMENT_NODES) }] });
    expect((await connected(without, "modern")).getServerCapabilities()?.extensions).toBeUndefined();
  });

  test("are listed with verbatim frontmatter, digests and sizes, and nothing is read for it", async () => {
    const { client, skills } = await serving();
    const { skills: listed } = (await client.request({ method: "skills/list", params: {} }, anything)) as never as {
      skills: { uri: string; frontmatter: unknown; resources: { uri: string; digest: string; size: number }[] }[];
    };
    expect(listed.map(({ uri }) => uri)).toEqual(["skill://acme/notes/SKILL.md", "skill://pdf-forms/SKILL.md"]);
    expect(listed[1]?.frontmatter).toEqual({ name: "pdf-forms", description: "Fills forms.", license: "MIT" });
    expect(listed[1]?.resources).toContainEqual({
      uri: "skill://pdf-forms/assets/form.pdf",
      digest: `sha256:${createHash("sha256").update(PDF).digest("hex")}`,
      size: 5,
    });
    expect(skills.reads).toEqual([]);
  });

  test("give one entry by its address", async () => {
    const { client } = await serving();
    const uri = "skill://acme/notes/SKILL.md";
    expect(await client.request({ method: "skills/get", params: { uri } }, anything)).toMatchObject({ skill: { uri } });
    const missing = { uri: "skill://nobody/SKILL.md" };
    await expect(client.request({ method: "skills/get", params: missing }, anything)).rejects.toMatchObject({
      code: -32602,
    });
  });

  test("give a file's bytes as they are, as text where that loses nothing", async () => {
    const { client, skills } = await serving();
    const text = await client.readResource({ uri: "skill://pdf-forms/references/fields%20and%20more.md" });
    expect(text.contents).toMatchObject([{ mimeType: "text/markdown", text: "# Fields\n" }]);
    const bytes = await client.readResource({ uri: "skill://pdf-forms/assets/form.pdf" });
    expect(bytes.contents).toMatchObject([{ mimeType: "application/pdf", blob: PDF.toString("base64") }]);
    expect(skills.reads).toEqual(["pdf-forms/references/fields and more.md", "pdf-forms/assets/form.pdf"]);
  });

  test.each([
    "skill://pdf-forms/../acme/notes/SKILL.md",
    "skill://pdf-forms/%2e%2e/secret",
    "skill://pdf-forms/references%2f..%2f..%2fsecret",
    "skill://pdf-forms/SKILL.md?x",
    "skill://__proto__/SKILL.md",
    "skill://",
  ])("serve nothing else: %s", async (uri) => {
    const { client, skills } = await serving();
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
    expect(skills.reads).toEqual([]);
  });

  test("list a folder", async () => {
    const { client } = await serving();
    const list = (uri: string) => client.request({ method: "resources/directory/read", params: { uri } }, anything);
    expect(await list("skill://pdf-forms")).toMatchObject({
      resources: [
        { name: "SKILL.md", mimeType: "text/markdown" },
        { name: "assets", mimeType: "inode/directory" },
        { name: "references", mimeType: "inode/directory" },
      ],
    });
    expect(await list("skill://pdf-forms/assets/")).toMatchObject({ resources: [{ name: "form.pdf", size: 5 }] });
    await expect(list("skill://pdf-forms/nowhere")).rejects.toMatchObject({ code: -32602 });
  });

  test("stand in resources/list after the nodes, and the nodes are still read", async () => {
    const { client } = await serving();
    const first = await client.request({ method: "resources/list", params: {} });
    const rest = await client.request({ method: "resources/list", params: { cursor: String(first.nextCursor) } });
    expect(rest.resources.map(({ uri }) => uri)).toContain("skill://pdf-forms/SKILL.md");
    expect(rest.nextCursor).toBeUndefined();
    expect(JSON.stringify(await client.readResource({ uri: "pd://memory/note:alpha" }))).toContain("DESC-alpha");
  });
});
