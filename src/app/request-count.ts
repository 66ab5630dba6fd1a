import { AsyncLocalStorage } from "node:async_hooks";
import type { ClientOptions } from "../client/client.ts";

const counts = new AsyncLocalStorage<{ requests: number }>();

/**
 * Counts the requests that a function sends to the service; each attempt counts. A request for something that several functions
 * share, such as a list, counts for the first one that asks.
 */
export async function countingRequests<T>(
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly requests: number }> {
  const count = { requests: 0 };
  const result = await counts.run(count, act);
  return { result, requests: count.requests };
}

/** Counts a client's requests; undefined outside of a count, because events take time. */
export function requestEvents(): ClientOptions["onEvent"] {
  if (counts.getStore() === undefined) return undefined;
  return ({ type }) => {
    const count = counts.getStore();
    if (type === "request" && count !== undefined) count.requests += 1;
  };
}
