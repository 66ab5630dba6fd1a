import { readFileSync } from "node:fs";
import process from "node:process";
import type { Fleet, JoinedResults } from "@orgform/fleet";
import { fleetEngines } from "../../engines/index.ts";
import { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { codeOf } from "../file-error.ts";
import { type FlagValues, readChoice, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { fleetPackage } from "../optional-packages.ts";
import { DEFAULT_FILE, selectionIn, withChoiceFlags, wordsFor } from "./session.ts";

/** The most jobs that a matrix of GitHub Actions has. @source docs.github.com, usage limits */
const MOST_SHARDS = 256;

const FORGES = ["github", "gitlab"] as const;

const FILE_FLAG = `Fleet file. Default ${DEFAULT_FILE}.`;

const MATRIX = `
For GitHub Actions, prints one line of JSON for \`fromJSON\` in a matrix. For GitLab CI, prints the keyword \`parallel\`, whose
variable FLEET_SHARD names the shard. Leaves out shards without an organization.`;

/** `orgform fleet matrix`. */
export function matrixCommand(): CliCommand {
  const command = new CliCommand("matrix").summary("Print the shards as a job matrix for CI");
  return withChoiceFlags(command.option("--file <FILE>", FILE_FLAG))
    .option("--shards <N>", `Number of shards, 1 to ${MOST_SHARDS}.`)
    .choice("--for <WORD>", `${FORGES.join(" or ")}. Default github.`, FORGES)
    .addHelpText("after", MATRIX)
    .runs(async (flags) => {
      const { githubMatrix, gitlabParallel } = await fleetPackage();
      const shards = await shardsOf(flags, shardsIn(readText(flags["shards"])));
      const forge = readChoice("for", flags["for"], FORGES) ?? "github";
      process.stdout.write(`${forge === "github" ? githubMatrix(shards) : gitlabParallel(shards)}\n`);
      return 0;
    });
}

const REPORT = `
The comment lists failures first, and as many organizations as fit. The page lists all of them. Both
name shards that are missing or that appear twice.
Exit code 0: all succeeded; 1: not all, or a shard is missing.`;

/** `orgform fleet report`. */
export function reportCommand(): CliCommand {
  const command = new CliCommand("report").summary("Combine the results of shards into one comment and one page");
  return withChoiceFlags(command.usage("[flags] FILES...").option("--file <FILE>", FILE_FLAG))
    .option("--page <FILE>", "File for the HTML page.")
    .option("--out <FILE>", "File for the comment. Default: standard output.")
    .addHelpText("after", REPORT)
    .takes((flags, files) => report(flags, files));
}

async function report(flags: FlagValues, files: readonly string[]): Promise<number> {
  const { resultsComment, runPage } = await fleetPackage();
  const all = await joinedOf(flags, files);
  const page = readText(flags["page"]);
  const options = { written: new Date().toISOString(), words: wordsFor(flags) };
  if (page !== undefined) writeWhole(page, runPage(all, options), "--page");
  const out = readText(flags["out"]);
  if (out === undefined) process.stdout.write(resultsComment(all));
  else writeWhole(out, resultsComment(all));
  const { results, problems } = all;
  return problems.length === 0 && results.organizations.every(({ state }) => state === "succeeded") ? 0 : 1;
}

async function joinedOf(flags: FlagValues, files: readonly string[]): Promise<JoinedResults> {
  const { joined, readResults, ResultsError, shardsWithOrganizations } = await fleetPackage();
  const organizations = await organizationsOf(flags);
  try {
    const parts = files.map((file) => readResults(file, resultsText(file)));
    return joined(parts, (of) => shardsWithOrganizations(organizations, of));
  } catch (error) {
    throw error instanceof ResultsError ? new UsageError(error.message, { cause: error }) : error;
  }
}

async function shardsOf(flags: FlagValues, of: number): Promise<string[]> {
  const { shardsWithOrganizations } = await fleetPackage();
  return shardsWithOrganizations(await organizationsOf(flags), of);
}

async function organizationsOf(flags: FlagValues): Promise<Fleet["organizations"]> {
  const { FleetFileError, readFleetFile, selected, SelectionError } = await fleetPackage();
  try {
    return selected(readFleetFile(readText(flags["file"]) ?? DEFAULT_FILE, fleetEngines), selectionIn(flags));
  } catch (error) {
    const isMistake = error instanceof FleetFileError || error instanceof SelectionError;
    throw isMistake ? new UsageError(error.message, { cause: error }) : error;
  }
}

function shardsIn(text: string | undefined): number {
  const number = Number(text);
  if (text !== undefined && Number.isInteger(number) && number >= 1 && number <= MOST_SHARDS) return number;
  const given = text === undefined ? "is missing" : `is ${text}`;
  throw new UsageError(`--shards ${given}; expected an integer from 1 to ${MOST_SHARDS}.`);
}

function resultsText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`The results ${file} cannot be read: ${codeOf(error)}.`, { cause: error });
  }
}
