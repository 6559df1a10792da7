// A folder of notes in an agent of the OpenAI Agents SDK, all tool answers within 8000 tokens.
// Run it with OPENAI_API_KEY: npx tsx openai-agents.ts [folder] ["question"]
// @boundaries-ignore installed with the agent
import { Agent, run } from "@openai/agents";
import { openaiAgentsTools } from "@pd/agents";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";

const [folder = ".", question = "What is this about?"] = process.argv.slice(2);
const toolkit = createToolkit({ mounts: [{ content: await openVault(folder) }] });

const agent = new Agent({
  name: "Reader",
  model: "gpt-5",
  instructions: "Answer from the notes.",
  tools: openaiAgentsTools(toolkit, { tokenBudget: 8000 }),
});
const { finalOutput } = await run(agent, question, { maxTurns: 20 });
console.log(finalOutput);
