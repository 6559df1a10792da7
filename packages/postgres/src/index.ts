export { postgresCommands } from "./commands/postgres-commands.js";
export { type Compacted, compact } from "./content/compact.js";
export { openPostgres, type PostgresContent, type PostgresOptions } from "./content/open-postgres.js";
export { postgresMount } from "./content/postgres-mount.js";
export { type PostgresSessions, type PostgresSessionsOptions, postgresSessions } from "./sessions/postgres-sessions.js";
export { type Migrated, type MigrateOptions, migrate } from "./store/migrate.js";
export { openStore, type Store, type StoreOptions } from "./store/store.js";
export { POSTGRES_ERRORS } from "./store/store-errors.js";
export { type Synced, type SyncOptions, syncFolder } from "./sync/sync-folder.js";
