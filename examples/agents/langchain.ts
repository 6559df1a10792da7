// A folder of notes in a LangChain agent, all tool answers within 8000 tokens.
// Run it with OPENAI_API_KEY: npx tsx langchain.ts [folder] ["question"]
// @boundaries-ignore installed with the agent
import { ChatOpenAI } from "@langchain/openai";
import { langchainTools } from "@pd/agents/langchain";
import { createToolkit } from "@pd/core";
import { openVault } from "@pd/core/vault";
import { createAgent } from "langchain";

const [folder = ".", question = "What is this about?"] = process.argv.slice(2);
const toolkit = createToolkit({ mounts: [{ content: await openVault(folder) }] });

const agent = createAgent({
  model: new ChatOpenAI({ model: "gpt-5" }),
  tools: langchainTools(toolkit, { tokenBudget: 8000 }),
});
const { messages } = await agent.invoke({ messages: [{ role: "user", content: question }] });
console.log(messages.at(-1)?.text);
