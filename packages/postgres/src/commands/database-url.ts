import { PdError } from "@pd/core";
import * as z from "zod/mini";

/** Where a command finds the address where none is given. */
const VARIABLE = "PD_DATABASE_URL";

/** The fields that every command of the database has. */
export const storeFields = () => ({
  url: z.optional(z.string().check(z.describe(`postgres://user:password@host/database; default: ${VARIABLE}`))),
  tenant: z.optional(z.string().check(z.describe("Whose rows; default: default"))),
});

/** What is given, else what the environment has: a password need not be typed where others can read it. */
export function databaseUrl(given: string | undefined): string {
  const url = given ?? process.env[VARIABLE];
  if (url !== undefined && url !== "") return url;
  throw new PdError("input-invalid", "No database is given", {
    where: "url",
    fix: `Give postgres://user:password@host/database as the last word, or set ${VARIABLE}.`,
  });
}
