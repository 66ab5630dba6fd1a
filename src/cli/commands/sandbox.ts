import process from "node:process";
import type { Dialect, Sandbox, SeedName } from "@orgform/sandbox";
import type { Command } from "../command.ts";
import { readChoice, readCount, readFlags, readPort } from "../read-flags.ts";
import { UsageError } from "../usage-error.ts";

/** Port without `--port`: fixed, so that the address can stay in a stack's configuration. */
const DEFAULT_PORT = 8010;

const DIALECTS: readonly Dialect[] = ["documented", "live"];
const SEEDS: readonly SeedName[] = ["empty", "example"];

/** Persons above which the events alone would take the disk of a small machine. */
const MOST_PERSONS = 10_000_000;

const HELP = `Usage: orgform sandbox [flags]

Runs a stand-in for the service on 127.0.0.1 until it is interrupted.

Flags:
  --port N         Port to listen on; 0 takes a free one. Default ${DEFAULT_PORT}.
  --dialect WORD   documented (as the contract says) or live (as recorded). Default documented.
  --seed WORD      example (organization Acme) or empty (only a user with a key). Default example.
  --scale N        Make the example large: N persons, ten times as many events, a tenth as many members, and a role for
                   every hundred of them. 100000 takes about 20 seconds; a data file keeps it for the next start.
  --data FILE      Keep the state in this SQLite file. Default: in memory only.
  --json           Print one line of JSON when ready, and nothing else.
`;

/** `orgform sandbox`: starts a sandbox, reports where it is, and stops it on SIGINT or SIGTERM. */
export const SANDBOX_COMMAND: Command = { help: HELP, run: runSandbox };

async function runSandbox(args: string[]): Promise<number> {
  const flags = readFlags("sandbox", args, {
    port: { type: "string" },
    dialect: { type: "string" },
    seed: { type: "string" },
    scale: { type: "string" },
    data: { type: "string" },
    json: { type: "boolean" },
  });
  const port = readPort("port", flags["port"]) ?? DEFAULT_PORT;
  const dataFile = flags["data"];
  const dialect = readChoice("dialect", flags["dialect"], DIALECTS);
  const seed = readChoice("seed", flags["seed"], SEEDS);
  const scale = readCount("scale", flags["scale"], MOST_PERSONS);
  if (scale !== undefined && seed === "empty") {
    throw new UsageError("--scale makes the example large, and --seed empty has none. Leave one of them out.");
  }
  if (dataFile === "") throw new UsageError("--data is empty; allowed is the path of a file.");
  // Listening for signals before the start: one that comes early must not leave a half-written data file.
  const stopped = untilStopped();
  const { startSandbox } = await import("@orgform/sandbox");
  const sandbox = await startSandbox({
    port,
    ...(dialect === undefined ? {} : { dialect }),
    ...(seed === undefined ? {} : { seed }),
    ...(scale === undefined ? {} : { scale }),
    ...(typeof dataFile === "string" ? { dataFile } : {}),
  }).catch((error: unknown) => {
    throw explainStartFailure(error, port);
  });
  process.stdout.write(flags["json"] === true ? jsonLine(sandbox) : readableReport(sandbox));
  await stopped;
  await sandbox.close();
  return 0;
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

function explainStartFailure(error: unknown, port: number): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  if (error.code === "EADDRINUSE") {
    return new UsageError(
      `Port ${port} is in use by another program. Choose another with --port, or --port 0 for a free one.`,
    );
  }
  if (error.code === "EACCES")
    return new UsageError(`Port ${port} needs more rights than this user has. Choose one above 1023.`);
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
    "Point a Pulumi stack at it:",
    "",
    `  pulumi config set orgform:host ${sandbox.host}`,
    `  pulumi config set --secret orgform:apiKey ${sandbox.apiKey}`,
    ...withOrganization,
    "",
    `Look at it in a browser at ${sandbox.host}/, or from here:`,
    "",
    `  curl -H "Authorization: Bearer ${sandbox.apiKey}" ${sandbox.host}/api/organizations/`,
    `  curl ${sandbox.host}/_sandbox/requests`,
    "",
  ].join("\n");
}
