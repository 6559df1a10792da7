import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { migrate } from "../store/migrate.js";
import { openStore } from "../store/store.js";
import { type Cluster, NO_POSTGRES, postgresPrograms, startCluster } from "./throwaway-cluster.js";

export interface OnPostgres {
  cluster(): Cluster;
  /** A new database with pd's tables, as the role that serves: it owns none of them. */
  migrated(): Promise<string>;
}

/** Tests against a server of their own; one test that says so where there is none to be had. */
export function describeOnPostgres(name: string, tests: (on: OnPostgres) => void): void {
  if (postgresPrograms() === undefined) {
    test.skip(NO_POSTGRES, () => undefined);
    return;
  }
  describe(name, () => {
    let cluster: Cluster | undefined;
    beforeAll(async () => {
      cluster = await startCluster();
    }, 120_000);
    afterAll(() => cluster?.remove(), 60_000);
    tests({
      cluster: () => cluster!,
      async migrated() {
        const url = await cluster!.database();
        const owner = openStore({ url });
        await migrate(owner, { role: "server" });
        await owner.close();
        return url.replace("//pd@", "//server@");
      },
    });
  });
}

/** A folder of notes that a test writes to. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}) {
  const root = mkdtempSync(join(tmpdir(), "pd-notes-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    root,
    write,
    remove: (path: string) => rmSync(join(root, path)),
    removeAll: () => rmSync(root, { recursive: true, force: true }),
  };
}
