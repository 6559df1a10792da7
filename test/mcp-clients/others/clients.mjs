// What each of these frameworks puts into a model's message for the result of a tool. None of them is asked for its loop: the function that makes
// the message is called as the loop calls it.
// By names in a list: they are installed where this file is copied to, and are no dependencies of this package.

const FRAMEWORKS = ["@ai-sdk/mcp", "@ai-sdk/mcp/mcp-stdio", "@llamaindex/tools", "@mastra/mcp", "@openai/agents"];
const [{ createMCPClient }, { Experimental_StdioMCPTransport }, { mcp }, { MCPClient }, agents] = await Promise.all(
  FRAMEWORKS.map((name) => import(name)),
);
const { getAllMcpTools, MCPServerStdio, RunContext } = agents;

/** @typedef {{ call(name: string, given: object): Promise<string>, close(): Promise<unknown> }} Client */

/** @returns {Promise<Client>} */
async function aiSdk(launch) {
  const client = await createMCPClient({ transport: new Experimental_StdioMCPTransport(launch) });
  const tools = new Map(Object.entries(await client.tools()));
  return {
    async call(name, given) {
      const tool = tools.get(name);
      const output = await tool.execute(given, { toolCallId: "1", messages: [] });
      const shown = await tool.toModelOutput({ toolCallId: "1", input: given, output });
      return shown.value.map((part) => part.text ?? JSON.stringify(part)).join("");
    },
    close: () => client.close(),
  };
}

/** @returns {Promise<Client>} */
async function openAiAgents({ command, args }) {
  const server = new MCPServerStdio({ command, args, name: "pd" });
  await server.connect();
  const tools = await getAllMcpTools([server]);
  return {
    async call(name, given) {
      const output = await tools.find((tool) => tool.name === name).invoke(new RunContext(), JSON.stringify(given));
      return typeof output === "string" ? output : (output.text ?? JSON.stringify(output));
    },
    close: () => server.close(),
  };
}

/** @returns {Promise<Client>} */
async function mastra(launch) {
  const client = new MCPClient({ servers: { pd: launch } });
  const tools = new Map(Object.entries(await client.listTools()));
  return {
    async call(name, given) {
      const tool = tools.get(`pd_${name}`);
      const output = await tool.execute(given, {});
      const shown = await tool.toModelOutput?.(output);
      // Without an output schema the whole result is the message, as JSON.
      return typeof shown === "string" ? shown : JSON.stringify(shown ?? output);
    },
    close: () => client.disconnect(),
  };
}

/** @returns {Promise<Client>} */
async function llamaIndex(launch) {
  const client = mcp(launch);
  const tools = await client.tools();
  return {
    // Its agents send what a tool gave back as JSON.
    call: async (name, given) => JSON.stringify(await tools.find((tool) => tool.metadata.name === name).call(given)),
    close: () => client.cleanup(),
  };
}

/** By name, and what the bin has to be told so that its model reads the text alone. */
export const CLIENTS = [
  ["@ai-sdk/mcp 2", aiSdk, []],
  ["@openai/agents", openAiAgents, []],
  ["@mastra/mcp", mastra, []],
  ["@llamaindex/tools", llamaIndex, []],
];
