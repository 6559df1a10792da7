import { createMemoryFilesystem, defineTool, isPdError, type Tool } from "@pd/core";
import {
  type BoundPrompt,
  buildSummarySuffix,
  clearAllVisibilityOverrides,
  clearVisibilityOverride,
  createPromptSession,
  type Delivery,
  evaluate,
  isVisibilityExpansionRequired,
  markdownSection,
  type Prompt,
  promptTemplate,
  type ScriptedReply,
  type Section,
  SectionVisibility,
  scripted,
  setVisibilityOverride,
  visibilityOverrides,
} from "@pd/prompt";
import * as z from "zod";
import type { Door, Input, Outcome } from "../doors/door.js";
import { overTheWire } from "../doors/door.js";

/** A section as data. */
export interface WrittenSection {
  readonly key: string;
  readonly title?: string;
  readonly text: string;
  readonly summary?: string;
  readonly closed?: boolean;
  readonly disabled?: boolean;
  /** Names of parameters, all of them texts. */
  readonly takes?: readonly string[];
  /** Closed where this parameter is "yes". */
  readonly closedIf?: string;
  readonly tool?: string;
  readonly priority?: number;
  readonly below?: readonly WrittenSection[];
}

/** A prompt asked by its host: no door, so a client is a prompt with its session and its files. */
export function promptDriver(sections: readonly WrittenSection[]): Door {
  return {
    name: "library",
    close: async () => undefined,
    client() {
      const session = createPromptSession();
      const files = createMemoryFilesystem();
      let prompt: Prompt | undefined;
      const built = (params: object = {}): Prompt => {
        prompt ??= promptTemplate({ ns: "agents", key: "test", sections: sections.map(sectionOf) }).bind(
          params as never,
        );
        return prompt;
      };
      let stable: BoundPrompt | undefined;
      const kept = (): BoundPrompt => {
        stable ??= built().stable();
        return stable;
      };

      async function perform(call: string, input: Input): Promise<unknown> {
        const { delivery, budget, override = {}, params, ...rest } = input as Asked;
        const rendering = () =>
          (input["stable"] === true ? kept() : built(params)).render({
            session,
            visibility: Object.entries(override),
            ...(delivery === "files" ? { filesystem: files } : {}),
            ...(delivery === undefined ? {} : { delivery }),
            ...(budget === undefined ? {} : { tokenBudget: budget }),
          });
        switch (call) {
          case "build":
            return built(params).key;
          case "render": {
            const { text, tools, summarised, tokens } = rendering();
            return {
              text,
              tools: tools.map(({ name }) => name),
              summarised,
              fits: budget === undefined || tokens <= budget,
            };
          }
          case "tool": {
            const tool = rendering().tools.find(({ name }) => name === input["name"]);
            if (tool === undefined) return "no such tool";
            const disclose = () => Promise.reject(new Error("not here"));
            return tool.call(await z.parseAsync(tool.input as z.ZodType, input["input"]), { disclose });
          }
          case "file":
            return (await files.read(String(input["path"]))).text;
          case "files":
            return (await files.list()).map(({ path }) => path);
          case "open":
            session.dispatch(setVisibilityOverride(String(input["path"]), SectionVisibility.FULL));
            return [...session.select(visibilityOverrides)];
          case "clear":
            session.dispatch(
              input["path"] === undefined
                ? clearAllVisibilityOverrides()
                : clearVisibilityOverride(String(input["path"])),
            );
            return [...session.select(visibilityOverrides)];
          case "restore": {
            const saved = session.snapshot();
            const copy = session.clone();
            session.dispatch(clearAllVisibilityOverrides());
            session.restore(saved);
            return {
              restored: [...session.select(visibilityOverrides)],
              cloned: [...copy.select(visibilityOverrides)],
            };
          }
          case "evaluate": {
            const model = scripted(input["script"] as readonly ScriptedReply[]);
            const { text, expansions, steps } = await evaluate(built(), model, {
              session,
              ...(budget === undefined ? {} : { budget }),
              ...(rest as object),
            });
            return { text, expansions, steps };
          }
          case "suffix":
            return buildSummarySuffix(
              String(input["key"]),
              (input["children"] as string[]) ?? [],
              input["tools"] === true,
            );
          default:
            throw new Error(`no such call: ${call}`);
        }
      }
      return async (call, input): Promise<Outcome> => {
        try {
          return { answer: overTheWire(await perform(call, input)) };
        } catch (error) {
          if (isVisibilityExpansionRequired(error)) {
            const { requestedOverrides, reason, sectionKeys } = error;
            return { answer: { expansion: Object.fromEntries(requestedOverrides), reason, sectionKeys } };
          }
          if (!isPdError(error)) throw error;
          return { error: error.toJSON() };
        }
      };
    },
  };
}

interface Asked {
  readonly delivery?: Delivery;
  readonly budget?: number;
  readonly override?: Readonly<Record<string, SectionVisibility>>;
  readonly params?: object;
}

function sectionOf(written: WrittenSection): Section<never> {
  const {
    key,
    title = key,
    text,
    summary,
    closed,
    disabled,
    takes = [],
    closedIf,
    tool,
    priority,
    below = [],
  } = written;
  const { FULL, SUMMARY } = SectionVisibility;
  return markdownSection({
    key,
    title,
    template: text,
    ...(summary === undefined ? {} : { summary }),
    ...(closed === true ? { visibility: SUMMARY } : {}),
    ...(closedIf === undefined
      ? {}
      : { visibility: (params: object) => (Reflect.get(params, closedIf) === "yes" ? SUMMARY : FULL) }),
    ...(disabled === true ? { enabled: false } : {}),
    ...(takes.length === 0 ? {} : { params: z.object(Object.fromEntries(takes.map((name) => [name, z.string()]))) }),
    ...(tool === undefined ? {} : { tools: [toolNamed(tool)] }),
    ...(priority === undefined ? {} : { priority }),
    children: below.map(sectionOf),
  } as never) as Section<never>;
}

function toolNamed(name: string): Tool {
  return defineTool({
    name,
    description: "A tool.",
    input: z.object({}),
    readOnly: true,
    call: async () => `${name} ran`,
  });
}
