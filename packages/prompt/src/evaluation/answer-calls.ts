import type { ModelReply } from "../adapters/model-adapter.js";
import type { VisibilityExpansionRequired } from "../errors.js";
import { setVisibilityOverride } from "../visibility-slice.js";
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
    next = expand(run, required, stage);
    answers.set(call, { id: call.id, name: call.name, text: openedWords(required, stage, next), isError: false });
  }
  run.messages.push({ role: "tools", answers: reply.toolCalls.flatMap((call) => answers.get(call) ?? []) });
  return next;
}

function expand(run: Run, required: VisibilityExpansionRequired, stage: Stage): Stage {
  const { requestedOverrides, sectionKeys, reason } = required;
  const { maxExpansions } = run.limits;
  if (run.expansions >= maxExpansions) {
    const fix = "Raise maxExpansions, or show more of the prompt from the start.";
    throw run.stopped("expansions", `The model asked for more than ${maxExpansions} expansions`, {
      fix,
      cause: required,
    });
  }
  run.expansions += 1;
  for (const [path, visibility] of requestedOverrides) run.session.dispatch(setVisibilityOverride(path, visibility));
  const paths = [...requestedOverrides.keys()];
  run.tell({ kind: "sections-opened", sectionKeys, paths, reason, expansions: run.expansions });
  return run.render(stage);
}

function openedWords({ sectionKeys }: VisibilityExpansionRequired, before: Stage, after: Stage): string {
  const names = sectionKeys.map((key) => `'${key}'`).join(", ");
  const opened = sectionKeys.length === 1 ? `Section ${names} is open now.` : `Sections ${names} are open now.`;
  if (after.addition !== undefined) return `${opened}\n\n${after.addition}`;
  const known = new Set(before.tools.map(({ name }) => name));
  const tools = after.tools.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  const more = tools.length === 0 ? "" : ` New tools: ${tools.join(", ")}.`;
  return `${opened} The instructions now show it in full.${more}`;
}
