import { computed, effect, signal } from "@preact/signals";
import type { GraphChoice, GraphColumns } from "../../wire.js";
import { askJson, hasToken } from "../connection.js";
import { parameter } from "../router.js";
import { type GraphData, graphData } from "./graph-data.js";
import { recording, step } from "./recordings.js";
import { namesOf } from "./shown-graphs.js";
import { type Sightings, sightingsAt } from "./sightings.js";

/** The graphs that this studio serves. */
export const graphChoices = signal<readonly GraphChoice[]>([]);

const asked = parameter("graph");

/** The one that the address names, else the first. */
export const graphId = computed(() => asked.value ?? graphChoices.value[0]?.id);

export type GraphState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "loaded"; readonly graph: GraphData };

export const graphState = signal<GraphState>({ kind: "loading" });

/** The graph, once it is there. */
export const graph = computed(() => (graphState.value.kind === "loaded" ? graphState.value.graph : undefined));

const reloads = signal(0);

/** Asks again, after the notes have changed or the server was away. */
export function reloadGraph(): void {
  reloads.value += 1;
}

/** Versions of graphs as the server last told them. */
export const latestVersions = signal<ReadonlyMap<string, string>>(new Map());

/** The notes are no longer those that are shown. */
export const hasChanged = computed(() => {
  const latest = latestVersions.value.get(graph.value?.graphId ?? "");
  return latest !== undefined && latest !== graph.value?.columns.version;
});

const entries = computed(() => recording.value?.entries ?? []);

const names = computed(() => {
  const shown = graph.value;
  return shown && namesOf(shown, entries.value, new Set(graphChoices.value.map(({ id }) => id)));
});

/** What the session has seen of this graph up to the step. */
export const sightings = computed<Sightings>(() => sightingsAt(entries.value, step.value, names.value ?? new Set()));

export function startGraph(): void {
  effect(() => {
    const id = graphId.value;
    reloads.value;
    if (!hasToken.value || id === undefined) return;
    const leaving = new AbortController();
    graphState.value = { kind: "loading" };
    askJson<GraphColumns>(`/studio/graph?graph=${encodeURIComponent(id)}`, { signal: leaving.signal })
      .then((columns) => {
        graphState.value = { kind: "loaded", graph: graphData(columns) };
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) graphState.value = { kind: "failed", error };
      });
    return () => leaving.abort();
  });
}
