import { isApiError } from "./errors.ts";

/** What a read gives; undefined when the service says that there is no such thing, or shows it to nobody with this key. */
export async function ifFound<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isApiError(error) && error.category === "notFound") return undefined;
    throw error;
  }
}
