import { readFileSync } from "node:fs";
import process from "node:process";
import type { FleetSession, Word } from "@orgform/fleet";
import { shellWord } from "../../adopt/shell-word.ts";
import { CliCommand } from "../command.ts";
import { codeOf } from "../file-error.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { withApproversFlag } from "./approvers.ts";
import { fleetPackage } from "../optional-packages.ts";
import { withFleet } from "./run-commands.ts";
import { shardIn, withFleetFlags, withShardFlag, wordsFor } from "./session.ts";
import { approveOnTemporal } from "./temporal-commands.ts";
import { isOnTemporal, withTemporalFlags, withTemporalFleet } from "./temporal-package.ts";

const AFTER = `
To sign, run \`ssh-keygen -Y sign -n orgform-fleet\` on the text that --statement prints. A signature counts if its key is in
\`approve.by\` of the wave, or in the file of approvers. Signatures need OpenSSH 8.2 or later.
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
  const word = { by: readText(flags["by"]), comment: readText(flags["comment"]), sign: await signIn(flags) };
  const { approval, held, shards } = await fleet.approve(word, which);
  const who = approval.signature === undefined ? "" : `Signed by ${approval.by}. `;
  const may =
    retires === undefined
      ? `Wave ${approval.wave} can start${shardsText(shards)}: \`${wordsFor({ ...flags, ...(shards === undefined ? {} : { shard: `K/${shards}` }) })("resume")}\``
      : `You can now retire ${retires}: \`${wordsFor(flags)(`retire ${shellWord(retires)}`)} --confirm WORDS\``;
  process.stdout.write(`${who}${held === undefined ? may : `Still ${held}`}.\n`);
  return 0;
}

const shardsText = (shards: number | undefined): string => (shards === undefined ? "" : ` in each of ${shards} shards`);

/** How the flags sign; undefined if they don't. @throws UsageError */
async function signIn(flags: FlagValues): Promise<Word["sign"]> {
  const [key, signature] = [readText(flags["key"]), readText(flags["signature"])];
  if (key !== undefined && signature !== undefined)
    throw new UsageError("--key and --signature are two ways to sign. Leave out one of them.");
  const { signed } = await fleetPackage();
  if (key !== undefined) return (statement) => signed(statement, key);
  return signature === undefined ? undefined : () => Promise.resolve(signatureText(signature));
}

function signatureText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--signature ${file} cannot be read: ${codeOf(error)}.`, { cause: error });
  }
}
