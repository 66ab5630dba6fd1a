import { readFileSync } from "node:fs";

import type { SecretSource } from "../file/watch-schema.ts";

/** A channel that can't be used; the message never contains a secret. */
export class ChannelError extends Error {}

/** Variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a secret from the source that the file names. @throws ChannelError if the secret isn't there */
export function secretText(
  source: SecretSource,
  environment: Environment,
  otherwise = "leave out the channel",
): string {
  const text = "environment" in source ? environment[source.environment] : fileText(source.file);
  const trimmed = text?.trim() ?? "";
  if (trimmed !== "") return trimmed;
  const what = "environment" in source ? `variable ${source.environment}` : `file ${source.file}`;
  throw new ChannelError(`the ${what} is missing or empty. Set it, or ${otherwise}`);
}

function fileText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
