/** The source of a fleet's time; tests have their own clock. */
export interface Clock {
  /** Milliseconds since 1970, as other processes of the machine see them. */
  nowMs(): number;
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonicMs(): number;
  /** Calls `task` after this many milliseconds; returns a function that cancels it. */
  setTimer(delayMs: number, task: () => void): () => void;
}

/** The machine's clock; its timers keep no process alive. */
export const machineClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer: (delayMs, task) => {
    const timer = setTimeout(task, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
