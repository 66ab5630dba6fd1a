import process from "node:process";
import type { FleetSession } from "@orgform/fleet";
import { shellWord } from "../../adopt/shell-word.ts";
import { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { withApproversFlag } from "./approvers.ts";
import { fleetPackage } from "../optional-packages.ts";
import { withFleet } from "./run-commands.ts";
import { shardIn, withFleetFlags, withShardFlag, wordsFor } from "./session.ts";
import { wordIn } from "./spoken-word.ts";
import { approveOnTemporal } from "./temporal-commands.ts";
import { isOnTemporal, withTemporalFlags, withTemporalFleet } from "./temporal-package.ts";

const AFTER = `
To sign, run \`ssh-keygen -Y sign -n orgform-fleet\` or \`gpg --armor --detach-sign\` on the text that --statement prints. A signature
counts if its key is in \`approve.by\` of the wave, or in the file of approvers. It needs OpenSSH 8.2 or GnuPG 2.2, or later.
If the fleet file names a database, an approval is for all shards that apply the same contents.`;

/** `orgform fleet approve`. */
export function approveCommand(): CliCommand {
  const command = new CliCommand("approve").summary("Approve the wave that the latest run is waiting to start");
  return withTemporalFlags(withApproversFlag(withShardFlag(withFleetFlags(command))))
    .option("--key <FILE>", "SSH key to sign with: a private key, or a public key whose private key is in ssh-agent.")
    .option("--signature <FILE>", "File with a signature that was made elsewhere.")
    .option("--retire <NAME>", "Organization whose retirement to approve, instead of a wave.")
    .option("--statement", "Print the text to sign, and approve nothing.")
    .option("--by <NAME>", "Name to record, unverified. A signature is recorded under the name of its key.")
    .option("--comment <TEXT>", "Comment to record. Signatures don't cover it.")
    .addHelpText("after", AFTER)
    .runs((flags) =>
      isOnTemporal(flags)
        ? withTemporalFleet(flags, (fleet) => approveOnTemporal(fleet, flags))
        : withFleet(flags, (fleet) => approve(fleet, flags)),
    );
}

async function approve(fleet: FleetSession, flags: FlagValues): Promise<number> {
  const { statementText } = await fleetPackage();
  const retires = readText(flags["retire"]);
  const which = { retires, shard: shardIn(readText(flags["shard"])) };
  if (flags["statement"] === true) {
    process.stdout.write(statementText((await fleet.waiting(which)).statement));
    return 0;
  }
  const { approval, held, shards } = await fleet.approve(await wordIn(flags), which);
  const who = approval.signature === undefined ? "" : `Signed by ${approval.by}. `;
  const may =
    retires === undefined
      ? `Wave ${approval.wave} can start${shardsText(shards)}: \`${wordsFor({ ...flags, ...(shards === undefined ? {} : { shard: `K/${shards}` }) })("resume")}\``
      : `You can now retire ${retires}: \`${wordsFor(flags)(`retire ${shellWord(retires)}`)} --confirm WORDS\``;
  process.stdout.write(`${who}${held === undefined ? may : `Still ${held}`}.\n`);
  return 0;
}

const shardsText = (shards: number | undefined): string => (shards === undefined ? "" : ` in each of ${shards} shards`);
