import { randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import process from "node:process";
import { isNativeError } from "node:util/types";
import type { Command } from "commander";
import { DIALECT_NAMES, isDay } from "../dialects.ts";
import type { Sandbox } from "../sandbox.ts";
import type { SeedName } from "../seed.ts";
import type { SandboxSettings } from "../settings.ts";
import {
  choiceFlag,
  type FlagValues,
  newCommand,
  readChoice,
  readCount,
  readFlags,
  readPort,
  UsageError,
} from "./flags.ts";

/** Default port: fixed, so the address can stay in a stack's configuration. */
const DEFAULT_PORT = 8010;

const SEEDS: readonly SeedName[] = ["empty", "example"];

/** Above this factor, limits have no effect: a minute of them would take only milliseconds. */
const FASTEST = 10_000;

/** A client has given up by then. */
const LONGEST_LATENCY_MS = 60_000;

/** With more persons, the events alone would fill the disk of a small machine. */
const MOST_PERSONS = 10_000_000;

/**
 * The flags and the help text of the command.
 *
 * @param name - what a user calls it by: `orgform-sandbox`, or `orgform sandbox`
 */
export function sandboxCommand(name = "orgform-sandbox"): Command {
  const dialect =
    "Version of the service to emulate: documented (the contract), 2025-08 (as recorded, also called live), or 2026-09 (as published). Default documented.";
  const seed = "Data to start with: example (organization Acme) or empty (only a user with a key). Default example.";
  const scale =
    "Size of the example: N persons, ten times as many events, a tenth as many members, and a role for every hundred " +
    "members. 100000 takes about 20 seconds. Use a data file to keep the data for the next start.";
  return newCommand(name)
    .description("Runs a local emulator of the service on 127.0.0.1, until you interrupt it.")
    .option("--port <N>", `Port to listen on; 0 selects a free one. Default ${DEFAULT_PORT}.`)
    .addOption(choiceFlag("--dialect <WORD>", dialect, DIALECT_NAMES))
    .option(
      "--as-of <DATE>",
      "Date that dialect 2026-09 emulates, because the service changed over time. Default 2026-09-30.",
    )
    .addOption(choiceFlag("--seed <WORD>", seed, SEEDS))
    .option("--scale <N>", scale)
    .option(
      "--features <WORDS>",
      "Plan features of every organization: all, none, or a list separated by commas. Default all.",
    )
    .option(
      "--rate-limit <N>",
      "Enforce the service's rate limits, N times faster: with 1 as in the service, with 30 a minute takes two seconds. Default: no limit.",
    )
    .option(
      "--proxy-actions",
      "Let keys with organization:write retry and diagnose proxies in 2026-09. Default: refused. Sources differ on this.",
    )
    .option("--latency <MS>", "Delay of each request in milliseconds, 1 to 60000. Default: none.")
    .option("--legacy-key", "Create an unscoped API key. Only such a key can ask the service to verify a domain.")
    .option("--key <KEY>", "API key of the sandbox. Default: the key in the data file, else a new one at every start.")
    .option("--data <FILE>", "SQLite file for the data. Default: only in memory.")
    .option(
      "--exec <COMMAND>",
      "Command to run in a shell, with ORGFORM_HOST and ORGFORM_API_KEY set. When the command ends, the sandbox stops and exits with the same code.",
    )
    .option("--json", "Print only one line of JSON, when it's ready.");
}

/**
 * Starts a sandbox as the flags say, reports where it is, and stops it on SIGINT or SIGTERM.
 *
 * @returns the exit code: 0 when it was stopped, and after its help text
 * @throws UsageError for invalid flags, and for a port that can't be used
 */
export async function runSandboxCommand(args: readonly string[], name?: string): Promise<number> {
  const flags = readFlags(sandboxCommand(name), args);
  if (flags === undefined) return 0;
  const port = readPort("port", flags["port"]) ?? (flags["exec"] === undefined ? DEFAULT_PORT : 0);
  const dataFile = flags["data"];
  const dialect = readChoice("dialect", flags["dialect"], DIALECT_NAMES);
  const asOf = readDay("as-of", flags["asOf"]);
  const seed = readChoice("seed", flags["seed"], SEEDS);
  const scale = readCount("scale", flags["scale"], MOST_PERSONS);
  if (scale !== undefined && seed === "empty") {
    throw new UsageError(
      "--scale sets the size of the example, but --seed empty has no example. Leave out one of them.",
    );
  }
  const rateLimitScale = readCount("rate-limit", flags["rateLimit"], FASTEST);
  const latencyMs = readCount("latency", flags["latency"], LONGEST_LATENCY_MS);
  const features = readFeatures(flags["features"]);
  const key = readKey(flags["key"]);
  const commandLine = readCommandLine(flags);
  if (dataFile === "") throw new UsageError("--data is empty; it must be the path of a file.");
  // Listening for signals before the start: one that comes early must not leave a half-written data file.
  const stopped = untilStopped();
  const { startSandbox } = await import("../sandbox.ts");
  const sandbox = await startSandbox({
    port,
    ...(dialect === undefined ? {} : { dialect }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(seed === undefined ? {} : { seed }),
    ...(scale === undefined ? {} : { scale }),
    ...(features === undefined ? {} : { newOrganizationFeatures: features }),
    ...(latencyMs === undefined ? {} : { latencyMs }),
    ...(flags["proxyActions"] === true ? { proxyActionsTakeKeys: true } : {}),
    // Two sandboxes with the same key would respond to each other's programs.
    apiKey: key ?? `phx_sandbox_${randomBytes(16).toString("hex")}`,
    ...(flags["legacyKey"] === true ? { isLegacyKey: true } : {}),
    ...(rateLimitScale === undefined ? {} : { rateLimit: true, rateLimitScale }),
    ...(typeof dataFile === "string" ? { dataFile } : {}),
  }).catch((error: unknown) => {
    throw explainStartFailure(error, port);
  });
  if (key !== undefined && key !== sandbox.apiKey) {
    await sandbox.close();
    throw new UsageError(`--key differs from the key in ${String(dataFile)}. Leave out --key, or use another file.`);
  }
  if (commandLine !== undefined) return runBeside(sandbox, commandLine);
  process.stdout.write(flags["json"] === true ? jsonLine(sandbox) : readableReport(sandbox));
  await stopped;
  await sandbox.close();
  return 0;
}

/** Reads the command that runs beside the sandbox. @throws UsageError for an empty one, and beside --json */
function readCommandLine({ exec, json }: FlagValues): string | undefined {
  if (exec === "") throw new UsageError('--exec is empty; give a command, as in --exec "terraform test".');
  if (exec !== undefined && json === true) {
    throw new UsageError(
      "--json prints the sandbox's address, but --exec passes it only to the command. Leave out one of them.",
    );
  }
  return typeof exec === "string" ? exec : undefined;
}

/** Reads a day of the calendar. @throws UsageError naming the value */
function readDay(flag: string, value: FlagValues[string]): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && isDay(value)) return value;
  throw new UsageError(`--${flag} is ${String(value)}; it must be a day such as 2026-10-15.`);
}

