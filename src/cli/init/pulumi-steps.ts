import { REAL_HOST, type Steps, type StepsPlace } from "./steps.ts";

/** What a language needs before its program runs, and where it protects the organization. */
export interface PulumiLanguage {
  readonly setUp: readonly string[];
  readonly file: string;
  readonly line: string;
}

/** A program for Pulumi, with its state beside it: no account is needed and nobody's login is touched. */
export function pulumiSteps({ setUp, file, line }: PulumiLanguage, { sandbox }: StepsPlace): Steps {
  return {
    setUp: [
      ...setUp,
      'export PULUMI_BACKEND_URL="file://$PWD" PULUMI_CONFIG_PASSPHRASE=sandbox',
      "pulumi stack init dev",
      `pulumi config set orgform:host ${sandbox.host}`,
      `pulumi config set --secret orgform:apiKey ${sandbox.apiKey}`,
    ],
    up: "pulumi up --yes",
    destroy: "pulumi destroy --yes",
    real: [
      `pulumi config set orgform:host ${REAL_HOST}`,
      "pulumi config set --secret orgform:apiKey <your personal API key>",
      `# in ${file}, take out: ${line}`,
    ],
  };
}
