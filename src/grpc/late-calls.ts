import type { Calls } from "./server.ts";

/** Calls whose handlers are loaded by the first one that comes, for a process that an engine waits for. */
export function lateCalls(paths: readonly string[], load: () => Promise<Calls>): Calls {
  let loading: Promise<Calls> | undefined;
  const calls = paths.map((path): [string, Calls[string]] => [
    path,
    async (request, call) => {
      loading ??= load();
      const handlers = await loading;
      return handlers[path]?.(request, call);
    },
  ]);
  return Object.fromEntries(calls);
}
