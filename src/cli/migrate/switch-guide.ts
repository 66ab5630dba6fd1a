import { quotedWord } from "../../adopt/shell-word.ts";
import type { CarriedObjects, WrittenSwitch } from "../../engines/engine.ts";

const listed = (lines: readonly string[], none: string): string =>
  lines.length === 0 ? `${none}\n` : lines.map((line) => `- ${line}\n`).join("");

/** A person's steps with the new files and the old ones. */
function steps({ files, edits, open }: WrittenSwitch, provider: string): string {
  return `The command changed nothing: neither the service, nor the state, nor your files.

## 1. Complete what the command couldn't translate

${listed(open, "Everything was translated.")}
## 2. Move the files and change your own

Move these files into the folder of your program:

${listed(
  files.map(({ name, place }) => `\`${name}\` to \`${place}\``),
  "There are none.",
)}
In \`required_providers\` of each folder that gets a file, add \`${provider} = { source = "${provider}/${provider}" }\`. Then make these changes, from the last line
of each file to the first:

${listed(
  edits.map(({ words }) => words),
  "Your files need no changes.",
)}`;
}

/** The page for a program that comes to Orgform. */
export function switchGuideOf(written: WrittenSwitch): string {
  const { leaving = [] } = written;
  if (leaving.length > 0) return importGuideOf(written, leaving);
  return `# Switch from posthog/posthog

${steps(written, "orgform")}
Keep the entry of \`posthog\` in \`required_providers\`, and its \`provider\` block, until the apply is done.

## 3. Plan and apply

1. Run \`terraform init\` and \`terraform plan -out=switch\`. The plan must say \`0 to add, 0 to change, 0 to destroy\`. Don't apply any other plan.
2. Run \`terraform apply switch\`, and then \`terraform plan\`, which must say \`No changes\`.
3. Remove the \`moved\` and \`removed\` blocks. Run \`terraform fmt\` to align the new files.

For OpenTofu, replace \`terraform\` with \`tofu\`. You need Terraform 1.8 or later, or OpenTofu 1.10 or later.
`;
}

/** The same for an engine that moves no objects between types. */
function importGuideOf(written: WrittenSwitch, leaving: readonly string[]): string {
  const commands = leaving.map((address) => `tofu state rm ${quotedWord(address)}\n`).join("");
  return `# Switch from posthog/posthog

${steps(written, "orgform")}
## 3. Take the old objects out of the state

Keep a copy of the state: \`tofu state pull > before.tfstate\`. These commands delete nothing at the service:

\`\`\`bash
${commands}\`\`\`

## 4. Plan and apply

1. Run \`tofu init\` and \`tofu plan -out=switch\`. The plan must say \`0 to add\` and \`0 to destroy\`. A change may only add
   secrets, \`on_destroy\`, and values that are defaults or a template's: these send nothing to the service. If a change removes a
   value, add it to the new block. Don't apply any other plan. To go back, run \`tofu state push -force before.tfstate\`, and restore
   your files.
2. Run \`tofu apply switch\`, and then \`tofu plan\`, which must say \`No changes\`.
3. Remove \`orgform_imports.tf\`. Run \`tofu fmt\` to align the new files.
`;
}

/** The page for a program that goes back. */
export function leaveGuideOf(written: WrittenSwitch): string {
  return `# Move back to posthog/posthog

${steps(written, "posthog")}
Keep the entry of \`orgform\` in \`required_providers\`, and its \`provider\` block, until the apply is done.

## 3. Plan and apply

1. Run \`terraform init\` and \`terraform plan -out=leave\`. The plan must say \`0 to add\` and \`0 to destroy\`. A hog function may have one change,
   because \`posthog/posthog\` imports neither its secrets nor its input schema, and imports empty inputs. Don't apply any other plan.
2. Run \`terraform apply leave\`, and then \`terraform plan\`, which must say \`No changes\`.
3. Remove the \`import\` and \`removed\` blocks. Run \`terraform fmt\` to align the new files.

For OpenTofu, replace \`terraform\` with \`tofu\`. You need Terraform 1.7 or later, or OpenTofu 1.10 or later.

## What posthog/posthog lacks

${listed(written.lacking, "Nothing of your program.")}`;
}

/** The guide for objects that move to a program of another engine. */
export function carryGuideOf({ edits, leaving }: CarriedObjects, open: readonly string[]): string {
  return `# Switch from posthog/posthog to another engine

The command changed nothing: neither the service, nor the state, nor your files.

## 1. Complete what the command couldn't take over

${listed(open, "Everything was taken over.")}
## 2. Import the objects

This folder is the new program. Follow "Next steps" in its \`README.md\`. The preview must show every object as an import. It can
show one update of a member, with only \`onDestroy\`, which sends nothing to the service. Don't apply any other change.

## 3. Take the objects out of the old state

Keep a copy of the state: \`terraform state pull > before.tfstate\`. These commands delete nothing at the service:

\`\`\`bash
${leaving.map((address) => `terraform state rm ${quotedWord(address)}\n`).join("")}\`\`\`

## 4. Change the old configuration

Make these changes, from the last line of each file to the first:

${listed(
  edits.map(({ words }) => words),
  "Your files need no changes.",
)}
Then run \`terraform plan\`, which must say \`No changes\`. Don't apply any other plan.

For OpenTofu, replace \`terraform\` with \`tofu\`.
`;
}
