import { DOT, SLASH } from "./characters";

/** The name that a path gives to its note. */
export namespace stem {
  export let from: usize = 0;
  export let to: usize = 0;
}

/** The file's, or its folder's where the file's says nothing. */
export function findStem(path: usize, end: usize): void {
  const last = lastPart(path, end);
  stem.from = last;
  stem.to = withoutExtension(last, end);
  // A file in the topmost folder of an absolute path has no folder.
  if (last <= path + 1 || !isNameless(stem.from, stem.to)) return;
  stem.to = last - 1;
  stem.from = lastPart(path, stem.to);
}

/** After the last slash. */
export function lastPart(path: usize, end: usize): usize {
  let at = end;
  while (at > path && load<u8>(at - 1) !== SLASH) at--;
  return at;
}

/** Without `.md`, in capitals or not. */
export function withoutExtension(from: usize, to: usize): usize {
  if (to - from < 3 || load<u8>(to - 3) !== DOT) return to;
  return (load<u8>(to - 2) | 32) === 109 && (load<u8>(to - 1) | 32) === 100 ? to - 3 : to;
}

function isNameless(from: usize, to: usize): bool {
  return reads(from, to, "skill") || reads(from, to, "index") || reads(from, to, "_index") || reads(from, to, "readme");
}

/** Whether that is the word, in capitals or not. */
export function reads(from: usize, to: usize, word: string): bool {
  if (to - from !== word.length) return false;
  const address = changetype<usize>(word);
  for (let at: usize = 0; at < to - from; at++) {
    const code = load<u8>(from + at);
    const lower = code - 65 < 26 ? code | 32 : code;
    if (lower !== <u8>load<u16>(address + (at << 1))) return false;
  }
  return true;
}

export function isSkill(path: usize, end: usize): bool {
  return reads(lastPart(path, end), end, "skill.md");
}
