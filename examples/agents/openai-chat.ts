// A folder of notes with OpenAI's Chat Completions, whose SDK has the loop, all tool answers within 8000 tokens.
// Run it with OPENAI_API_KEY: npx tsx openai-chat.ts [folder] ["question"]
import { openaiTools } from "@pd/agents";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
// @boundaries-ignore installed with the agent
import OpenAI from "openai";

const [folder = ".", question = "What is this about?"] = process.argv.slice(2);
const toolkit = createToolkit({ mounts: [{ content: await openVault(folder) }] });

const runner = new OpenAI().chat.completions.runTools(
  {
    model: "gpt-5",
    messages: [{ role: "user", content: question }],
    tools: openaiTools(toolkit, { tokenBudget: 8000 }).chat,
  },
  { maxChatCompletions: 20 },
);
console.log(await runner.finalContent());