/** Reads plan features. @throws UsageError naming the words */
function readFeatures(value: FlagValues[string]): SandboxSettings["newOrganizationFeatures"] | undefined {
  if (value === undefined) return undefined;
  if (value === "all" || value === "none") return value;
  const words = String(value).split(",");
  if (words.every((word) => /^[a-z0-9_]+$/u.test(word))) return words;
  throw new UsageError(
    `--features is ${String(value)}; it must be all, none, or names of features separated by commas.`,
  );
}

/** Reads a key. @throws UsageError naming the allowed characters */
function readKey(value: FlagValues[string]): string | undefined {
  if (value === undefined) return undefined;
  if (/^[\w-]{8,200}$/u.test(String(value))) return String(value);
  throw new UsageError("--key must have 8 to 200 letters, digits, underscores, or hyphens.");
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

function explainStartFailure(error: unknown, port: number): unknown {
  if (!isNativeError(error) || !("code" in error)) return error;
  if (error.code === "EADDRINUSE") {
    return new UsageError(
      `Port ${port} is in use by another program. Choose another with --port, or --port 0 for a free one.`,
    );
  }
  if (error.code === "EACCES")
    return new UsageError(`Port ${port} needs more permissions than this user has. Choose a port above 1023.`);
  return error;
}

function jsonLine(sandbox: Sandbox): string {
  const { host, apiKey, organizationId, dialect } = sandbox;
  return `${JSON.stringify({ host, apiKey, organizationId, dialect })}\n`;
}

function readableReport(sandbox: Sandbox): string {
  const organization = sandbox.organizationId === "" ? "(none: create one)" : sandbox.organizationId;
  const withOrganization =
    sandbox.organizationId === "" ? [] : [`  pulumi config set orgform:organizationId ${sandbox.organizationId}`];
  return [
    `The sandbox is running (${sandbox.dialect} dialect). Stop it with Ctrl+C.`,
    "",
    `  host          ${sandbox.host}`,
    `  API key       ${sandbox.apiKey}`,
    `  organization  ${organization}`,
    "",
    "To use it in a Pulumi stack:",
    "",
    `  pulumi config set orgform:host ${sandbox.host}`,
    `  pulumi config set --secret orgform:apiKey ${sandbox.apiKey}`,
    ...withOrganization,
    "",
    `Open ${sandbox.host}/ in a browser, or run:`,
    "",
    `  curl -H "Authorization: Bearer ${sandbox.apiKey}" ${sandbox.host}/api/organizations/`,
    `  curl ${sandbox.host}/_sandbox/requests`,
    "",
  ].join("\n");
}

/**
 * Runs a command line in the user's shell, with the variables that point programs at the sandbox, and then closes that.
 *
 * @returns its exit code; 1 if it couldn't start, or a signal ended it
 */
async function runBeside(sandbox: Sandbox, commandLine: string): Promise<number> {
  const { host, apiKey, organizationId } = sandbox;
  const organization = organizationId === "" ? {} : { ORGFORM_ORGANIZATION_ID: organizationId };
  const env = { ...process.env, ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey, ...organization };
  const child = spawn(commandLine, { shell: true, stdio: "inherit", env });
  const code = await new Promise<number>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (status) => resolve(status ?? 1));
  });
  await sandbox.close();
  return code;
}
