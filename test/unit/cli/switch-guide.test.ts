import { expect, test } from "@jest/globals";

import { carryGuideOf, leaveGuideOf, switchGuideOf } from "../../../src/cli/migrate/switch-guide.ts";
import type { ProgramEdit, WrittenSwitch } from "../../../src/engines/engine.ts";

const EDITS: readonly ProgramEdit[] = [
  { file: "a.tf", first: 9, last: 9, words: "In `a.tf`, remove line 9." },
  { file: "b|é.tf", first: 1, last: 2, text: "x", words: 'In `b|é.tf`, replace lines 1 to 2 by `"x"`.' },
];
const NONE: WrittenSwitch = { files: [], count: 0, edits: [], open: [], lacking: [] };
const FULL: WrittenSwitch = {
  files: [
    { name: "main.tf", place: "main.tf", text: "" },
    { name: "modules-a.tf", place: "modules/a/b c.tf", text: "" },
  ],
  count: 2,
  edits: EDITS,
  open: ["a.tf:3: `count`", "a.tf:7: two"],
  lacking: ["`orgform_domain.x`", "`name` of `orgform_role.y`"],
};
const LEAVING = ["posthog_role.x", `module.team["it's"].posthog_role.x`];

/** The steps of a guide before the plan. */
const steps = (provider: string, [open, files, edits]: readonly string[]): string => `
The command changed nothing: neither the service, nor the state, nor your files.

## 1. Complete what the command couldn't translate

${open}

## 2. Move the files and change your own

Move these files into the folder of your program:

${files}

In \`required_providers\` of each folder that gets a file, add \`${provider} = { source = "${provider}/${provider}" }\`. Then make these changes, from the last line
of each file to the first:

${edits}
`;
const WITHOUT = ["Everything was translated.", "There are none.", "Your files need no changes."];
const WITH = [
  "- a.tf:3: `count`\n- a.tf:7: two",
  "- `main.tf` to `main.tf`\n- `modules-a.tf` to `modules/a/b c.tf`",
  '- In `a.tf`, remove line 9.\n- In `b|é.tf`, replace lines 1 to 2 by `"x"`.',
];

test.each([
  ["nothing to do", NONE, WITHOUT],
  ["a step of each kind", FULL, WITH],
  ["no addresses that leave", { ...FULL, leaving: [] }, WITH],
])("a program with %s comes to Orgform", (_what, written, words) => {
  expect(switchGuideOf(written)).toBe(`# Switch from posthog/posthog
${steps("orgform", words)}
Keep the entry of \`posthog\` in \`required_providers\`, and its \`provider\` block, until the apply is done.

## 3. Plan and apply

1. Run \`terraform init\` and \`terraform plan -out=switch\`. The plan must say \`0 to add, 0 to change, 0 to destroy\`. Don't apply any other plan.
2. Run \`terraform apply switch\`, and then \`terraform plan\`, which must say \`No changes\`.
3. Remove the \`moved\` and \`removed\` blocks. Run \`terraform fmt\` to align the new files.

For OpenTofu, replace \`terraform\` with \`tofu\`. You need Terraform 1.8 or later, or OpenTofu 1.10 or later.
`);
});

test("a program of an engine that moves no objects takes them out of its state first, by commands that survive a shell", () => {
  expect(switchGuideOf({ ...FULL, leaving: LEAVING })).toBe(`# Switch from posthog/posthog
${steps("orgform", WITH)}
## 3. Take the old objects out of the state

Keep a copy of the state: \`tofu state pull > before.tfstate\`. These commands delete nothing at the service:

\`\`\`bash
tofu state rm 'posthog_role.x'
tofu state rm 'module.team["it'\\''s"].posthog_role.x'
\`\`\`

## 4. Plan and apply

1. Run \`tofu init\` and \`tofu plan -out=switch\`. The plan must say \`0 to add\` and \`0 to destroy\`. A change may only add
   secrets, \`on_destroy\`, and values that are defaults or a template's: these send nothing to the service. If a change removes a
   value, add it to the new block. Don't apply any other plan. To go back, run \`tofu state push -force before.tfstate\`, and restore
   your files.
2. Run \`tofu apply switch\`, and then \`tofu plan\`, which must say \`No changes\`.
3. Remove \`orgform_imports.tf\`. Run \`tofu fmt\` to align the new files.
`);
});

test.each([
  [NONE, WITHOUT, "Nothing of your program."],
  [FULL, WITH, "- `orgform_domain.x`\n- `name` of `orgform_role.y`"],
])("a program goes back, and sees what it loses", (written, words, lacking) => {
  expect(leaveGuideOf(written)).toBe(`# Move back to posthog/posthog
${steps("posthog", words)}
Keep the entry of \`orgform\` in \`required_providers\`, and its \`provider\` block, until the apply is done.

## 3. Plan and apply

1. Run \`terraform init\` and \`terraform plan -out=leave\`. The plan must say \`0 to add\` and \`0 to destroy\`. A hog function may have one change,
   because \`posthog/posthog\` imports neither its secrets nor its input schema, and imports empty inputs. Don't apply any other plan.
2. Run \`terraform apply leave\`, and then \`terraform plan\`, which must say \`No changes\`.
3. Remove the \`import\` and \`removed\` blocks. Run \`terraform fmt\` to align the new files.

For OpenTofu, replace \`terraform\` with \`tofu\`. You need Terraform 1.7 or later, or OpenTofu 1.10 or later.

## What posthog/posthog lacks

${lacking}
`);
});

test.each([
  [[], [], [], ["Everything was taken over.", "", "Your files need no changes."]],
  [
    LEAVING,
    EDITS,
    FULL.open,
    [
      WITH[0],
      `terraform state rm 'posthog_role.x'\nterraform state rm 'module.team["it'\\''s"].posthog_role.x'\n`,
      WITH[2],
    ],
  ],
])("objects move to a program of another engine, by commands that survive a shell", (leaving, edits, open, words) => {
  const carried = { objects: [], namedHost: undefined, edits, open: [], leaving };
  expect(carryGuideOf(carried, open)).toBe(`# Switch from posthog/posthog to another engine

The command changed nothing: neither the service, nor the state, nor your files.

## 1. Complete what the command couldn't take over

${words[0]}

## 2. Import the objects

This folder is the new program. Follow "Next steps" in its \`README.md\`. The preview must show every object as an import. It can
show one update of a member, with only \`onDestroy\`, which sends nothing to the service. Don't apply any other change.

## 3. Take the objects out of the old state

Keep a copy of the state: \`terraform state pull > before.tfstate\`. These commands delete nothing at the service:

\`\`\`bash
${words[1]}\`\`\`

## 4. Change the old configuration

Make these changes, from the last line of each file to the first:

${words[2]}

Then run \`terraform plan\`, which must say \`No changes\`. Don't apply any other plan.

For OpenTofu, replace \`terraform\` with \`tofu\`.
`);
});
