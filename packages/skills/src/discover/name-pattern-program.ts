/** Which characters a step takes. */
export type CharacterTest = (code: number) => boolean;

/** A pattern as a program: each step takes a character, stands at an edge, or goes on in two places. */
export type Step =
  | { readonly kind: "character"; readonly test: CharacterTest }
  | { readonly kind: "start" | "end" | "match" }
  | { readonly kind: "jump"; to: number }
  | { readonly kind: "split"; one: number; other: number };

/**
 * Whether the program matches anywhere in the text. All ways through it are followed at once, so the time is at most the number of
 * steps times the number of characters, whatever the pattern is: that is why names are not matched by `RegExp`.
 */
export function runProgram(program: readonly Step[], text: string): boolean {
  let current = new Set<number>();
  for (let at = 0; at <= text.length; at += 1) {
    // The match may begin here too.
    follow(program, 0, { at, text, states: current });
    const next = new Set<number>();
    for (const state of current) {
      const step = program[state];
      if (step?.kind === "match") return true;
      if (step?.kind === "character" && at < text.length && step.test(text.charCodeAt(at))) {
        follow(program, state + 1, { at: at + 1, text, states: next });
      }
    }
    current = next;
  }
  return false;
}

interface Place {
  readonly at: number;
  readonly text: string;
  readonly states: Set<number>;
}

/** Adds a state and all that can be reached from it without a character. */
function follow(program: readonly Step[], state: number, { at, text, states }: Place): void {
  const open = [state];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (states.has(next)) continue;
    const step = program[next];
    states.add(next);
    if (step?.kind === "jump") open.push(step.to);
    else if (step?.kind === "split") open.push(step.other, step.one);
    else if ((step?.kind === "start" && at === 0) || (step?.kind === "end" && at === text.length)) open.push(next + 1);
  }
}
