import type { WrittenSwitch } from "../../engines/engine.ts";

/** The page that tells a person how the new code becomes a part of the program. */
export function switchGuideOf({ files, edits, open }: WrittenSwitch): string {
  const listed = (lines: readonly string[], none: string): string =>
    lines.length === 0 ? `${none}\n` : lines.map((line) => `- ${line}\n`).join("");
  const moved = files.map(({ name, place }) => `\`${name}\` to \`${place}\``);
  return `# Switch from posthog/posthog

The command changed nothing: neither the service, nor the state, nor your files.

## 1. Complete what the command couldn't translate

${listed(open, "Everything was translated.")}
## 2. Move the files and change your own

Move these files into the folder of your program:

${listed(moved, "There are none.")}
In \`required_providers\` of each folder that gets a file, add \`orgform = { source = "orgform/orgform" }\`. Then make these changes, from the last line
of each file to the first:

${listed(
  edits.map(({ words }) => words),
  "Your files need no changes.",
)}
Keep the entry of \`posthog\` in \`required_providers\`, and its \`provider\` block, until the apply is done.

## 3. Plan and apply

1. Run \`terraform init\` and \`terraform plan -out=switch\`. The plan must say \`0 to add, 0 to change, 0 to destroy\`. Don't apply any other plan.
2. Run \`terraform apply switch\`, and then \`terraform plan\`, which must say \`No changes\`.
3. Remove the \`moved\` and \`removed\` blocks. Run \`terraform fmt\` to align the new files.

For OpenTofu, replace \`terraform\` with \`tofu\`. You need Terraform 1.8 or later, or OpenTofu 1.10 or later.
`;
}
