import { STEM_LISTS, STEM_WORD } from "./memory";

// The stem of an English word: `graph/stem.ts`, over the bytes of one word. Suffixes and exceptions come from there, as tables.

/** A suffix: its letters, what it becomes, both lengths and a rule of its own. Letters stand in the highest bytes, the last one on top. */
const SUFFIX_BYTES: usize = 32;
const BECOMES: usize = 8;
const LENGTH: usize = 16;
const BECOMES_LENGTH: usize = 20;
const RULE: usize = 24;

const RULE_EED: u32 = 1;
const RULE_LI: u32 = 2;
const RULE_OGI: u32 = 3;
const RULE_ATIVE: u32 = 4;
const RULE_ION: u32 = 5;

// By list and last letter, where its suffixes begin; where they end is where the next begin.
const LETTERS: u32 = 27;
const PARTICIPLES: u32 = 0;
const STEP_2: u32 = 1;
const STEP_3: u32 = 2;
const STEP_4: u32 = 3;
const WHOLE: u32 = 4;
const AFTER_PLURAL: u32 = 5;

const VOWELS: u32 = 0x1104111;
/** b d f g m n p r t */
const DOUBLED: u32 = 0xab06a;
/** c d e g h k m n r t */
const BEFORE_LI: u32 = 0xa34dc;

let size: usize = 0;

/** Stems the small letters at `STEM_WORD`; gives how many are left there. */
export function stem(length: usize): usize {
  size = length;
  if (size <= 2) return size;
  const whole = exceptionOf(WHOLE);
  if (whole !== 0) {
    store<u64>(STEM_WORD, load<u64>(whole, BECOMES));
    return load<u32>(whole, BECOMES_LENGTH);
  }
  const hasY = markConsonantY();
  const first = firstRegion();
  const second = regionAfter(first);
  withoutPlural();
  if (exceptionOf(AFTER_PLURAL) !== 0) return size;
  withoutParticiple(first);
  softenY();
  derivation(first);
  adjective(first, second);
  residue(second);
  ending(first, second);
  if (hasY) for (let at: usize = 0; at < size; at += 1) store<u8>(STEM_WORD + at, load<u8>(STEM_WORD + at) | 0x20);
  return size;
}

function letter(at: usize): u32 {
  return load<u8>(STEM_WORD + at);
}

/** Whether it is one of the letters whose bits are set. None is the Y that stands for a consonant. */
function isOneOf(code: u32, letters: u32): bool {
  return code >= 0x61 && ((letters >> (code - 0x61)) & 1) === 1;
}

function isVowel(at: usize): bool {
  return isOneOf(letter(at), VOWELS);
}

function hasVowel(end: usize): bool {
  for (let at: usize = 0; at < end; at += 1) if (isVowel(at)) return true;
  return false;
}

/** The last eight letters, the last one on top. Before a shorter word stand noughts. */
function tail(): u64 {
  return load<u64>(STEM_WORD + size - 8);
}

function listOf(list: u32, last: u32): usize {
  return STEM_LISTS + ((<usize>(list * LETTERS + last)) << 2);
}

/** The longest suffix of a list that the word ends in, or 0. */
function suffixOf(list: u32): usize {
  const last = letter(size - 1) - 0x61;
  if (size === 0 || last > 25) return 0;
  const end: usize = load<u32>(listOf(list, last), 4);
  const letters = tail();
  for (let suffix: usize = load<u32>(listOf(list, last)); suffix < end; suffix += SUFFIX_BYTES) {
    const others = 64 - (load<u32>(suffix, LENGTH) << 3);
    if ((letters ^ load<u64>(suffix)) >> others === 0) return suffix;
  }
  return 0;
}

/** The entry of a list that is the whole word, or 0. */
function exceptionOf(list: u32): usize {
  const found = size > 8 ? 0 : suffixOf(list);
  return found !== 0 && load<u32>(found, LENGTH) === <u32>size ? found : 0;
}

function endsIn(last: u32): bool {
  return letter(size - 1) === last;
}

function add(code: u32): void {
  store<u8>(STEM_WORD + size, code);
  size += 1;
}

