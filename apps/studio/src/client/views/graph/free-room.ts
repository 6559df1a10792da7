interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where names may still be written in the frame that is being drawn: first come, first served. */
export interface FreeRoom {
  /** Takes a place, unless somebody has part of it. */
  take(box: Box): boolean;
  clear(): void;
}

export function createFreeRoom(): FreeRoom {
  // Names are few (a density decides that), so looking at each is enough.
  const taken: Box[] = [];
  return {
    take(box) {
      const isTaken = taken.some(
        ({ left, top, right, bottom }) => box.left < right && left < box.right && box.top < bottom && top < box.bottom,
      );
      if (!isTaken) taken.push(box);
      return !isTaken;
    },
    clear() {
      taken.length = 0;
    },
  };
}
