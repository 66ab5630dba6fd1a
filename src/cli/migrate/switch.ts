import { join } from "node:path";
import process from "node:process";
import * as z from "zod";
import type { EngineName, WrittenSwitch } from "../../engines/engine.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { foreignState } from "../state/read-state.ts";
import { StateError } from "../state/recorded-stack.ts";
import { stateTextOf } from "../state/stack-state.ts";
import { UsageError } from "../usage-error.ts";
import { refuseTaken, writeFolder } from "../write-folder.ts";

/** What the vendor's provider takes where nobody names a host; Orgform has no default. */
const VENDOR_HOST = "https://us.posthog.com";

/** Something has to change; as with `orgform drift` a crash is never taken for that. */
const TO_CHANGE = 2;

/** `orgform migrate --from posthog`: writes what takes a program over from `posthog/posthog`. Asks no service. */
export async function runSwitch(
  flags: FlagValues,
  { engineName, name }: { readonly engineName: EngineName | undefined; readonly name: string },
): Promise<number> {
  const folder = readText(flags["cwd"]) ?? ".";
  const isCheck = flags["check"] === true;
  if (!isCheck) refuseTaken(join(folder, name));
  const file = readText(flags["state"]);
  const place = { folder, stack: readText(flags["stack"]), environment: process.env };
  const { engine, state } = foreignState(file === undefined ? { text: await stateTextOf(place) } : { path: file });
  const { switchWriter } = engine;
  if (switchWriter === undefined || (engineName !== undefined && engineName !== engine.name)) {
    throw new UsageError(
      "--from posthog takes a program of Terraform or OpenTofu over within its engine: give --for terraform, or leave it out.",
    );
  }
  const { ORGFORM_HOST: own, POSTHOG_HOST: vendor } = process.env;
  const host = readText(flags["host"]) ?? own ?? vendor ?? VENDOR_HOST;
  const written = understood(() => switchWriter.write(state, { program: folder, host }));
  process.stdout.write(reportOf(written));
  if (written.count === 0) return 0;
  if (isCheck) return TO_CHANGE;
  writeFolder(join(folder, name), { "MIGRATION.md": guideOf(written), ...written.files });
  process.stdout.write(`Wrote ${join(folder, name)}; its MIGRATION.md tells the steps.\n`);
  return 0;
}

/** @throws StateError for a state in a form that lacks what the switch needs. */
function understood(write: () => WrittenSwitch): WrittenSwitch {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const at = error.issues[0]?.path.join(".") ?? "the top";
    throw new StateError(
      `The state has a form that is not known, at ${at}. Give what \`terraform state pull\` prints.`,
      { cause: error },
    );
  }
}

function reportOf({ count, open }: WrittenSwitch): string {
  const first = count === 0 ? "No block of posthog/posthog moves to Orgform." : `Blocks to take over: ${count}.`;
  const rest = open.length === 0 ? [] : ["Not translated:", ...open.map((line) => `  ${line}`)];
  return [first, ...rest, ""].join("\n");
}

function guideOf({ files, edits, open }: WrittenSwitch): string {
  const listed = (lines: readonly string[], none: string): string =>
    lines.length === 0 ? `${none}\n` : lines.map((line) => `- ${line}\n`).join("");
  const modules = Object.keys(files).filter((file) => !["provider.tf", "orgform.tf"].includes(file));
  const moved = modules.map(
    (file) => `\`${file}\` to \`${file.replace(/\.tf$/u, "").replaceAll("__", "/")}/orgform.tf\``,
  );
  return `# Switch from posthog/posthog

Nothing was changed: not the service, not the state, and none of your files.

## 1. Complete what could not be translated

${listed(open, "Everything was translated.")}
## 2. Move the files and change your own

Move \`provider.tf\` and \`orgform.tf\` beside your other files${moved.length === 0 ? "" : `, and ${moved.join(", ")}`}. Then, from the last line of each
file to the first:

${listed(edits, "There is nothing to change in your files.")}
Keep the entry of \`posthog\` in \`required_providers\`, and its \`provider\` block, until the apply is done.

## 3. Prove that nothing changes

1. Run \`terraform init\` and \`terraform plan -out=switch\`. The plan has to say \`0 to add, 0 to change, 0 to destroy\`. Don't apply any other plan.
2. Run \`terraform apply switch\`, and then \`terraform plan\`, which has to say \`No changes\`.
3. Remove the blocks \`moved\` and \`removed\`. \`terraform fmt\` aligns the new files.

\`tofu\` stands for \`terraform\` throughout. OpenTofu needs 1.10, and Terraform 1.8.
`;
}
