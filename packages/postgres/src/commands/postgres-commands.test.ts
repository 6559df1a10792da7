import type { CommandContext, CommandDocument } from "@pd/core";
import { o200k } from "@pd/core/o200k";
import { expect, test } from "vitest";
import { openPostgres } from "../content/open-postgres.js";
import { describeOnPostgres, temporaryFolder } from "../testing/on-postgres.js";
import { postgresCommands } from "./postgres-commands.js";

/** Runs a command as a command line does: its input is parsed by its schema. */
async function run(name: string, input: object, context: Partial<CommandContext> = {}): Promise<CommandDocument> {
  const command = postgresCommands().find((one) => one.name === name)!;
  const written: string[] = [];
  const whole: CommandContext = {
    workingFolder: "/",
    configuration: { folders: [], origin: "given", file: undefined, counter: o200k },
    write: (line) => void written.push(line),
    ask: () => Promise.reject(new Error("not asked")),
    ...context,
  };
  const parsed = command.input["~standard"].validate(input);
  if (parsed instanceof Promise || parsed.issues !== undefined) throw new Error("the input does not fit");
  const result = await command.run(parsed.value, whole);
  if ("answer" in result) throw new Error("no document");
  return result;
}

describeOnPostgres("R6.4 the commands", ({ cluster }) => {
  test("migrate, sync and compact make a graph that can be served, and say what they did", async () => {
    const url = await cluster().database();
    const folder = temporaryFolder({ "a.md": "# A\n\nText 漢.\n", "b.md": "# B\n\nTo [[A]].\n" });
    expect((await run("migrate", { url, role: "server" })).data).toEqual({ before: 0, after: 1 });
    expect((await run("migrate", { url })).data).toEqual({ before: 1, after: 1 });
    const asServer = url.replace("//pd@", "//server@");
    const first = await run("sync", { folder: folder.root, url: asServer, graph: "handbook" });
    expect(first).toMatchObject({ exitCode: 0, data: { graph: "handbook", version: 1, added: 2 } });
    expect(JSON.stringify(first.text)).toContain("2 added");
    expect((await run("sync", { folder: folder.root, url: asServer, graph: "handbook" })).data).toMatchObject({
      unchanged: 2,
    });
    expect((await run("compact", { graph: "handbook", url: asServer })).data).toMatchObject({
      notes: 2,
      isBusy: false,
    });
    const content = openPostgres({ url: asServer, graph: "handbook" });
    expect((await content.open()).graph.size).toBe(2);
    await content.close();
    folder.removeAll();
  });

  test("sync --watch goes on with what changes until it is told to stop", async () => {
    const url = await cluster().database();
    await run("migrate", { url });
    const folder = temporaryFolder({ "a.md": "# A\n" });
    const controller = new AbortController();
    const lines: string[] = [];
    const write = (line: string) => {
      lines.push(line);
      controller.abort();
    };
    const watching = run(
      "sync",
      { folder: folder.root, url, graph: "w", watch: true },
      { signal: controller.signal, write },
    );
    const content = openPostgres({ url, graph: "w" });
    while (
      !(await content.open().then(
        () => true,
        () => false,
      ))
    )
      await new Promise((done) => setTimeout(done, 50));
    folder.write("b.md", "# B\n");
    expect((await watching).data).toMatchObject({ added: 1 });
    expect(lines.join()).toContain("1 added");
    await content.close();
    folder.removeAll();
  });
});

test("a command without a database, or with an address that is none, says what to give and repeats no password", async () => {
  const before = process.env["PD_DATABASE_URL"];
  delete process.env["PD_DATABASE_URL"];
  await expect(run("compact", { graph: "x" })).rejects.toMatchObject({ code: "input-invalid", where: "url" });
  const wrong = run("compact", { graph: "x", url: "mysql://u:geheim@h/x" });
  await expect(wrong).rejects.toMatchObject({ code: "input-invalid", message: expect.not.stringContaining("geheim") });
  if (before !== undefined) process.env["PD_DATABASE_URL"] = before;
});
