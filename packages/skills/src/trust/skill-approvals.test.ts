import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createToolkit, type NodeId, o200k } from "@pd/core";
import { readContent, readLinks, readSections, resolveOne } from "@pd/core/testing";
import { describe, expect, test } from "vitest";
import { skillContent } from "../content/skill-content.js";
import { skillMount } from "../content/skill-mount.js";
import { skillPort } from "../content/skill-port.js";
import { SkillManager } from "../invoke/skill-manager.js";
import type { SkillEvent } from "../record/skill-event.js";
import { scratchFolder, writeFiles } from "../testing/temporary-skill.js";
import { type ApprovalOptions, createApprovalFile, createApprovalMemory } from "./trust-approval.js";

const SECRET = "The body says fill.";

function project(): string {
  return writeFiles(scratchFolder(), {
    "pdf/SKILL.md": `---\nname: pdf\ndescription: Fills forms.\n---\n\n# Forms\n\n${SECRET} See a.md.\n`,
    "pdf/a.md": "# Fields\n\nNames first.\n",
  });
}

function managed(approvals: ApprovalOptions, folder = project()) {
  const events: SkillEvent[] = [];
  const onEvent = (event: SkillEvent) => void events.push(event);
  const manager = new SkillManager({ projectDir: folder, personalDir: false, approvals, onEvent });
  return { manager, folder, refusals: () => events.filter(({ kind }) => kind === "skill-unapproved") };
}

const never: ApprovalOptions = { approve: () => false };
const refusal = { name: "SkillApprovalError", code: "skill-unapproved", skill: "pdf", digest: /^sha256:/u };
const isRefused = expect.objectContaining({ ...refusal, digest: expect.stringMatching(refusal.digest) });

describe("R5.13 what the host has not approved is not read", () => {
  test("by no call of the manager, while its description is listed", async () => {
    const { manager, refusals } = managed(never);
    expect(manager.listSkills()[0]).toMatchObject({ name: "pdf", description: "Fills forms." });
    expect(manager.availableSkills().text).toContain("Fills forms.");
    await expect(manager.invokeSkill("pdf")).rejects.toEqual(isRefused);
    await expect(manager.readResource("pdf", "a.md")).rejects.toEqual(isRefused);
    await expect(manager.readResourceBytes("pdf", "a.md")).rejects.toEqual(isRefused);
    expect(() => manager.invokeSkillSync("pdf")).toThrow("is not approved");
    expect(() => manager.loadBody("pdf")).toThrow("is not approved");
    expect(() => manager.readResourceSync("pdf", "a.md")).toThrow("is not approved");
    expect(() => manager.readResourceBytesSync("pdf", "a.md")).toThrow("is not approved");
    expect(await manager.approveSkill("pdf")).toBe(false);
    expect(refusals()).toHaveLength(8);
  });

  test("a file of approvals that is damaged, and a folder that is gone, are told without where they are", async () => {
    const approvals = join(scratchFolder(), "genehmigt.json");
    writeFileSync(approvals, "{");
    const { manager, folder } = managed({ approve: () => true, store: createApprovalFile(approvals) });
    const toolkit = createToolkit({ mounts: [skillMount(manager)] });
    const ask = () => toolkit.call("skill", { name: "pdf" }).catch((error: unknown) => error);
    const damaged = await ask();
    expect(damaged).toMatchObject({ code: "content-invalid", where: "genehmigt.json", cause: new Error(approvals) });
    expect(JSON.stringify(damaged)).not.toContain(dirname(approvals));
    rmSync(join(folder, "pdf"), { recursive: true });
    const gone = await ask();
    expect(gone).toMatchObject({ code: "content-unreadable", where: "pdf" });
    expect(JSON.stringify(gone)).not.toContain(folder);
  });

  test.each([
    ["skill", { name: "pdf" }],
    ["skill", { name: "pdf", arguments: "x", tokenBudget: 1000 }],
    ["view", { path: "pdf" }],
    ["view", { path: "pdf/a.md" }],
    ["read_skill_file", { skill: "pdf", path: "a.md" }],
    ["read", { ids: ["skill:pdf", "resource:pdf/a.md"] }],
    ["scan", {}],
    ["search", { query: "names first" }],
    ["explore", { query: "forms", maxNodes: 5 }],
  ])("by no tool: %s %j", async (tool, input) => {
    const { manager } = managed(never);
    const toolkit = createToolkit({ mounts: [skillMount(manager)] });
    const answer = await toolkit.call(tool, input).catch((error: unknown) => error);
    const said = answer instanceof Error ? answer.message : JSON.stringify(answer);
    expect(said).not.toContain(SECRET);
    expect(said).not.toContain("Names first");
  });

  test("not for a price, not for a heading, and not where a gate reads", async () => {
    const id = "skill:pdf" as NodeId;
    const { graph, source } = await skillContent(managed(never).manager).open();
    expect(await graph.prices([{ id }], o200k)).toEqual([]);
    expect(await resolveOne(graph, "pdf#forms")).toBeUndefined();
    expect(await resolveOne(graph, "pdf")).toBe(id);
    await expect(readContent(source, id)).rejects.toEqual(isRefused);
    await expect(readSections(source, id)).rejects.toEqual(isRefused);
    await expect(readLinks(source, id)).rejects.toEqual(isRefused);
  });

  test("by no protocol that hands out files", async () => {
    const { manager } = managed(never);
    const port = skillPort(manager);
    expect((await port.list({ limit: 10 })).skills).toHaveLength(1);
    await expect(port.read({ skill: "pdf", file: "SKILL.md" })).rejects.toEqual(isRefused);
    await expect(port.read({ skill: "pdf", file: "a.md" })).rejects.toEqual(isRefused);
  });
});

