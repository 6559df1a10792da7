/** A row of dashes between bars, already without what stands around it. */
const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** Of a table no more than this is looked at to know it. */
const LONGEST_HEAD = 4000;

/** Whether a paragraph is a table to those who know tables: its second line is a row of dashes between bars. */
export function isTable(text: string, start: number, end: number): boolean {
  const head = text.slice(start, Math.min(end, start + LONGEST_HEAD)).split(/\r\n|\n|\r/, 2);
  if (head.length < 2 || !head[0]?.includes("|")) return false;
  const second = (head[1] ?? "").replace(/^[ \t>]+/, "").trimEnd();
  return second.includes("-") && DELIMITER_ROW.test(second);
}
