import type { NodeId } from "../../model/node.js";
import { passageNodeId } from "../../model/node.js";
import type { Tokens } from "../../model/tokens.js";
import type { Why } from "../../model/view.js";
import type { PassageHit, PassageHits, PassageQuery } from "../../ports/content.js";
import { cutPassage } from "../../search/passages/cut.js";
import type { PassageIndex } from "../../search/passages/passage-index.js";
import {
  createPassageRanking,
  type PassageMeaning,
  type PassageRanking,
  type RankedPassage,
} from "../../search/passages/ranking.js";
import type { Part } from "../../search/passages/scoring.js";
import { type Spellings, spellingsIn } from "../../search/passages/words-to-try.js";
import { describedHead } from "../notes/descriptions.js";
import { passageRow } from "../notes/passage-rows.js";
import type { VaultState } from "../vault-state.js";

const rankings = new WeakMap<PassageIndex, PassageRanking>();

function rankingOf(index: PassageIndex): PassageRanking {
  const made = rankings.get(index) ?? createPassageRanking(index);
  rankings.set(index, made);
  return made;
}

export interface PassageSearch {
  readonly limit: number;
  readonly mask: Uint8Array | undefined;
  /** What an embedder says of the wordings. */
  readonly meaning?: PassageMeaning | undefined;
}

/** The passages of a vault that answer a question, best first. */
export function passageHits(
  state: VaultState,
  { text, also, within }: PassageQuery,
  { limit, mask, meaning }: PassageSearch,
): PassageHits {
  const ranking = rankingOf(state.passages);
  const { ranked, covered, weak, met, unknown } = ranking.rank(text, {
    limit,
    mask,
    also,
    linked: linksFrom(state),
    within: within?.flatMap((id) => state.ids.find(id) ?? []),
    meaning,
  });
  const matcher = ranking.matcher(text, also);
  return {
    hits: ranked.map((one) => hitOf(state, one)),
    covered,
    weak,
    met,
    words: () =>
      spellingsOf(state, mask)
        .nearest(unknown, MOST_WORDS)
        .map(({ instead }) => instead),
    cut: (passage, room, count) => cutPassage({ text: passage, matcher, count, room })?.text,
  };
}

/** Words that a weak answer offers. */
const MOST_WORDS = 5;

/** Of a version of the vault, read when first asked for. */
const spellings = new WeakMap<VaultState, Spellings>();

function spellingsOf(state: VaultState, mask: Uint8Array | undefined): Spellings {
  if (mask !== undefined) return spellingsIn(spelledTexts(state, mask));
  const made = spellings.get(state) ?? spellingsIn(spelledTexts(state, mask));
  spellings.set(state, made);
  return made;
}

/** What may be offered: names, aliases, descriptions and tags of the notes that may be shown. */
function* spelledTexts({ notes, sentences }: VaultState, mask: Uint8Array | undefined): Iterable<string> {
  for (let number = 0; number < notes.size; number += 1) {
    if (!notes.has(number) || mask?.[number] === 0) continue;
    const { name, aliases, description, tags } = describedHead(notes, sentences, number);
    yield* [name, ...aliases, ...tags, description];
  }
}

/** What the parts of a score are called in an answer. */
const FIELDS: Readonly<Record<Part, Why["field"]>> = {
  body: "body",
  title: "heading",
  spelling: "body",
  note: "name",
  meaning: "meaning",
};

function hitOf(state: VaultState, { node, ordinal, score, why: parts, via }: RankedPassage): PassageHit {
  const { lines, price } = passageRow(state.passageRows, node, ordinal);
  const note = state.ids.of(node);
  const why: Why[] = [...new Set(parts.map((part) => FIELDS[part]))].map((field) => ({ field }));
  if (via !== undefined) why.push({ field: "link", via: noteAt(state, via.passage) });
  return {
    id: passageNodeId(note, lines),
    note,
    lines,
    price: { text: price.text as Tokens, json: price.json as Tokens },
    score,
    why,
  };
}

function noteAt({ passages, ids }: VaultState, passage: number): NodeId {
  return ids.of(passages.noteOf[passage]!);
}

/** The notes that a passage links to, by number. */
function linksFrom({ passages, passageRows, notes, links }: VaultState) {
  return function* (passage: number): Iterable<number> {
    const node = passages.noteOf[passage]!;
    const { start, end } = passageRow(passageRows, node, passage - passages.passagesOf(node).first);
    for (const [index, link] of notes.links(node).entries()) {
      const target = links.targets[links.starts[node]! + index]!;
      if (target >= 0 && target !== node && link.start >= start && link.start < end) yield target;
    }
  };
}
