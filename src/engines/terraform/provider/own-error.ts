import { PROVIDER_NAME } from "./names.ts";

/** What open calls end with when something fails outside of every call. */
export function ownError(text: string): Error {
  const summary = `The provider ${PROVIDER_NAME} met an error of its own`;
  const detail = "This is a bug; please report it. What was made at the service is found again by the next run.";
  return new Error(`${summary}\n${detail}\n${text}`);
}
