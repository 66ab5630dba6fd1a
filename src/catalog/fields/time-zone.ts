import * as z from "zod";

import { nearest } from "../../model/suggest.ts";

/** A place of the time zone database, or the two that are none: the service takes no offsets and no old short names. */
const FORM = /^(?:UTC|GMT|[A-Z][\w-]*(?:\/[A-Z][\w-]*)+)$/u;

const EXPECTED = 'expected a name of the time zone database, such as "Europe/Berlin"';

/**
 * The name of a time zone, judged by the database that the runtime has; which of the names it takes, the service says.
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
    // The runtime takes any case and the service one alone; of an old name for a zone it tells the new one.
    return found === name || found.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}
