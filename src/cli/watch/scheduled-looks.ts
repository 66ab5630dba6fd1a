import { dirname } from "node:path";
import process from "node:process";
import type { ScheduledLooks } from "@orgform/fleet/temporal";
import type { WatchFile, WatchOptions, WatchStore } from "@orgform/watch";
import { fileIn, openFleet } from "../fleet/session.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { watchPackage } from "../optional-packages.ts";
import { UsageError } from "../usage-error.ts";
import { assertSecrets } from "./channel-secrets.ts";
import { openHistory } from "./history-command.ts";
import { metricsIn, withMetrics } from "./metrics.ts";
import { otlpIn, withOtlp } from "./otlp.ts";
import { watchFileIn, watchPolicy } from "./read-watch-file.ts";
import { say, tell } from "./tell.ts";
import { watchClock } from "./watch-clock.ts";
import { watchedFleet } from "./watched-fleet.ts";

/** How a worker looks. */
interface Looking {
  readonly workers: number;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/**
 * Does something while this process looks at organizations of a fleet on request, sends what it sees, and shows metrics.
 *
 * @throws UsageError
 */
export async function whileLooking(
  flags: FlagValues,
  { workers, timeoutSeconds, signal }: Looking,
  act: (looks: ScheduledLooks, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const address = metricsIn(flags);
  const target = await otlpIn(flags, process.env);
  const folder = dirname(fileIn(flags));
  const found = await watchFileIn(folder, readText(flags["watch"]));
  assertShared(found.file, workers);
  await assertSecrets(found.file, process.env);
  const fleet = await openFleet(flags, { isRecordLocal: true });
  const looks = { found, policyOf: await watchPolicy(found, undefined), ignore: undefined, isStrict: false };
  const { watched, close } = await watchedFleet(
    fleet,
    {},
    { ...looks, timeoutSeconds, nowMs: () => watchClock.nowMs(), share: 1 / workers },
  );
  try {
    const store = await openHistory({}, found.file, folder);
    try {
      const shown = { store, watched };
      await withMetrics(address, shown, () =>
        withOtlp({ ...shown, target, isOnce: false, say }, async (looked) => {
          const options = optionsOf(found.file, store, looked);
          await whileSending({ ...options, watched: [], signal }, async (until) =>
            act(looksOf(watched, options), until),
          );
        }),
      );
    } finally {
      await store.close();
    }
  } finally {
    await close();
  }
}

type Options = Omit<WatchOptions, "watched" | "signal">;

const optionsOf = (file: WatchFile, store: WatchStore, looked: WatchOptions["onLook"]): Options => ({
  file,
  store,
  parallel: 1,
  clock: watchClock,
  environment: process.env,
  say,
  onLook: (name, result) => {
    looked(name, result);
    void tell(name, result, false);
  },
});

function looksOf(watched: WatchOptions["watched"], options: Options): ScheduledLooks {
  const byName = new Map(watched.map((one) => [one.name, one]));
  return {
    look: async (name, signal) => {
      const { lookOnce } = await watchPackage();
      const one = byName.get(name);
      if (one === undefined) throw new Error(`The fleet file has no ${name}.`);
      return (await lookOnce(one, { ...options, signal })) ?? "postponed";
    },
  };
}

/** Sends messages as long as something goes on; if it can't go on sending, it ends that too. */
async function whileSending(options: WatchOptions, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { watchOften } = await watchPackage();
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const sending = watchOften({ ...options, signal }).finally(() => ended.abort());
  try {
    await act(signal);
  } finally {
    ended.abort();
    await sending;
  }
}

/** Workers on several machines share what was told only through a database. @throws UsageError */
function assertShared({ database }: WatchFile, workers: number): void {
  if (workers === 1 || database !== undefined) return;
  throw new UsageError(
    "With more than one worker, --watch needs a history that they share. Set `database` in the watch file.",
  );
}
