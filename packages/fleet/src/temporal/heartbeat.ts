import { clearInterval, setInterval } from "node:timers";
import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";

const HEARTBEAT_MS = 5000;

/** Reports to the server that the worker is alive, and its progress; the server's response says whether to end. */
export async function withHeartbeat<T>(act: (onProgress: (done: number) => void) => Promise<T>): Promise<T> {
  const context = Context.current();
  let last = 0;
  const onProgress = (done: number): void => context.heartbeat((last = done));
  onProgress(0);
  const timer = setInterval(() => onProgress(last), HEARTBEAT_MS);
  try {
    return await act(onProgress);
  } finally {
    clearInterval(timer);
  }
}

/** A worker that ends leaves its organizations to the other workers; those that a person stopped stay as they are. */
export function cutOff(reason: unknown): Error {
  const isCancelled = reason instanceof CancelledFailure && reason.message === "CANCELLED";
  return isCancelled ? reason : ApplicationFailure.retryable("The worker has ended.", "WorkerEnded");
}
