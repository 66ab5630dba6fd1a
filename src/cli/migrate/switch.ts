import { join } from "node:path";
import process from "node:process";
import * as z from "zod";
import type { Engine, EngineName, LeaveNeeds, NamedHost, SwitchPlace, WrittenSwitch } from "../../engines/engine.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { engineNamed } from "../../engines/index.ts";
import { foreignState, StateError } from "../state/read-state.ts";
import { stateTextOf } from "../state/stack-state.ts";
import { UsageError } from "../usage-error.ts";
import { refuseNonEmpty, writeFolder } from "../write-folder.ts";
import { removeStale } from "./private-copy.ts";
import { knownAtService } from "./known-at-service.ts";
import { leaveGuideOf, switchGuideOf } from "./switch-guide.ts";
import { runToProgram } from "./to-program.ts";
import { CODES, tried } from "./trial.ts";

/** The default host of the vendor's provider; Orgform has none. */
const VENDOR_HOST = "https://us.posthog.com";

/** Whether a program comes from the vendor's provider, or goes back to it. */
export type Direction = "from" | "to";

interface SwitchOptions {
  readonly engineName: EngineName | undefined;
  /** Name of the folder to write. */
  readonly name: string;
  readonly direction: Direction;
}

/** `orgform migrate --from posthog`, and `--to posthog`: writes the program under the other provider, and plans it in a copy. */
export async function runSwitch(flags: FlagValues, { engineName, name, direction }: SwitchOptions): Promise<number> {
  const folder = readText(flags["cwd"]) ?? ".";
  const isCheck = flags["check"] === true;
  removeStale();
  if (!isCheck) refuseNonEmpty(join(folder, name));
  const file = readText(flags["state"]);
  const place = { folder, stack: readText(flags["stack"]), environment: process.env };
  const { engine, state, text } = foreignState(
    file === undefined ? { text: await stateTextOf(place) } : { path: file },
  );
  const { switching } = engine;
  if (switching === undefined) throw unreadable(direction);
  const given = readText(flags["host"]);
  const host = chosenHost(given) ?? VENDOR_HOST;
  if (engineName !== undefined && engineName !== engine.name) {
    if (direction === "to" || flags["by-import"] === true) throw otherEngine(direction);
    const carried = understood(() => switching.carrier.read(state, folder));
    return runToProgram(carried, {
      writer: engineNamed(engineName).programWriter,
      host: hostOf(carried.namedHost, { given, provider: "posthog/posthog" }) ?? host,
      out: join(folder, name),
      isCheck,
    });
  }
  const written = await writtenIn(direction, {
    switching,
    state,
    program: folder,
    host,
    given,
    isByImport: flags["by-import"] === true,
  });
  process.stdout.write(reportOf(written, direction));
  if (written.count === 0) return 0;
  if (isCheck) return CODES.differs;
  const files = Object.fromEntries(written.files.map((one) => [one.name, one.text]));
  const guide = direction === "from" ? switchGuideOf(written) : leaveGuideOf(written);
  writeFolder(join(folder, name), { "MIGRATION.md": guide, ...files });
  process.stdout.write(`Wrote ${join(folder, name)}. Follow the steps in its MIGRATION.md.\n`);
  if (flags["skip-plan"] === true) return 0;
  if (written.open.length > 0) {
    process.stdout.write("Not proved. Complete the code first, and then plan it as MIGRATION.md says.\n");
    return CODES.unknown;
  }
  const shown = await tried(switching.trial, engine, { ...place, state: text, written, without: [name] });
  process.stdout.write(shown.text);
  return shown.code;
}

/** The host of the flag or of the environment. */
function chosenHost(given: string | undefined): string | undefined {
  const { ORGFORM_HOST: own, POSTHOG_HOST: vendor } = process.env;
  return given ?? own ?? vendor;
}

