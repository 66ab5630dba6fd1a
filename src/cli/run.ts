import process from "node:process";
import type { Command } from "./command.ts";
import { nearest } from "../model/suggest.ts";
import { packageManifest } from "./package-manifest.ts";
import { UsageError } from "./usage-error.ts";

// Commands are loaded when they are called: a help text should not wait for a web server to load.
const COMMANDS: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>> = {
  adopt: {
    summary: "Write a program that takes over an organization as it is.",
    load: async () => (await import("./commands/adopt.ts")).ADOPT_COMMAND,
  },
  doctor: {
    summary: "Look whether programs can work here: key, scopes, organization, versions.",
    load: async () => (await import("./commands/doctor.ts")).DOCTOR_COMMAND,
  },
  drift: {
    summary: "Report where code and organization differ: changed, missing, unmanaged.",
    load: async () => (await import("./commands/drift.ts")).DRIFT_COMMAND,
  },
  call: {
    summary: "Call a function: whatever is no part of a resource's life.",
    load: async () => (await import("./commands/call.ts")).CALL_COMMAND,
  },
  sandbox: {
    summary: "Run a stand-in for the service on this machine.",
    load: async () => (await import("./commands/sandbox.ts")).SANDBOX_COMMAND,
  },
};

/** Runs the command line and returns the exit code: 0 done, 1 failed or misused. */
export async function run(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args;
  try {
    if (first === undefined) {
      process.stderr.write(overview());
      return 1;
    }
    if (first === "--version") return print(`${packageManifest().version}\n`);
    if (first === "--help" || first === "-h" || first === "help") return print(overview());
    const entry = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
    if (entry === undefined) throw unknownCommand(first);
    const command = await entry.load();
    const asksForHelp = rest.includes("--help") || rest.includes("-h");
    if (asksForHelp && command.explainsItself !== true) return print(command.help);
    return await command.run(rest);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof UsageError) && process.env["ORGFORM_DEBUG"] !== undefined) console.error(error);
    return 1;
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function unknownCommand(name: string): UsageError {
  const kind = name.startsWith("-") ? "flag" : "command";
  const known = kind === "flag" ? ["--help", "--version"] : Object.keys(COMMANDS);
  const near = nearest(name, known);
  const hint = near === undefined ? "Run `orgform --help` for what there is." : `Did you mean ${near}?`;
  return new UsageError(`Unknown ${kind} ${name}. ${hint}`);
}

function overview(): string {
  const lines = Object.entries(COMMANDS).map(([name, command]) => `  ${name.padEnd(10)} ${command.summary}`);
  return [
    "Usage: orgform <command> [flags]",
    "",
    "Commands:",
    ...lines,
    "",
    "Flags:",
    "  --help     Show this text, or with a command its flags.",
    "  --version  Show the version.",
    "",
  ].join("\n");
}
