import { join } from "node:path";
import process from "node:process";
import { systemClock } from "../../app/clock.ts";
import { servedNamed } from "../../app/served.ts";
import { Sessions } from "../../app/sessions.ts";
import type { Settings } from "../../app/settings.ts";
import { findMigration } from "../../migrate/find-migration.ts";
import type { Migration } from "../../migrate/migration.ts";
import { secretTextsIn } from "../../model/secret-texts.ts";
import { engineNamed, engines } from "../../engines/index.ts";
import { CliCommand } from "../command.ts";
import { type FlagValues, readChoice, readText } from "../flag-values.ts";
import { rulesFor } from "../drift/ignore.ts";
import { guideOf, IGNORED, plain } from "../migrate/guide.ts";
import { type Direction, runSwitch } from "../migrate/switch.ts";
import { settingsOf } from "../settings.ts";
import type { RecordedStack } from "../state/read-state.ts";
import { readStackState } from "../state/stack-state.ts";
import { UsageError } from "../usage-error.ts";
import { refuseNonEmpty, writeFolder } from "../write-folder.ts";

const DESCRIPTION =
  "Migrates a program to the current version of the service. Writes the new code and a list of steps. Changes neither " +
  "the service, nor the state, nor an existing file.\n" +
  "Takes the key from ORGFORM_API_KEY.";

const AFTER = `
It writes a folder with the code, its other files, and MIGRATION.md with the steps.
Exit code 0: written, or no changes needed; 2 with --check: changes needed; 1: couldn't tell.
With --from and --to, 0: the plan changes nothing; 2: it changes something; 1: couldn't plan.
With --from posthog --for pulumi, 0: the program imports every object; 1: it lacks some.`;

const ENGINE_NAMES = engines.map(({ name }) => name);

/** The folder of a migration, below the program's folder. */
const FOLDER = "orgform-migration";

/** The provider that a program can come from, and go back to. */
const VENDOR = "posthog";

/** Something has to change; as with `orgform drift` a crash is never taken for that. */
const TO_CHANGE = 2;

/** `orgform migrate`: writes what carries a program over to another service. */
export function migrateCommand(): CliCommand {
  return new CliCommand("migrate")
    .usage("--for ENGINE [flags] | --from posthog [flags] | --to posthog [flags]")
    .description(DESCRIPTION)
    .choice(
      "--for <WORD>",
      `Engine of the program: ${ENGINE_NAMES.join(" or ")} (also for OpenTofu). With --from: engine of the new program. Default: that of the state.`,
      ENGINE_NAMES,
    )
    .option(
      "--cwd <DIR>",
      "Folder of the program. Reads its state through pulumi, terraform, or tofu. Default: this folder.",
    )
    .option("--stack <NAME>", "Pulumi stack, or Terraform or OpenTofu workspace. Default: the selected one.")
    .option(
      "--out <NAME>",
      `Name of the folder to write in the program's folder. It must not exist yet. Default ${FOLDER}.`,
    )
    .option("--check", "Write nothing, and print the necessary changes.")
    .option("--by-import", "With --from: write import blocks instead of moved blocks, for OpenTofu 1.8 and 1.9.")
    .option(
      "--skip-plan",
      "With --from and --to: leave out the plan in a copy, which needs the engine and both providers.",
    )
    .choice("--from <WORD>", "Provider to switch from: posthog, for posthog/posthog. Plans the new code in a copy.", [
      VENDOR,
    ])
    .choice("--to <WORD>", "Provider to go back to: posthog. Writes import blocks, and plans them in a copy.", [VENDOR])
    .option("--state <FILE>", "With --from and --to: state file to read. Default: the state of the program in --cwd.")
    .option(
      "--host <URL>",
      "URL of the service. Default: with --from, the host that the program names; otherwise ORGFORM_HOST or POSTHOG_HOST.",
    )
    .addHelpText("after", AFTER)
    .runs(runMigrate);
}

