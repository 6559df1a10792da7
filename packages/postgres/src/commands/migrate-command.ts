import { defineCommand } from "@pd/core";
import * as z from "zod/mini";
import { migrate } from "../store/migrate.js";
import { openStore } from "../store/store.js";
import { databaseUrl, storeFields } from "./database-url.js";

export const migrateCommand = defineCommand({
  name: "migrate",
  summary: "Make or update the tables of pd in PostgreSQL",
  input: z.strictObject({
    url: storeFields().url,
    role: z.optional(z.string().check(z.describe("A role that serves and syncs, and owns no table"))),
  }),
  words: ["url"],
  examples: ["pd migrate postgres://owner@db.example/pd --role server"],
  async run({ url, role }, { signal }) {
    const store = openStore({ url: databaseUrl(url) });
    try {
      const { before, after } = await migrate(store, { role, signal });
      const text = before === after ? `${store.shown} is up to date` : `${store.shown}: ${before} → ${after}`;
      return {
        exitCode: 0,
        data: { before, after },
        text: [{ kind: "line", text, tone: "good" }],
        next: ["pd sync <folder> <url>"],
      };
    } finally {
      await store.close();
    }
  },
});
