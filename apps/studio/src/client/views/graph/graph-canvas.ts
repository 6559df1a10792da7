import Sigma from "sigma";
import { EdgeLineProgram } from "sigma/rendering";
import type { Settings } from "sigma/settings";
import type { GraphData } from "../../state/graph-data.js";
import { wantsMotion } from "../../theme.js";
import { type Camera, cameraOf } from "./camera.js";
import { bestLinked, drawnGraph, isLarge, moveNodes, stretched, stretchOf } from "./drawn-graph.js";
import { createFreeRoom } from "./free-room.js";
import { drawNodeHover, drawNodeLabel } from "./labels.js";
import { layoutOf } from "./layout.js";
import { createMarkLayer } from "./mark-layer.js";
import { palette } from "./palette.js";
import { countClicks, PlainCircle, pickByPlace } from "./picking.js";
import { edgeLook, nodeLook, type PlacedScene, placedScene, type Scene } from "./scene.js";
import { toward } from "./toward.js";

export interface GraphCanvas extends Camera {
  show(scene: Scene): void;
  /** The neighbour in the direction of an arrow key; without a selection, the best linked node. */
  step(key: string): number | undefined;
  recolour(): void;
  remove(): void;
}

export interface GraphCanvasOptions {
  readonly graph: GraphData;
  readonly onSelect: (index: number | undefined) => void;
}

/** The graph as WebGL draws it, with marks over what the session has to do with. */
export function createGraphCanvas(container: HTMLElement, { graph, onSelect }: GraphCanvasOptions): GraphCanvas {
  const layout = layoutOf(graph);
  const stretch = stretchOf(container);
  const drawn = drawnGraph(graph, stretched(layout.start, stretch));
  let colours = palette();
  const everything = new Uint8Array(graph.size).fill(1);
  let scene: PlacedScene = {
    passing: everything,
    selected: undefined,
    allLinks: !isLarge(graph),
    seen: new Map(),
    near: new Set(),
  };

  const room = createFreeRoom();
  const sigma = new Sigma(drawn, container, {
    ...settingsFor(graph),
    defaultDrawNodeLabel: (context, data, settings) => drawNodeLabel(context, { ...data, colours, room }, settings),
    defaultDrawNodeHover: (context, data, settings) => drawNodeHover(context, { ...data, colours }, settings),
    nodeReducer: (key, data) => {
      const isRoomy = scene.seen.size < 80 && container.offsetWidth > 600;
      const size = data["size"] as number;
      return { ...data, ...nodeLook(scene, { index: Number(key), size, colours, isRoomy }) };
    },
    edgeReducer: (edge, data) => {
      const ends = [Number(drawn.source(edge)), Number(drawn.target(edge))] as const;
      return { ...data, ...edgeLook(scene, ends, colours) };
    },
  });
  pickByPlace(sigma, graph.size);
  countClicks(sigma);
  const camera = cameraOf(sigma, isLarge(graph));
  const marks = createMarkLayer(sigma, { scene: () => scene, colours: () => colours });
  const redraw = () => sigma.refresh({ skipIndexation: true });
  sigma.on("beforeRender", () => room.clear());
  sigma.on("clickNode", ({ node }) => onSelect(Number(node)));
  sigma.on("clickStage", () => onSelect(undefined));
  sigma.on("afterRender", tellPlace);
  let broughtIntoView: number | undefined;
  const stopLayout = layout.improve((positions, isLast) => {
    // Moving every node is work that one would feel in a large graph, and whoever wants no motion sees where it ends.
    if (isLast || (wantsMotion() && !isLarge(graph))) moveNodes(drawn, stretched(positions, stretch));
    if (isLast) sigma.once("afterRender", settle);
  });
  if (layout.isSettled) settle();
  const resized = new ResizeObserver(() => {
    sigma.resize();
    redraw();
  });
  resized.observe(container);

  function pointOf(index: number) {
    const data = sigma.getNodeDisplayData(String(index));
    return data === undefined || data.hidden ? undefined : { index, ...sigma.framedGraphToViewport(data) };
  }

  function settle(): void {
    container.dataset["settled"] = "true";
    // What was looked for while the layout moved it has gone elsewhere since.
    if (broughtIntoView !== undefined && broughtIntoView === scene.selected) camera.focus(broughtIntoView);
  }

  /** Where the selected node is drawn, for those who cannot see it: `data-selected-at="120,80"`. */
  function tellPlace(): void {
    const at = scene.selected === undefined ? undefined : pointOf(scene.selected);
    if (at === undefined) delete container.dataset["selectedAt"];
    else container.dataset["selectedAt"] = `${Math.round(at.x)},${Math.round(at.y)}`;
  }

  return {
    ...camera,
    focus(index) {
      broughtIntoView = index;
      camera.focus(index);
    },
    show(next) {
      const before = scene;
      scene = placedScene(graph, next);
      marks.pulse(before);
      redraw();
    },
    step(key) {
      if (scene.selected === undefined) return bestLinked(graph, scene.passing);
      const start = pointOf(scene.selected);
      return (
        start &&
        toward(
          start,
          key,
          [...scene.near].flatMap((index) => pointOf(index) ?? []),
        )?.index
      );
    },
    recolour() {
      colours = palette();
      redraw();
    },
    remove() {
      stopLayout();
      resized.disconnect();
      marks.remove();
      sigma.kill();
      delete container.dataset["settled"];
      delete container.dataset["selectedAt"];
    },
  };
}

/** So few that each has its name. */
const FEW = 40;

/** A large graph has fewer names, and neither names nor edges while it moves. */
function settingsFor(graph: GraphData): Partial<Settings> {
  const large = isLarge(graph);
  return {
    allowInvalidContainer: true,
    defaultEdgeType: "line",
    edgeProgramClasses: { line: EdgeLineProgram },
    nodeProgramClasses: { circle: PlainCircle },
    hideEdgesOnMove: large,
    hideLabelsOnMove: large,
    labelFont: "ui-sans-serif, system-ui, sans-serif",
    labelSize: 12,
    labelDensity: large ? 0.25 : 0.6,
    labelGridCellSize: 120,
    labelRenderedSizeThreshold: large ? 6 : graph.size <= FEW ? 0 : 7,
    minCameraRatio: 0.02,
    maxCameraRatio: 3,
    stagePadding: 36,
    zIndex: true,
  };
}
