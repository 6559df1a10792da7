/**
 * A template as it is kept: without blank lines around it. One that begins with a line break was written over several lines of code,
 * so the indentation that all its lines share goes too.
 */
export function templateText(written: string): string {
  const text = /^[ \t]*\r?\n/.test(written) ? withoutSharedIndentation(written) : written;
  return text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
}

function withoutSharedIndentation(text: string): string {
  const lines = text.split("\n");
  let shared: string | undefined;
  for (const line of lines) {
    if (line.trim() === "") continue;
    const own = /^[ \t]*/.exec(line)?.[0] ?? "";
    shared = shared === undefined ? own : commonStart(shared, own);
  }
  const cut = shared?.length ?? 0;
  return cut === 0 ? text : lines.map((line) => (line.trim() === "" ? "" : line.slice(cut))).join("\n");
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
