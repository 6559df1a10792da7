import { type Answer, LEVEL_NAMES, LEVELS, type Level } from "@pd/core";
import { LevelBadge } from "../../components/level-badge.js";
import { ErrorNotice } from "../../components/notice.js";
import { client } from "../../connection.js";
import { count } from "../../figures.js";
import { parameter, setQuery } from "../../router.js";
import { type Delivery, fieldIn } from "../saw/delivery.js";
import { differenceFrom } from "../saw/level-difference.js";
import { LongText } from "../saw/long-text.js";
import { linesOf } from "../saw/shown-lines.js";
import { answerIn, useAsked } from "../saw/use-asked.js";

/** One node at one level, and what that costs by itself. */
interface AtLevel {
  readonly level: Level;
  readonly delivery: Delivery | undefined;
  readonly tokens: number;
}

const chosenNode = parameter("at");
const chosenForm = parameter("form");

/** The same node at each of the five levels, side by side, each with what it adds to the one before. */
export function LevelsPanel({ answer }: { readonly answer: unknown }) {
  const nodes = fieldIn(answer, "nodes");
  const ids = (Array.isArray(nodes) ? nodes : []).map((node) => String(fieldIn(node, "id")));
  const id = chosenNode.value !== undefined && ids.includes(chosenNode.value) ? chosenNode.value : ids[0];
  const graphId = String(fieldIn(answer, "graphId") ?? "");
  const form = chosenForm.value === "text" ? "text" : "json";
  const asked = useAsked(id === undefined ? undefined : `${graphId} ${form} ${id}`, (signal) =>
    atAllLevels({ id: id ?? "", graphId, form, signal }),
  );
  const levels = answerIn(asked);
  return (
    <div class="stack">
      <div class="row">
        <label class="field-inline levels-node">
          <span class="field-name">Node</span>
          <select value={id} onChange={(event) => setQuery({ at: event.currentTarget.value })}>
            {ids.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <label class="field-inline">
          <span class="field-name">Form</span>
          <select class="levels-form" value={form} onChange={(event) => setQuery({ form: event.currentTarget.value })}>
            <option value="json">JSON fields</option>
            <option value="text">text for a model</option>
          </select>
        </label>
      </div>
      {asked.kind === "failed" ? <ErrorNotice error={asked.error} /> : null}
      {levels === undefined ? (
        asked.kind === "loading" && <p class="soft">Asking at five levels …</p>
      ) : (
        <LevelColumns levels={levels} />
      )}
    </div>
  );
}

function LevelColumns({ levels }: { readonly levels: readonly AtLevel[] }) {
  const most = Math.max(1, ...levels.map(({ tokens }) => tokens));
  return (
    <ol class="level-columns" aria-label="The node at levels 0 to 4">
      {levels.map((at, index) => (
        <LevelColumn
          key={`${at.level} ${at.delivery?.id} ${at.delivery?.form}`}
          at={at}
          before={levels[index - 1]}
          most={most}
        />
      ))}
    </ol>
  );
}

interface LevelColumnProps {
  readonly at: AtLevel;
  readonly before: AtLevel | undefined;
  readonly most: number;
}

function LevelColumn({ at, before, most }: LevelColumnProps) {
  const { level, delivery, tokens } = at;
  const lines = delivery === undefined ? [] : linesOf(delivery);
  const difference = differenceFrom(before?.delivery === undefined ? [] : linesOf(before.delivery), lines);
  return (
    <li class="level-column" data-level={level}>
      <h3 class="row">
        <LevelBadge level={level} />
        {LEVEL_NAMES[level]}
        <span class="number soft small level-column-tokens">{`${count(tokens)} tokens`}</span>
      </h3>
      <div class="level-column-bar" aria-hidden="true">
        <span style={{ inlineSize: `${(100 * tokens) / most}%` }} />
      </div>
      {delivery === undefined ? (
        <p class="soft small">Not shown at this level: it could not be read.</p>
      ) : (
        <>
          <LongText
            lines={difference.lines}
            label={`Level ${level}`}
            isMarked={before !== undefined}
            hasFields={false}
            first={40}
          />
          {before === undefined ? null : (
            <p class="soft small">
              {`${count(difference.added)} new, ${count(difference.kept)} said before, ${count(difference.gone)} not repeated`}
            </p>
          )}
        </>
      )}
    </li>
  );
}

interface Asking {
  readonly id: string;
  readonly graphId: string;
  readonly form: "json" | "text";
  readonly signal: AbortSignal;
}

/** Outside sessions and recordings: looking at a level here must not count as having seen it. */
async function atAllLevels({ id, graphId, form, signal }: Asking): Promise<readonly AtLevel[]> {
  return Promise.all(
    LEVELS.map(async (level) => {
      const input = { nodes: id, level, graphId, format: form };
      const answer = (await client.value.tool("studio_node", input, { signal })) as Answer;
      const [node] = answer.nodes;
      const { tokensUsed: tokens } = answer.telemetry;
      if (node === undefined) return { level, delivery: undefined, tokens };
      const text = "text" in answer && typeof answer.text === "string" ? answer.text : JSON.stringify(node);
      const view = form === "json" ? { view: node as NonNullable<Delivery["view"]> } : {};
      return { level, tokens, delivery: { id, level, text, form, isCertain: true, ...view } };
    }),
  );
}
