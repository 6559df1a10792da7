/** Notes that the same words may mean. */
export interface Namesakes {
  readonly numbers: readonly number[];
  /** Numbers ascend. */
  add(number: number, written: string): void;
  /** Of several, the one written just so, then one that does not stand for its folder, then the one in this folder, then the one nearest to the root. */
  best(written: string, folder: string): number;
  /** Those that are as good but for their place, nearest to the root first. A few of them. */
  leading(written: string): readonly number[];
}

/** How many notes are named where a name could mean several. */
export const MOST_NAMED = 5;

/** What is known of the notes that stand behind the numbers. */
export interface NotePlaces {
  folder(number: number): string;
  /** Whether the note stands for the folder that it is in. */
  isFolderNote(number: number): boolean;
  /** Negative where the first is nearer to the root; ties by path. */
  compare(one: number, other: number): number;
}

/** What is asked of some notes again and again, found in one go: links are many, and the notes that share a name may be too. */
interface Choice {
  readonly nearest: number;
  readonly inFolder: ReadonlyMap<string, number>;
  readonly leading: readonly number[];
}

export function createNamesakes(places: NotePlaces): Namesakes {
  const numbers: number[] = [];
  const byWritten = new Map<string, number[]>();
  const choices = new Map<readonly number[], Choice>();

  function choiceOf(written: string): Choice {
    const wanted = byWritten.get(written) ?? numbers;
    const known = choices.get(wanted) ?? choose(wanted, places);
    choices.set(wanted, known);
    return known;
  }

  return {
    numbers,
    add(number, written) {
      if (numbers.at(-1) !== number) numbers.push(number);
      const same = byWritten.get(written);
      if (same === undefined) byWritten.set(written, [number]);
      else if (same.at(-1) !== number) same.push(number);
    },
    best(written, folder) {
      const { inFolder, nearest } = choiceOf(written);
      return inFolder.get(folder) ?? nearest;
    },
    leading: (written) => choiceOf(written).leading,
  };
}

function choose(numbers: readonly number[], { folder, isFolderNote, compare }: NotePlaces): Choice {
  const plain = numbers.filter((number) => !isFolderNote(number));
  const eligible = plain.length > 0 ? plain : numbers;
  const inFolder = new Map<string, number>();
  let nearest = eligible[0]!;
  for (const number of eligible) {
    const own = folder(number);
    const before = inFolder.get(own);
    if (before === undefined || compare(number, before) < 0) inFolder.set(own, number);
    if (compare(number, nearest) < 0) nearest = number;
  }
  return { nearest, inFolder, leading: numbers.toSorted(compare).slice(0, MOST_NAMED) };
}
