import { ConfigError } from "./errors.ts";

/**
 * Checks that a string can be sent as a bearer key; the string itself is never part of the error.
 *
 * @throws api_key_invalid if it isn't a string, is empty, or contains white space, control, or non-ASCII characters
 */
export function assertApiKey(apiKey: unknown): asserts apiKey is string {
  if (typeof apiKey !== "string" || apiKey === "") {
    throw keyError("No API key is set. Give a personal API key of the service");
  }
  if (/\s/.test(apiKey)) {
    throw keyError("The API key has white space or a line break in it. Copy it again without spaces around it");
  }
  if (!/^[\u0021-\u007e]+$/.test(apiKey)) {
    throw keyError("The API key has characters that no key of the service has. Copy it again");
  }
}

function keyError(message: string): ConfigError {
  return new ConfigError("api_key_invalid", "apiKey", `${message}.`);
}
