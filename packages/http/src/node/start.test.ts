import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { parseSessionLog } from "@pd/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawRequest } from "../testing/raw-socket.js";
import { type CommandLine, parseCommandLine } from "./command-line.js";
import { createLogWriter } from "./log-writer.js";
import type { HttpServer } from "./serve.js";
import { start } from "./start.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pd-http-start-"));
  writeFileSync(join(folder, "Levels.md"), "# Levels\n\nThere are five.\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function started(
  args: readonly string[],
  work: (server: HttpServer, lines: () => readonly Record<string, unknown>[]) => Promise<void> = async () => undefined,
): Promise<void> {
  let written = "";
  const write = (text: string): boolean => {
    written += text;
    return true;
  };
  const log = createLogWriter({ write } as never);
  const line = parseCommandLine(["--port", "0", "--no-cache", ...args], {}) as CommandLine;
  const server = await start(line, { log, workingFolder: folder });
  const lines = () => {
    log.flush();
    return written
      .trimEnd()
      .split("\n")
      .map((one) => JSON.parse(one) as Record<string, unknown>);
  };
  try {
    await work(server, lines);
  } finally {
    await server.close();
  }
}

function post(url: string, body: object, headers = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
}

async function ready(url: string): Promise<void> {
  while ((await fetch(`${url}/ready`)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function answered(url: string): Promise<string> {
  return (await post(`${url}/api/skillgraph/scan`, {})).text();
}

describe("what a command line starts", () => {
  test("--session-log keeps every call with its answer and its failures, for its user alone", async () => {
    const file = join(folder, "calls.jsonl");
    await started([folder, "--no-config", "--session-log", file], async ({ url }) => {
      const asked = { query: "fünf Stufen 层级", format: "text" };
      await post(`${url}/api/skillgraph/search`, asked);
      await post(`${url}/api/skillgraph/node`, { nodes: "Levels", level: 4 });
      await post(`${url}/api/skillgraph/node`, { nodes: "gibt es nicht" });
    });
    const entries = parseSessionLog(readFileSync(file, "utf8"));
    expect(entries.map(({ operation }) => operation)).toEqual(["search", "node", "node"]);
    expect(entries[0]?.input).toMatchObject({ query: "fünf Stufen 层级" });
    expect(JSON.stringify(entries[1]?.answer)).toContain("There are five.");
    expect(entries[2]?.error).toMatchObject({ code: "node-unknown" });
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(file);
  });

  test("a folder of notes, watched, ready once it is indexed", async () => {
    await started([folder, "--no-config"], async ({ url }, lines) => {
      await ready(url);
      expect(lines()).toContainEqual(expect.objectContaining({ level: "info", message: "vault-loaded", nodes: 1 }));
      writeFileSync(join(folder, "Budgets.md"), "# Budgets\n\nA ceiling.\n");
      const size = async () =>
        ((await (await post(`${url}/api/skillgraph/scan`, {})).json()) as { nodes: object[] }).nodes.length;
      while ((await size()) < 2) await new Promise((resolve) => setTimeout(resolve, 25));
      rmSync(join(folder, "Budgets.md"));
    });
  });

  test("what a configuration says: vaults, budget", async () => {
    const config = join(folder, "pd.config.json");
    writeFileSync(config, JSON.stringify({ vaults: [{ path: ".", id: "mine" }], budget: 321 }));
    await started(["--token", "right"], async ({ url }) => {
      const answer = await post(
        `${url}/api/skillgraph/context`,
        { query: "levels" },
        { authorization: "Bearer right" },
      );
      expect(await answer.json()).toMatchObject({ graphId: "mine", telemetry: { tokenBudget: 321 } });
      expect((await fetch(`${url}/openapi.json`)).status).toBe(401);
    });
    rmSync(config);
  });

  test.each([
    ["pd.config.mjs", "it was not run"],
    ["pd.config.ts", "it was not run"],
    ["pd.config.json", "left out what lies outside its folder"],
  ])("R6.4a H1 H7 a clone with a hostile %s runs nothing, mounts nothing outside, and answers", async (name, said) => {
    const outside = mkdtempSync(join(tmpdir(), "pd-http-outside-"));
    writeFileSync(join(outside, "segredo.md"), "# Segredo\n\nNão.\n");
    const ran = join(folder, "ran");
    const code = `process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(ran)}, ""); export default {};`;
    const json = JSON.stringify({ vaults: [outside, { path: outside, id: "ü" }] });
    writeFileSync(join(folder, name), name.endsWith("json") ? json : code);
    await started([], async ({ url }, lines) => {
      await ready(url);
      const text = await answered(url);
      expect([text.includes("Levels"), text.includes("Segredo")]).toEqual([true, false]);
      const warned = lines().filter(({ message }) => message === "configuration-limited");
      expect(warned).toMatchObject([{ level: "warn", reason: expect.stringContaining(said) }]);
    });
    expect(existsSync(ran)).toBe(false);
    rmSync(join(folder, name));
    rmSync(outside, { recursive: true });
  });

  test("limits that it names are kept", async () => {
    await started([folder, "--no-config", "--max-body", "50", "--rate", "1"], async ({ url }) => {
      expect((await post(`${url}/api/skillgraph/scan`, { query: "a".repeat(60) })).status).toBe(413);
      // Forty at once: only a machine that takes forty seconds for them could let all through.
      const asked = Array.from({ length: 40 }, async () => (await fetch(`${url}/health`)).status);
      expect(await Promise.all(asked)).toContain(429);
    });
  });

  test("beyond this machine: any address and its own name, with a token, and still no stranger's name", async () => {
    await started(
      [folder, "--no-config", "--host", "0.0.0.0", "--token", crypto.randomUUID(), "--allow-host", "notes.example"],
      async ({ port }) => {
        const status = async (host: string) => {
          return (await rawRequest(port, `GET /health HTTP/1.1\r\nhost: ${host}\r\n\r\n`)).status;
        };
        expect(await status(`10.1.2.3:${port}`)).toBe(200);
        expect(await status("notes.example")).toBe(200);
        expect(await status("evil.example")).toBe(403);
      },
    );
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
  test.skipIf(!hasIpv6)("an address of this machine in IPv6", async () => {
    await started([folder, "--no-config", "--host", "[::1]"], async ({ url }) => {
      expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
      expect((await fetch(`${url}/health`)).status).toBe(200);
    });
  });

  test("R3.1 rules of exclusion that cannot be read: the start says so, and every request", async () => {
    const closed = mkdtempSync(join(tmpdir(), "pd-http-closed-"));
    writeFileSync(join(closed, "geheim.md"), "# Größe\n\nSECRET\n");
    mkdirSync(join(closed, ".pdignore"));
    try {
      await started([closed], async (server, lines) => {
        expect(lines()).toContainEqual(
          expect.objectContaining({
            level: "error",
            message: expect.stringContaining('".pdignore" is not a regular file'),
          }),
        );
        for (const [path, body] of [
          ["scan", "{}"],
          ["search", '{"query":"Größe"}'],
          ["node", '{"nodes":"geheim","level":4}'],
        ] as const) {
          const reply = await fetch(`${server.url}/api/skillgraph/${path}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body,
          });
          expect(reply.status).toBe(503);
          expect(await reply.json()).toMatchObject({ code: "vault-unreadable", field: ".pdignore" });
        }
      });
    } finally {
      rmSync(closed, { recursive: true, force: true });
    }
  });

  test("what is wrong with the command line is said before a folder is read", async () => {
    const missing = join(folder, "missing");
    await expect(started([missing, "--no-config", "--host", "0.0.0.0"])).rejects.toThrow("there is no token");
    const guessable = started([missing, "--no-config", "--host", "0.0.0.0", "--token", "a"]);
    await expect(guessable).rejects.toThrow("the token can be guessed");
    await expect(started([missing, "--no-config", "--allow-origin", "*"])).rejects.toThrow('"*" is not an origin');
    await expect(started([missing, "--no-config", "--allow-host", "http://x"])).rejects.toThrow(
      '"http://x" is not a host',
    );
    await expect(started([missing, "--no-config", "--token", "a b"])).rejects.toThrow("token cannot be sent");
  });

  test("a folder that is missing, a port that is taken, a host without a token: each is said", async () => {
    const missing = started([join(folder, "missing"), "--no-config"]);
    await expect(missing).rejects.toMatchObject({ code: "vault-unreadable", fix: expect.any(String) });
    await expect(started([folder, "--no-config", "--host", "0.0.0.0"])).rejects.toThrow("there is no token");
    await expect(started([folder, "--no-config", "--allow-origin", "*"])).rejects.toThrow('"*" is not an origin');
    await started([folder, "--no-config"], async ({ port }) => {
      await expect(started([folder, "--no-config", "--port", String(port)])).rejects.toThrow(
        `Port ${port} on 127.0.0.1 is in use`,
      );
    });
  });
});
