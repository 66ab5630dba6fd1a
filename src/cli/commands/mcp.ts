import process from "node:process";
import { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { mcpPackage } from "../mcp/mcp-package.ts";
import { allPages } from "../mcp/pages.ts";
import { INSTRUCTIONS, toolsIn } from "../mcp/tools.ts";
import { Workspace } from "../mcp/workspace.ts";
import { packageManifest } from "../package-manifest.ts";
import { codeOf } from "../file-error.ts";
import { UsageError } from "../usage-error.ts";

const DESCRIPTION =
  "Serves a coding agent by the Model Context Protocol on standard input and output: schemas, documentation, checks of " +
  "inputs, plans, drift, a survey of an organization. Only reads, unless started with --allow-writes.\n" +
  "The key comes from the environment: ORGFORM_API_KEY or POSTHOG_API_KEY. No answer has a secret in it.";

const AFTER = `
The server is the package @orgform/mcp. An agent's own settings start it; see docs/guides/agents.md.
Exit code 0 when the agent went.`;

/** `orgform mcp`: what the package `@orgform/mcp` serves, where that is installed. */
export function mcpCommand(): CliCommand {
  return new CliCommand("mcp")
    .description(DESCRIPTION)
    .option(
      "--allow-writes",
      "Also offer what writes: functions, with the confirmations of `orgform call`, and programs of `orgform adopt`.",
    )
    .option("--cwd <DIR>", "Folder in and below which programs and states may be named. Default: this folder.")
    .option("--host <URL>", "Address of the service. Default: ORGFORM_HOST or POSTHOG_HOST.")
    .addHelpText("after", AFTER)
    .runs(serve);
}

async function serve(flags: FlagValues): Promise<number> {
  const { serveOverStdio } = await mcpPackage();
  const folder = readText(flags["cwd"]) ?? ".";
  try {
    process.chdir(folder);
  } catch (error) {
    throw new UsageError(`--cwd ${folder} cannot be entered: ${codeOf(error)}.`, { cause: error });
  }
  const workspace = new Workspace(".", readText(flags["host"]));
  await serveOverStdio({
    name: "orgform",
    version: packageManifest().version,
    instructions: INSTRUCTIONS,
    tools: toolsIn(workspace),
    pages: allPages(),
    allowsWrites: flags["allow-writes"] === true,
    redact: (text) => workspace.redact(text),
  });
  return 0;
}
