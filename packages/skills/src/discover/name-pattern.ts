import { escapeControls, PdError } from "@pd/core";
import { type CharacterTest, runProgram, type Step } from "./name-pattern-program.js";

/** Steps that a pattern may have; `{2,5}` repeats what it follows. */
const MOST_STEPS = 2000;
const MOST_REPEATS = 200;

/**
 * A regular expression over names that takes linear time (R5.5): letters, `.`, classes, `^`, `$`, groups, `|` and repeats.
 * What needs to remember or to look around is refused. A `RegExp` is read as its source, with its flag `i`.
 */
export function namePattern(pattern: string | RegExp): (name: string) => boolean {
  const [source, ignoreCase] = typeof pattern === "string" ? [pattern, false] : [pattern.source, pattern.ignoreCase];
  const program = compile(source, ignoreCase);
  return (name) => runProgram(program, ignoreCase ? name.toLowerCase() : name);
}

interface Parsing {
  readonly source: string;
  readonly ignoreCase: boolean;
  readonly program: Step[];
  at: number;
}

function compile(source: string, ignoreCase: boolean): readonly Step[] {
  const parsing: Parsing = { source, ignoreCase, program: [], at: 0 };
  if (source.length > MOST_STEPS) throw refused(source, "is too long");
  alternatives(parsing);
  if (parsing.at < source.length) throw refused(source, 'has a ")" too many');
  parsing.program.push({ kind: "match" });
  return parsing.program;
}

/** `one|other|third` */
function alternatives(parsing: Parsing): void {
  const { program, source } = parsing;
  const start = program.length;
  sequence(parsing);
  if (source[parsing.at] !== "|") return;
  parsing.at += 1;
  insert(program, start, { kind: "split", one: start + 1, other: program.length + 2 });
  const jump: Step = { kind: "jump", to: 0 };
  program.push(jump);
  alternatives(parsing);
  jump.to = program.length;
}

function sequence(parsing: Parsing): void {
  const { source, program } = parsing;
  while (parsing.at < source.length && source[parsing.at] !== "|" && source[parsing.at] !== ")") {
    const start = program.length;
    atom(parsing);
    repeats(parsing, start);
    if (program.length > MOST_STEPS) throw refused(source, "is too long");
  }
}

function atom(parsing: Parsing): void {
  const { source, program } = parsing;
  const character = source[parsing.at] ?? "";
  parsing.at += 1;
  if (character === "(") group(parsing);
  else program.push(stepFor(parsing, character));
}

function stepFor(parsing: Parsing, character: string): Step {
  switch (character) {
    case "^":
      return { kind: "start" };
    case "$":
      return { kind: "end" };
    case "[":
      return { kind: "character", test: characterClass(parsing) };
    case ".":
      return { kind: "character", test: () => true };
    case "\\":
      return { kind: "character", test: escaped(parsing) };
    case "*":
    case "+":
    case "?":
    case "{":
      throw refused(parsing.source, `repeats nothing with "${character}"`);
    default:
      return { kind: "character", test: only(parsing, character) };
  }
}

function only({ ignoreCase }: Parsing, character: string): CharacterTest {
  const wanted = (ignoreCase ? character.toLowerCase() : character).charCodeAt(0);
  return (code) => code === wanted;
}

function group(parsing: Parsing): void {
  const { source } = parsing;
  if (source[parsing.at] === "?") {
    if (source[parsing.at + 1] !== ":") throw refused(source, "looks around or names a group");
    parsing.at += 2;
  }
  alternatives(parsing);
  if (source[parsing.at] !== ")") throw refused(source, 'has a "(" that is not closed');
  parsing.at += 1;
}

const CLASSES: ReadonlyMap<string, CharacterTest> = new Map([
  ["d", (code: number) => code >= 48 && code <= 57],
  ["w", (code: number) => /\w/u.test(String.fromCharCode(code))],
  ["s", (code: number) => /\s/u.test(String.fromCharCode(code))],
]);

function escaped(parsing: Parsing): CharacterTest {
  const character = parsing.source[parsing.at] ?? "";
  parsing.at += 1;
  const known = CLASSES.get(character.toLowerCase());
  if (known !== undefined) return character === character.toLowerCase() ? known : (code) => !known(code);
  if (character === "" || /[\p{L}\p{N}]/u.test(character)) throw refused(parsing.source, `has "\\${character}"`);
  return only(parsing, character);
}

