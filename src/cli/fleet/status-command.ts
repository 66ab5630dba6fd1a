import process from "node:process";
import type { FleetSession } from "@orgform/fleet";
import { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { pageOf } from "./run-files.ts";
import { withFleet } from "./run-commands.ts";
import { shardIn, withFleetFlags, withShardFlag, wordsFor } from "./session.ts";
import { statusText } from "./status-text.ts";
import { statusOnTemporal } from "./temporal-commands.ts";
import { isOnTemporal, withTemporalFlags, withTemporalFleet } from "./temporal-package.ts";

/** `orgform fleet status`. */
export function statusCommand(): CliCommand {
  const command = new CliCommand("status").summary("Show the status of the latest run, even while it runs");
  return withTemporalFlags(withShardFlag(withFleetFlags(command)))
    .option("--page <FILE>", "File for an HTML page.")
    .option("--json", "Print JSON.")
    .runs((flags) =>
      isOnTemporal(flags)
        ? withTemporalFleet(flags, (fleet) => statusOnTemporal(fleet, flags))
        : withFleet(flags, (fleet) => status(fleet, flags)),
    );
}

async function status(fleet: FleetSession, flags: FlagValues): Promise<number> {
  const shard = shardIn(readText(flags["shard"]));
  const run = await fleet.record.newest(undefined, shard);
  const isJson = flags["json"] === true;
  if (run === undefined) {
    process.stdout.write(isJson ? "null\n" : "No run is recorded. To start one, run `orgform fleet up`.\n");
    return 0;
  }
  const results = await fleet.results(shard);
  const page = readText(flags["page"]);
  if (page !== undefined && results !== undefined) writeWhole(page, await pageOf(results, flags), "--page");
  const organizations = await fleet.record.organizationsOf(run.id);
  const state = results?.state ?? run.state;
  const approvals = await fleet.record.approvalsOf(run.id);
  const tally = await fleet.record.tallyOf(run.id);
  const left = await fleet.left();
  process.stdout.write(
    isJson
      ? `${JSON.stringify({ ...run, state, ...tally, approvals, left, organizations }, null, 2)}\n`
      : statusText({ ...run, state, approvals, left }, organizations, wordsFor(flags)),
  );
  return 0;
}
