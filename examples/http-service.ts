// A web service over a folder of notes that asks for a token, and a client that has it.
// Run it in this folder: npx tsx http-service.ts     with PORT set it goes on serving: curl -H "authorization: Bearer $PD_TOKEN" …
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { isPdError } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { createClient, createHttpApp } from "@pd/http";
import { serve } from "@pd/http/node";

const { PORT, PD_TOKEN: token = randomBytes(24).toString("hex") } = process.env;
const vault = await openVault(fileURLToPath(new URL("../docs", import.meta.url)), { cache: false });
const app = createHttpApp({ mounts: [{ content: vault }], token });
const server = await serve(app, { port: Number(PORT ?? 0) });
console.log(`${server.url}/api/skillgraph/stats`);

await createClient(server.url)
  .call("stats", {})
  .catch((error: unknown) => console.log("without the token:", isPdError(error) ? error.code : error));

const client = createClient(server.url, { token });
const { nodes, telemetry, session } = await client.call("search", { query: "token budget", limit: 3, session: "new" });
for (const { level, id, tokens } of nodes) console.log(level, id, `${tokens} tokens to open`);
console.log("with it:", telemetry.tokensUsed, "tokens, session", session === undefined ? "none" : "kept");

if (PORT === undefined) {
  await server.close();
  await vault.close();
}
