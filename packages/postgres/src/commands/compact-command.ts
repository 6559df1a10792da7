import { defineCommand } from "@pd/core";
import * as z from "zod/mini";
import { compact } from "../content/compact.js";
import { openStore } from "../store/store.js";
import { databaseUrl, storeFields } from "./database-url.js";

export const compactCommand = defineCommand({
  name: "compact",
  summary: "Write the index of a graph in PostgreSQL, so that servers start faster",
  input: z.strictObject({
    graph: z.string().check(z.minLength(1), z.maxLength(64), z.describe("The graph, as pd sync named it")),
    ...storeFields(),
  }),
  words: ["graph", "url"],
  examples: ["pd compact docs postgres://server@db.example/pd"],
  async run({ graph, url, tenant }, { signal }) {
    const store = openStore({ url: databaseUrl(url), tenant });
    try {
      const done = await compact(store, graph, { signal });
      const text = done.isBusy
        ? `${graph}: another process compacts it`
        : `${graph}: version ${done.version}, ${done.notes} notes, ${done.bytes} bytes; ${done.removed} old rows removed`;
      return { exitCode: 0, data: done, text: [{ kind: "line", text, tone: "good" }] };
    } finally {
      await store.close();
    }
  },
});
