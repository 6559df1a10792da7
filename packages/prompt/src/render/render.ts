import { escapeControls, o200k, type TokenCounter } from "@pd/core";
import { openSectionsTool } from "../open/open-sections.js";
import { readSectionTool } from "../open/read-section.js";
import type { Binding } from "../section/binding.js";
import { PromptValidationError } from "../section/errors.js";
import type {
  Delivery,
  PromptSkill,
  PromptTool,
  RenderedPrompt,
  RenderedSection,
  RenderOptions,
} from "../section/prompt-types.js";
import type { SectionRegistry } from "../section/registry.js";
import { accessTo } from "../section/section-access.js";
import { SectionVisibility } from "../session/visibility.js";
import { tokensIn } from "./chunks.js";
import { fitToBudget } from "./render-budget.js";
import { CLOSED, HIDDEN, OPEN, type Resolution, resolve } from "./resolution.js";
import { eachShown, textOf } from "./shown-text.js";

/** A prompt in one state as text, with the tools that go with it. The same state gives the same bytes. */
export function renderPrompt(
  binding: Binding,
  options: RenderOptions,
  preferred: Delivery | undefined,
): RenderedPrompt {
  const { session, visibility, filesystem, tokenBudget, counter = o200k } = options;
  const { registry, parameters } = binding;
  const delivery = deliveryFor(options, preferred);
  const resolved = resolve({ registry, parameters, session, explicit: visibility });
  const { resolution, summarised } =
    tokenBudget === undefined
      ? { resolution: resolved, summarised: [] }
      : fitToBudget({ binding, resolution: resolved, delivery, tokenBudget, counter });
  const access = accessTo(binding, resolution, { delivery, filesystem });
  const { tools, closedTools, skills } = broughtBy(registry, resolution.states);
  const needed = toolsNeeded(registry, resolution, delivery);
  return lazily({
    text: textOf(binding, resolution, delivery),
    tools: [
      ...tools,
      ...(needed.open ? [openSectionsTool(access)] : []),
      ...(needed.read ? [readSectionTool(access)] : []),
    ],
    closedTools,
    skills,
    summarised,
    delivery,
    counter,
    sections: () => sectionsIn(binding, resolution, { delivery, counter }),
  });
}

/** `files` where there is a file system, `inline` where there is none, unless the prompt or the caller says otherwise (R4.5). */
export function deliveryFor({ delivery, filesystem }: RenderOptions, preferred: Delivery | undefined): Delivery {
  const chosen = delivery ?? preferred ?? (filesystem === undefined ? "inline" : "files");
  if (DELIVERIES.has(chosen)) return chosen;
  throw new PromptValidationError(`"${escapeControls(String(chosen).slice(0, 40))}" is not a delivery`, {
    where: "delivery",
    fix: `Use ${[...DELIVERIES].join(", ")}.`,
  });
}

const DELIVERIES: ReadonlySet<Delivery> = new Set<Delivery>(["files", "inline", "rerender"]);

function sectionsIn(
  binding: Binding,
  resolution: Resolution,
  { delivery, counter }: { readonly delivery: Delivery; readonly counter: TokenCounter },
): readonly RenderedSection[] {
  const shown: RenderedSection[] = [];
  eachShown(binding, resolution, delivery, (chunk, place) => {
    const { path, number, depth, definition } = binding.registry.sections[place]!;
    const open = resolution.states[place] === OPEN;
    const visibility = open ? SectionVisibility.FULL : SectionVisibility.SUMMARY;
    shown.push({ path, number, title: definition.title, depth, visibility, tokens: tokensIn(chunk, counter) });
  });
  return shown;
}

/** Places of the sections that bring something: few, so that looking for them does not mean looking at all. */
const bringing = new WeakMap<SectionRegistry, readonly number[]>();

export function bringersIn(registry: SectionRegistry): readonly number[] {
  const known = bringing.get(registry);
  if (known !== undefined) return known;
  const found = registry.sections.flatMap(({ definition: { tools, skills } }, place) =>
    tools.length + skills.length > 0 ? [place] : [],
  );
  bringing.set(registry, found);
  return found;
}

function broughtBy(registry: SectionRegistry, states: Uint8Array) {
  const tools: PromptTool[] = [];
  const closedTools: PromptTool[] = [];
  const skills: PromptSkill[] = [];
  for (const place of bringersIn(registry)) {
    const { definition } = registry.sections[place]!;
    const state = states[place];
    if (state === CLOSED || state === HIDDEN) closedTools.push(...definition.tools);
    if (state !== OPEN) continue;
    tools.push(...definition.tools);
    skills.push(...definition.skills);
  }
  return { tools, closedTools, skills };
}

/** Which tools the closed sections in the text call for (R4.5). */
function toolsNeeded(
  { ends }: SectionRegistry,
  { states, presence }: Resolution,
  delivery: Delivery,
): { readonly open: boolean; readonly read: boolean } {
  let [open, read] = [false, false];
  for (let place = states.indexOf(CLOSED); place >= 0; place = states.indexOf(CLOSED, ends[place]!)) {
    if (delivery !== "inline" || presence.bringsTools(place)) open = true;
    else read = true;
    if (open && (read || delivery !== "inline")) break;
  }
  return { open, read };
}

interface Parts extends Pick<RenderedPrompt, "text" | "tools" | "closedTools" | "skills" | "summarised" | "delivery"> {
  readonly counter: TokenCounter;
  sections(): readonly RenderedSection[];
}

/** Counting costs more than rendering: it is done for who asks. */
export function lazily({ counter, sections, ...parts }: Parts): RenderedPrompt {
  let [counted, listed]: [number | undefined, readonly RenderedSection[] | undefined] = [undefined, undefined];
  return {
    ...parts,
    get tokens() {
      counted ??= counter.count(parts.text);
      return counted;
    },
    get sections() {
      listed ??= sections();
      return listed;
    },
  };
}
