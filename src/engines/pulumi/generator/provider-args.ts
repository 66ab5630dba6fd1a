import { SETTINGS } from "../../../app/settings.ts";

const TYPES = { text: "string", "whole number": "number", boolean: "boolean" } as const;

/** Writes the arguments of the explicit provider of the native plugin. */
export function providerArgs(): string {
  const fields = SETTINGS.map(
    ({ name, doc, kind }) => `  /** ${doc} */\n  readonly ${name}?: pulumi.Input<${TYPES[kind]}> | undefined;`,
  );
  const secret = SETTINGS.filter((one) => one.secret).map(({ name }) => name);
  return `// Written by \`npm run gen\` from src/app/settings.ts; do not edit.
import type * as pulumi from "@pulumi/pulumi";

/** Settings of an explicit provider; one that is left out comes from the stack's configuration, then the environment. */
export interface ProviderArgs {
${fields.join("\n")}
}

/** Names of all settings. */
export const SETTING_NAMES = ${JSON.stringify(SETTINGS.map(({ name }) => name))} as const satisfies readonly (keyof ProviderArgs)[];

/** Settings that are secrets in any case. */
export const SECRET_SETTINGS: readonly string[] = ${JSON.stringify(secret)};
`;
}
