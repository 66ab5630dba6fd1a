import process from "node:process";
import { CliCommand } from "../command.ts";
import type { Finding, Severity } from "../doctor/finding.ts";
import { fail } from "../doctor/finding.ts";
import { serviceFindings } from "../doctor/service.ts";
import { toolFindings } from "../doctor/tools.ts";
import { type FlagValues, readChoice, readText } from "../flag-values.ts";
import { type Paint, paintFor } from "../paint.ts";
import { settingsOf } from "../settings.ts";
import { readStateFile, StateError } from "../state/read-state.ts";
import { UsageError } from "../usage-error.ts";

const FORMATS = ["text", "json"] as const;

const DESCRIPTION =
  "Checks whether programs can run here: versions, the API key, its scopes, and the organization. Only reads.\n" +
  "Takes the key from ORGFORM_API_KEY or POSTHOG_API_KEY.";

const COLORS = { ok: "green", warn: "yellow", fail: "red" } as const satisfies Record<Severity, string>;

/** `orgform doctor`: lists problems of a program's environment, with their remedies. */
export function doctorCommand(): CliCommand {
  return new CliCommand("doctor")
    .description(DESCRIPTION)
    .option(
      "--organization <ID>",
      "Organization to check: ID, slug, or name. Default: ORGFORM_ORGANIZATION_ID, else the only organization of the key's user.",
    )
    .option("--host <URL>", "URL of the service. Default: ORGFORM_HOST or POSTHOG_HOST.")
    .option("--state <FILE>", "State file of a stack. Also lists the objects in it that the service no longer has.")
    .choice("--format <WORD>", "text or json. Default text.", FORMATS)
    .addHelpText("after", "\nExit code 0 when nothing failed, warnings included; else 1.")
    .runs(runDoctor);
}

async function runDoctor(flags: FlagValues): Promise<number> {
  const format = readChoice("format", flags["format"], FORMATS) ?? "text";
  const findings = await allFindings(
    { host: readText(flags["host"]), organizationId: readText(flags["organization"]) },
    readText(flags["state"]),
  );
  const isWell = findings.every(({ severity }) => severity !== "fail");
  process.stdout.write(
    format === "json"
      ? `${JSON.stringify({ schemaVersion: 1, ok: isWell, findings }, undefined, 2)}\n`
      : textFrom(findings, paintFor(process.stdout)),
  );
  return isWell ? 0 : 1;
}

/** All findings about this machine and the service. */
export async function allFindings(
  flags: Parameters<typeof settingsOf>[0],
  stateFile: string | undefined,
): Promise<Finding[]> {
  const [tools, service] = await Promise.all([toolFindings(), findingsAt(flags, stateFile)]);
  return [...tools, ...service];
}

/** Settings that are missing are a finding, too: the versions are worth knowing all the same. */
async function findingsAt(flags: Parameters<typeof settingsOf>[0], stateFile: string | undefined): Promise<Finding[]> {
  try {
    const objects = stateFile === undefined ? undefined : readStateFile(stateFile).objects;
    return await serviceFindings(settingsOf(flags), objects);
  } catch (error) {
    if (error instanceof StateError) return [fail("state", error.message, "Give the engine's state file.")];
    if (!(error instanceof UsageError)) throw error;
    return error.message.split("\n").map((line) => fail("settings", "A setting is missing or invalid.", line));
  }
}

/** Findings for people, a line or more for each. */
export function textFrom(findings: readonly Finding[], paint: Paint): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const margin = " ".repeat(width + 8);
  const lines = findings.flatMap(({ check, severity, summary, details = [], remedy }) => [
    `${paint(COLORS[severity], severity.padEnd(4))}  ${check.padEnd(width)}  ${summary}`,
    ...details.map((detail) => `${margin}- ${detail}`),
    ...(remedy === undefined ? [] : [`${margin}${remedy}`]),
  ]);
  return `${lines.join("\n")}\n`;
}
