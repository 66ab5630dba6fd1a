import type { RecordedRun, RunOptions, RunRecord } from "../record/run-record.ts";
import { NothingToResumeError } from "./resumption.ts";
import { waveToApprove } from "./run-plan.ts";

/**
 * The latest `up` that waits, or that of a shard; of shards that are approved together, the one in the first wave.
 *
 * @throws NothingToResumeError if none waits
 */
export async function heldRun(record: RunRecord, shard: RunOptions["shard"]): Promise<RecordedRun> {
  const latest = await record.newest("up", shard);
  const of = shard === undefined && latest?.rollout !== undefined ? latest.options.shard?.of : undefined;
  const all = of === undefined ? [latest] : await newestOf(record, of);
  const held = all
    .filter((run) => run !== undefined)
    .filter((run) => run.state === "held" && run.rollout?.id === latest?.rollout?.id);
  const waits = await Promise.all(
    held.map(async (run) => ({ run, wave: waveToApprove(await record.organizationsOf(run.id)) })),
  );
  const [first] = waits.toSorted((one, other) => one.wave - other.wave);
  if (first === undefined) throw new NothingToResumeError("No run is waiting for approval.");
  return first.run;
}

/** The latest run of each shard. */
async function newestOf(record: RunRecord, of: number): Promise<readonly (RecordedRun | undefined)[]> {
  const shards = Array.from({ length: of }, (_, index) => ({ index: index + 1, of }));
  return Promise.all(shards.map((shard) => record.newest("up", shard)));
}
