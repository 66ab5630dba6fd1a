import { clientErrorIn } from "../driver/driver.ts";
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

function isKeyRefused(error: unknown): boolean {
  const refusal = clientErrorIn(error);
  return refusal !== undefined && "category" in refusal && refusal.category === "auth";
}
