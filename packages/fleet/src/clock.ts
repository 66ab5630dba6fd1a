/** Where a fleet has its time from; tests have a clock of their own. */
export interface Clock {
  /** Milliseconds since 1970, as other processes of the machine see them. */
  nowMs(): number;
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonicMs(): number;
  /** Calls `task` after so many milliseconds; what it returns calls that off. */
  setTimer(delayMs: number, task: () => void): () => void;
}

/** The machine's clock; a timer of it keeps no process alive. */
export const machineClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer: (delayMs, task) => {
    const timer = setTimeout(task, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
