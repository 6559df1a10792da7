// Spellings of one word that differ by script habits, not by meaning: Arabic vowel signs, alef forms and articles, Devanagari dots.
// Chosen by the letters themselves, so a note needs no language.

const ARABIC = /[\u0600-\u06ff]/;
const DEVANAGARI = /[\u0900-\u097f]/;

export function normalizeScript(word: string): string {
  if (ARABIC.test(word)) return arabic(word);
  return DEVANAGARI.test(word) ? hindi(word) : word;
}

const ARABIC_SIGNS = /[\u064b-\u0652\u0670\u0640]/g;
/** And, then; by, like; the; for the. At least two letters stay. */
const ARABIC_ARTICLE = /^[وف]?(?:[بك]?ال|لل)(?=..)/;
const ARABIC_ENDING = /(?:ات|ان|ون|ين|يه|ها|هم|ه|ي)$/;

function arabic(word: string): string {
  const plain = word
    .replace(ARABIC_SIGNS, "")
    .replace(/[آأإٱ]/g, "ا")
    .replace(/[ىئ]/g, "ي")
    .replace(/ؤ/g, "و")
    .replace(/ة$/, "ه")
    .replace(ARABIC_ARTICLE, "");
  return plain.length > 4 ? plain.replace(ARABIC_ENDING, "") : plain;
}

const HINDI_ENDING = /(?:ियों|ाओं|ियां|ाएं|ाने|ाना|ाती|ाते|ाता|ों|ें|ीं|ां|ो|े|ू|ु|ी|ि|ा|ं)$/;

function hindi(word: string): string {
  const plain = word
    .normalize("NFD")
    .replace(/\u093c/g, "")
    .replace(/\u0901/g, "\u0902")
    .normalize("NFC");
  return plain.length > 3 ? plain.replace(HINDI_ENDING, "") : plain;
}
