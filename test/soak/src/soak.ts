import { setTimeout as wait } from "node:timers/promises";
import { inspect } from "node:util";
import { type Caller, overHttp, overMcp, overStdio } from "./caller.js";
import { changingVault } from "./changing-vault.js";
import { type Held, heldBy, type Served, serveHttp, serveMcp } from "./servers.js";
import { createVisitor, type Visitor } from "./visitor.js";

/** Callers by door. Together they are the fifty. */
const HTTP = 30;
const MCP = 17;
const STDIO = 3;

export interface SoakOptions {
  readonly seconds: number;
  /** Goes on until there were so many, where a busy machine takes longer for them. */
  readonly least?: { readonly calls: number; readonly changes: number };
  /** Called with each line for people. */
  readonly tell: (line: string) => void;
}

export interface Soaked {
  readonly calls: number;
  readonly changes: number;
  /** What did not hold, and how often. */
  readonly broken: ReadonlyMap<string, { times: number; readonly first: unknown }>;
  /** Samples of each server, in order. */
  readonly held: ReadonlyMap<string, readonly Held[]>;
}

interface Client {
  readonly number: number;
  readonly visitor: Visitor;
  readonly caller: Caller;
  /** Those on the same server, whose handles are worth nothing to it. */
  readonly door: string;
}

/** Loopback only, bounded in time and in the number of clients. */
export async function soak({ seconds, least, tell }: SoakOptions): Promise<Soaked> {
  const vault = changingVault(HTTP + MCP + STDIO);
  const tokens = (door: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${door}-token-number-${at}`);
  const [httpTokens, mcpTokens] = [tokens("http", HTTP), tokens("mcp", MCP)];
  const broken = new Map<string, { times: number; readonly first: unknown }>();
  const onBroken = (rule: string, details: unknown) => {
    const before = broken.get(rule);
    if (before === undefined) broken.set(rule, { times: 1, first: details });
    else before.times += 1;
  };
  const servers: Served[] = [];
  const clients: Client[] = [];
  try {
    const [http, mcp] = [await serveHttp(vault.folder, httpTokens), await serveMcp(vault.folder, mcpTokens)];
    servers.push(http, mcp);
    const add = (door: string, caller: Caller) => {
      const number = clients.length;
      clients.push({ number, door, caller, visitor: createVisitor(number, caller, onBroken) });
    };
    for (const token of httpTokens) add("http", overHttp(http.url, token));
    for (const token of mcpTokens) add("mcp", await overMcp(mcp.url, token));
    for (let at = 0; at < STDIO; at += 1) add(`stdio ${at}`, await overStdio(vault.folder));
    const watched = new Map(servers.map(({ name, pid }) => [name, pid]));
    const [stdio] = clients.filter(({ caller }) => caller.pid !== undefined);
    if (stdio?.caller.pid !== undefined) watched.set("pd-mcp over stdio", stdio.caller.pid);

    const until = performance.now() + seconds * 1000;
    const isEnough = () => calls >= (least?.calls ?? 0) && vault.changes() >= (least?.changes ?? 0);
    const isOver = () => performance.now() >= until && (isEnough() || broken.size > 0);
    const held = new Map<string, Held[]>([...watched.keys()].map((name) => [name, []]));
    let calls = 0;
    const changing = (async () => {
      for (; !isOver(); await wait(250)) vault.change();
    })();
    const sampling = sample({ watched, held, seconds, isOver, tell, calls: () => calls });
    await Promise.all(
      clients.map(async (client) => {
        try {
          while (!isOver()) {
            const made = await client.visitor.visit(othersOf(client, clients));
            calls += made;
            await wait(50 + Math.random() * 100);
          }
        } catch (error) {
          onBroken("no caller fails", inspect(error, { depth: 3 }));
        }
      }),
    );
    await Promise.all([changing, sampling]);
    return { calls, changes: vault.changes(), broken, held };
  } finally {
    await Promise.allSettled(clients.map(({ caller }) => caller.close()));
    for (const server of servers)
      await server.stop().catch((error: unknown) => onBroken("a server lives", String(error)));
    vault.remove();
  }
}

function othersOf(client: Client, clients: readonly Client[]): { foreign: string | undefined; number: number } {
  const other = clients[Math.floor(Math.random() * clients.length)] ?? client;
  const foreign = other.number === client.number ? undefined : other.visitor.session;
  return { foreign, number: other.number };
}

interface Sampling {
  readonly watched: ReadonlyMap<string, number>;
  readonly held: ReadonlyMap<string, Held[]>;
  readonly seconds: number;
  readonly isOver: () => boolean;
  readonly tell: (line: string) => void;
  readonly calls: () => number;
}

/** Forty samples, of which every second is told. */
async function sample({ watched, held, seconds, isOver, tell, calls }: Sampling): Promise<void> {
  const started = performance.now();
  tell(
    `${"seconds".padStart(8)} ${"calls".padStart(8)}  ${[...watched.keys()].map((name) => name.padStart(24)).join("")}`,
  );
  for (let number = 1; !isOver(); number += 1) {
    await wait((seconds * 1000) / 40);
    const cells: string[] = [];
    for (const [name, pid] of watched) {
      const now = heldBy(pid);
      held.get(name)?.push(now);
      cells.push(`${now.megabytes.toFixed(0)} MB, ${now.descriptors} open`.padStart(24));
    }
    const elapsed = ((performance.now() - started) / 1000).toFixed(0);
    if (number % 2 === 0) tell(`${elapsed.padStart(8)} ${String(calls()).padStart(8)}  ${cells.join("")}`);
  }
}
