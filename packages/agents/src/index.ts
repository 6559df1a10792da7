export { type AiSdkTool, aiSdkTools } from "./adapters/ai-sdk.js";
export { type AnthropicTool, type AnthropicTools, anthropicTools } from "./adapters/anthropic.js";
export { type MastraTool, mastraTools } from "./adapters/mastra.js";
export { type ChatTool, type OpenAiTools, openaiTools, type ResponsesTool } from "./adapters/openai.js";
export { type OpenAiAgentsTool, openaiAgentsTools } from "./adapters/openai-agents.js";
export type { AgentTool, ExecuteOptions } from "./agent-tool.js";
export { type Conversation, type ConversationOptions, createConversation, type Told } from "./conversation.js";
