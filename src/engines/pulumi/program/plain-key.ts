import * as pulumi from "@pulumi/pulumi";

/** The part of the SDK's runtime that tells secret configuration; exported by it, missing in its types (3.248, 3.270). */
interface ConfigRuntime {
  readonly isConfigSecret?: (key: string) => boolean;
}

let hasLooked = false;

/**
 * Warns once per run when the stack's configuration holds the API key in clear. Only the program is told what is secret
 * configuration: a plugin gets all of it in clear.
 *
 * @param places - where the key is readable: `configuration`
 */
export function warnAboutPlainKey(places: string): void {
  if (hasLooked) return;
  hasLooked = true;
  const key = "orgform:apiKey";
  const { isConfigSecret } = pulumi.runtime as ConfigRuntime;
  if (pulumi.runtime.getConfig(key) === undefined || isConfigSecret === undefined || isConfigSecret(key)) return;
  void pulumi.log.warn(
    `The API key is in plain text in this stack's ${places}. Run \`pulumi config set --secret ${key} <key>\`, then replace the key: it has been readable.`,
  );
}
