// A folder of notes in a LangGraph agent over MCP, for which pd runs as a server: pd mcp docs --http
// Run it with OPENAI_API_KEY: npx tsx langgraph.ts [url] ["question"]
// @boundaries-ignore installed with the agent
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
// @boundaries-ignore installed with the agent
import { ChatOpenAI } from "@langchain/openai";
// @boundaries-ignore installed with the agent
import { createAgent } from "langchain";

const [url = "http://127.0.0.1:3333/mcp", question = "What is this about?"] = process.argv.slice(2);
const client = new MultiServerMCPClient({ mcpServers: { pd: { transport: "http", url } } });

const agent = createAgent({ model: new ChatOpenAI({ model: "gpt-5" }), tools: await client.getTools() });
const { messages } = await agent.invoke({ messages: [{ role: "user", content: question }] });
console.log(messages.at(-1)?.text);
await client.close();
