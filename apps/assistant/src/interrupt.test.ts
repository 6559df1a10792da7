import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { KEY, type ProviderServer, providerServer } from "./testing/provider-server.js";
import { folderOf, NOTES, SKILLS } from "./testing/run-assistant.js";
import { anthropicWire } from "./testing/wire.js";

// A program that hangs must not hold up the others for long.
vi.setConfig({ testTimeout: 300_000 });

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const children: ChildProcess[] = [];
const servers: ProviderServer[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** The built program with a model that never answers. */
async function start(argv: readonly string[]) {
  const server = await providerServer(anthropicWire, [{ silent: true }, { text: "Here." }]);
  servers.push(server);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...anthropicWire.reach(server.url, KEY).env };
  const child = spawn(process.execPath, [main, "--vault", folderOf(NOTES), "--skills", folderOf(SKILLS), ...argv], {
    env,
  });
  children.push(child);
  const heard = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    heard.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    heard.stderr += text;
  });
  const exit = new Promise<number | null>((resolve) => child.on("close", resolve));
  let ended = false;
  void exit.then(() => {
    ended = true;
  });
  /** A program that has ended will not say any more. */
  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue() && !ended) await new Promise((resolve) => setTimeout(resolve, 20));
    if (!isTrue()) throw new Error(`It ended before that: ${heard.stderr}`);
  }
  return { child, heard, exit, until, server };
}

test("Ctrl-C cancels the answer, and the program ends as interrupted with its report", async () => {
  const { child, heard, exit, until, server } = await start(["Why?"]);
  await until(() => server.sent.length === 1);
  child.kill("SIGINT");
  expect(await exit).toBe(130);
  expect(heard.stderr).toContain("cancelled");
  expect(heard.stderr).toContain("What the model was shown");
});

test("in a conversation the first Ctrl-C cancels and the next question is answered; twice, it ends", async () => {
  const { child, heard, exit, until, server } = await start([]);
  child.stdin.write("Why?\n");
  await until(() => server.sent.length === 1);
  child.kill("SIGINT");
  await until(() => heard.stderr.includes("cancelled"));
  child.stdin.write("And now?\n");
  await until(() => heard.stdout.includes("Here."));
  child.kill("SIGINT");
  await until(() => heard.stderr.split("Ctrl-C again").length === 3);
  child.kill("SIGINT");
  expect(await exit).toBe(130);
});

test("a reader that goes away ends it without a word", async () => {
  const { child, heard, exit, server } = await start([]);
  child.stdout.destroy();
  child.stdin.write("/help\n/help\n/help\n");
  expect(await exit).toBe(0);
  expect(heard.stderr).not.toContain("EPIPE");
  expect(server.sent).toHaveLength(0);
});
