// Skills in an agent of the AI SDK: the catalogue in its prompt, their text when the model asks for it, all of it within one budget.
// Run it in this folder: npx tsx skills-ai-sdk.ts ["task"]     with ANTHROPIC_API_KEY a model answers, without one a mock
import { fileURLToPath } from "node:url";
import { anthropic } from "@ai-sdk/anthropic";
import { aiSdkTools } from "@pd/agents";
import { createToolkit } from "@pd/core";
import { SkillManager, skillMount } from "@pd/skills";
import { generateText, stepCountIs } from "ai";
import { mockModel } from "./mock-model.js";

const skills = new SkillManager({ projectDir: fileURLToPath(new URL("..", import.meta.url)), personalDir: false });
await skills.discover();
const toolkit = createToolkit({ mounts: [skillMount(skills)], operations: [] });

const tools = aiSdkTools(toolkit, { tokenBudget: 8000 });

const { text, steps } = await generateText({
  model: process.env["ANTHROPIC_API_KEY"]
    ? anthropic("claude-sonnet-5-5")
    : mockModel({ tool: "skill", input: { name: "write-a-note", tokenBudget: 1000 } }, "First, see what there is."),
  system: `Use a skill where one fits.\n${skills.availableSkills({ budget: 500 }).text}`,
  prompt: process.argv[2] ?? "How do I add a note about budgets?",
  tools,
  stopWhen: stepCountIs(8),
});
for (const { toolResults } of steps) for (const { toolName, output } of toolResults) console.log(toolName, output);
console.log(text);
