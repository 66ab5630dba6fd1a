import type { WatchStore } from "../../../../packages/watch/src/index.ts";

/** Whether each of the organizations had a look that began after a moment, as a condition to wait for. */
export const lookedSince =
  (store: Pick<WatchStore, "looks">, names: readonly string[], sinceMs: number) => async (): Promise<boolean> => {
    const looks = await store.looks({ sinceMs });
    return names.every((name) =>
      looks.some(({ organization, startedMs }) => organization === name && startedMs > sinceMs),
    );
  };
