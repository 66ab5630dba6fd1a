import { AsyncLocalStorage } from "node:async_hooks";

/** What jest asks its storage for: the running test or hook, to which it ascribes an error that nobody caught. */
interface Running {
  readonly test?: unknown;
}

const running = new WeakMap<AsyncLocalStorage<unknown>, unknown>();
const used = new Set<AsyncLocalStorage<unknown>>();

/** Jest stores an object with a test; no other storage has one. */
const isOfJest = (store: unknown): store is Running => typeof store === "object" && store !== null && "test" in store;

/**
 * Runs tests of jest without an `AsyncLocalStorage`: as they run one after another, a variable says which one runs.
 *
 * As soon as a process uses such a storage, Node before version 24 calls hooks at every step of every promise. Jest does so for
 * each test, which was a tenth of the time of the tables. A storage of ours works as always, and
 * {@link forgetStorages} ends the hooks after its test file.
 */
export function leavePromisesUntracked(): void {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= 24) return;
  const { run, getStore } = AsyncLocalStorage.prototype;
  Object.assign(AsyncLocalStorage.prototype, {
    run(this: AsyncLocalStorage<unknown>, store: unknown, act: (...args: unknown[]) => unknown, ...args: unknown[]) {
      if (isOfJest(store)) return inTurn(this, store, () => act(...args));
      used.add(this);
      return run.call(this, store, act, ...args);
    },
    getStore(this: AsyncLocalStorage<unknown>) {
      return running.get(this) ?? getStore.call(this);
    },
  });
}

/** Says what runs until it has ended. Hooks run within their test. */
function inTurn(storage: AsyncLocalStorage<unknown>, store: Running, act: () => unknown): unknown {
  const outer = running.get(storage);
  running.set(storage, store);
  const ended = act() as Promise<unknown>;
  return ended.finally(() => void running.set(storage, outer));
}

/** Ends the hooks that the storages of a test file have begun. */
export function forgetStorages(): void {
  for (const storage of used) storage.disable();
  used.clear();
}
