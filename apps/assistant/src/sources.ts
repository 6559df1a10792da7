import type { Source } from "./quote.js";

/** The texts that an answer of pd holds for a model: notes in full, and the passages of a pack, joined by their note. */
export function sourcesIn(answer: string): readonly Source[] {
  return answer.split(/^## /m).flatMap((part) => {
    const [head = "", ...rest] = part.split("\n");
    const full = FULL.exec(head);
    if (full !== null) {
      const [, from = "", name, description = ""] = full;
      return [source({ from, name, description: description.replace(/(?: #\S+)+$/, ""), text: rest.join("\n") })];
    }
    const [, from, name] = PACKED.exec(head) ?? [];
    if (from === undefined || !rest.some((line) => PASSAGE.test(line))) return [];
    return [source({ from, name, text: rest.filter((line) => !PASSAGE.test(line)).join("\n") })];
  });
}

/** A path may hold blanks, and ends in its ending; an id holds none. */
const PLACE = String.raw`(\S.*?\.(?:md|mdx|markdown)|\S+?)`;
const FULL = new RegExp(String.raw`^\[full\] ${PLACE}(?: (.*?))?(?: \(\S[^()]*\))?(?:: (.*))?$`, "i");
const PACKED = new RegExp(String.raw`^${PLACE}(?: (.*))?$`, "i");
const PASSAGE = /^@\d+(?:-\d+)?(?: |$)/;
const HIT = new RegExp(String.raw`^- \[scan\] ${PLACE}(?: (.*?))? \((?:[^()]*, )?(\d+) tokens`, "im");

/** The best hit of a search, as its text has it. */
export function bestHitIn(
  list: string,
): { readonly id: string; readonly title: string; readonly price: number } | undefined {
  const [, id, name, price] = HIT.exec(list) ?? [];
  return id === undefined ? undefined : { id, title: titleOf(id, name), price: Number(price) };
}

function source({ name, ...rest }: Omit<Source, "title"> & { readonly name: string | undefined }): Source {
  return { ...rest, title: titleOf(rest.from, name) };
}

/** A name that only says the file's again is not written. */
function titleOf(from: string, name: string | undefined): string {
  return (
    name ??
    from
      .replace(/^.*[/:]/, "")
      .replace(/\.\w+$/, "")
      .replaceAll("-", " ")
  );
}