/** `[a-z0-9_]`, from behind its opening bracket. */
function characterClass(parsing: Parsing): CharacterTest {
  const { source } = parsing;
  const isNegated = source[parsing.at] === "^";
  if (isNegated) parsing.at += 1;
  const tests: CharacterTest[] = [];
  while (source[parsing.at] !== "]") {
    if (parsing.at >= source.length) throw refused(source, 'has a "[" that is not closed');
    tests.push(classItem(parsing));
  }
  parsing.at += 1;
  return (code) => tests.some((test) => test(code)) !== isNegated;
}

function classItem(parsing: Parsing): CharacterTest {
  const { source, ignoreCase } = parsing;
  const first = source[parsing.at] ?? "";
  parsing.at += 1;
  if (first === "\\") return escaped(parsing);
  const last = source[parsing.at + 1];
  if (source[parsing.at] !== "-" || last === undefined || last === "]") return only(parsing, first);
  parsing.at += 2;
  const [low, high] = [first.charCodeAt(0), last.charCodeAt(0)];
  if (low > high) throw refused(source, `has a range from "${first}" down to "${last}"`);
  const inRange = (code: number) => code >= low && code <= high;
  if (!ignoreCase) return inRange;
  return (code) => inRange(code) || inRange(String.fromCharCode(code).toUpperCase().charCodeAt(0));
}

function repeats(parsing: Parsing, start: number): void {
  const { source } = parsing;
  const found = /^(?:[*+?]|\{(\d{1,3})(?:(,)(\d{0,3}))?\})/u.exec(source.slice(parsing.at, parsing.at + 10));
  if (found === null) return;
  parsing.at += found[0].length;
  // Whether a repeat is greedy or lazy makes no difference to whether there is a match.
  if (source[parsing.at] === "?") parsing.at += 1;
  const [least, most] = bounds(found);
  if (least > MOST_REPEATS || (most !== undefined && (most > MOST_REPEATS || most < least))) {
    throw refused(source, `repeats ${found[0]} times`);
  }
  repeat(parsing, start, least, most);
  if (/[*+{]/u.test(source[parsing.at] ?? "")) throw refused(source, "repeats a repeat");
}

function bounds([whole, least, comma, most]: RegExpExecArray): readonly [number, number | undefined] {
  if (whole === "*") return [0, undefined];
  if (whole === "+") return [1, undefined];
  if (whole === "?") return [0, 1];
  if (comma === undefined) return [Number(least), Number(least)];
  return [Number(least), most === "" ? undefined : Number(most)];
}

/** Writes the piece from `start` on as often as it is needed, and a loop or ways out behind that. */
function repeat(parsing: Parsing, start: number, least: number, most: number | undefined): void {
  const { program } = parsing;
  const piece = program.splice(start);
  const add = () => {
    if (program.length + piece.length > MOST_STEPS) throw refused(parsing.source, "is too long");
    const by = program.length - start;
    program.push(...piece.map((step) => moved(step, by)));
  };
  for (let time = 0; time < least; time += 1) add();
  if (most === undefined) {
    const loop = program.length;
    program.push({ kind: "split", one: loop + 1, other: loop + 2 + piece.length });
    add();
    program.push({ kind: "jump", to: loop });
    return;
  }
  for (let time = least; time < most; time += 1) {
    const way = program.length;
    program.push({ kind: "split", one: way + 1, other: way + 1 + piece.length });
    add();
  }
}

function moved(step: Step, by: number): Step {
  if (step.kind === "jump") return { ...step, to: step.to + by };
  return step.kind === "split" ? { ...step, one: step.one + by, other: step.other + by } : { ...step };
}

/** Puts a step in, and lets what led behind it lead there still. */
function insert(program: Step[], at: number, step: Step): void {
  const behind = program.splice(at).map((one) => moved(one, 1));
  program.push(step, ...behind);
}

function refused(source: string, why: string): PdError {
  return new PdError("input-invalid", `The pattern "${escapeControls(source.slice(0, 80))}" ${why}`, {
    where: "name",
    fix: 'Use letters, ".", "[a-z]", "^", "$", "(a|b)", "*", "+", "?" and "{2,5}", e.g. "^pdf-".',
  });
}
