import process from "node:process";
import { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { mcpPackage } from "../optional-packages.ts";
import { Pages } from "../mcp/pages.ts";
import { INSTRUCTIONS, toolsIn } from "../mcp/tools.ts";
import { Workspace } from "../mcp/workspace.ts";
import { packageManifest, pageAddress } from "../package-manifest.ts";
import { codeOf } from "../file-error.ts";
import { UsageError } from "../usage-error.ts";

const DESCRIPTION =
  "Serves a coding agent over the Model Context Protocol, on standard input and output. Offers schemas, documentation, " +
  "checks of inputs, plans, drift, and a survey of an organization. Only reads, unless you use --allow-writes.\n" +
  "Takes the key from ORGFORM_API_KEY or POSTHOG_API_KEY. Answers never contain secrets.";

const after = (): string => `
The package @orgform/mcp has the server. Start it from your agent's settings:
${pageAddress("guides/agents")}
Exit code 0: the agent disconnected.`;

/** `orgform mcp`: runs the server of the package `@orgform/mcp`, if it's installed. */
export function mcpCommand(): CliCommand {
  return new CliCommand("mcp")
    .description(DESCRIPTION)
    .option(
      "--allow-writes",
      "Also offer tools that write: functions, with the confirmations of `orgform call`, and programs of `orgform adopt`.",
    )
    .option(
      "--cwd <DIR>",
      "Folder that contains all programs and states that the agent can name. Default: this folder.",
    )
    .option("--host <URL>", "URL of the service. Default: ORGFORM_HOST or POSTHOG_HOST.")
    .addHelpText("after", after)
    .runs(serve);
}

async function serve(flags: FlagValues): Promise<number> {
  const { docsFolder, serveOverStdio } = await mcpPackage();
  const pages = new Pages(docsFolder());
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
    tools: toolsIn(workspace, pages),
    pages: pages.all(),
    allowsWrites: flags["allow-writes"] === true,
    redact: (text) => workspace.redact(text),
  });
  return 0;
}
