import "./graph.css";
import { useComputed } from "@preact/signals";
import { ErrorNotice, Notice } from "../../components/notice.js";
import { parameter, setQuery } from "../../router.js";
import { graph, graphChoices, graphState, hasChanged, reloadGraph, sightings } from "../../state/graph.js";
import { sourcesLoaded } from "../../state/recordings.js";
import { isLarge } from "./drawn-graph.js";
import { passing } from "./filter.js";
import { GraphLegend } from "./graph-legend.js";
import { GraphStage } from "./graph-stage.js";
import { GraphToolbar } from "./graph-toolbar.js";
import { NodePanel } from "./node-panel.js";
import { NodeTable } from "./node-table.js";
import { hasWebGl } from "./web-gl.js";

const type = parameter("type");
const domain = parameter("domain");
const tag = parameter("tag");
const only = parameter("only");
const shownAs = parameter("as");
const links = parameter("links");
const selected = parameter("node");

/** Every node of the graph, and how much of it the session has come to know. */
export function GraphView() {
  const filter = useComputed(() => ({
    type: type.value,
    domain: domain.value,
    tag: tag.value,
    onlySeen: only.value === "seen",
  }));
  const data = graph.value;
  const state = graphState.value;
  if (sourcesLoaded.value && graphChoices.value.length === 0) return <NoGraph />;
  if (state.kind === "failed") return <ErrorNotice error={state.error} onRetry={reloadGraph} />;
  if (data === undefined) return <div class="view-loading" aria-busy="true" />;
  if (data.size === 0) return <NoGraph />;
  const pass = passing(data, filter.value, sightings.value);
  const asTable = shownAs.value === "table" || !hasWebGl();
  const at = selected.value === undefined ? undefined : data.indexOf(selected.value);
  const select = (index: number | undefined) =>
    setQuery({ node: index === undefined ? undefined : data.columns.ids[index] });
  return (
    <div class="graph-view" data-panel={at === undefined ? undefined : "open"}>
      <GraphToolbar graph={data} filter={filter.value} passing={pass} onSelect={select} asTable={asTable} />
      {hasChanged.value ? (
        <p class="graph-word" role="status">
          The notes have changed.{" "}
          <button type="button" class="button button-small" onClick={reloadGraph}>
            Load them again
          </button>
        </p>
      ) : null}
      {hasWebGl() ? null : (
        <p class="graph-word" role="status">
          This browser draws no WebGL, so the graph is shown as a table.
        </p>
      )}
      <div class="graph-body">
        {asTable ? (
          <NodeTable graph={data} passing={pass} selected={at} />
        ) : (
          <GraphStage
            graph={data}
            passing={pass}
            selected={at}
            allLinks={!isLarge(data) || links.value === "all"}
            onSelect={select}
          />
        )}
        {at === undefined ? null : <NodePanel graph={data} index={at} onClose={() => select(undefined)} />}
      </div>
      {asTable ? null : <GraphLegend />}
    </div>
  );
}

function NoGraph() {
  return (
    <Notice title="There are no notes here">
      <p>
        Start the studio with a folder of markdown files: <code>npm run studio -- docs</code>
      </p>
    </Notice>
  );
}
