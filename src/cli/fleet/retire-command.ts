import process from "node:process";
import type { FleetSession, Retirement, RunControl, Tally } from "@orgform/fleet";
import { shellWord } from "../../adopt/shell-word.ts";
import { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { withApproversFlag } from "./approvers.ts";
import { fleetPackage } from "../optional-packages.ts";
import { asSentence, counted } from "./reporter.ts";
import { controlled, HELD } from "./run-control.ts";
import { withFleet } from "./run-commands.ts";
import { withFleetFlags, wordsFor } from "./session.ts";

const AFTER = `
The first step shows the objects that the engine would delete, and records the request. It deletes nothing. The second step
is the same command with --confirm and the words that the first step prints. It deletes the objects, if there are no others
by then. If the organization's wave has \`approve\`, approve the request in between, with \`orgform fleet approve --retire NAME\`.
Exit code 0: shown, or retired; 1: neither; 3: it waits for an approval.`;

/** `orgform fleet retire`. */
export function retireCommand(): CliCommand {
  const command = new CliCommand("retire")
    .usage("NAME [flags]")
    .summary("Delete everything of an organization that has left the fleet file, in two steps");
  return withApproversFlag(withFleetFlags(command))
    .option("--confirm <WORDS>", "Words that the first step printed.")
    .addHelpText("after", AFTER)
    .takes((flags, words) => {
      const [name, ...others] = words;
      if (name === undefined || others.length > 0)
        throw new UsageError("Name one organization: `orgform fleet retire NAME`.");
      return withFleet(flags, (fleet) => retire(fleet, name, flags));
    });
}

async function retire(fleet: FleetSession, name: string, flags: FlagValues): Promise<number> {
  const words = readText(flags["confirm"]);
  let isHeld = false;
  const step = async (control: RunControl): Promise<Tally> => {
    if (words === undefined) return shown(await fleet.requestRetirement(name, control), flags);
    const ended = await fleet.retire(name, words, control);
    if (typeof ended !== "string") return ended;
    isHeld = true;
    process.stdout.write(`Nothing was deleted: ${ended}. ${approveText(name, flags)}\n`);
    return { succeeded: 0, failed: 0, notStarted: 1 };
  };
  const code = await controlled(flags, step);
  return isHeld ? HELD : code;
}

const approveText = (name: string, flags: FlagValues): string =>
  `Approve it: \`${wordsFor(flags)("approve")} --retire ${shellWord(name)}\`.`;

/** Reports the planned deletions, and the next step. */
async function shown({ name, objects, kept, words, held }: Retirement, flags: FlagValues): Promise<Tally> {
  const { objectSections } = await fleetPackage();
  const lines = objectSections([{ name, objects }]).flatMap(({ heading, rows }) => [
    heading,
    ...rows.map(({ object }) => `  ${object}${kept.includes(object) ? "  (protected)" : ""}`),
  ]);
  const confirm = `${wordsFor(flags)(`retire ${shellWord(name)}`)} --confirm ${shellWord(words)}`;
  const next =
    kept.length > 0
      ? [`${counted(kept.length, "object")} can't be deleted, so nothing was requested: ${unprotect(name, flags)}`]
      : [
          "Nothing was deleted. The request is recorded.",
          ...(held === undefined ? [] : [`${asSentence(held)}. ${approveText(name, flags)}`]),
          `Then delete them: \`${confirm}\`.`,
        ];
  process.stdout.write(`${[...lines, ...next].join("\n")}\n`);
  return { succeeded: 1, failed: kept.length, notStarted: 0 };
}

const unprotect = (name: string, flags: FlagValues): string =>
  `add ${name} to the fleet file again, set deletionProtection to false and remove the engine's protection, run ` +
  `\`${wordsFor({ ...flags, only: name })("up")}\`, and remove it again.`;
