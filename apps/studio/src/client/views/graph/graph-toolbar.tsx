import { useSignal } from "@preact/signals";
import { count } from "../../figures.js";
import { place, setQuery } from "../../router.js";
import type { GraphData } from "../../state/graph-data.js";
import { isLarge } from "./drawn-graph.js";
import type { Filter } from "./filter.js";
import { NodeSearch } from "./node-search.js";
import { hasWebGl } from "./web-gl.js";

interface GraphToolbarProps {
  readonly graph: GraphData;
  readonly filter: Filter;
  readonly passing: Uint8Array;
  readonly asTable: boolean;
  readonly onSelect: (index: number) => void;
}

/** Finding a node, and showing fewer of them. */
export function GraphToolbar({ graph, filter, passing, asTable, onSelect }: GraphToolbarProps) {
  const { typeNames, domainNames, tagNames } = graph.columns;
  const isOpen = useSignal(false);
  const shown = passing.reduce((sum, one) => sum + one, 0);
  const active = [filter.type, filter.domain, filter.tag].filter((value) => value !== undefined).length;
  return (
    <search class="graph-toolbar" aria-label="Nodes">
      <NodeSearch graph={graph} onSelect={onSelect} />
      <button
        type="button"
        class="button button-small filters-switch"
        aria-expanded={isOpen.value}
        aria-controls="graph-filters"
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {active === 0 ? "Filters" : `Filters (${active})`}
      </button>
      <div id="graph-filters" class="graph-filters" data-open={isOpen.value}>
        <Choice name="type" label="Type" value={filter.type} all={typeNames} />
        <Choice name="domain" label="Domain" value={filter.domain} all={domainNames} />
        <Choice name="tag" label="Tag" value={filter.tag} all={tagNames} />
        <button
          type="button"
          class="button button-small"
          aria-pressed={filter.onlySeen === true}
          onClick={() => setQuery({ only: filter.onlySeen === true ? undefined : "seen" })}
        >
          Only in session
        </button>
        {isLarge(graph) && !asTable ? (
          <button
            type="button"
            class="button button-small"
            aria-pressed={place.value.query.get("links") === "all"}
            title="Otherwise those of the selected node, and those between nodes that the session knows"
            onClick={() => setQuery({ links: place.value.query.get("links") === "all" ? undefined : "all" })}
          >
            All links
          </button>
        ) : null}
      </div>
      <span class="graph-count" aria-live="polite">
        {shown === graph.size ? `${count(graph.size)} nodes` : `${count(shown)} of ${count(graph.size)} nodes`}
      </span>
      {hasWebGl() ? (
        <button
          type="button"
          class="button button-small"
          aria-pressed={asTable}
          onClick={() => setQuery({ as: asTable ? undefined : "table" })}
        >
          Table
        </button>
      ) : null}
    </search>
  );
}

interface ChoiceProps {
  readonly name: "type" | "domain" | "tag";
  readonly label: string;
  readonly value: string | undefined;
  readonly all: readonly string[];
}

function Choice({ name, label, value, all }: ChoiceProps) {
  if (all.length === 0) return null;
  const sorted = [...all].sort((a, b) => a.localeCompare(b));
  return (
    <label class="field-inline">
      <span class="field-name">{label}</span>
      <select value={value ?? ""} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
        <option value="">all</option>
        {sorted.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
