import { PdError } from "@pd/core";
import { MIGRATIONS, policyOf, TENANT_TABLES } from "./migrations.js";
import type { Sql, Store, StoreCall } from "./store.js";
import { POSTGRES_ERRORS } from "./store-errors.js";

export interface Migrated {
  readonly before: number;
  readonly after: number;
}

export interface MigrateOptions extends StoreCall {
  /** A role that serves and syncs without owning the tables: it is given what it needs. */
  readonly role?: string | undefined;
}

const ROLE = /^[a-z_][a-z0-9_$]{0,62}$/;
const MIGRATE_MILLISECONDS = 10 * 60_000;

/** Brings the tables to this version of pd, in one transaction. Refuses tables of a newer one. */
export async function migrate(store: Store, { role, ...call }: MigrateOptions = {}): Promise<Migrated> {
  if (role !== undefined && !ROLE.test(role)) throw badRole();
  return store.run(
    async (sql) =>
      sql.begin(async (transaction) => {
        // Two that migrate at once: the second finds it done.
        await transaction`select pg_advisory_xact_lock(hashtextextended('pd.migrate', 0))`;
        await transaction.unsafe(`
          create schema if not exists pd;
          create table if not exists pd.schema_version (version integer primary key, at timestamptz not null default now());
        `);
        const before = await versionIn(transaction);
        if (before > MIGRATIONS.length) throw newer(store, before);
        for (const [at, statements] of MIGRATIONS.entries()) {
          if (at < before) continue;
          await transaction.unsafe(statements);
          await transaction`insert into pd.schema_version (version) values (${at + 1})`;
        }
        for (const table of before < MIGRATIONS.length ? TENANT_TABLES : []) await transaction.unsafe(policyOf(table));
        if (role !== undefined) await transaction.unsafe(grantsTo(role));
        return { before, after: MIGRATIONS.length };
      }),
    { timeoutMilliseconds: MIGRATE_MILLISECONDS, ...call },
  );
}

/** Throws where the tables are not of this version of pd. */
export async function checkSchema(store: Store, sql: Sql): Promise<void> {
  const version = await versionIn(sql);
  if (version > MIGRATIONS.length) throw newer(store, version);
  if (version < MIGRATIONS.length)
    throw new PdError(
      POSTGRES_ERRORS["schema-missing"],
      `${store.shown} has tables of version ${version}, and ${MIGRATIONS.length} is needed`,
    );
}

export async function versionIn(sql: Pick<Sql, "unsafe">): Promise<number> {
  const [row] = await sql.unsafe<{ version: number | null }[]>("select max(version) as version from pd.schema_version");
  return row?.version ?? 0;
}

function grantsTo(role: string): string {
  return `
    grant usage on schema pd to "${role}";
    grant select on pd.schema_version to "${role}";
    grant select, insert, update, delete on ${TENANT_TABLES.map((table) => `pd.${table}`).join(", ")} to "${role}";
  `;
}

function newer({ shown }: Store, version: number): PdError {
  return new PdError(
    POSTGRES_ERRORS["schema-newer"],
    `${shown} has tables of version ${version}, and this pd knows ${MIGRATIONS.length}`,
  );
}

function badRole(): PdError {
  return new PdError("input-invalid", "That cannot be the name of a role", {
    where: "role",
    fix: "Use a name of lower-case letters, digits and underscores.",
  });
}
