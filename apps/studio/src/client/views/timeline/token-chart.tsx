import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { count } from "../../figures.js";
import { setQuery } from "../../router.js";
import type { Recording } from "../../state/recordings.js";
import { colourOf, isDark } from "../../theme.js";
import { chartColumns, cumulative } from "./cumulative.js";

interface TokenChartProps {
  readonly first: Recording;
  readonly beside: Recording | undefined;
  readonly step: number;
}

const HEIGHT = 190;

/** How the tokens add up, call by call; a click goes to a call. The lists below say the same in words. */
export function TokenChart({ first, beside, step }: TokenChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | undefined>(undefined);
  const at = useRef(step);
  at.current = step;
  const dark = isDark.value;
  useEffect(() => {
    const parent = place.current;
    if (parent === null) return;
    const made = new uPlot(
      optionsFor(parent.clientWidth, at, beside !== undefined),
      chartColumns(first.entries, beside?.entries),
      parent,
    );
    chart.current = made;
    const watched = new ResizeObserver(() => made.setSize({ width: parent.clientWidth, height: HEIGHT }));
    watched.observe(parent);
    return () => {
      watched.disconnect();
      made.destroy();
    };
  }, [first.id, first.entries, beside?.id, beside?.entries, dark]);
  useEffect(() => chart.current?.redraw(false), [step]);
  const end = cumulative(first.entries).at(-1) ?? 0;
  const words = `Tokens over ${first.entries.length} calls, ${count(end)} in the end${beside === undefined ? "" : `; beside it ${beside.label}`}`;
  return <div ref={place} class="token-chart" role="img" aria-label={words} />;
}

function optionsFor(width: number, at: { readonly current: number }, hasTwo: boolean): uPlot.Options {
  const [ink, soft, line, accent, warn] = [
    colourOf("--ink"),
    colourOf("--faint"),
    colourOf("--line"),
    colourOf("--accent"),
    colourOf("--warn"),
  ];
  const axis = {
    stroke: soft,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    font: "12px ui-sans-serif, system-ui",
  };
  // What a call costs is drawn before its number: so the last one is drawn too.
  const stepped = uPlot.paths.stepped?.({ align: -1 });
  const paths = stepped === undefined ? {} : { paths: stepped };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: { x: { time: false } },
    axes: [
      {
        ...axis,
        size: 34,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
        values: (_, ticks) => ticks.map((tick) => count(tick)),
      },
      { ...axis, size: 62, values: (_, ticks) => ticks.map((tick) => count(tick)) },
    ],
    series: [
      {},
      {
        label: "A",
        stroke: accent,
        width: 2,
        fill: `color-mix(in srgb, ${accent} 14%, transparent)`,
        points: { show: false },
        ...paths,
      },
      { label: "B", stroke: warn, width: 2, dash: [6, 4], show: hasTwo, points: { show: false }, ...paths },
    ],
    hooks: {
      draw: [(plot) => drawStep(plot, at.current, ink)],
      ready: [
        (plot) =>
          plot.over.addEventListener("click", () => {
            const { left } = plot.cursor;
            if (left === undefined || left < 0) return;
            setQuery({ step: String(Math.max(0, Math.round(plot.posToVal(left, "x")))) });
          }),
      ],
    },
  };
}

/** A line where the scrubber is. */
function drawStep(plot: uPlot, step: number, colour: string): void {
  const { ctx, bbox } = plot;
  const x = Math.round(plot.valToPos(step, "x", true));
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
