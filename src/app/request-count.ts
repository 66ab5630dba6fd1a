import { AsyncLocalStorage } from "node:async_hooks";
import type { ClientOptions } from "../client/client.ts";

const counts = new AsyncLocalStorage<{ requests: number }>();

/**
 * Counts the requests to the service that something makes, each attempt of its own. What it reads together with others, such as
 * a list that all of them share, counts for the one that asks first.
 */
export async function countingRequests<T>(
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly requests: number }> {
  const count = { requests: 0 };
  const result = await counts.run(count, act);
  return { result, requests: count.requests };
}

/** What a client tells of its requests; undefined where nobody counts, as events take time. */
export function requestEvents(): ClientOptions["onEvent"] {
  if (counts.getStore() === undefined) return undefined;
  return ({ type }) => {
    const count = counts.getStore();
    if (type === "request" && count !== undefined) count.requests += 1;
  };
}
