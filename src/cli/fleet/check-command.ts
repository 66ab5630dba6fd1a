import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import type { FleetOrganization, FleetSession, FleetStates } from "@orgform/fleet";
import type { PolicyFor, Severity } from "@orgform/policy";
import { accountsOf } from "../../app/drift/accounts.ts";
import type { RecordedObject } from "../../driver/driver.ts";
import { CHECK_EXIT_CODES, type CheckReport, SEVERITY_WORDS } from "../check/check-report.ts";
import { checked, policyIn, USUAL_POLICY, wholeState } from "../check/checked.ts";
import { pictured, SILENT } from "../commands/picture.ts";
import { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { type FlagValues, readChoice, readText } from "../flag-values.ts";
import { packageManifest } from "../package-manifest.ts";
import { type Paint, paintFor, plain } from "../paint.ts";
import { settingsOf } from "../settings.ts";
import { NothingRecordedError } from "../state/read-state.ts";
import { readStackState } from "../state/stack-state.ts";
import { type CheckLook, type FleetCheck, fleetCounts, rollUp, worstOf } from "./check/fleet-check.ts";
import {
  fleetCheckHtml,
  fleetCheckJson,
  fleetCheckJunit,
  fleetCheckMarkdown,
  fleetCheckSarif,
  fleetCheckText,
} from "./check/formats.ts";
import { withFleet } from "./run-commands.ts";
import { fileIn, selectionIn, withFleetFlags, withSelectionFlags } from "./session.ts";
import { say } from "../watch/tell.ts";

const FORMATS = {
  text: fleetCheckText,
  json: fleetCheckJson,
  markdown: fleetCheckMarkdown,
  junit: fleetCheckJunit,
  sarif: (check: FleetCheck) => fleetCheckSarif(check, packageManifest()),
  html: fleetCheckHtml,
} as const satisfies Record<string, (check: FleetCheck, paint: Paint) => string>;

const NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

const DESCRIPTION =
  "Checks all organizations against the rules of a policy, as many at the same time as the file allows. One report shows " +
  "the findings by rule and by organization. It leaves out organizations without findings.\n" +
  "Takes no lock, and writes neither to a state nor to the service. Its requests count toward the budget of the fleet.";

const AFTER =
  "\nExit code 0: no finding at or above the severity of --fail-on; 2: at least one; 1: couldn't tell, such as for an" +
  "\norganization that never ran.";

const NEVER = "It never ran, so its organization isn't known. Run `orgform fleet up`.";

const NO_ORGANIZATION = "Its state names no organization, so there is nothing to check.";

/** `orgform fleet check`. */
export function checkCommand(): CliCommand {
  const policy = `Policy file. Default: policy in the fleet file, or else ${USUAL_POLICY} beside it, or else the default rules.`;
  const command = new CliCommand("check").summary("Check organizations against rules, in one report");
  return withSelectionFlags(withFleetFlags(command.description(DESCRIPTION)))
    .option("--policy <FILE>", policy)
    .choice(
      "--fail-on <WORD>",
      `Lowest severity that fails: ${SEVERITY_WORDS.join(", ")}. Default error.`,
      SEVERITY_WORDS,
    )
    .choice("--format <WORD>", `${NAMES.join(", ")}. Default text.`, NAMES)
    .option("--out <FILE>", "File for the report. It's written completely or not at all. Default: standard output.")
    .addHelpText("after", AFTER)
    .runs((flags) => withFleet(flags, (fleet) => check(fleet, flags)));
}

async function check(fleet: FleetSession, flags: FlagValues): Promise<number> {
  const format = readChoice("format", flags["format"], NAMES) ?? "text";
  const failOn = readChoice("fail-on", flags["fail-on"], SEVERITY_WORDS) ?? "error";
  const file = readText(flags["policy"]) ?? policyFileOf(fleet, fileIn(flags));
  const policyFor = await policyIn(file, { mayRunCode: true });
  const selection = selectionIn(flags);
  const planned = await fleet.runPlan(selection);
  const organizations = planned.organizations.map(({ organization }) => organization);
  const states = await fleet.states(selection, { onNote: (text) => say(`${text}.`) });
  const looks = await checkEach(organizations, states, { policyFor, file, failOn });
  const report = rollUp(looks, file, new Date().toISOString());
  const out = readText(flags["out"]);
  const shown = FORMATS[format](report, out === undefined ? paintFor(process.stdout) : plain);
  if (out === undefined) process.stdout.write(shown);
  else {
    writeWhole(out, shown);
    process.stderr.write(`${fleetCounts(report)}; see ${out}\n`);
  }
  return CHECK_EXIT_CODES[report.outcome];
}

/** The policy file of a fleet; undefined if only the default rules apply. */
function policyFileOf({ fleet }: FleetSession, fleetFile: string): string | undefined {
  if (fleet.policy !== undefined) return relative(process.cwd(), fleet.policy);
  const usual = join(dirname(fleetFile), USUAL_POLICY);
  return existsSync(usual) ? usual : undefined;
}

interface Judging {
  readonly policyFor: PolicyFor;
  readonly file: string | undefined;
  readonly failOn: Severity;
}

/** Checks all of them; one that can't be checked hides no other. */
async function checkEach(
  organizations: readonly FleetOrganization[],
  states: FleetStates,
  judging: Judging,
): Promise<CheckLook[]> {
  try {
    return await states.each(organizations, async (one) => {
      try {
        return await lookAt(one, states, judging);
      } catch (error) {
        if (error instanceof NothingRecordedError) return unlooked(one, NEVER);
        return unlooked(one, states.redact(error instanceof Error ? error.message : String(error)));
      }
    });
  } finally {
    await states.close();
  }
}

async function lookAt(one: FleetOrganization, states: FleetStates, judging: Judging): Promise<CheckLook> {
  const { name, template, labels } = one;
  const place = await states.placeOf(one);
  if (place === undefined) return unlooked(one, NEVER);
  const state = wholeState(await readStackState(place));
  const { policyFor, ...shared } = judging;
  const policy = policyFor(labels);
  const reports: CheckReport[] = [];
  for (const { settings, objects } of accountsOf(state.objects, settingsOf({}, place.environment), place.environment)) {
    for (const organization of organizationsOfState(objects)) {
      const pictureOf: Parameters<typeof checked>[0] = (needs) => pictured(settings, organization, needs, SILENT);
      reports.push(await checked(pictureOf, { ...shared, policy, state }));
    }
  }
  if (reports.length === 0) return unlooked(one, NO_ORGANIZATION);
  return { name, template, outcome: worstOf(reports.map(({ outcome }) => outcome)), reports };
}

const organizationOf = ({ state, inputs }: RecordedObject): unknown =>
  state["organizationId"] ?? inputs["organizationId"];

/** IDs of the organizations that objects belong to. */
function organizationsOfState(objects: readonly RecordedObject[]): string[] {
  const ids = objects.map(organizationOf).filter((id): id is string => typeof id === "string" && id !== "");
  return [...new Set(ids)];
}

const unlooked = ({ name, template }: FleetOrganization, reason: string): CheckLook => ({
  name,
  template,
  outcome: "unknown",
  reason,
  reports: [],
});
