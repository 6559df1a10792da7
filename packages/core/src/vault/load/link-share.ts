import {
  type BlockTable,
  FENCED_CODE,
  HTML,
  INDENTED_CODE,
  LEAF_END,
  LEAF_INFO,
  LEAF_KIND,
  LEAF_START,
  LEAF_STRIDE,
  OUTERMOST_LIST,
  outermostContainer,
  PARAGRAPH,
} from "../../markdown/blocks/block-table.js";
import {
  EMBED,
  LINK_END,
  LINK_KIND,
  LINK_START,
  LINK_STRIDE,
  type LinkTable,
} from "../../markdown/links/link-table.js";

/** An entry of a list that begins with a link is a link with a word on it, unless it is as long as a paragraph. */
const LONGEST_ENTRY = 400;
/** What may stand before the link of an entry: emphasis, a box to tick, a quote. */
const LEAD = /^(?:\[[ xX]\]|[\s*_~>"'(-])*$/;

/** Whether most of a body is links, headings aside: the shape of a map of content (R3.4). Code counts as text. */
export function isMostlyLinks(
  text: string,
  { leaves, leafCount }: BlockTable,
  { links, linkCount }: LinkTable,
): boolean {
  if (linkCount === 0) return false;
  let [all, linked, link] = [0, 0, 0];
  for (let row = 0; row < leafCount * LEAF_STRIDE; row += LEAF_STRIDE) {
    const kind = leaves[row + LEAF_KIND]!;
    const [start, end] = [leaves[row + LEAF_START]!, leaves[row + LEAF_END]!];
    while (link < linkCount && links[link * LINK_STRIDE + LINK_START]! < start) link += 1;
    if (kind !== PARAGRAPH) {
      if (kind === FENCED_CODE || kind === INDENTED_CODE || kind === HTML) all += end - start;
      continue;
    }
    all += end - start;
    const first = link;
    let inLinks = 0;
    for (; link < linkCount && links[link * LINK_STRIDE + LINK_START]! < end; link += 1) {
      const at = link * LINK_STRIDE;
      if (links[at + LINK_KIND] !== EMBED) inLinks += links[at + LINK_END]! - links[at + LINK_START]!;
    }
    const isEntry =
      inLinks > 0 &&
      end - start <= LONGEST_ENTRY &&
      outermostContainer(leaves[row + LEAF_INFO]!) === OUTERMOST_LIST &&
      LEAD.test(text.slice(start, links[first * LINK_STRIDE + LINK_START]));
    linked += isEntry ? end - start : inLinks;
  }
  return linked * 2 > all;
}
