import { clientErrorIn } from "../driver/driver.ts";
import { message, MessageError, textOf } from "../model/messages.ts";

/** The text without the API key. The transport redacts it already; this is the last check before text leaves the process. */
export function withoutKey(text: string, apiKey: string): string {
  return apiKey === "" ? text : text.replaceAll(apiKey, "[redacted]");
}

/** Adds advice, in the engine's terms, to an error that says that the service refused the key. */
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
