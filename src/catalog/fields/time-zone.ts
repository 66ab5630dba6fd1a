import * as z from "zod";

import { nearest } from "../../model/suggest.ts";

/** A location of the time zone database, `UTC`, or `GMT`. The service accepts no offsets or old short names. */
const FORM = /^(?:UTC|GMT|[A-Z][\w-]*(?:\/[A-Z][\w-]*)+)$/u;

const EXPECTED = 'expected a name of the time zone database, such as "Europe/Berlin"';

/**
 * The name of a time zone, checked against the runtime's database. The service decides which of these it accepts.
 *
 * @source live service 2025-08, flow 6:23-34
 */
export const timeZone = () =>
  z.string().check((context) => {
    const { value } = context;
    if (FORM.test(value) && isKnown(value)) return;
    const near = nearest(value, ["UTC", ...Intl.supportedValuesOf("timeZone")]);
    const hint = near === undefined || value === "" ? "" : ` (did you mean ${JSON.stringify(near)}?)`;
    context.issues.push({ code: "custom", message: `${EXPECTED}${hint}`, input: value });
  });

function isKnown(name: string): boolean {
  try {
    const { timeZone: found } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    // The runtime ignores case, but the service doesn't. For an old name of a zone, the runtime returns the new one.
    return found === name || found.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}
