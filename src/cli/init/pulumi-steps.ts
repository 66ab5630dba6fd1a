import { FROM_NPM, REAL_HOST, type Steps, type StepsPlace } from "./steps.ts";

/** The requirements of a language before its program runs, and where it protects the organization. */
export interface PulumiLanguage {
  /** Whether programs run without Node: then an executable is all of Orgform that they need. */
  readonly isWithoutNode: boolean;
  /** @param plugin - what Pulumi takes the plugin's schema from */
  setUp(plugin: string): readonly string[];
  readonly file: string;
  readonly line: string;
}

/** A program for Pulumi, with its state beside it, so it needs no account and changes no login. */
export function pulumiSteps(
  { isWithoutNode, setUp, file, line }: PulumiLanguage,
  { sandbox, version, executable }: StepsPlace,
): Steps {
  const isInstalled = isWithoutNode && executable !== undefined;
  const how = isInstalled
    ? {
        isFromNpm: false,
        install: `pulumi plugin install resource orgform v${version} --file ${executable.path}`,
        command: executable.command,
      }
    : FROM_NPM;
  return {
    ...how,
    setUp: [
      ...setUp(isInstalled ? "orgform" : "./node_modules/.bin/pulumi-resource-orgform"),
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
