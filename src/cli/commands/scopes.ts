import process from "node:process";
import { servedNamed } from "../../app/served.ts";
import type { EngineName } from "../../engines/engine.ts";
import { engineNamed } from "../../engines/index.ts";
import type { AnyResource } from "../../model/definition.ts";
import { printed, typeName } from "../../model/messages.ts";
import { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { type NeededScope, type NeededScopes, neededScopes } from "../scopes/needed-scopes.ts";
import { readPlanFile } from "../state/read-plan.ts";
import { readStateFile } from "../state/read-state.ts";
import { readStackState } from "../state/stack-state.ts";
import { UsageError } from "../usage-error.ts";

const DESCRIPTION =
  "Prints the fewest scopes that an API key needs for a stack or a plan, and why it needs each of them. " +
  "Reads the state through the engine, needs no key, and sends nothing to the service.";

const AFTER = `
Before the first update, there is no state. Write a plan to a file with \`pulumi preview --json\` or
\`terraform show -json\`, and give the file as --plan.`;

/** `orgform scopes`: the key with the least rights. */
export function scopesCommand(): CliCommand {
  return new CliCommand("scopes")
    .description(DESCRIPTION)
    .option(
      "--cwd <DIR>",
      "Folder of the program. Reads its state through pulumi, terraform, or tofu. Default: this folder.",
    )
    .option("--stack <NAME>", "Pulumi stack, or Terraform or OpenTofu workspace. Default: the selected one.")
    .option("--state <FILE>", "State file to read instead.")
    .option(
      "--plan <FILE>",
      "File with a plan to read instead, as `pulumi preview --json` or `terraform show -json` prints it.",
    )
    .option("--json", "Print JSON.")
    .addHelpText("after", AFTER)
    .runs(runScopes);
}

async function runScopes(flags: FlagValues): Promise<number> {
  const found = await resourcesIn(flags);
  const definitions = [...new Set(found.resources)].flatMap((name) => servedNamed(name) ?? []);
  const needed = neededScopes(definitions);
  const spelled = (name: string): string => typeIn(found.engine, definitions, name);
  process.stdout.write(
    flags["json"] === true
      ? `${JSON.stringify({ engine: found.engine, ...needed }, null, 2)}\n`
      : report(needed, spelled),
  );
  return 0;
}

/** The resources of a plan, or of a state. @throws UsageError for flags that exclude each other */
async function resourcesIn(flags: FlagValues): Promise<{ readonly engine: EngineName; readonly resources: string[] }> {
  const [plan, state, stack] = ["plan", "state", "stack"].map((name) => readText(flags[name]));
  if ([plan, state, stack].filter((one) => one !== undefined).length > 1) {
    throw new UsageError("--plan, --state, and --stack exclude each other. Give one of them.");
  }
  if (plan !== undefined) {
    const { engine, changes } = readPlanFile(plan);
    return { engine: engine === "pulumi" ? "pulumi" : "terraform", resources: changes.map(({ resource }) => resource) };
  }
  const recorded =
    state === undefined
      ? await readStackState({ folder: readText(flags["cwd"]) ?? ".", stack, environment: process.env })
      : readStateFile(state);
  return { engine: recorded.engine, resources: recorded.objects.map(({ resource }) => resource) };
}

function typeIn(engine: EngineName, definitions: readonly AnyResource[], name: string): string {
  const definition = definitions.find((one) => one.name === name);
  if (definition === undefined) return name;
  return printed(typeName(name), engineNamed(engine).programWriter.spelling(definition));
}

const PURPOSES = {
  read: "reads and lists",
  write: "creates, changes, and deletes",
  "some changes": "for some changes of",
  "own account": "recognizes the key's own account before Orgform changes",
} as const;

function report({ apply, preview, closed }: NeededScopes, spelled: (name: string) => string): string {
  const lines = [
    "To plan and apply, the key needs these scopes:",
    "",
    ...linesOf(apply, spelled),
    "",
    `To preview and to report drift, ${previewText(preview)}.`,
  ];
  const without = closed.map(spelled).join(", ");
  return `${[...lines, ...(closed.length === 0 ? [] : [`No scope is enough for ${without}: use an unscoped key.`])].join("\n")}\n`;
}

function linesOf(needed: readonly NeededScope[], spelled: (name: string) => string): string[] {
  if (needed.length === 0) return ["  none"];
  return needed.flatMap(({ scope, because }) => [
    `  ${scope}`,
    ...because.map(({ purpose, resources }) => `      ${PURPOSES[purpose]} ${resources.map(spelled).join(", ")}`),
  ]);
}

function previewText(needed: readonly NeededScope[]): string {
  const scopes = needed.map(({ scope }) => scope);
  const last = scopes.pop();
  if (last === undefined) return "it needs no scope";
  if (scopes.length === 0) return `${last} is enough`;
  return `${scopes.join(", ")}${scopes.length > 1 ? "," : ""} and ${last} are enough`;
}
