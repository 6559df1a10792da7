// A folder of notes, asked with OpenAI's Responses API in a loop of one's own, all tool answers within 8000 tokens.
// Run it with OPENAI_API_KEY: npx tsx openai-responses.ts [folder] ["question"]
import { openaiTools } from "@pd/agents";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
// @boundaries-ignore installed with the agent
import OpenAI from "openai";

const [folder = ".", question = "What is this about?"] = process.argv.slice(2);
const toolkit = createToolkit({ mounts: [{ content: await openVault(folder) }] });
const pd = openaiTools(toolkit, { tokenBudget: 8000 });
const client = new OpenAI();

const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: question }];
for (let turn = 0; turn < 20; turn += 1) {
  const { output, output_text } = await client.responses.create({ model: "gpt-5", input, tools: pd.responses });
  const outputs = await pd.outputs(output);
  if (outputs.length === 0) console.log(output_text);
  if (outputs.length === 0) break;
  input.push(...(output as OpenAI.Responses.ResponseInput), ...outputs);
}
