import { useEffect, useRef } from "preact/hooks";
import { plural } from "../../figures.js";
import { isTyping } from "../../keys.js";
import { sightings } from "../../state/graph.js";
import type { GraphData } from "../../state/graph-data.js";
import { isDark } from "../../theme.js";
import { createGraphCanvas, type GraphCanvas } from "./graph-canvas.js";

interface GraphStageProps {
  readonly graph: GraphData;
  readonly passing: Uint8Array;
  readonly selected: number | undefined;
  readonly allLinks: boolean;
  readonly onSelect: (index: number | undefined) => void;
}

/** The picture, with its keys: arrows go along links, Escape lets go, + and - zoom, 0 shows all. */
export function GraphStage({ graph, passing, selected, allLinks, onSelect }: GraphStageProps) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<GraphCanvas | undefined>(undefined);
  const chosenHere = useRef<number | undefined>(undefined);
  const seen = sightings.value;

  useEffect(() => {
    if (place.current === null) return;
    const made = createGraphCanvas(place.current, {
      graph,
      onSelect: (index) => {
        chosenHere.current = index;
        onSelect(index);
      },
    });
    canvas.current = made;
    return () => {
      canvas.current = undefined;
      made.remove();
    };
  }, [graph]);

  useEffect(
    () => canvas.current?.show({ sightings: seen, passing, selected, allLinks }),
    [graph, seen, passing, selected, allLinks],
  );
  // Who clicks a node sees it already; one that was found by its name, or by a link, is brought into view.
  useEffect(() => {
    if (selected !== undefined && selected !== chosenHere.current) canvas.current?.focus(selected);
    chosenHere.current = undefined;
  }, [graph, selected]);
  // Wherever the focus is, since the panel that it closes may hold it.
  useEffect(() => {
    const onEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isTyping(event.target)) onSelect(undefined);
    };
    document.addEventListener("keydown", onEscape);
    return () => document.removeEventListener("keydown", onEscape);
  }, [onSelect]);
  const dark = isDark.value;
  useEffect(() => canvas.current?.recolour(), [dark]);

  function onKeyDown(event: KeyboardEvent) {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = new Map<string, () => void>([
      ["+", () => canvas.current?.zoom(1 / 1.5)],
      ["-", () => canvas.current?.zoom(1.5)],
      ["0", () => canvas.current?.fit()],
    ]);
    const action = actions.get(event.key);
    const next = event.key.startsWith("Arrow") ? canvas.current?.step(event.key) : undefined;
    if (action === undefined && next === undefined) return;
    event.preventDefault();
    if (action !== undefined) action();
    else onSelect(next);
  }

  const known = [...seen.values()].filter(({ level }) => level !== undefined).length;
  const words = `${plural(graph.size, "node")}, ${known} shown in this session. Arrow keys go along links, Escape lets go. The same as a table: button Table.`;
  return (
    <div class="graph-stage">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move along the links of the picture */}
      <div ref={place} class="graph-canvas" tabIndex={0} role="application" aria-label={words} onKeyDown={onKeyDown} />
      <p class="for-ears" aria-live="polite">
        {selected === undefined ? "" : graph.node(selected).name}
      </p>
      <div class="graph-zoom">
        <button
          type="button"
          class="button button-small"
          aria-label="Zoom in"
          onClick={() => canvas.current?.zoom(1 / 1.5)}
        >
          +
        </button>
        <button
          type="button"
          class="button button-small"
          aria-label="Zoom out"
          onClick={() => canvas.current?.zoom(1.5)}
        >
          −
        </button>
        <button type="button" class="button button-small" onClick={() => canvas.current?.fit()}>
          Fit
        </button>
      </div>
    </div>
  );
}
