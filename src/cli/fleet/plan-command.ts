import process from "node:process";
import type {
  BoundPlan,
  FleetEvent,
  FleetSession,
  OnEvent,
  PlanLock,
  PlannedOrganization,
  RunControl,
  RunPlan,
  Selection,
} from "@orgform/fleet";
import { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { boundText, byWave } from "./status-text.ts";
import { fleetPackage } from "../optional-packages.ts";
import { counted } from "./reporter.ts";
import { planLockIn, withLockFlags, writePlan } from "./plan-files.ts";
import { withFileFlags } from "./run-files.ts";
import { run, withFleet } from "./run-commands.ts";
import { selectionIn, withFleetFlags, withSelectionFlags } from "./session.ts";

const AFTER = `
Writes nothing to the service. If an organization has no stack or workspace yet, the engine creates one.
Exit code 0: all planned; 1: not all.`;

/** `orgform fleet plan`. */
export function planCommand(): CliCommand {
  const command = new CliCommand("plan").summary("Show the waves, and the objects that each engine would change");
  return withLockFlags(
    withFileFlags(withSelectionFlags(withFleetFlags(command))).option(
      "--out <FILE>",
      "File for the encrypted plan, which `orgform fleet up --plan FILE` applies.",
    ),
  )
    .option("--waves-only", "Show the waves and run no engine.")
    .option("--refresh", "Refresh first, if the engine doesn't do so anyway.")
    .option("--json", "Print lines of JSON: the waves as an event `arrangement`, then each event of the run.")
    .addHelpText("after", AFTER)
    .runs((flags) => withFleet(flags, (fleet) => plan(fleet, flags)));
}

async function plan(fleet: FleetSession, flags: FlagValues): Promise<number> {
  const selection = selectionIn(flags);
  const keeping = await keepingIn(flags);
  const runPlan = await fleet.runPlan(selection);
  const isJson = flags["json"] === true;
  process.stdout.write(isJson ? `${JSON.stringify(planEvent(runPlan))}\n` : planText(runPlan));
  if (flags["waves-only"] === true) return 0;
  const options = { isRefresh: flags["refresh"] === true, isApproved: false };
  const { objectSections: sections } = await fleetPackage();
  return run(flags, fleet, async (control) => {
    const shown = isJson ? control : { ...control, onEvent: withObjects(control.onEvent, sections) };
    if (keeping === undefined) return fleet.run("plan", selection, options, shown);
    return keptPlan({ fleet, selection, isRefresh: options.isRefresh, keeping, isJson }, shown);
  });
}

interface Keeping {
  readonly path: string;
  readonly lock: PlanLock;
}

/** Where the plan is stored, and what it's encrypted for; undefined if it isn't. @throws UsageError */
async function keepingIn(flags: FlagValues): Promise<Keeping | undefined> {
  const path = readText(flags["out"]);
  const stray = ["key-file", "recipients"].find((name) => path === undefined && flags[name] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} encrypts a plan file. Add --out.`);
  if (path === undefined) return undefined;
  if (flags["waves-only"] === true)
    throw new UsageError("--waves-only runs no engine, so there is no plan to write. Leave out --waves-only or --out.");
  return { path, lock: await planLockIn(flags) };
}

interface PlanToKeep {
  readonly fleet: FleetSession;
  readonly selection: Selection;
  readonly isRefresh: boolean;
  readonly keeping: Keeping;
  readonly isJson: boolean;
}

async function keptPlan({ fleet, selection, isRefresh, keeping, isJson }: PlanToKeep, control: RunControl) {
  const { tally, plan: kept, digest } = await fleet.keptPlan(selection, { isRefresh, isApproved: false }, control);
  await writePlan(keeping.path, kept, keeping.lock);
  process.stdout.write(
    isJson
      ? `${JSON.stringify({ event: "plan", file: keeping.path, digest })}\n`
      : keptText(keeping.path, kept, digest),
  );
  return tally;
}

function keptText(path: string, { organizations }: BoundPlan, digest: string): string {
  const bound = boundText(organizations.map(({ saved }) => saved.bound));
  return `\n${path} has the plan of ${counted(organizations.length, "organization")} (${bound}):\n  ${digest}\n`;
}

type Sections = Awaited<ReturnType<typeof fleetPackage>>["objectSections"];

/** Reports the objects before the plan's last line: deletions first, and what organizations have in common once. */
function withObjects(onEvent: OnEvent, sections: Sections): OnEvent {
  const planned: Extract<FleetEvent, { readonly durationMs: number }>[] = [];
  return (event) => {
    if (event.event === "organization" && "durationMs" in event) planned.push(event);
    if (event.event === "end") process.stdout.write(objectsText(sections(planned)));
    onEvent(event);
  };
}

function objectsText(sections: ReturnType<Sections>): string {
  return sections
    .map(({ heading, rows }) => {
      const width = Math.max(...rows.map(({ object }) => object.length));
      const lines = rows.map(({ object, organizations }) => `  ${object.padEnd(width)}  ${organizations}`);
      return `\n${[heading, ...lines].join("\n")}\n`;
    })
    .join("");
}

function planEvent({ organizations, gone, minutes }: RunPlan): object {
  const shown = organizations.map(({ organization: { name, template, wave, credential, labels }, standing }) => ({
    name,
    template,
    wave: wave + 1,
    credential,
    labels,
    standing,
  }));
  return { event: "arrangement", organizations: shown, gone, minutes };
}

function planText({ organizations, gone, minutes = 0 }: RunPlan): string {
  const blocks = byWave(organizations, ({ organization }) => organization.wave).map(([wave, members]) => {
    const width = Math.max(...members.map(({ organization }) => organization.name.length));
    return [
      `Wave ${wave + 1}: ${counted(members.length, "organization")}`,
      ...members.map((one) => line(one, width)),
    ].join("\n");
  });
  const left = gone.map(
    (name) => `  ${name} is no longer in the file; its stack stays as it is until \`orgform fleet retire ${name}\`.`,
  );
  const least =
    minutes > 0
      ? [`At least ${minutes} min because of the service's limits, estimated from the requests of the last run.`]
      : [];
  return `${[...blocks, ...left, ...least].join("\n")}\n`;
}

function line({ organization, standing }: PlannedOrganization, width: number): string {
  const { name, template, engine, credential } = organization;
  return `  ${name.padEnd(width)}  ${template} (${engine.name})  ${credential}  ${standing}`;
}
