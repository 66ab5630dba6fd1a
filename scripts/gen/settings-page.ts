import { SETTINGS } from "../../src/app/settings.ts";
import { snakeName } from "../../src/model/names.ts";

/** The page of the provider's settings. */
export function settingsPage(): string {
  const rows = SETTINGS.map(
    ({ name, variables, required, secret, doc }) =>
      `| \`orgform:${name}\` | \`${snakeName(name)}\` | ${variables.map((variable) => `\`${variable}\``).join(", ")} | ${required ? "**yes**" : "no"} | ${doc}${secret ? " Secret." : ""} |`,
  );
  return `<!-- Written by \`npm run gen\` from src/app/settings.ts; do not edit. -->

# Settings of the provider

Configuration overrides environment variables. If several variables are set, the first one listed applies.

Don't set \`ORGFORM_BUDGET\` yourself: a [fleet](../guides/fleet-limits.md#share-a-budget) sets it for the programs that it runs.
\`ORGFORM_OFFLINE_PREVIEW=1\` makes [previews](../explanation/one-update.md#what-a-preview-checks) warn instead of fail if the service can't be reached.

| Pulumi configuration | Terraform, in \`provider "orgform"\` | environment | required | meaning |
|---|---|---|---|---|
${rows.join("\n")}

Terraform's block also has \`store_secrets\`, which is true by default. With false, [no state has a secret](../guides/terraform.md#read-a-secret-without-storing-it).

For Pulumi, set the key with \`pulumi config set --secret orgform:apiKey <key>\`. A key from the environment is never in the state.
\`pulumi refresh\` and \`pulumi destroy\` use the configuration of the last \`pulumi up\`: after you replaced a key, run
\`pulumi up\` first, or add \`--run-program\`.
`;
}
