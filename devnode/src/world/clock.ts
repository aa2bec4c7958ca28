/**
 * The time of a world, in milliseconds since 1970. It stands still until it is moved, or follows the
 * machine.
 */
export type Clock = {
  readonly now: () => number;
  /** Moves forward. Throws a RangeError on a negative number. */
  readonly advance: (seconds: number) => void;
  /** Jumps to a time, and stands still there. */
  readonly set: (time: number | Date) => void;
};

/** A clock that stands at `startMs`; `real`: one that follows the machine until it is set. */
export function createClock(startMs: number | 'real'): Clock {
  let fixed = startMs === 'real' ? null : startMs;
  let ahead = 0;
  return {
    now: () => fixed ?? Date.now() + ahead,
    advance: (seconds) => {
      if (!(seconds >= 0)) throw new RangeError(`the clock cannot go ${seconds} seconds forward`);
      if (fixed === null) ahead += seconds * 1000;
      else fixed += seconds * 1000;
    },
    set: (time) => {
      fixed = Number(time);
    },
  };
}
