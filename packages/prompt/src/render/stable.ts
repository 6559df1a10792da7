import { o200k, type TokenCounter } from "@pd/core";
import { openSectionsTool } from "../open/open-sections.js";
import { readSectionTool } from "../open/read-section.js";
import type { Binding } from "../section/binding.js";
import { PromptBudgetError, SectionClosedError } from "../section/errors.js";
import type {
  BoundPrompt,
  Delivery,
  PromptSkill,
  PromptTool,
  RenderedPrompt,
  RenderOptions,
} from "../section/prompt-types.js";
import { accessTo, type SectionAccess } from "../section/section-access.js";
import { bringersIn, deliveryFor, lazily } from "./render.js";
import { fitToBudget } from "./render-budget.js";
import { type Presence, type Resolution, resolve } from "./resolution.js";
import { createTranscript, type Transcript } from "./transcript.js";

/**
 * A prompt whose text only ever grows, for caches that keep the beginning of what was sent (R4.8). All tools are listed from the start;
 * one whose section is closed says so. What is opened is appended; what is closed again stays. Which sections exist, how closed ones are
 * delivered and what a budget closed are settled at the first rendering.
 */
export function stablePrompt<Output>(
  bound: Pick<BoundPrompt<Output>, "ns" | "key" | "output">,
  binding: Binding,
  preferred: Delivery | undefined,
): BoundPrompt<Output> {
  const transcript = createTranscript(binding);
  let settled: Beginning | undefined;
  let listed: Listed | undefined;
  let current: SectionAccess | undefined;
  // Its tools are called after it was rendered, and there is a state then.
  const access = () => current!;

  return {
    ...bound,
    render(options = {}) {
      const { beginning, resolution } =
        settled === undefined ? begin(binding, options, preferred) : goOn(binding, options, settled);
      const additions = transcript.additions(resolution, beginning);
      const text = transcript.text(additions);
      const { delivery, counter, summarised } = beginning;
      // Before anything is kept: what does not fit was never said.
      checkBudget(text, options.tokenBudget, counter);
      transcript.append(additions);
      settled = beginning;
      const now = accessTo(binding, resolution, { delivery, filesystem: options.filesystem });
      current = { ...now, isOpen: transcript.hasOpened };
      listed ??= listTools(current, transcript, access);
      const sections = transcript.sections();
      return lazily({ text, ...listed, closedTools: [], summarised, delivery, counter, sections: () => sections });
    },
  };
}

/** What was decided at the first rendering and holds for all. */
interface Beginning {
  readonly delivery: Delivery;
  readonly counter: TokenCounter;
  readonly presence: Presence;
  /** What a budget closed. */
  readonly closed: ReadonlySet<number>;
  readonly summarised: RenderedPrompt["summarised"];
}

interface Step {
  readonly beginning: Beginning;
  readonly resolution: Resolution;
}

function begin(binding: Binding, options: RenderOptions, preferred: Delivery | undefined): Step {
  const { registry, parameters } = binding;
  const { counter = o200k, session, visibility: explicit, tokenBudget } = options;
  const delivery = deliveryFor(options, preferred);
  const resolved = resolve({ registry, parameters, session, explicit });
  const { resolution, summarised } =
    tokenBudget === undefined
      ? { resolution: resolved, summarised: [] }
      : fitToBudget({ binding, resolution: resolved, delivery, tokenBudget, counter });
  const closed = new Set(summarised.map((path) => registry.places.get(path)!));
  return { beginning: { delivery, counter, presence: resolution.presence, closed, summarised }, resolution };
}

function goOn({ registry, parameters }: Binding, options: RenderOptions, beginning: Beginning): Step {
  const { session, visibility: explicit } = options;
  const { presence, closed } = beginning;
  return { beginning, resolution: resolve({ registry, parameters, session, explicit, presence, closed }) };
}

interface Listed {
  readonly tools: readonly PromptTool[];
  readonly skills: readonly PromptSkill[];
}

/** The tools are listed once and serve every state: each looks at the one at hand when it is called. */
function listTools(first: SectionAccess, { hasOpened }: Transcript, access: () => SectionAccess): Listed {
  const { binding, presence, delivery } = first;
  const { registry } = binding;
  const tools: PromptTool[] = [];
  const skills: PromptSkill[] = [];
  for (const place of bringersIn(registry)) {
    if (!presence.exists(place)) continue;
    const { definition, path } = registry.sections[place]!;
    tools.push(...definition.tools.map((tool) => guarded(tool, path, () => hasOpened(place))));
    skills.push(...definition.skills);
  }
  const closable = registry.sections.flatMap(({ definition }, place) =>
    presence.exists(place) && definition.summary !== undefined ? [place] : [],
  );
  const opens = closable.some((place) => delivery !== "inline" || presence.bringsTools(place));
  const reads = delivery === "inline" && closable.some((place) => !presence.bringsTools(place));
  if (opens) tools.push(late(first, access, openSectionsTool));
  if (reads) tools.push(late(first, access, readSectionTool));
  return { tools, skills };
}

function guarded(tool: PromptTool, section: string, isOpen: () => boolean): PromptTool {
  return {
    ...tool,
    async call(input, context) {
      if (!isOpen()) throw new SectionClosedError(section);
      return tool.call(input, context);
    },
  };
}

function late(
  first: SectionAccess,
  access: () => SectionAccess,
  make: (access: SectionAccess) => PromptTool,
): PromptTool {
  return { ...make(first), call: async (input, context) => make(access()).call(input, context) };
}

/** Nothing that was sent can be taken back: a budget that is full stays full. */
function checkBudget(text: string, budget: number | undefined, counter: TokenCounter): void {
  if (budget === undefined) return;
  const needed = counter.count(text);
  if (needed <= budget) return;
  throw new PromptBudgetError(`What has been opened needs ${needed} tokens, and the budget is ${budget}`, needed, {
    fix: `Give at least ${needed} tokens, or start a new prompt.`,
  });
}