async function runMigrate(flags: FlagValues): Promise<number> {
  const engineName = readChoice("for", flags["for"], ENGINE_NAMES);
  const direction = directionIn(flags);
  if (direction !== undefined) return runSwitch(flags, { engineName, name: folderNameIn(flags), direction });
  for (const flag of ["state", "skip-plan", "by-import"]) {
    if (flags[flag] !== undefined) throw new UsageError(`--${flag} requires --from posthog or --to posthog.`);
  }
  if (engineName === undefined) {
    throw new UsageError(`The engine is missing: give --for ${ENGINE_NAMES.join(" or --for ")}.`);
  }
  const name = folderNameIn(flags);
  const folder = readText(flags["cwd"]) ?? ".";
  const isCheck = flags["check"] === true;
  const settings = settingsOf({ host: readText(flags["host"]) });
  if (!isCheck) refuseNonEmpty(join(folder, name));
  const stackName = readText(flags["stack"]);
  const stack = await readStackState({ folder, stack: stackName, environment: process.env });
  if (stack.engine !== engineName) {
    throw new UsageError(
      `The program in ${folder} is for ${stack.engine}: give --for ${stack.engine}, or another folder with --cwd.`,
    );
  }
  refuseOtherHost(stack, settings);
  const engine = engineNamed(engineName);
  const migration = await migrationOf(stack, settings, { reserved: engine.migrationWriter.reserved, folder: name });
  process.stdout.write(reportOf(migration));
  if (migration.changes.length === 0) return migration.unread.length === 0 ? 0 : 1;
  if (isCheck) return TO_CHANGE;
  const sources = engine.stateReader.sourcesIn(folder);
  const place = { folder: name, entry: sources.entry, stack: stackName, objects: stack.objects };
  const written = engine.migrationWriter.write(migration, place);
  const guide = guideOf(migration, { written, sources, folder: name });
  writeFolder(join(folder, name), {
    "MIGRATION.md": guide,
    [written.file]: written.text,
    ...ignoredIn(migration),
    ...Object.fromEntries(migration.changes.flatMap(({ files = {} }) => Object.entries(files))),
  });
  process.stdout.write(`Wrote ${join(folder, name)}. Follow the steps in its MIGRATION.md.\n`);
  return 0;
}

/** Whether a program changes its provider. @throws UsageError */
function directionIn(flags: FlagValues): Direction | undefined {
  const given = (["from", "to"] as const).filter((name) => flags[name] !== undefined);
  for (const name of given) readChoice(name, flags[name], [VENDOR]);
  if (given.length > 1) throw new UsageError("--from and --to exclude each other. Give one of them.");
  return given[0];
}

/** The rules for `orgform drift` of what stays at the service on purpose, when anything does. */
function ignoredIn({ changes }: Migration): Readonly<Record<string, string>> {
  const leaving = changes.flatMap((change) => change.leaving ?? []);
  return leaving.length === 0
    ? {}
    : {
        [IGNORED]: leaving
          .flatMap(({ object }) => rulesFor(object))
          .join("\n")
          .concat("\n"),
      };
}

function folderNameIn(flags: FlagValues): string {
  const name = readText(flags["out"]) ?? FOLDER;
  if (/^[\w-][\w.-]*$/u.test(name)) return name;
  throw new UsageError("--out must name a folder in the program's folder: letters, digits, dots, and hyphens.");
}

/** The requested service must be the one in the state. */
function refuseOtherHost({ objects }: RecordedStack, { host }: Settings): void {
  const other = objects.find((object) => object.host !== undefined && !isSame(object.host, host));
  if (other?.host === undefined) return;
  throw new UsageError(
    `The state belongs to ${other.host}, but this run would use ${host}. Give --host ${other.host}.`,
  );
}

const isSame = (left: string, right: string): boolean => left.replace(/\/+$/u, "") === right.replace(/\/+$/u, "");

async function migrationOf(
  stack: RecordedStack,
  settings: Settings,
  options: { readonly reserved: readonly string[]; readonly folder: string },
): Promise<Migration> {
  const sessions = new Sessions(systemClock);
  const secrets = stack.objects.flatMap(({ resource, state }) => {
    const definition = servedNamed(resource);
    return definition === undefined ? [] : secretTextsIn(definition, state);
  });
  const report = { warn: () => undefined, info: () => undefined, status: () => undefined };
  const context = { session: sessions.of(settings, secrets), report, call: {} };
  const { changes, unread } = await findMigration({ objects: stack.objects, context, ...options });
  const reason = "This version of Orgform doesn't know the resource. Install the version that wrote the state.";
  const unknown = stack.unknown.map((address) => ({ what: address, reason }));
  return { changes, unread: [...unread, ...unknown].map((gap) => ({ ...gap, reason: sessions.redact(gap.reason) })) };
}

function reportOf({ changes, unread }: Migration): string {
  return [
    changes.length === 0 ? "No changes are needed." : `To change: ${changes.length}.`,
    ...changes.map(({ finding }) => `  ${plain(finding)}`),
    ...(unread.length === 0
      ? []
      : ["Not checked:", ...unread.map(({ what, reason }) => `  ${plain(`${what}: ${reason}`)}`)]),
    "",
  ].join("\n");
}
