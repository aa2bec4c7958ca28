/**
 * The time of a world. All of it is in milliseconds, times since 1970. It stands still until it is moved, or
 * follows the machine.
 */
export type Clock = {
  readonly now: () => number;
  /** Moves forward. Throws a RangeError on a negative number. */
  readonly advance: (ms: number) => void;
  /** Jumps to a time, and stands still there. */
  readonly set: (time: number | Date) => void;
};

/** A clock that stands at `startMs`; `real`: one that follows the machine until it is set. */
export function createClock(startMs: number | 'real'): Clock {
  let fixed = startMs === 'real' ? null : startMs;
  let ahead = 0;
  return {
    now: () => fixed ?? Date.now() + ahead,
    advance: (ms) => {
      if (!(ms >= 0)) throw new RangeError(`the clock cannot go ${ms} ms forward`);
      if (fixed === null) ahead += ms;
      else fixed += ms;
    },
    set: (time) => {
      fixed = Number(time);
    },
  };
}
