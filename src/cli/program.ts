import process from "node:process";
import { nearest } from "../model/suggest.ts";
import { CliCommand, type Words } from "./command.ts";
import { packageManifest } from "./package-manifest.ts";
import { UsageError } from "./usage-error.ts";

interface Entry {
  readonly group: string;
  readonly summary: string;
  readonly load: (words: Words) => Promise<CliCommand>;
}

// Commands are loaded when they are called: a help text should not wait for every resource to load.
const COMMANDS: Readonly<Record<string, Entry>> = {
  init: {
    group: "Organizations:",
    summary: "Write a project that runs immediately against the sandbox",
    load: async () => (await import("./commands/init.ts")).initCommand(),
  },
  adopt: {
    group: "Organizations:",
    summary: "Write a program that imports an existing organization",
    load: async () => (await import("./commands/adopt.ts")).adoptCommand(),
  },
  drift: {
    group: "Organizations:",
    summary: "Report where code and organization differ: changed, missing, unmanaged",
    load: async () => (await import("./commands/drift.ts")).driftCommand(),
  },
  access: {
    group: "Organizations:",
    summary: "Show who can do what in an organization, and why",
    load: async () => (await import("./commands/access.ts")).accessCommand(),
  },
  check: {
    group: "Organizations:",
    summary: "Check an organization against rules: sign-on, people, access, exports, settings",
    load: async () => (await import("./commands/check.ts")).checkCommand(),
  },
  picture: {
    group: "Organizations:",
    summary: "Print an organization as JSON, for your own rules",
    load: async () => (await import("./commands/picture.ts")).pictureCommand(),
  },
  scopes: {
    group: "Organizations:",
    summary: "Print the fewest scopes that a key needs for a stack or a plan, and why",
    load: async () => (await import("./commands/scopes.ts")).scopesCommand(),
  },
  watch: {
    group: "Organizations:",
    summary: "Report each change of an organization once, and keep a history",
    load: async () => (await import("./commands/watch.ts")).watchCommand(),
  },
  migrate: {
    group: "Organizations:",
    summary: "Write the changes that migrate a program to a newer service",
    load: async () => (await import("./commands/migrate.ts")).migrateCommand(),
  },
  fleet: {
    group: "Organizations:",
    summary: "Manage many organizations from one file, in waves",
    load: async () => (await import("./commands/fleet.ts")).fleetCommand(),
  },
  call: {
    group: "Organizations:",
    summary: "Call a function: an operation that isn't a resource",
    load: async (words) => (await import("./commands/call.ts")).callCommand(words),
  },
  doctor: {
    group: "This machine:",
    summary: "Check whether programs can run here: key, scopes, organization, versions",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand(),
  },
  sandbox: {
    group: "This machine:",
    summary: "Run a local emulator of the service",
    load: async (words) => (await import("./commands/sandbox.ts")).sandboxCommand(words),
  },
  provider: {
    group: "This machine:",
    summary: "Install the provider for Terraform and OpenTofu from this executable",
    load: async () => (await import("./commands/provider.ts")).providerCommand(),
  },
  mcp: {
    group: "This machine:",
    summary: "Serve a coding agent: schemas, checks, plans, and drift, read-only",
    load: async () => (await import("./commands/mcp.ts")).mcpCommand(),
  },
  completion: {
    group: "This machine:",
    summary: "Print shell completion for bash, zsh, or fish",
    load: async () => (await import("./commands/completion.ts")).completionCommand(() => program("all")),
  },
};

/**
 * The command line as a tree of commands.
 *
 * Only the command that the words call is loaded, with its flags; of the others there is a summary. With "all", every
 * command is.
 */
export async function program(words: Words): Promise<CliCommand> {
  const [first = "help"] = words === "all" ? [] : words;
  const isOwn = ["help", "version"].includes(first);
  if (!first.startsWith("-") && !isOwn && !Object.hasOwn(COMMANDS, first)) throw unknown(first);
  const root = new CliCommand("orgform")
    .usage("<command> [flags]")
    .description(
      "Manage the organizations of a product-analytics service as code. These commands complement your programs.",
    )
    .version(packageManifest().version, "--version", "Show the version")
    .addHelpText("after", "\nRun `orgform help <command>` for the flags of a command.")
    .action(() => {
      throw unknown(root.args[0] ?? "");
    });
  const called = words === "all" ? undefined : words.find((word) => !word.startsWith("-"));
  for (const [name, { group, summary, load }] of Object.entries(COMMANDS)) {
    const isWanted = words === "all" || called === name;
    const following = words === "all" ? words : words.slice(words.indexOf(name) + 1);
    const command = isWanted ? await load(following) : new CliCommand(name);
    root.addCommand(command.summary(summary).helpGroup(group));
  }
  root.addCommand(
    new CliCommand("version")
      .summary("Show the version")
      .helpGroup("This machine:")
      .runs(() => {
        process.stdout.write(`${packageManifest().version}\n`);
        return Promise.resolve(0);
      }),
  );
  root.addCommand(
    new CliCommand("help")
      .usage("[command]")
      .summary("Show this text, or the help of a command")
      .helpGroup("This machine:"),
  );
  return root;
}

function unknown(name: string): UsageError {
  const kind = name.startsWith("-") ? "flag" : "command";
  const known = kind === "flag" ? ["--help", "--version"] : [...Object.keys(COMMANDS), "help", "version"];
  const near = nearest(name, known);
  const hint = near === undefined ? "To list the commands, run `orgform --help`." : `Did you mean ${near}?`;
  return new UsageError(`Unknown ${kind} ${name}. ${hint}`);
}
