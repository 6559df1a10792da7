import { type Mount, type NamedDatabase, PdError } from "@pd/core";
import { POSTGRES_ERRORS } from "../store/store-errors.js";
import { openPostgres, type PostgresContent } from "./open-postgres.js";

/** A graph as a configuration names it, as a mount. Nothing is connected before the first request. */
export function postgresMount({
  graph,
  id,
  tenant,
  url,
  urlFrom,
}: NamedDatabase): Mount & { readonly content: PostgresContent } {
  const address = url ?? (urlFrom === undefined ? undefined : process.env[urlFrom]);
  if (address === undefined || address === "")
    throw new PdError("input-invalid", `The database of "${graph}" has no address`, {
      where: "databases",
      fix:
        urlFrom === undefined
          ? 'Give "url" or "urlFrom".'
          : `Set the environment variable ${urlFrom} to postgres://user:password@host/database.`,
    });
  return { content: openPostgres({ url: address, graph, id, tenant }), codes: { errors: POSTGRES_ERRORS } };
}
