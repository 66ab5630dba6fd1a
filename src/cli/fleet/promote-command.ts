import { readFileSync } from "node:fs";
import process from "node:process";
import { structuredPatch } from "diff";
import { fleetEngines } from "../../engines/index.ts";
import { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { codeOf } from "../file-error.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { type Paint, paintFor } from "../paint.ts";
import { UsageError } from "../usage-error.ts";
import { fleetPackage } from "../optional-packages.ts";
import { DEFAULT_FILE, wordsFor } from "./session.ts";

/** Lines around a change that are shown with it. */
const CONTEXT = 2;

const DESCRIPTION =
  "Copies values and the template from FROM to TO in the fleet file, as a change to review. FROM and TO are names of " +
  "organizations, labels such as stage=staging (their override), or only the value of a label, such as staging.\nApplies nothing. TO keeps its name, labels, credentials, and the values that FROM doesn't have. Texts that FROM alone has, such as its display name, are left out and listed, unless --only names them.";

/** `orgform fleet promote`. */
export function promoteCommand(): CliCommand {
  return new CliCommand("promote")
    .usage("FROM TO [flags]")
    .summary("Copy the differences between two organizations into the fleet file")
    .description(DESCRIPTION)
    .option("--file <FILE>", `Fleet file. Default ${DEFAULT_FILE}.`)
    .option("--only <PATHS>", "Fields to copy, separated by commas, such as values.limits.seats,template.")
    .option("--dry-run", "Show the change and write nothing.")
    .takes(promotion);
}

async function promotion(flags: FlagValues, words: readonly string[]): Promise<number> {
  const [from, to, stray] = words;
  if (from === undefined || to === undefined || stray !== undefined)
    throw new UsageError("Name the source and the target, such as `orgform fleet promote staging production`.");
  const { FleetFileError, promote, PromotionError } = await fleetPackage();
  const file = readText(flags["file"]) ?? DEFAULT_FILE;
  const text = fleetText(file);
  const only = readText(flags["only"])
    ?.split(",")
    .map((path) => path.trim());
  try {
    const { text: after, promoted, notes } = promote(file, text, { from, to, only }, fleetEngines);
    const isDry = flags["dry-run"] === true;
    process.stdout.write(shownDiff(text, after, paintFor(process.stdout)));
    process.stderr.write(notes.map((note) => `${note}\n`).join(""));
    if (promoted.length > 0 && !isDry) writeWhole(file, after, "--file");
    process.stdout.write(`${conclusion(promoted.length, { file, isDry, plan: wordsFor(flags)("plan") })}\n`);
    return 0;
  } catch (error) {
    const isMistake = error instanceof FleetFileError || error instanceof PromotionError;
    throw isMistake ? new UsageError(error.message, { cause: error }) : error;
  }
}

function conclusion(
  number: number,
  { file, isDry, plan }: { readonly file: string; readonly isDry: boolean; readonly plan: string },
): string {
  if (number === 0) return "There is nothing to promote.";
  const fields = `${number} field${number === 1 ? "" : "s"}`;
  if (isDry) return `${fields} would be written to ${file}.`;
  return `${fields} written to ${file}. Nothing was applied. To see the effect, run \`${plan}\`.`;
}

function shownDiff(before: string, after: string, paint: Paint): string {
  const colors = { "-": "red", "+": "green", "@": "dim" } as const;
  const { hunks } = structuredPatch("", "", before, after, undefined, undefined, { context: CONTEXT });
  return hunks
    .flatMap(({ lines }) => ["@@", ...lines])
    .map((line) => {
      const color = colors[line[0] as keyof typeof colors] as (typeof colors)[keyof typeof colors] | undefined; // -- other signs have none
      return `${color === undefined ? line : paint(color, line)}\n`;
    })
    .join("");
}

function fleetText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${codeOf(error)}. Give the fleet file with --file.`, {
      cause: error,
    });
  }
}
