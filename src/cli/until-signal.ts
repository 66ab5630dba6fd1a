import process from "node:process";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Provides a signal that aborts when the process is asked to end. A second request ends the process immediately. */
export async function untilSignal<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const name of SIGNALS) process.once(name, onSignal);
  try {
    return await act(stop.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}
