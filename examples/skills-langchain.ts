// Skills in a LangChain agent: the same tools, in one line.
// Run it in this folder: npx tsx skills-langchain.ts ["task"]     with ANTHROPIC_API_KEY a model answers, without one a fake
import { fileURLToPath } from "node:url";
import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { langchainTools } from "@pd/agents/langchain";
import { createToolkit } from "@pd/core";
import { SkillManager, skillMount } from "@pd/skills";
import { createAgent } from "langchain";

const skills = new SkillManager({ projectDir: fileURLToPath(new URL("..", import.meta.url)), personalDir: false });
await skills.discover();
const toolkit = createToolkit({ mounts: [skillMount(skills)], operations: [] });

const tools = langchainTools(toolkit, { tokenBudget: 8000 });

const fake = fakeModel()
  .respondWithTools([{ name: "skill", args: { name: "write-a-note", tokenBudget: 1000 } }])
  .respond(new AIMessage("First, see what there is."));
const agent = createAgent({
  model: process.env["ANTHROPIC_API_KEY"] ? new ChatAnthropic({ model: "claude-sonnet-5-5" }) : fake,
  tools,
  systemPrompt: `Use a skill where one fits.\n${skills.availableSkills({ budget: 500 }).text}`,
});
const task = process.argv[2] ?? "How do I add a note about budgets?";
const { messages } = await agent.invoke({ messages: [{ role: "user", content: task }] });
for (const message of messages) console.log(`${message.type}: ${message.text}`);
