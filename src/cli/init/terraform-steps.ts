import { FROM_NPM, REAL_HOST, type Steps, type StepsPlace } from "./steps.ts";

/** Programs that run configurations of Terraform, with the registry in which each looks for a provider. */
const REGISTRIES = { terraform: "registry.terraform.io", tofu: "registry.opentofu.org" } as const;

/** A program that runs configurations of Terraform. */
export type TerraformProgram = keyof typeof REGISTRIES;

/** All of them, the default one first. */
export const TERRAFORM_PROGRAMS = Object.keys(REGISTRIES) as readonly TerraformProgram[]; // -- the keys of the literal above

/** A configuration, with the provider from the executable, or else from the installed package. */
export function terraformSteps(program: TerraformProgram, { sandbox, executable }: StepsPlace): Steps {
  const account = accountOf(sandbox.host, sandbox.apiKey);
  const how =
    executable === undefined
      ? { ...FROM_NPM, setUp: ['export TF_CLI_CONFIG_FILE="$PWD/orgform.tfrc"', ...account] }
      : {
          isFromNpm: false,
          install: `${executable.command} provider install`,
          command: executable.command,
          setUp: [...account, `${program} init`],
        };
  return {
    ...how,
    up: `${program} apply -auto-approve`,
    destroy: `${program} destroy -auto-approve`,
    real: realServiceLines("main.tf", "deletion_protection = false"),
  };
}

/** A program with constructs. Its stack has a backend, so the engine requires an `init`, and that requires a mirror. */
export function cdkSteps(program: TerraformProgram, { sandbox, version, platform }: StepsPlace): Steps {
  const mirror = `providers/${REGISTRIES[program]}/orgform/orgform/${version}/${platform}`;
  const inStack = `${program} -chdir=cdktf.out/stacks/acme`;
  return {
    ...FROM_NPM,
    setUp: [
      `mkdir -p ${mirror}`,
      `ln -s "$PWD/node_modules/.bin/terraform-provider-orgform" ${mirror}/terraform-provider-orgform_v${version}`,
      ...accountOf(sandbox.host, sandbox.apiKey),
      "npx tsx main.ts",
      `${inStack} init -plugin-dir="$PWD/providers"`,
    ],
    up: `${inStack} apply -auto-approve`,
    destroy: `${inStack} destroy -auto-approve`,
    real: realServiceLines("main.ts", "deletionProtection: false"),
  };
}

function accountOf(host: string, apiKey: string): readonly [host: string, apiKey: string] {
  return [`export ORGFORM_HOST=${host}`, `export ORGFORM_API_KEY=${apiKey}`];
}

function realServiceLines(file: string, line: string): Steps["real"] {
  return [...accountOf(REAL_HOST, "<your personal API key>"), `# in ${file}, take out: ${line}`];
}
