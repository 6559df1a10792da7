// English stemming after the published description of the Porter2 ("English Snowball") algorithm.
// Words come in lower case, a–z only; the caller decides what is a word and takes possessives off.

// Written over character codes and suffixes by their last letter: an index meets a hundred thousand distinct words at once.

/** Words that the rules would get wrong. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word) => [word, word] as const),
]);

const AFTER_PLURAL: ReadonlyMap<string, string> = new Map(
  ["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"].map((word) => [word, word]),
);

const STEP_2 = byLastLetter([
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["entli", "ent"],
  ["izer", "ize"],
  ["ization", "ize"],
  ["ational", "ate"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["alli", "al"],
  ["fulness", "ful"],
  ["ousli", "ous"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["fulli", "ful"],
  ["lessli", "less"],
  ["li", ""],
]);
const STEP_3 = byLastLetter([
  ["tional", "tion"],
  ["ational", "ate"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
  ["ative", ""],
]);
const STEP_4 = byLastLetter(
  "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion"
    .split(" ")
    .map((suffix) => [suffix, ""] as const),
);

type Suffix = readonly [suffix: string, becomes: string];

/** Longest first: the longest suffix that a word ends in is the only one tried. */
function byLastLetter(pairs: readonly Suffix[]): ReadonlyMap<number, readonly Suffix[]> {
  const lists = new Map<number, Suffix[]>();
  for (const pair of [...pairs].sort(([a], [b]) => b.length - a.length)) {
    const last = pair[0].charCodeAt(pair[0].length - 1);
    lists.set(last, [...(lists.get(last) ?? []), pair]);
  }
  return lists;
}

function suffixOf(text: string, suffixes: ReadonlyMap<number, readonly Suffix[]>): Suffix | undefined {
  const candidates = suffixes.get(text.charCodeAt(text.length - 1));
  if (candidates !== undefined) for (const pair of candidates) if (text.endsWith(pair[0])) return pair;
  return undefined;
}

/** The stem of an English word. Equal stems mean "the same word, inflected or derived". */
export function stem(word: string): string {
  if (word.length <= 2) return word;
  const whole = WHOLE.get(word);
  if (whole !== undefined) return whole;

  let text = word.includes("y") ? markConsonantY(word) : word;
  const first = firstRegion(text);
  const second = regionAfter(text, first);

  text = withoutPlural(text);
  if (AFTER_PLURAL.has(text)) return text;
  text = withoutParticiple(text, first);
  text = softenedY(text);
  text = derivation(text, first);
  text = adjective(text, first, second);
  text = residue(text, second);
  text = ending(text, first, second);
  return text.includes("Y") ? text.replaceAll("Y", "y") : text;
}

const VOWELS = new Set("aeiouy".split("").map((letter) => letter.charCodeAt(0)));
const IS_VOWEL = Uint8Array.from({ length: 128 }, (_, code) => (VOWELS.has(code) ? 1 : 0));

function isVowel(text: string, at: number): boolean {
  return IS_VOWEL[text.charCodeAt(at)] === 1;
}

function hasVowel(text: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (isVowel(text, at)) return true;
  return false;
}

/** A y at the beginning or after a vowel is a consonant, written Y until the end. */
function markConsonantY(word: string): string {
  return word.replace(/^y|(?<=[aeiouy])y/g, "Y");
}

function firstRegion(text: string): number {
  if (text.startsWith("gener") || text.startsWith("arsen")) return 5;
  return text.startsWith("commun") ? 6 : regionAfter(text, 0);
}

/** Where the text after the first non-vowel that follows a vowel begins, seen from a position. */
function regionAfter(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) if (!isVowel(text, at) && isVowel(text, at - 1)) return at + 1;
  return text.length;
}

/** Whether it ends in a short syllable: consonant, vowel, consonant other than w, x, Y; or is vowel, consonant. */
function endsShort(text: string): boolean {
  const last = text.length - 1;
  if (last < 1 || isVowel(text, last) || !isVowel(text, last - 1)) return false;
  return last === 1 || (!isVowel(text, last - 2) && !"wxY".includes(text[last]!));
}

function withoutPlural(text: string): string {
  if (text.endsWith("sses")) return text.slice(0, -2);
  if (text.endsWith("ies") || text.endsWith("ied")) return text.slice(0, text.length > 4 ? -2 : -1);
  if (!text.endsWith("s") || text.endsWith("us") || text.endsWith("ss")) return text;
  return hasVowel(text, text.length - 2) ? text.slice(0, -1) : text;
}

const PARTICIPLES = byLastLetter(["eedly", "ingly", "edly", "eed", "ing", "ed"].map((suffix) => [suffix, ""] as const));

function withoutParticiple(text: string, first: number): string {
  const suffix = suffixOf(text, PARTICIPLES)?.[0];
  if (suffix === undefined) return text;
  const head = text.slice(0, -suffix.length);
  if (suffix.startsWith("eed")) return head.length >= first ? `${head}ee` : text;
  if (!hasVowel(head, head.length)) return text;
  if (head.endsWith("at") || head.endsWith("bl") || head.endsWith("iz")) return `${head}e`;
  const last = head[head.length - 1]!;
  if (head[head.length - 2] === last && "bdfgmnprt".includes(last)) return head.slice(0, -1);
  return first >= head.length && endsShort(head) ? `${head}e` : head;
}

/** A final y after a consonant that is not the first letter becomes i. */
function softenedY(text: string): string {
  const last = text.length - 1;
  if (last < 2 || (text[last] !== "y" && text[last] !== "Y") || isVowel(text, last - 1)) return text;
  return `${text.slice(0, -1)}i`;
}

function derivation(text: string, first: number): string {
  const pair = suffixOf(text, STEP_2);
  if (pair === undefined) return text;
  const [suffix, becomes] = pair;
  const head = text.slice(0, -suffix.length);
  if (head.length < first) return text;
  if (suffix === "li" && !"cdeghkmnrt".includes(head[head.length - 1] ?? "-")) return text;
  if (suffix === "ogi" && !head.endsWith("l")) return text;
  return head + becomes;
}

function adjective(text: string, first: number, second: number): string {
  const pair = suffixOf(text, STEP_3);
  if (pair === undefined) return text;
  const [suffix, becomes] = pair;
  const head = text.slice(0, -suffix.length);
  return head.length < (suffix === "ative" ? second : first) ? text : head + becomes;
}

function residue(text: string, second: number): string {
  const suffix = suffixOf(text, STEP_4)?.[0];
  if (suffix === undefined) return text;
  const head = text.slice(0, -suffix.length);
  if (head.length < second || (suffix === "ion" && !head.endsWith("s") && !head.endsWith("t"))) return text;
  return head;
}

function ending(text: string, first: number, second: number): string {
  const head = text.slice(0, -1);
  if (text.endsWith("e")) return head.length >= second || (head.length >= first && !endsShort(head)) ? head : text;
  return text.endsWith("ll") && head.length >= second ? head : text;
}
