// A folder of notes with Anthropic's SDK, whose tool runner has the loop, all tool answers within 8000 tokens.
// Run it with ANTHROPIC_API_KEY: npx tsx anthropic.ts [folder] ["question"]
// @boundaries-ignore installed with the agent
import Anthropic from "@anthropic-ai/sdk";
import { anthropicTools } from "@pd/agents";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";

const [folder = ".", question = "What is this about?"] = process.argv.slice(2);
const toolkit = createToolkit({ mounts: [{ content: await openVault(folder) }] });

const message = await new Anthropic().beta.messages.toolRunner({
  model: "claude-sonnet-5-5",
  max_tokens: 2000,
  messages: [{ role: "user", content: question }],
  tools: anthropicTools(toolkit, { tokenBudget: 8000 }).tools,
  max_iterations: 20,
});
for (const block of message.content) if (block.type === "text") console.log(block.text);
