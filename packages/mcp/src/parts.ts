import type { CallToolResult, Implementation } from "@modelcontextprotocol/server";
import {
  type Content,
  createToolkit,
  type Mount,
  type OnEvent,
  OPERATIONS,
  type Operation,
  type SessionStore,
  type TokenCounter,
} from "@pd/core";
import { type CallTool, createCallTool } from "./call-tool.js";
import { type Complete, createCompletion } from "./completion.js";
import { createNodeNames } from "./node-names.js";
import { OPERATION_TOOLS } from "./operation-tools.js";
import type { Loading } from "./progress.js";
import { createPrompts, type Prompts } from "./prompts.js";
import { createResources, type Resources } from "./resources.js";
import { type ServedSkills, serveSkills } from "./served-skills.js";
import { type ListedTool, listTools } from "./tool-list.js";
import { AS_JSON, AS_RESULT } from "./tool-result.js";
import { VERSION } from "./version.js";

/** Everything a connection is served from; made once, shared by all of them. */
export interface Parts {
  readonly info: Implementation;
  readonly instructions: string;
  readonly tools: readonly ListedTool[];
  readonly callMilliseconds: number;
  readonly callTool: CallTool<CallToolResult>;
  /** The same, already written. */
  readonly callToolAsJson: CallTool<string>;
  readonly resources: Resources;
  readonly complete: Complete;
  readonly prompts: Prompts;
  readonly skills: ServedSkills | undefined;
}

export interface McpServerOptions {
  /** What is served: contents, tools, skills, prompts. */
  readonly mounts: readonly Mount[];
  /** The operations behind the tools, where they are not the standard ones, e.g. with another default budget. */
  readonly operations?: readonly Operation[];
  readonly counter?: TokenCounter;
  readonly sessions?: SessionStore;
  readonly onEvent?: OnEvent;
  /** How the server introduces itself. */
  readonly name?: string;
  readonly version?: string;
  /** How long one call may take. A minute if it is not given. */
  readonly callMilliseconds?: number;
  /** How often a client that asked for progress hears that its call is alive. Every half second if it is not given. */
  readonly progressMilliseconds?: number;
  /** What to say to a client that waits for a vault and asked for progress. */
  readonly loading?: () => Loading | undefined;
  /** What went wrong outside any call. Nothing is written anywhere if it is not given. */
  readonly onError?: (error: Error) => void;
}

const INSTRUCTIONS = [
  "A knowledge base that is read level by level. For a question, call context. To look around, scan or search, then open what matters with node at the lowest level that answers.",
  'Pass session "new" once and the id that comes back afterwards: then repeat false leaves out what you have seen.',
  "tokenBudget is a ceiling; what did not fit is in omitted, with its price.",
].join(" ");

/** A model finds the first vault by itself; of the others it has to be told. */
function instructionsFor(contents: readonly Content[]): string {
  const [first, ...others] = contents.map(({ id }) => id);
  if (others.length === 0) return INSTRUCTIONS;
  return `${INSTRUCTIONS} There are several vaults, and graphId picks one: ${first} if it is not given, ${others.join(", ")}.`;
}

/** Puts together what every connection is served from. */
export function createParts(options: McpServerOptions): Parts {
  const { mounts, name = "pd", version = VERSION, callMilliseconds: milliseconds = 60_000 } = options;
  const toolkit = createToolkit({
    mounts,
    operations: (options.operations ?? OPERATIONS).filter((one) =>
      OPERATION_TOOLS.some((tool) => tool.name === one.name),
    ),
    ...(options.counter === undefined ? {} : { counter: options.counter }),
    ...(options.sessions === undefined ? {} : { sessions: options.sessions }),
    ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
  });
  const contents = mounts.flatMap(({ content }): readonly Content[] => (content === undefined ? [] : [content]));
  const progress = { everyMilliseconds: options.progressMilliseconds ?? 500, loading: options.loading };
  const tools = listTools(toolkit, mounts);
  const calling = { toolkit, tools, milliseconds, progress };
  const skills = serveSkills(mounts.flatMap((mount) => mount.skills ?? []));
  const ports = mounts.flatMap((mount) => mount.prompts ?? []);
  const prompts = createPrompts({ toolkit, contents, ports, onError: options.onError });
  return {
    info: { name, version },
    instructions: instructionsFor(contents),
    tools,
    callMilliseconds: milliseconds,
    callTool: createCallTool(calling, AS_RESULT),
    callToolAsJson: createCallTool(calling, AS_JSON),
    resources: createResources({ toolkit, contents, skills }),
    complete: createCompletion({ contents, names: createNodeNames(), prompts }),
    prompts,
    skills,
  };
}
