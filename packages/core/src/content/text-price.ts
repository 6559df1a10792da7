import { inFrame, JSON_AROUND, textCost } from "../gate/render/frame.js";
import { fromLastSeam } from "../gate/render/measure.js";
import { o200k } from "../o200k/index.js";
import { separates } from "../o200k/seams.js";
import { printable } from "../text/printable.js";

/** What a text adds to a node by the default counter, as text and as JSON; 0 where there is none, or where it is not known. */
export interface TextPrice {
  readonly text: number;
  readonly json: number;
}

/** Of a text as it is delivered: what is replaced or escaped in it is priced that way. Both forms are counted in one pass. */
export function textPrice(text: string): TextPrice {
  const plain = printable(text);
  const body = plain.trim();
  const start = plain.indexOf(body);
  const before = escaped(plain.slice(0, start));
  const after = escaped(plain.slice(start + body.length));
  // What stands around is written byte by byte.
  const isPlain = !/[^\0-\x7f]/u.test(before + after);
  const around = { before: JSON_AROUND.before + before, after: after + JSON_AROUND.after };
  const both = isPlain ? o200k.countBoth(body, around) : undefined;
  const json = both?.json ?? o200k.count(around.before + escaped(body) + around.after);
  const framed = inFrame(plain, undefined);
  if (both === undefined || framed !== plain || body === "" || body.startsWith("/"))
    return { text: textCost(framed, o200k), json };
  return { text: withLineEnds(body, both.text), json };
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const LINE_ENDS = "\n\n";

/** What a text costs with the line ends behind it, by what it costs alone. They join what it ends with: that is counted from the last seam on. */
function withLineEnds(body: string, alone: number): number {
  if (separates(body, LINE_ENDS)) return alone + o200k.count(LINE_ENDS);
  const end = fromLastSeam(body, separates);
  return o200k.count(end + LINE_ENDS) + (end === body ? 0 : alone - o200k.count(end));
}
