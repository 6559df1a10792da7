import type { Bars, Lines } from "./figures.js";

const WIDTH = 720;
const LABELS = 250;
const ROW = 34;
const TOP = 58;

/** Colours that read on white and on black, by the reader's own setting where the picture is shown on its own. */
const STYLE = `
  text { font: 14px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
  .title { font-size: 16px; font-weight: 600; }
  .quiet { fill: #59636e; font-size: 12px; }
  .own { fill: #0969da; } .other { fill: #8c959f; }
  .aim { stroke: #fb8f44; stroke-width: 3; stroke-dasharray: 4 3; } .aimText { fill: #bc4c00; font-size: 12px; }
  .axis { stroke: #8c959f; stroke-width: 1; opacity: 0.5; }
  .ownLine { stroke: #0969da; stroke-width: 3; fill: none; } .otherLine { stroke: #8c959f; stroke-width: 3; fill: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; } .quiet { fill: #9198a1; } .own { fill: #4493f8; } .other { fill: #6e7681; }
    .aim { stroke: #f0883e; } .aimText { fill: #f0883e; }
    .ownLine { stroke: #4493f8; } .otherLine { stroke: #9198a1; }
  }`;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function text(x: number, y: number, content: string, { kind = "", anchor = "start" } = {}): string {
  const style = kind === "" ? "" : ` class="${kind}"`;
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${style} text-anchor="${anchor}">${escaped(content)}</text>`;
}

function picture(height: number, title: string, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">`;
  return `${head}\n<style>${STYLE}\n</style>\n${[text(16, 26, title, { kind: "title" }), ...parts].join("\n")}\n</svg>\n`;
}

/** Three figures that count, thousands apart. */
export function shown(value: number): string {
  const digits = value === 0 || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/** Where the largest is a hundred times the smallest, bars would not be seen: then each step is ten times the one before. */
function scaleOf(
  values: readonly number[],
  room: number,
): { readonly x: (value: number) => number; readonly steps: boolean } {
  const most = Math.max(...values);
  const least = Math.min(...values.filter((value) => value > 0));
  if (most / least <= 60) return { x: (value) => (room * value) / most, steps: false };
  const from = Math.floor(Math.log10(least) - 0.3);
  const to = Math.log10(most);
  return { x: (value) => (room * Math.max(0.02, Math.log10(value) - from)) / (to - from), steps: true };
}

export function barChart({ title, unit, better, bars }: Bars): string {
  const room = WIDTH - LABELS - 110;
  const { x, steps } = scaleOf(
    bars.flatMap(({ value, aim }) => (aim === undefined ? [value] : [value, aim])),
    room,
  );
  const note = `${unit}, ${better} is better${steps ? "; the scale goes by powers of ten" : ""}`;
  const rows = bars.flatMap(({ label, value, own, aim }, index) => {
    const y = TOP + index * ROW;
    const end = LABELS + x(value);
    const past = aim === undefined ? end : Math.max(end, LABELS + x(aim));
    const mark = LABELS + x(aim ?? 0);
    return [
      text(LABELS - 10, y + 20, label, { anchor: "end" }),
      `<rect x="${LABELS}" y="${y + 5}" width="${Math.max(2, x(value)).toFixed(1)}" height="${ROW - 12}" rx="3" class="${own === true ? "own" : "other"}"/>`,
      ...(aim === undefined
        ? []
        : [`<line x1="${mark.toFixed(1)}" x2="${mark.toFixed(1)}" y1="${y + 1}" y2="${y + ROW - 3}" class="aim"/>`]),
      text(past + 8, y + 20, shown(value)),
    ];
  });
  const aims = bars.some(({ aim }) => aim !== undefined)
    ? [text(WIDTH - 16, 44, "dashed: the aim", { kind: "aimText", anchor: "end" })]
    : [];
  return picture(TOP + bars.length * ROW + 14, title, [text(16, 44, note, { kind: "quiet" }), ...aims, ...rows]);
}

/** Labels that would stand on each other, one below the other. */
function spread(places: readonly number[]): readonly number[] {
  const taken: number[] = [];
  return places.map((wanted) => {
    let place = wanted;
    while (taken.some((other) => Math.abs(other - place) < LABEL_HEIGHT)) place += LABEL_HEIGHT;
    taken.push(place);
    return place;
  });
}

const LABEL_HEIGHT = 18;

export function lineChart({ title, unit, over, at, lines }: Lines): string {
  const [left, right, top, bottom] = [60, WIDTH - 190, TOP + 16, 300];
  const values = lines.flatMap((line) => line.values);
  // With room below the lowest for its figure.
  const lowest = Math.floor((Math.min(...values) - 4) / 10) * 10;
  const least = Math.min(...values) < 0 ? lowest : Math.max(0, lowest);
  const most = Math.ceil(Math.max(...values) / 10) * 10;
  const x = (index: number) => left + ((right - left) * index) / Math.max(1, at.length - 1);
  const y = (value: number) => bottom - ((bottom - top) * (value - least)) / Math.max(1, most - least);
  const grid = [least, (least + most) / 2, most].flatMap((value) => [
    `<line x1="${left}" x2="${right}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" class="axis"/>`,
    text(left - 8, y(value) + 4, shown(value), { kind: "quiet", anchor: "end" }),
  ]);
  const marks = at.map((value, index) =>
    text(x(index), bottom + 20, value.toLocaleString("en"), { kind: "quiet", anchor: "middle" }),
  );
  const ends = spread(lines.map(({ values: points }) => y(points.at(-1) ?? 0) + 5));
  /** Where two lines meet, one figure is enough. */
  const isSaid = (number: number, index: number) =>
    lines[number]?.values[index] === 0 ||
    lines.slice(0, number).some(({ values: before }) => before[index] === lines[number]?.values[index]);
  const figure = (value: number) => (Number.isInteger(value) ? value.toLocaleString("en") : shown(value));
  const drawn = lines.flatMap(({ label, values: points }, number) => {
    const path = points.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const kind = number === 0 ? "own" : "other";
    return [
      `<polyline points="${path}" class="${kind}Line"/>`,
      ...points.flatMap((value, index) => [
        `<circle cx="${x(index).toFixed(1)}" cy="${y(value).toFixed(1)}" r="4" class="${kind}"/>`,
        ...(isSaid(number, index)
          ? []
          : [text(x(index), y(value) + (number === 0 ? -10 : 20), figure(value), { kind: "quiet", anchor: "middle" })]),
      ]),
      text(right + 14, ends[number] ?? 0, label),
    ];
  });
  return picture(346, title, [
    text(16, 44, unit, { kind: "quiet" }),
    ...grid,
    ...marks,
    text((left + right) / 2, bottom + 38, over, { kind: "quiet", anchor: "middle" }),
    ...drawn,
  ]);
}
