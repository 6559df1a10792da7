import type { BuiltPack } from "../../../wire.js";
import { client } from "../../connection.js";
import { count, plural } from "../../figures.js";
import { graph, graphId } from "../../state/graph.js";
import { useAsked } from "../saw/use-asked.js";

/** As `@pd/cli/eval` has it: what somebody with grep spends. */
interface GrepCost {
  readonly policy: string;
  readonly tokens: number;
  readonly calls: number;
  readonly isFound: boolean;
}

interface CostRow {
  readonly name: string;
  readonly tokens: number;
  readonly note: string;
  readonly level?: number;
}

/** What the pack costs beside the other ways to the same passage. */
export function AskCosts({ pack, query }: { readonly pack: BuiltPack; readonly query: string }) {
  const best = pack.parts.find(({ text }) => text !== undefined);
  const key = best?.text === undefined ? undefined : JSON.stringify([query, graphId.value, best.text]);
  const grep = useAsked(key, async (signal) => {
    const input = { query, evidence: [best?.text ?? ""], graphId: graphId.value };
    return (await client.value.tool("studio_grep", input, { signal })) as readonly GrepCost[];
  });
  const rows: readonly CostRow[] = [
    { name: "This pack", tokens: pack.telemetry.tokensUsed, note: "1 call", level: 4 },
    ...(grep.kind === "done" ? grep.value.map(grepRow) : []),
    ...wholeNotes(pack),
    ...(graph.value === undefined
      ? []
      : [{ name: "Everything", tokens: graph.value.tokensOfAll, note: plural(graph.value.size, "note") }]),
  ];
  return (
    <section class="card stack ask-costs" aria-labelledby="ask-costs">
      <h2 id="ask-costs">What it costs</h2>
      <CostRows rows={rows} />
      {grep.kind === "loading" ? <p class="soft small">Counting what grep would read …</p> : null}
      <p class="soft small">
        Grep is counted until it has read the pack's best passage, in this folder: by listing the files with most of the
        words and reading them whole, and by reading the lines that match, rarest word first.
      </p>
    </section>
  );
}

/** Bars are drawn to the largest but everything, which would leave nothing of the others. */
function CostRows({ rows }: { readonly rows: readonly CostRow[] }) {
  const whole = Math.max(1, ...rows.filter(({ name }) => name !== "Everything").map(({ tokens }) => tokens));
  return (
    <dl class="ask-cost-rows">
      {rows.map(({ name, tokens, note, level }) => (
        <div key={name} class="ask-cost-row">
          <dt>{name}</dt>
          <dd>
            <span class="number">{`${plural(tokens, "token")}, `}</span>
            <span class="soft small">{note}</span>
            <span
              class="ask-cost-bar"
              data-level={level}
              data-over={tokens > whole}
              style={{ inlineSize: `${Math.min(100, (100 * tokens) / whole)}%` }}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function grepRow({ policy, tokens, calls, isFound }: GrepCost): CostRow {
  const name = policy.charAt(0).toUpperCase() + policy.slice(1);
  return { name, tokens, note: `${plural(calls, "call")}${isFound ? "" : ", and not found"}` };
}

/** The notes that the pack took passages from, had they been opened. */
function wholeNotes({ parts }: BuiltPack): readonly CostRow[] {
  const data = graph.value;
  const notes = new Map(
    parts.flatMap(({ id }) => {
      const note = data?.find(id);
      return note === undefined ? [] : [[note.id, note.tokens] as const];
    }),
  );
  const tokens = [...notes.values()].reduce((sum, price) => sum + price, 0);
  return tokens === 0 ? [] : [{ name: "The same notes, whole", tokens, note: `${count(notes.size)} opened` }];
}
