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
import { createCallTool } from "./call-tool.js";
import { createCompletion } from "./completion.js";
import { createNodeNames } from "./node-names.js";
import { OPERATION_TOOLS } from "./operation-tools.js";
import type { Loading } from "./progress.js";
import { createPrompts } from "./prompts.js";
import type { Parts } from "./protocol-server.js";
import { createResources } from "./resources.js";
import { serveSkills } from "./served-skills.js";
import { listTools } from "./tool-list.js";
import { VERSION } from "./version.js";

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
  const skills = serveSkills(mounts.flatMap((mount) => mount.skills ?? []));
  const ports = mounts.flatMap((mount) => mount.prompts ?? []);
  const prompts = createPrompts({ toolkit, contents, ports, onError: options.onError });
  return {
    info: { name, version },
    instructions: instructionsFor(contents),
    tools,
    callTool: createCallTool({ toolkit, tools, milliseconds, progress }),
    resources: createResources({ toolkit, contents, skills }),
    complete: createCompletion({ contents, names: createNodeNames(), prompts }),
    prompts,
    skills,
  };
}
