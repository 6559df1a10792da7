// A folder of notes in an agent of the AI SDK (`ai`), all tool answers within 8000 tokens.
// Run it with OPENAI_API_KEY: npx tsx ai-sdk.ts [folder] ["question"]
// @boundaries-ignore installed with the agent
import { openai } from "@ai-sdk/openai";
import { aiSdkTools } from "@pd/agents";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { generateText, isStepCount } from "ai";

const [folder = ".", question = "What is this about?"] = process.argv.slice(2);
const toolkit = createToolkit({ mounts: [{ content: await openVault(folder) }] });

const { text } = await generateText({
  model: openai("gpt-5"),
  prompt: question,
  tools: aiSdkTools(toolkit, { tokenBudget: 8000 }),
  stopWhen: isStepCount(20),
});
console.log(text);
