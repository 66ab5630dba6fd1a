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
      "--from posthog works only for programs of Terraform or OpenTofu: give --for terraform, or leave it out.",
    );
  }
  const { ORGFORM_HOST: own, POSTHOG_HOST: vendor } = process.env;
  const host = readText(flags["host"]) ?? own ?? vendor ?? VENDOR_HOST;
  const written = understood(() => switchWriter.write(state, { program: folder, host }));
  process.stdout.write(reportOf(written));
  if (written.count === 0) return 0;
  if (isCheck) return TO_CHANGE;
  writeFolder(join(folder, name), { "MIGRATION.md": guideOf(written), ...written.files });
  process.stdout.write(`Wrote ${join(folder, name)}. Follow the steps in its MIGRATION.md.\n`);
  return 0;
}

/** @throws StateError for a state in a form that lacks what the switch needs. */
function understood(write: () => WrittenSwitch): WrittenSwitch {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const at = error.issues[0]?.path.join(".") ?? "the top";
    throw new StateError(`The state has an unknown form, at ${at}. Give what \`terraform state pull\` prints.`, {
      cause: error,
    });
  }
}

function reportOf({ count, open }: WrittenSwitch): string {
  const first = count === 0 ? "No block of posthog/posthog moves to Orgform." : `Blocks to move: ${count}.`;
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

The command changed nothing: neither the service, nor the state, nor your files.

## 1. Complete what the command couldn't translate

${listed(open, "Everything was translated.")}
## 2. Move the files and change your own

Move \`provider.tf\` and \`orgform.tf\` beside your other files${moved.length === 0 ? "" : `, and ${moved.join(", ")}`}. Then make these
changes, from the last line of each file to the first:

${listed(edits, "Your files need no changes.")}
Keep the entry of \`posthog\` in \`required_providers\`, and its \`provider\` block, until the apply is done.

## 3. Prove that nothing changes

1. Run \`terraform init\` and \`terraform plan -out=switch\`. The plan must say \`0 to add, 0 to change, 0 to destroy\`. Don't apply any other plan.
2. Run \`terraform apply switch\`, and then \`terraform plan\`, which must say \`No changes\`.
3. Remove the \`moved\` and \`removed\` blocks. Run \`terraform fmt\` to align the new files.

For OpenTofu, replace \`terraform\` with \`tofu\`. You need Terraform 1.8 or later, or OpenTofu 1.10 or later.
`;
}
