// A folder of notes in an agent of Mastra, all tool answers within 8000 tokens.
// Run it with OPENAI_API_KEY: npx tsx mastra.ts [folder] ["question"]
// @boundaries-ignore installed with the agent
import { Agent } from "@mastra/core/agent";
import { mastraTools } from "@pd/agents";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";

const [folder = ".", question = "What is this about?"] = process.argv.slice(2);
const toolkit = createToolkit({ mounts: [{ content: await openVault(folder) }] });

const agent = new Agent({
  id: "reader",
  name: "Reader",
  instructions: "Answer from the notes.",
  model: "openai/gpt-5",
  tools: mastraTools(toolkit, { tokenBudget: 8000 }),
});
const { text } = await agent.generate(question, { maxSteps: 20 });
console.log(text);
