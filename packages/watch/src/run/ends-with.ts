import { setMaxListeners } from "node:events";

/** A signal, and what aborts it. */
interface OwnSignal {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** Stops listening to the other signal, which can last for weeks. */
  readonly end: () => void;
}

/** A signal that is aborted together with another one, or on its own. */
export function endsWith(other: AbortSignal): OwnSignal {
  const own = new AbortController();
  // Each organization of a fleet listens to it, and Node warns about more than ten listeners.
  setMaxListeners(0, own.signal);
  const abort = (): void => own.abort();
  if (other.aborted) abort();
  other.addEventListener("abort", abort);
  return { signal: own.signal, abort, end: () => other.removeEventListener("abort", abort) };
}
