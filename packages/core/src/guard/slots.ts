/** A number of places that requests take while they are worked on. */
export interface Slots {
  /** A place, to be given back once; `undefined` where all are taken. */
  take(): (() => void) | undefined;
  readonly taken: number;
}

export function createSlots(max: number): Slots {
  let taken = 0;
  return {
    take() {
      if (taken >= max) return undefined;
      taken += 1;
      let isHeld = true;
      return () => {
        if (isHeld) taken -= 1;
        isHeld = false;
      };
    },
    get taken() {
      return taken;
    },
  };
}
