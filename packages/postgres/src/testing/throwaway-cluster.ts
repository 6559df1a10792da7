import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";

/** A PostgreSQL server of the test's own: its own folder and port, gone when the test is over. */
export interface Cluster {
  readonly port: number;
  /** The address of a database, as the superuser or as another role. */
  url(database?: string, role?: string): string;
  /** A new database, by its address; `role` can use it and owns nothing. */
  database(): Promise<string>;
  /** As if the power failed. */
  kill(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const DEBIAN = "/usr/lib/postgresql";

/** The folder of PostgreSQL's programs; none where it is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")));
}

/** Why tests that need a server are skipped, in the name of the test that says so. */
export const NO_POSTGRES = "initdb is not found: tests against PostgreSQL are skipped (apt-get install postgresql)";

/** Its server refuses to run as root: then it runs as the user that Debian's package makes. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })));
  return { uid: uid!, gid: gid! };
}

export async function startCluster(): Promise<Cluster> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error(NO_POSTGRES);
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "pd-postgres-"));
  chmodSync(folder, 0o700);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const options = { ...user, cwd: folder, stdio: "ignore" } as const;
  execFileSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "pd", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    options,
  );
  const port = await freePort();
  const url = (database = "postgres", role = "pd") => `postgres://${role}@127.0.0.1:${port}/${database}`;
  let server: ReturnType<typeof spawn> | undefined;
  let made = 0;

  async function start(): Promise<void> {
    const settings = ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${folder}`, "-c", "fsync=off"];
    server = spawn(join(programs!, "postgres"), ["-D", data, "-p", String(port), ...settings], options);
    for (let tries = 0; ; tries += 1) {
      if (await answers(url())) return;
      if (tries > 300) throw new Error("PostgreSQL did not start");
      await delay(100);
    }
  }

  async function kill(): Promise<void> {
    const dying = server;
    if (dying?.pid === undefined || dying.exitCode !== null) return;
    const gone = new Promise((resolve) => dying.once("exit", resolve));
    dying.kill("SIGKILL");
    await gone;
    // Its workers notice that it is gone and end: the next server waits for that.
    rmSync(join(data, "postmaster.pid"), { force: true });
  }

  await start();
  return {
    port,
    url,
    async database() {
      made += 1;
      const name = `pd_${made}`;
      await once(url(), async (sql) => {
        await sql.unsafe(`create database ${name}`);
        await sql.unsafe("do $$ begin create role server login; exception when duplicate_object then null; end $$");
      });
      return url(name);
    },
    start,
    kill,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** A connection for one thing. */
export async function once<Result>(url: string, work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function answers(url: string): Promise<boolean> {
  return once(url, async (sql) => (await sql`select 1`).length === 1).catch(() => false);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
