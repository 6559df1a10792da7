import { readClass } from "./character-class.js";

/** Whether a name of a file or folder fits. */
export type NamePattern = (name: string) => boolean;

/** Takes one character. */
type Taker = (code: number) => boolean;

/** What one character may do, bit by bit: from each step of the pattern to the next. */
type Steps = Uint32Array;

const MOST_KEPT = 1024;

/**
 * `*` is any run of characters, `?` any one, `[a-z]` one of some, `\` takes away the meaning of what follows. All ways to fit are followed at once,
 * 32 steps of the pattern in one number: whatever it is, a name takes no more than its length times a thirty-second of the pattern's.
 */
export function namePattern(pattern: string): NamePattern {
  if (!/[*?[\\]/u.test(pattern)) return (name) => name === pattern;
  const { takers, stars } = parse(pattern);
  const last = takers.length;
  // Most rules are about how a name ends, and most names end differently.
  const ending = stars.has(last) ? undefined : takers.at(-1);
  const words = (last >> 5) + 1;
  const loops = new Uint32Array(words);
  for (const at of stars) loops[at >> 5]! |= 1 << (at & 31);
  const ascii: (Steps | undefined)[] = new Array(128).fill(undefined);
  const known = new Map<number, Steps>();

  function stepsOf(code: number): Steps {
    const steps = known.get(code) ?? found(code);
    if (code < 128) ascii[code] = steps;
    return steps;
  }

  function found(code: number): Steps {
    const steps = new Uint32Array(words);
    for (let at = 0; at < last; at += 1) if (takers[at]!(code)) steps[at >> 5]! |= 1 << (at & 31);
    if (known.size === MOST_KEPT) known.clear();
    known.set(code, steps);
    return steps;
  }

  return (name) => {
    if (name.length < last || ending?.(name.charCodeAt(name.length - 1)) === false) return false;
    const reached = new Uint32Array(words);
    reached[0] = 1;
    for (let index = 0; index < name.length; index += 1) {
      const code = name.charCodeAt(index);
      const steps = ascii[code] ?? stepsOf(code);
      let carried = 0;
      let any = 0;
      for (let word = 0; word < words; word += 1) {
        const before = reached[word]!;
        const taken = before & steps[word]!;
        const after = (taken << 1) | carried | (before & loops[word]!);
        carried = taken >>> 31;
        reached[word] = after;
        any |= after;
      }
      if (any === 0) return false;
    }
    return ((reached[last >> 5]! >>> (last & 31)) & 1) === 1;
  };
}

/** What takes a character each, and before which of them stars stand. */
function parse(pattern: string): { readonly takers: readonly Taker[]; readonly stars: ReadonlySet<number> } {
  const takers: Taker[] = [];
  const stars = new Set<number>();
  // Where one class is never closed, none behind it is, and none is looked for.
  let mayClose = true;
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at];
    const characters = character === "[" && mayClose ? readClass(pattern, at + 1) : undefined;
    if (character === "*") {
      stars.add(takers.length);
      at += 1;
    } else if (character === "?") {
      takers.push(() => true);
      at += 1;
    } else if (characters !== undefined) {
      takers.push(characters.has);
      at = characters.end;
    } else {
      if (character === "[") mayClose = false;
      const literal = character === "\\" && at + 1 < pattern.length ? at + 1 : at;
      const expected = pattern.charCodeAt(literal);
      takers.push((code) => code === expected);
      at = literal + 1;
    }
  }
  return { takers, stars };
}
