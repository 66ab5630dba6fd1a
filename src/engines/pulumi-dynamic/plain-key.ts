import * as pulumi from "@pulumi/pulumi";

/** The part of the SDK's runtime that tells secret configuration; exported by it, missing in its types (3.248, 3.270). */
interface ConfigRuntime {
  readonly isConfigSecret?: (key: string) => boolean;
}

let hasLooked = false;

/** Warns once per run when the stack's configuration holds the API key in clear. */
export function warnAboutPlainKey(): void {
  if (hasLooked) return;
  hasLooked = true;
  const key = "orgform:apiKey";
  const { isConfigSecret } = pulumi.runtime as ConfigRuntime;
  if (pulumi.runtime.getConfig(key) === undefined || isConfigSecret === undefined || isConfigSecret(key)) return;
  void pulumi.log.warn(
    `The API key stands in clear in this stack's configuration and state. Run \`pulumi config set --secret ${key} <key>\`, then replace the key: it has been readable.`,
  );
}
