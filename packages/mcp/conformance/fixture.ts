import { MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server";
import type { CallContext, PromptPort, Tool } from "@pd/core";
import { defineTool, PdError } from "@pd/core";
import { createMemoryContent } from "@pd/core/testing";
import * as z from "zod/mini";
import { memorySkills } from "../fixtures/memory-skills.js";
import type { Resources } from "../src/resources/resources.js";
import { serverOf } from "../src/server/create-mcp-server.js";
import { createParts } from "../src/server/parts.js";
import type { CallTool } from "../src/tools/call-tool.js";
import { serveHttp } from "../src/transport/serve-http.js";

// What the official suite asks of a server by name, served by pd's own handlers, behind pd's own guard. Tools, prompts and skills come through the
// ports that any mount uses; only the resources are put in between, since pd's own addresses begin with pd:// and the suite's with test://.

const nothing = z.strictObject({});

/** Tools that the suite looks for, to see that nothing else happens while they run. */
const plain = [
  "test_logging_tool",
  "test_streaming_elicitation",
  "test_missing_capability",
  "test_trigger_tool_change",
].map((name) =>
  defineTool({ name, description: "Returns a text.", input: nothing, readOnly: true, call: async () => "Done." }),
);

const promptListeners = new Set<() => void>();

const tools: readonly Tool[] = [
  ...plain,
  defineTool({
    name: "test_trigger_prompt_change",
    description: "Says that the prompts have changed.",
    input: nothing,
    readOnly: false,
    async call() {
      for (const listener of promptListeners) listener();
      return "Done.";
    },
  }),
  defineTool({
    name: "test_simple_text",
    description: "Returns a simple text.",
    input: nothing,
    readOnly: true,
    call: async () => "This is a simple text response for testing.",
  }),
  defineTool({
    name: "test_error_handling",
    description: "Always fails.",
    input: nothing,
    readOnly: true,
    async call(): Promise<string> {
      throw new PdError("tool-failed", "This tool intentionally returns an error for testing");
    },
  }),
  defineTool({
    name: "test_tool_with_progress",
    description: "Takes its time.",
    input: nothing,
    readOnly: true,
    async call() {
      await new Promise((resolve) => void setTimeout(resolve, 250));
      return "It took its time.";
    },
  }),
];

const prompts: PromptPort = {
  list: async () => [
    { name: "test_simple_prompt", description: "A prompt without arguments." },
    {
      name: "test_prompt_with_arguments",
      description: "A prompt with arguments.",
      arguments: [
        { name: "arg1", description: "First test argument", required: true },
        { name: "arg2", description: "Second test argument", required: true },
      ],
    },
  ],
  async get({ name, arguments: given }) {
    if (name === "test_simple_prompt") return { text: "This is a simple prompt for testing." };
    if (name !== "test_prompt_with_arguments") return undefined;
    return { text: `Prompt with arguments: arg1='${given.get("arg1")}', arg2='${given.get("arg2")}'` };
  },
  onChange(listener) {
    promptListeners.add(listener);
    return () => void promptListeners.delete(listener);
  },
  complete: async ({ value }) => ["paris", "park", "party"].filter((one) => one.startsWith(value)),
};

/** One red pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

function withTestResources(resources: Resources): Resources {
  return {
    templates: [
      ...resources.templates,
      { name: "template", uriTemplate: "test://template/{id}/data", mimeType: "application/json" },
    ],
    async list(cursor: string | undefined, context: CallContext) {
      const listed = await resources.list(cursor, context);
      const own = [
        { uri: "test://static-text", name: "static-text", description: "A text.", mimeType: "text/plain" },
        { uri: "test://static-binary", name: "static-binary", description: "A pixel.", mimeType: "image/png" },
      ];
      return cursor === undefined ? { ...listed, resources: [...own, ...listed.resources] } : listed;
    },
    checkAddress(uri: string) {
      if (!uri.startsWith("test://")) resources.checkAddress(uri);
    },
    async read(uri: string, context: CallContext) {
      const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
      if (id !== undefined) {
        const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
        return { contents: [{ uri, mimeType: "application/json", text }] };
      }
      if (uri === "test://static-text") {
        return {
          contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }],
        };
      }
      if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: PIXEL }] };
      return resources.read(uri, context);
    },
  };
}

const content = createMemoryContent([
  { id: "moc:index", name: "Index", type: "moc", description: "Where everything is.", body: "# Index\n\n[[Budgets]]" },
  { id: "note:budgets", name: "Budgets", description: "A ceiling in tokens.", body: "# Budgets\n\nA hard ceiling." },
]);
const skills = await memorySkills({
  "test-skill": {
    "SKILL.md": "---\nname: test-skill\ndescription: Tests a server.\n---\n\n# Test\n\nRead references/more.md.\n",
    "references/more.md": "# More\n",
    "scripts/run.sh": "#!/bin/sh\necho hello\n",
  },
  "zoom-skill": { "SKILL.md": "---\nname: zoom-skill\ndescription: Another one.\n---\n\n# Zoom\n" },
});
/** No tool of a mount can ask a client for anything; the suite wants to see how a server says that it would have to. */
function withCapabilityCheck(callTool: CallTool): CallTool {
  return async (params, context) => {
    if (params.name !== "test_missing_capability") return callTool(params, context);
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  };
}

const options = { mounts: [{ content, tools, prompts, skills }], progressMilliseconds: 50 };
const parts = createParts(options);
const server = serverOf(
  { ...parts, callTool: withCapabilityCheck(parts.callTool), resources: withTestResources(parts.resources) },
  options,
);
const { url } = await serveHttp(server, { port: Number(process.argv[2] ?? 0) });
process.stdout.write(`${url}\n`);
