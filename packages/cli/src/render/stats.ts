import type { Count, Listed, StatsData } from "@pd/core";
import { safeLine } from "../terminal/safe-text.js";
import type { Screen } from "../terminal/screen.js";
import { padEnd, padStart, widthOf } from "../terminal/width.js";
import { counted, thousands } from "./figures.js";
import { gradeLine } from "./validation.js";

const COUNTS = 8;
const NAMES = 5;

export function printStats(data: StatsData, screen: Screen): void {
  const { line, style } = screen;
  line(`${style.strong(counted(data.nodes, "note"))}, ${counted(data.links, "link")}, density ${data.density}`);
  line(gradeLine(data.quality, screen));
  if (data.brokenLinks > 0) line(style.bad(counted(data.brokenLinks, "broken link")));
  printCounts("By type", data.byType, screen);
  printCounts("By domain", data.byDomain, screen);
  printCounts(
    "By relation",
    data.byRelation.filter(({ count }) => count > 0),
    screen,
  );
  printListed("Maps of content", data.mocs, screen);
  printListed("Orphans", data.orphans, screen);
}

/** A bar for each, so that shares are seen before they are read. */
export function printCounts(title: string, counts: readonly Count[], screen: Screen): void {
  if (counts.length === 0) return;
  const { line, style, width, cut } = screen;
  const shown = counts
    .slice(0, screen.most(COUNTS))
    .map(({ name, count }) => ({ name: cut(safeLine(name), 24), count }));
  const names = Math.max(...shown.map(({ name }) => widthOf(name)));
  const most = Math.max(...shown.map(({ count }) => count));
  const figures = Math.max(...shown.map(({ count }) => thousands(count).length));
  const room = Math.max(0, Math.min(30, width - names - figures - 6));
  line();
  line(style.strong(title));
  for (const { name, count } of shown) {
    const bar = "▪".repeat(Math.max(1, Math.round((count / most) * room)));
    line(
      `  ${padEnd(name, names)}  ${padStart(thousands(count), figures)}${room < 6 ? "" : `  ${style.level(1)(bar)}`}`,
    );
  }
  if (counts.length > shown.length) line(style.faint(`  … ${counts.length - shown.length} more`));
}

export function printListed(title: string, { count, nodes }: Listed, { line, style, width, cut, most }: Screen): void {
  if (count === 0) return;
  line();
  line(`${style.strong(title)} ${style.faint(`(${thousands(count)})`)}`);
  const shown = nodes
    .slice(0, most(NAMES))
    .map(({ name, id }) => ({ name: cut(safeLine(name), Math.floor(width / 2)), id }));
  const first = Math.max(0, ...shown.map(({ name }) => widthOf(name)));
  for (const { name, id } of shown)
    line(`  ${padEnd(name, first)}  ${style.faint(cut(safeLine(id), width - first - 4))}`);
  if (count > shown.length) line(style.faint(`  … ${thousands(count - shown.length)} more`));
}
