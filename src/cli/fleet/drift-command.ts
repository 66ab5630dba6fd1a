import process from "node:process";
import type { FleetOrganization, FleetSession, FleetStates } from "@orgform/fleet";
import { engineRunning } from "../../engines/index.ts";
import { DEFAULT_TIMEOUT_SECONDS, driftReport } from "../../app/drift/drift-report.ts";
import { placesIn, timeoutIn } from "../commands/drift.ts";
import { CliCommand } from "../command.ts";
import { comparedHere } from "../drift/compared-here.ts";
import { IgnoreRules } from "../drift/ignore.ts";
import { EXIT_CODES } from "../drift/report.ts";
import { writeWhole } from "../drift/write-out.ts";
import { type FlagValues, readChoice, readText } from "../flag-values.ts";
import { packageManifest } from "../package-manifest.ts";
import { type Paint, paintFor, plain } from "../paint.ts";
import { settingsOf } from "../settings.ts";
import { NothingRecordedError } from "../state/read-state.ts";
import { readStackState } from "../state/stack-state.ts";
import { type FleetDrift, type Look, rollUp, summaryOf } from "./drift/fleet-drift.ts";
import { SharedSessions } from "./shared-sessions.ts";
import { fleetHtml, fleetJson, fleetJunit, fleetMarkdown, fleetSarif, fleetText } from "./drift/formats.ts";
import { withFleet } from "./run-commands.ts";
import { selectionIn, withFleetFlags, withSelectionFlags } from "./session.ts";
import { say } from "../watch/tell.ts";

const FORMATS = {
  text: fleetText,
  json: fleetJson,
  markdown: fleetMarkdown,
  junit: fleetJunit,
  sarif: (drift: FleetDrift, _paint: Paint, organizations: readonly FleetOrganization[]) =>
    fleetSarif(drift, packageManifest(), (look) => placesOf(look, organizations)),
  html: fleetHtml,
} as const satisfies Record<string, (drift: FleetDrift, paint: Paint, all: readonly FleetOrganization[]) => string>;

const NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

const DESCRIPTION =
  "Compares the states of all organizations with the service, as many at the same time as the file allows. One report " +
  "shows the differences by kind and by organization. It leaves out organizations without differences.\n" +
  "Takes no lock, and writes neither to a state nor to the service. Its requests count toward the budget of the fleet.";

const AFTER =
  "\nExit code 0: no drift; 2: drift, even if something else couldn't be checked; 1: couldn't tell, such as for an " +
  "organization that never ran.";

const NEVER = "It never ran, so there is nothing to compare. Run `orgform fleet up`.";

/** `orgform fleet drift`. */
export function driftCommand(): CliCommand {
  const ignore = "File with rules for unmanaged objects to leave out. Default: .orgformignore of each template.";
  const command = new CliCommand("drift").summary("Report drift of all organizations, in one report");
  return withSelectionFlags(withFleetFlags(command.description(DESCRIPTION)))
    .choice("--format <WORD>", `${NAMES.join(", ")}. Default text.`, NAMES)
    .option("--out <FILE>", "File for the report. It's written completely or not at all. Default: standard output.")
    .option("--ignore <FILE>", ignore)
    .option(
      "--strict",
      "Also report objects that the service creates along with declared ones, and the key's own account, as unmanaged. Look for every kind in every project.",
    )
    .option("--timeout <SECONDS>", `Time limit for each organization. Default ${DEFAULT_TIMEOUT_SECONDS}.`)
    .addHelpText("after", AFTER)
    .runs((flags) => withFleet(flags, (fleet) => drift(fleet, flags)));
}

async function drift(fleet: FleetSession, flags: FlagValues): Promise<number> {
  const format = readChoice("format", flags["format"], NAMES) ?? "text";
  const options = {
    ignore: readText(flags["ignore"]),
    isStrict: flags["strict"] === true,
    timeoutSeconds: timeoutIn(readText(flags["timeout"])),
  };
  const selection = selectionIn(flags);
  const planned = await fleet.runPlan(selection);
  const organizations = planned.organizations.map(({ organization }) => organization);
  const rules = rulesOf(organizations, options.ignore);
  const states = await fleet.states(selection, { onNote: (text) => say(`${text}.`) });
  const sessions = new SharedSessions(() => Date.now());
  const look = (one: FleetOrganization): Promise<Look> =>
    lookAt(one, { states, sessions }, { ...options, rules: rules.get(one.folder) ?? new IgnoreRules("", "") });
  const looks = await compareEach(organizations, { states, sessions }, look);
  const report = rollUp(looks, new Date().toISOString());
  const out = readText(flags["out"]);
  const shown = FORMATS[format](report, out === undefined ? paintFor(process.stdout) : plain, organizations);
  if (out === undefined) process.stdout.write(shown);
  else {
    writeWhole(out, shown);
    process.stderr.write(`${summaryOf(report)}; see ${out}\n`);
  }
  return EXIT_CODES[report.outcome];
}

/** Compares all of them; one that can't be compared hides no other. */
async function compareEach(
  organizations: readonly FleetOrganization[],
  { states, sessions }: Reading,
  look: (one: FleetOrganization) => Promise<Look>,
): Promise<Look[]> {
  try {
    return await states.each(organizations, async (one) => {
      try {
        return await look(one);
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        return unlooked(one, states.redact(words));
      }
    });
  } finally {
    await sessions.close();
    await states.close();
  }
}

/** Read in advance: an invalid rule is an error for all. */
function rulesOf(organizations: readonly FleetOrganization[], named: string | undefined): Map<string, IgnoreRules> {
  return new Map(
    [...new Set(organizations.map(({ folder }) => folder))].map((folder) => [folder, IgnoreRules.read(folder, named)]),
  );
}

/** Shared by all comparisons. */
interface Reading {
  readonly states: FleetStates;
  readonly sessions: SharedSessions;
}

interface LookOptions {
  readonly rules: IgnoreRules;
  readonly isStrict: boolean;
  readonly timeoutSeconds: number;
}

async function lookAt(
  organization: FleetOrganization,
  { states, sessions }: Reading,
  { rules, ...options }: LookOptions,
): Promise<Look> {
  const place = await states.placeOf(organization);
  if (place === undefined) return unlooked(organization, NEVER);
  const { name, template } = organization;
  const settings = sessions.settingsFor(settingsOf({}, place.environment));
  try {
    const stack = await readStackState(place);
    const how = { ...comparedHere(stack.engine), ...options };
    const report = await sessions.use(name, (shared) =>
      driftReport(stack, settings, rules, { ...how, sessions: shared }),
    );
    return { name, template, outcome: report.outcome, report };
  } catch (error) {
    if (error instanceof NothingRecordedError) return unlooked(organization, NEVER);
    throw error;
  }
}

const unlooked = ({ name, template }: FleetOrganization, reason: string): Look => ({
  name,
  template,
  outcome: "unknown",
  reason,
});

/** Where the template of an organization declares its objects. */
function placesOf({ name, report }: Look, organizations: readonly FleetOrganization[]) {
  const organization = organizations.find((one) => one.name === name);
  if (organization === undefined) throw new RangeError(`There is no organization ${name}.`);
  return placesIn(organization.folder, { engine: report?.engine ?? engineRunning(organization.engine).name });
}
