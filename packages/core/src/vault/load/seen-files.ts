/** What a folder holds beside notes, for who wonders why there are none. */
export interface SeenFiles {
  add(name: string): void;
  /** `94 files: 90 .txt, 4 without an ending`. */
  told(): string;
}

const MOST_TOLD = 5;

export function createSeenFiles(): SeenFiles {
  const endings = new Map<string, number>();
  return {
    add(name) {
      const ending = /[^.](\.[\p{L}\p{N}]{1,12})$/u.exec(name)?.[1]?.toLowerCase() ?? "without an ending";
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
    },
    told() {
      const all = [...endings].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
      const total = all.reduce((sum, [, count]) => sum + count, 0);
      if (total === 0) return "it holds no other files either";
      const some = all.slice(0, MOST_TOLD).map(([ending, count]) => `${count} ${ending}`);
      return `${total} ${total === 1 ? "file" : "files"}: ${some.join(", ")}${all.length > MOST_TOLD ? ", …" : ""}`;
    },
  };
}
