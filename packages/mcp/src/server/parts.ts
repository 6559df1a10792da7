import type { Implementation } from "@modelcontextprotocol/server";
import {
  ALL_GRAPHS,
  type Content,
  callSpans,
  createToolkit,
  type JsonSchema,
  MAX_BUDGET,
  type Mount,
  type OnEvent,
  OPERATIONS,
  type OpenTelemetryApi,
  type Operation,
  o200k,
  type RecordOptions,
  recorded,
  type SessionStore,
  type TokenCounter,
} from "@pd/core";
import { VERSION } from "../program/version.js";
import { createPrompts, type Prompts } from "../prompts/prompts.js";
import { type Complete, createCompletion } from "../resources/completion.js";
import { createResources, type Resources } from "../resources/resources.js";
import { type ServedSkills, serveSkills } from "../skills/served-skills.js";
import { type CallTool, createCallTool } from "../tools/call-tool.js";
import { ANSWER_SCHEMA } from "../tools/output-schema.js";
import type { Loading } from "../tools/progress.js";
import { hasTools, type ListedTool, listTools, vaultsIn } from "../tools/tool-list.js";
import { type InRequestSpan, requestSpans } from "./request-span.js";

/** Everything a connection is served from; made once, shared by all of them. */
export interface Parts {
  readonly info: Implementation;
  readonly instructions: string;
  readonly tools: () => readonly ListedTool[];
  /** What a tool has announced of what it gives back. */
  readonly outputSchemaOf: (name: string) => JsonSchema | undefined;
  readonly callMilliseconds: number;
  readonly callTool: CallTool;
  readonly resources: Resources;
  readonly complete: Complete;
  readonly prompts: Prompts;
  readonly skills: ServedSkills | undefined;
  readonly counter: TokenCounter;
  readonly maxBudget: number;
  /** Whether results carry the answer object in `_meta`, to clients that keep it from the model. */
  readonly meta: boolean;
  readonly inSpan: InRequestSpan;
}

export interface McpServerOptions {
  /** What is served: contents, tools, skills, prompts. */
  readonly mounts: readonly Mount[];
  /** The operations behind the tools, where they are not the standard ones, e.g. with another default budget. */
  readonly operations?: readonly Operation[];
  readonly counter?: TokenCounter;
  /** The most that a call may ask for as its `tokenBudget`; 32,000 if it is not given. */
  readonly maxBudget?: number;
  readonly sessions?: SessionStore;
  readonly onEvent?: OnEvent;
  /** Told of each call once it is over, with what came back: a session log. */
  readonly onEntry?: RecordOptions["onEntry"];
  /** The module `@opentelemetry/api`: requests become spans in their callers' traces, and calls spans inside them. */
  readonly openTelemetry?: OpenTelemetryApi;
  /**
   * Tools announce an output schema, answers go out as `structuredContent`, and the budget counts all of that JSON. For clients whose software
   * reads it: a model reads the text form for half the tokens.
   */
  readonly structured?: boolean;
  /**
   * `false`: results carry no `_meta`, which is otherwise where software finds the answer object. For a client that shows `_meta` to the model
   * and cannot be told by its name.
   */
  readonly meta?: boolean;
  /** `false`: operations serve resources and are not tools, so that the tools of the mounts are all that a model pays for on every turn. */
  readonly operationTools?: boolean;
  /** What a client is told at the start, for its model; how to read a vault, if it is not given. */
  readonly instructions?: string;
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
  "A knowledge base that is read level by level. For a question, call context with tokenBudget 1000. To look around, scan or search; node opens what they name.",
  'Pass session "new" in the first call and the id that comes back in later ones: the same call with repeat false then brings more, nothing twice.',
  "tokenBudget is a ceiling; what did not fit is named at the end, with its price.",
].join(" ");

/** A model finds the first vault by itself; of the others it has to be told. */
function instructionsFor(contents: readonly Content[]): string {
  const [first, ...others] = contents.map(({ id }) => id);
  if (others.length === 0) return INSTRUCTIONS;
  return `${INSTRUCTIONS} There are several vaults, and graphId picks one: ${first} if it is not given, ${others.join(", ")}; ${ALL_GRAPHS} asks them together.`;
}

/** Puts together what every connection is served from. */
export function createParts(options: McpServerOptions): Parts {
  const { mounts, name = "pd", version = VERSION, structured = false } = options;
  const { callMilliseconds: milliseconds = 60_000, maxBudget = MAX_BUDGET } = options;
  const operations = (options.operations ?? OPERATIONS).filter(({ offered = true }) => offered);
  const plain = createToolkit({
    mounts,
    operations,
    maxBudget,
    ...(options.counter === undefined ? {} : { counter: options.counter }),
    ...(options.sessions === undefined ? {} : { sessions: options.sessions }),
    ...listenerOf(options),
  });
  const { onEntry } = options;
  const toolkit = onEntry === undefined ? plain : recorded(plain, { onEntry });
  const contents = mounts.flatMap(({ content }): readonly Content[] => (content === undefined ? [] : [content]));
  const progress = { everyMilliseconds: options.progressMilliseconds ?? 500, loading: options.loading };
  let tools: readonly ListedTool[] | undefined;
  /** Made when somebody asks for it: schemas are converted, and a call of an operation needs none of that. */
  const listed = () => {
    tools ??= listTools({
      toolkit,
      operations: options.operationTools === false ? [] : operations,
      mounts,
      structured,
    });
    return tools;
  };
  const outputSchemaOf = (name: string) => {
    if (!structured) return undefined;
    if (operations.some((operation) => operation.name === name)) return ANSWER_SCHEMA;
    return hasTools(mounts) ? listed().find((tool) => tool.name === name)?.outputSchema : undefined;
  };
  const skills = serveSkills(mounts.flatMap((mount) => mount.skills ?? []));
  const ports = mounts.flatMap((mount) => mount.prompts ?? []);
  const counter = options.counter ?? o200k;
  const prompts = createPrompts({ toolkit, contents, ports, limit: { counter, maxBudget }, onError: options.onError });
  return {
    info: { name, version },
    instructions: options.instructions ?? instructionsFor(vaultsIn(mounts)),
    tools: listed,
    outputSchemaOf,
    callMilliseconds: milliseconds,
    callTool: createCallTool({
      toolkit,
      operations,
      isServed: (name) => options.operationTools !== false || listed().some((tool) => tool.name === name),
      outputSchemaOf,
      structured,
      milliseconds,
      progress,
    }),
    resources: createResources({ toolkit, listing: plain, contents, skills }),
    complete: createCompletion({ contents, prompts }),
    prompts,
    skills,
    counter,
    maxBudget,
    meta: options.meta ?? true,
    inSpan: requestSpans(options.openTelemetry),
  };
}

function listenerOf({ onEvent, openTelemetry }: McpServerOptions): { readonly onEvent?: OnEvent } {
  if (openTelemetry === undefined) return onEvent === undefined ? {} : { onEvent };
  const spans = callSpans(openTelemetry);
  return {
    onEvent(event) {
      spans(event);
      onEvent?.(event);
    },
  };
}