/** The service of the objects; undefined if the program leaves it to the environment. @throws UsageError */
function hostOf(
  named: NamedHost | undefined,
  { given, provider }: { readonly given: string | undefined; readonly provider: string },
): string | undefined {
  if (named === undefined) return undefined;
  refuseOther(named, given);
  if (named.url !== undefined || given !== undefined) return named.url ?? given;
  const { file, line, text } = named;
  throw new UsageError(
    `${file}:${line}: the host of ${provider} is ${text}, which only the engine can tell. Give --host.`,
  );
}

/** @throws UsageError if the program names another service than the flag */
function refuseOther({ file, line, url }: NamedHost, given: string | undefined): void {
  if (given === undefined || url === undefined || isSame(url, given)) return;
  throw new UsageError(
    `--host is ${given}, and the program is for ${url} (${file}:${line}). Leave out --host, or correct the program.`,
  );
}

const isSame = (left: string, right: string): boolean => left.replace(/\/+$/u, "") === right.replace(/\/+$/u, "");

/** The type tokens of a bridge were never seen in a real run, so no type counts as the vendor's. */
const unreadable = (direction: Direction): UsageError =>
  new UsageError(
    `--${direction} posthog reads no Pulumi stack, also not one that uses posthog/posthog through Pulumi's Terraform bridge. ` +
      (direction === "from"
        ? "Write a program with `orgform adopt`, which reads the service. After its first update, take the old objects out with `pulumi state delete`."
        : "Give the state of a program of Terraform or OpenTofu with --state."),
  );

const otherEngine = (direction: Direction): UsageError =>
  new UsageError(
    `${direction === "to" ? "--to posthog" : "--by-import"} writes only for Terraform or OpenTofu: give --for terraform, or leave it out.`,
  );

interface ToWrite extends SwitchPlace {
  readonly switching: NonNullable<Engine["switching"]>;
  readonly state: unknown;
  /** The host of the flag. */
  readonly given: string | undefined;
}

async function writtenIn(direction: Direction, { switching, state, given, ...place }: ToWrite): Promise<WrittenSwitch> {
  if (direction === "from") {
    const { writer } = switching;
    for (const named of understood(() => writer.hosts(state, place.program))) refuseOther(named, given);
    return understood(() => writer.write(state, place));
  }
  const { leaver } = switching;
  const named = understood(() => leaver.hosts(state, place.program));
  for (const one of named) refuseOther(one, given);
  const needs = understood(() => leaver.needs(state));
  const known = await knownAtService(...askedOf(needs, named, given));
  return understood(() => leaver.write(state, { ...place, known }));
}

/** What to read, and from which service. A program for several services is for none in particular. */
function askedOf(
  needs: LeaveNeeds,
  named: readonly NamedHost[],
  given: string | undefined,
): [LeaveNeeds, host: string | undefined] {
  const [one, ...others] = new Map(named.map((each) => [each.url ?? each.text, each])).values();
  const isNeeded = needs.organizations.length + needs.roles.length > 0;
  if (!isNeeded || others.length > 0) return [{ organizations: [], roles: [] }, undefined];
  return [needs, hostOf(one, { given, provider: "orgform/orgform" }) ?? chosenHost(given)];
}

/** @throws StateError for a state in a form that lacks what the switch needs. */
function understood<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const at = error.issues[0]?.path.join(".") ?? "the top";
    throw new StateError(`The state has an unknown form, at ${at}. Give what \`terraform state pull\` prints.`, {
      cause: error,
    });
  }
}

function reportOf({ count, open, lacking }: WrittenSwitch, direction: Direction): string {
  const none = {
    from: "No block of posthog/posthog moves to Orgform.",
    to: "No block of Orgform moves to posthog/posthog.",
  };
  const list = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
  return [
    count === 0 ? none[direction] : `Blocks to move: ${count}.`,
    ...list("Not translated:", open),
    ...list("posthog/posthog lacks:", lacking),
    "",
  ].join("\n");
}
