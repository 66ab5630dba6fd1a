import { execFileSync } from "node:child_process";

import { type EngineName, ENGINES } from "../../tools/set-up/terraform/engines.ts";
import { engineAtHand } from "../../tools/set-up/terraform/ensure.ts";
import { isAtLeast } from "../../tools/set-up/pulumi/version.ts";
import { SCENARIO_DIALECTS } from "./dialects.ts";
import { isInFull } from "./extent.ts";

/** `npm run test:terraform-versions` names one: then every test runs with it, and with it alone. */
const chosen = process.env["ORGFORM_TEST_ENGINE"] as EngineName | undefined;

/** The engine of most tests. */
export const MAIN_ENGINE: EngineName = chosen ?? "terraform";

/** Each engine, for what may differ between them. */
export const EVERY_ENGINE: readonly EngineName[] = chosen === undefined ? ["terraform", "opentofu"] : [chosen];

/** Each engine in each dialect, for what may differ between engines. */
export const ENGINES_AND_DIALECTS = EVERY_ENGINE.flatMap((engine) =>
  SCENARIO_DIALECTS.map((dialect) => [engine, dialect] as const),
);

/** What both engines take from the provider alike: by day one of them in each dialect. */
export const ENGINES_BY_DAY = isInFull()
  ? ENGINES_AND_DIALECTS
  : ENGINES_AND_DIALECTS.filter(([engine]) => engine === MAIN_ENGINE);

/** The versions that a feature of the protocol needs; an engine that is not named has it in none. */
const SINCE = {
  "write-only": { terraform: "1.11.0", opentofu: "1.11.0" },
  ephemeral: { terraform: "1.10.0", opentofu: "1.11.0" },
  identity: { terraform: "1.12.0", opentofu: "1.12.0" },
  // Of OpenTofu, 1.9 before 1.9.2 and 1.10 before 1.10.3 lack it again.
  "refresh of secrets": { terraform: "1.12.0", opentofu: "1.8.10" },
  query: { terraform: "1.14.0" },
  actions: { terraform: "1.14.0" },
  // Terraform 1.13 reads them, and runs nothing.
  "blocks of actions": { terraform: "1.13.0" },
  "lifecycle of removed blocks": { terraform: "1.7.0", opentofu: "1.10.0" },
  "moves between types": { terraform: "1.8.0", opentofu: "1.10.0" },
} as const satisfies Readonly<Record<string, Partial<Record<EngineName, string>>>>;

/** A feature that not every engine has. */
export type Feature = keyof typeof SINCE;

/** The program that `npm test` made sure of. */
export function programOfEngine(engine: EngineName): string {
  const program = engineAtHand(engine, process.env);
  if (program !== undefined) return program;
  const { title, variable } = ENGINES[engine];
  throw new Error(`There is no ${title}: run \`npm test\` once, install one, or let ${variable} name one.`);
}

const versions = new Map<EngineName, string>();

/** The engines at hand that have a feature, in each dialect; may be none. */
export function enginesWith(feature: Feature): typeof ENGINES_AND_DIALECTS {
  return ENGINES_AND_DIALECTS.filter(([engine]) => engineHas(engine, feature));
}

/** The others. */
export function enginesWithout(feature: Feature): typeof ENGINES_AND_DIALECTS {
  return ENGINES_AND_DIALECTS.filter(([engine]) => !engineHas(engine, feature));
}

/** Whether the engine at hand has a feature. */
export function engineHas(engine: EngineName, feature: Feature): boolean {
  const since: Partial<Record<EngineName, string>> = SINCE[feature];
  const first = since[engine];
  return first !== undefined && isAtLeast(versionOf(engine), first);
}

function versionOf(engine: EngineName): string {
  const known = versions.get(engine);
  if (known !== undefined) return known;
  const env = { CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: "" };
  const output = execFileSync(programOfEngine(engine), ["version", "-json"], { encoding: "utf8", env });
  const { terraform_version: version } = JSON.parse(output) as { terraform_version: string };
  versions.set(engine, version);
  return version;
}
