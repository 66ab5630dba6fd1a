import { PROVIDER_NAME } from "./names.ts";

/** The error of open calls if something fails outside of every call. */
export function ownError(text: string): Error {
  const summary = `The provider ${PROVIDER_NAME} failed with an internal error`;
  const detail = "This is a bug. Report it, and run again. The next run finds what this one created.";
  return new Error(`${summary}\n${detail}\n${text}`);
}
