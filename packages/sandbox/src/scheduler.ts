import type { World } from "./world.ts";

/**
 * A family's code for a due timer, called at the timer's time by the clock. A returned time sets the timer again, with
 * the same data.
 */
export type Job = (world: World, data: unknown) => number | undefined | void;

/** A job that always has a timer, such as a weekly cleanup. */
export type RecurringJob = { readonly firstMs: (nowMs: number) => number; readonly run: Job };

/** All jobs by name. */
export type Jobs = {
  readonly once: Readonly<Record<string, Job>>;
  readonly recurring: Readonly<Record<string, RecurringJob>>;
};

/** Sets a timer inside a transaction; returns its ID, to cancel it by deleting the row. */
export function schedule(world: World, job: string, dueMs: number, data: unknown = null): string {
  const id = world.identifiers.uuid();
  world.store.tables.timers.put({ id, due_ms: dueMs, job, data });
  return id;
}

/** Ensures that every recurring job has its timer; for the start and after a restore. */
export function startRecurring(world: World, jobs: Jobs): void {
  const { timers } = world.store.tables;
  for (const [job, { firstMs }] of Object.entries(jobs.recurring)) {
    if (timers.one({ job }) !== undefined) continue;
    world.store.transaction(() => schedule(world, job, firstMs(world.clock.nowMs())), false);
  }
}

/**
 * Runs everything that is due, in the order of time, each at its own time. Called before every request and when the
 * clock is moved, so everything up to now has happened then.
 */
export function runDue(world: World, jobs: Jobs): void {
  const { store, clock } = world;
  const nowMs = clock.nowMs();
  for (;;) {
    const [timer] = store.tables.timers.select("WHERE due_ms <= ? ORDER BY due_ms, seq LIMIT 1", nowMs);
    if (timer === undefined) return;
    const run = jobs.recurring[timer.job]?.run ?? jobs.once[timer.job];
    if (run === undefined) throw new Error(`there is no job ${timer.job}`);
    store.transaction(() => {
      store.tables.timers.delete(timer.id);
      const againMs = clock.at(timer.due_ms, () => run(world, timer.data));
      if (typeof againMs !== "number") return;
      if (againMs <= timer.due_ms) throw new Error(`job ${timer.job} set itself to a time that is past`);
      store.tables.timers.put({ ...timer, due_ms: againMs });
    });
  }
}
