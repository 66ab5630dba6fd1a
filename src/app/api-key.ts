import { message, MessageError, textOf } from "../model/messages.ts";

/** The text without the API key. The transport redacts already; this is the last gate before text leaves the process. */
export function withoutKey(text: string, apiKey: string): string {
  return apiKey === "" ? text : text.replaceAll(apiKey, "[redacted]");
}

/** Adds an advice, in the engine's words, to an error that says that the service refused the key. */
export async function explainingRefusedKey<T>(advice: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Error) || !isKeyRefused(error)) throw error;
    throw new MessageError(message`${textOf(error)}\n${advice}`, { cause: error });
  }
}

/** The driver puts its own words around the client's error and keeps it as the cause. */
function isKeyRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("category" in error && error.category === "auth") || isKeyRefused(error.cause);
}
