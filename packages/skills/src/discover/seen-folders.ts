/**
 * Which folders were looked at, by their real paths. A plain walk of one root meets no folder twice, and a set of ten thousand paths
 * costs as much as reading their files: so paths are only noted, until there is a reason to ask.
 */
export interface SeenFolders {
  /** Notes a folder. False where it was noted before, as far as anybody asked to know. */
  isNew(real: string): boolean;
  /** From here on a folder can be met again: by a link, or below another root. */
  expectRepeats(): void;
}

export function createSeenFolders(): SeenFolders {
  const noted: string[] = [];
  let seen: Set<string> | undefined;
  return {
    isNew(real) {
      if (seen === undefined) {
        noted.push(real);
        return true;
      }
      if (seen.has(real)) return false;
      seen.add(real);
      return true;
    },
    expectRepeats() {
      seen ??= new Set(noted);
    },
  };
}
