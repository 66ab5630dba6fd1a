/** Intervals in milliseconds. */
export interface LockTiming {
  /** How often the holder shows that it lives; default 2 000. */
  readonly beatMs: number;
  /** Silence after which a holder counts as dead even if a process has its id; default 60 000. */
  readonly deadMs: number;
  /** How often a waiting process looks; default 300. */
  readonly pollMs: number;
}

/** Whether a process of this machine runs; one that belongs to somebody else counts. */
export function isAlive(pid: number): boolean;

/** Runs `work` while holding the lock file `path`; `onWait` is called once when somebody else holds it. */
export function withLock<T>(
  path: string,
  work: () => Promise<T>,
  onWait: (pid: number) => void,
  timing?: LockTiming,
): Promise<T>;