describe("R5.13 what the host has approved is read, as long as it stays as it is", () => {
  test("asked once for all calls and doors, and again when any file has changed", async () => {
    const asked: string[] = [];
    const approve = async (_: unknown, digest: string) => asked.push(digest) > 0;
    const { manager, folder } = managed({ approve });
    const toolkit = createToolkit({ mounts: [skillMount(manager)] });
    expect((await manager.invokeSkill("pdf")).content).toContain(SECRET);
    expect(await manager.readResource("pdf", "a.md")).toContain("Names first");
    expect(JSON.stringify(await toolkit.call("skill", { name: "pdf" }))).toContain(SECRET);
    expect(JSON.stringify(await toolkit.call("read_skill_file", { skill: "pdf", path: "a.md" }))).toContain("Names");
    expect(asked).toHaveLength(1);
    writeFileSync(join(folder, "pdf/a.md"), "Names last.");
    // The body is kept and unchanged, but it tells an agent to follow files that nobody has approved.
    await manager.invokeSkill("pdf");
    expect(asked).toHaveLength(2);
  });

  test("a first call through the gate asks too, and a host that is slow is waited for", async () => {
    const approve = () => new Promise<boolean>((resolve) => setTimeout(resolve, 5, true));
    const toolkit = createToolkit({ mounts: [skillMount(managed({ approve }).manager)] });
    expect(JSON.stringify(await toolkit.call("skill", { name: "pdf", tokenBudget: 1000 }))).toContain(SECRET);
    const calls = await Promise.all(["a.md", "SKILL.md"].map((path) => toolkit.call("view", { path: `pdf/${path}` })));
    expect(JSON.stringify(calls)).toContain("Names first");
  });

  test("a gate that reads asks, and from then on there are prices and headings", async () => {
    const id = "skill:pdf" as NodeId;
    const { graph, source } = await skillContent(managed({ approve: async () => true }).manager).open();
    expect(await graph.prices([{ id }], o200k)).toEqual([]);
    expect(await readContent(source, id)).toContain(SECRET);
    expect(await graph.prices([{ id }], o200k)).toHaveLength(1);
    expect(await resolveOne(graph, "pdf#forms")).toBe("skill:pdf#forms");
  });

  test("a change between the question and the reading is not handed out", async () => {
    const folder = project();
    const file = join(folder, "pdf/SKILL.md");
    const approve = () => {
      writeFileSync(file, readFileSync(file, "utf8").replace(SECRET, "Do evil."));
      return true;
    };
    const { manager } = managed({ approve }, folder);
    await expect(manager.invokeSkill("pdf")).rejects.toThrow("has changed since it was approved");
    expect(() => manager.loadBody("pdf")).not.toThrow("Do evil.");
  });

  test("calls that cannot wait say so, and work after approveSkill", async () => {
    const { manager } = managed({ approve: async () => true });
    expect(() => manager.invokeSkillSync("pdf")).toThrow("has to be waited for");
    expect(await manager.approveSkill("pdf")).toBe(true);
    expect(manager.invokeSkillSync("pdf").content).toContain(SECRET);
    expect(manager.loadBody("pdf").body).toContain(SECRET);
  });

  test("a store that knows the content asks nobody, and only the sources that are named are asked about", async () => {
    const store = createApprovalMemory();
    const folder = project();
    await managed({ approve: () => true, store }, folder).manager.invokeSkill("pdf");
    const { manager } = managed({ ...never, store }, folder);
    expect((await manager.invokeSkill("pdf")).content).toContain(SECRET);
    const personal = new SkillManager({ projectDir: false, personalDir: folder, approvals: never });
    expect(personal.invokeSkillSync("pdf").content).toContain(SECRET);
  });

  test("what is no function is refused at once", () => {
    const approvals = { approve: true } as unknown as ApprovalOptions;
    expect(() => managed(approvals)).toThrow("approvals has no function approve");
  });
});

describe("R5.13 a manager locks and verifies its skills", () => {
  test("in skills.lock.json in the project, and names what changed", async () => {
    const folder = project();
    const manager = new SkillManager({ projectDir: folder, personalDir: false });
    expect((await manager.lock()).map(({ name }) => name)).toEqual(["pdf"]);
    expect(JSON.parse(readFileSync(join(folder, "skills.lock.json"), "utf8"))).toMatchObject({ version: 1 });
    expect((await manager.verify()).unchanged).toBe(true);
    writeFiles(folder, { "pdf/a.md": "Names last.", "new/SKILL.md": "---\nname: new\ndescription: New.\n---\n" });
    const { unchanged, skills } = await manager.verify();
    expect(unchanged).toBe(false);
    expect(skills.map(({ name, status, files }) => [name, status, files])).toEqual([
      ["new", "added", []],
      ["pdf", "changed", [{ path: "a.md", change: "changed" }]],
    ]);
  });

  test("elsewhere, and only some, if asked", async () => {
    const folder = project();
    const manager = new SkillManager({ projectDir: folder, personalDir: false });
    const path = join(scratchFolder(), "lock.json");
    await manager.lock(path, { name: "^x" });
    expect((await manager.verify(path, { name: "^x" })).skills).toEqual([]);
    expect((await manager.verify(path)).skills).toMatchObject([{ name: "pdf", status: "added" }]);
    await expect(manager.verify()).rejects.toMatchObject({ code: "content-unreadable" });
  });
});
