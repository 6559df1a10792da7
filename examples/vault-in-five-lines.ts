// A folder of notes, asked in five lines: the best text for a question, within a budget.
// Run it in this folder: npx tsx vault-in-five-lines.ts [folder] [question]
import { fileURLToPath } from "node:url";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";

const docs = fileURLToPath(new URL("../docs", import.meta.url));
const [folder = docs, question = "What happens to a node that does not fit the budget?"] = process.argv.slice(2);

const vault = await openVault(folder, { cache: false });
const toolkit = createToolkit({ mounts: [{ content: vault }] });
const pack = await toolkit.call("context", { query: question, tokenBudget: 500, format: "text" });
console.log(pack.text);
console.log(`${pack.telemetry.tokensUsed} of 500 tokens`);