/** A y at the beginning or after a vowel is a consonant, written Y until the end. */
function markConsonantY(): bool {
  let found = false;
  let before: u32 = 0x61;
  for (let at: usize = 0; at < size; at += 1) {
    const code = letter(at);
    if (code === 0x79 && isOneOf(before, VOWELS)) {
      store<u8>(STEM_WORD + at, 0x59);
      found = true;
    }
    before = code;
  }
  return found;
}

function firstRegion(): usize {
  const five = load<u64>(STEM_WORD) & 0xffffffffff;
  // gener, arsen
  if (size >= 5 && (five === 0x72656e6567 || five === 0x6e65737261)) return 5;
  // commun
  if (size >= 6 && (load<u64>(STEM_WORD) & 0xffffffffffff) === 0x6e756d6d6f63) return 6;
  return regionAfter(0);
}

function regionAfter(from: usize): usize {
  for (let at = from + 1; at < size; at += 1) if (!isVowel(at) && isVowel(at - 1)) return at + 1;
  return size;
}

function endsShort(): bool {
  if (size < 2 || isVowel(size - 1) || !isVowel(size - 2)) return false;
  const last = letter(size - 1);
  return size === 2 || (!isVowel(size - 3) && last !== 0x77 && last !== 0x78 && last !== 0x59);
}

function withoutPlural(): void {
  const letters = tail();
  const three = <u32>(letters >> 40);
  // sses
  if (letters >> 32 === 0x73657373) size -= 2;
  // ies, ied
  else if (three === 0x736569 || three === 0x646569) size -= size > 4 ? 2 : 1;
  // us, ss
  else if (endsIn(0x73) && three >> 8 !== 0x7375 && three >> 8 !== 0x7373 && hasVowel(size - 2)) size -= 1;
}

function withoutParticiple(first: usize): void {
  const suffix = suffixOf(PARTICIPLES);
  if (suffix === 0) return;
  const head = size - load<u32>(suffix, LENGTH);
  if (load<u32>(suffix, RULE) === RULE_EED) {
    if (head >= first) size = head + 2;
    return;
  }
  if (!hasVowel(head)) return;
  size = head;
  const two = <u32>(tail() >> 48);
  // at, bl, iz
  if (two === 0x7461 || two === 0x6c62 || two === 0x7a69) add(0x65);
  else if (two >> 8 === (two & 0xff) && isOneOf(two & 0xff, DOUBLED)) size -= 1;
  else if (first >= size && endsShort()) add(0x65);
}

function softenY(): void {
  if (size < 3 || (letter(size - 1) | 0x20) !== 0x79 || isVowel(size - 2)) return;
  store<u8>(STEM_WORD + size - 1, 0x69);
}

function derivation(first: usize): void {
  const suffix = suffixOf(STEP_2);
  if (suffix === 0) return;
  const head = size - load<u32>(suffix, LENGTH);
  if (head < first) return;
  const rule = load<u32>(suffix, RULE);
  if (rule === RULE_LI && (head === 0 || !isOneOf(letter(head - 1), BEFORE_LI))) return;
  if (rule === RULE_OGI && (head === 0 || letter(head - 1) !== 0x6c)) return;
  become(head, suffix);
}

function adjective(first: usize, second: usize): void {
  const suffix = suffixOf(STEP_3);
  if (suffix === 0) return;
  const head = size - load<u32>(suffix, LENGTH);
  if (head >= (load<u32>(suffix, RULE) === RULE_ATIVE ? second : first)) become(head, suffix);
}

function become(head: usize, suffix: usize): void {
  store<u64>(STEM_WORD + head, load<u64>(suffix, BECOMES));
  size = head + load<u32>(suffix, BECOMES_LENGTH);
}

function residue(second: usize): void {
  const suffix = suffixOf(STEP_4);
  if (suffix === 0) return;
  const head = size - load<u32>(suffix, LENGTH);
  if (head < second) return;
  if (load<u32>(suffix, RULE) === RULE_ION && (head === 0 || !(letter(head - 1) === 0x73 || letter(head - 1) === 0x74)))
    return;
  size = head;
}

function ending(first: usize, second: usize): void {
  const head = size - 1;
  if (endsIn(0x65)) {
    size = head;
    if (head < second && (head < first || endsShort())) size = head + 1;
  } else if (<u32>(tail() >> 48) === 0x6c6c && head >= second) size = head;
}
