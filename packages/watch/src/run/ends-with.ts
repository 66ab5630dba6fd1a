import { setMaxListeners } from "node:events";

/** A signal of one's own. */
interface OwnSignal {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** Lets go of the other signal, which may last for weeks. */
  readonly end: () => void;
}

/** A signal that comes with another one, or by itself. */
export function endsWith(other: AbortSignal): OwnSignal {
  const own = new AbortController();
  // Each organization of a fleet waits for it; Node warns of more than ten.
  setMaxListeners(0, own.signal);
  const abort = (): void => own.abort();
  if (other.aborted) abort();
  other.addEventListener("abort", abort);
  return { signal: own.signal, abort, end: () => other.removeEventListener("abort", abort) };
}
