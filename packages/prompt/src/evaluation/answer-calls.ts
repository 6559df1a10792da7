import { isPdError } from "@pd/core";
import type { ModelReply } from "../adapters/model-adapter.js";
import { inWords, type PromptBudgetError, type VisibilityExpansionRequired } from "../section/errors.js";
import type { SectionPath, SectionVisibility } from "../session/visibility.js";
import { clearVisibilityOverride, setVisibilityOverride, type VisibilityEvent } from "../session/visibility-slice.js";
import type { Run } from "./run.js";
import type { Stage } from "./stage.js";
import { runCalls } from "./tool-round.js";

/** Answers every call of a reply, in the model's order; where one asked for more of the prompt, the next stage shows it. */
export async function answerCalls(run: Run, reply: ModelReply, stage: Stage): Promise<Stage> {
  const { answered, expansion } = await runCalls(reply, stage, run.signal);
  for (const { call, milliseconds, answer, error } of answered) {
    const why = error === undefined ? {} : { code: error.code, cause: error.cause };
    run.tell({ kind: "tool-answered", id: call.id, tool: call.name, milliseconds, ok: !answer.isError, ...why });
  }
  const answers = new Map(answered.map(({ call, answer }) => [call, answer]));
  let next = stage;
  if (expansion !== undefined) {
    const { call, required } = expansion;
    const expanded = expand(run, required, stage);
    const opened = "rendered" in expanded;
    if (opened) next = expanded;
    const text = opened ? openedWords(required, stage, expanded) : tooLargeWords(required, expanded);
    answers.set(call, { id: call.id, name: call.name, text, isError: !opened });
  }
  run.messages.push({ role: "tools", answers: reply.toolCalls.flatMap((call) => answers.get(call) ?? []) });
  return next;
}

/** The next stage; or why the prompt's own `tokenBudget` has no room for it. Then nothing has changed. */
function expand(run: Run, required: VisibilityExpansionRequired, stage: Stage): Stage | PromptBudgetError {
  const { requestedOverrides, sectionKeys, reason } = required;
  const { maxExpansions } = run.limits;
  if (run.expansions >= maxExpansions) {
    const fix = "Raise maxExpansions, or show more of the prompt from the start.";
    throw run.stopped("expansions", `The model asked for more than ${maxExpansions} expansions`, {
      fix,
      cause: required,
    });
  }
  const before = run.session.select();
  for (const [path, visibility] of requestedOverrides) run.session.dispatch(setVisibilityOverride(path, visibility));
  const paths = [...requestedOverrides.keys()];
  try {
    const next = run.render(stage);
    run.expansions += 1;
    run.tell({ kind: "sections-opened", sectionKeys, paths, reason, expansions: run.expansions });
    return next;
  } catch (error) {
    for (const path of paths) run.session.dispatch(asBefore(path, before.get(path)));
    if (isPdError(error) && error.code === "budget-too-small") return error as PromptBudgetError;
    throw error;
  }
}

function asBefore(path: SectionPath, visibility: SectionVisibility | undefined): VisibilityEvent {
  return visibility === undefined ? clearVisibilityOverride(path) : setVisibilityOverride(path, visibility);
}

function tooLargeWords({ sectionKeys }: VisibilityExpansionRequired, { message }: PromptBudgetError): string {
  return `Error: There is no room to open ${inWords(sectionKeys)}. ${message}. Go on without, or open less.`;
}

function openedWords({ sectionKeys }: VisibilityExpansionRequired, before: Stage, after: Stage): string {
  const names = inWords(sectionKeys);
  const opened = new Set(sectionKeys).size === 1 ? `Section ${names} is open now.` : `Sections ${names} are open now.`;
  if (after.addition !== undefined) return `${opened}\n\n${after.addition}`;
  const known = new Set(before.tools.map(({ name }) => name));
  const tools = after.tools.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  const more = tools.length === 0 ? "" : ` New tools: ${tools.join(", ")}.`;
  return `${opened} The instructions now show it in full.${more}`;
}
