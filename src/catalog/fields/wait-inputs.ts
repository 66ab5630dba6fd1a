import * as z from "zod";

import { field } from "../../model/field.ts";

/** The inputs of a resource that waits. Only the provider uses them, and the service never gets them. */
export const waitInputs = (defaultTimeoutSeconds: number) => ({
  timeoutSeconds: field(z.number().int().min(1).max(86_400).default(defaultTimeoutSeconds), {
    doc: `Longest time to wait, in seconds, 1 to 86,400. Default ${grouped(defaultTimeoutSeconds)}.`,
    onChange: "none",
  }),
  pollIntervalSeconds: field(z.number().int().min(1).max(300).default(10), {
    doc: "Time between two checks, in seconds, 1 to 300. Default 10.",
    onChange: "none",
  }),
});

/** With commas between thousands. `toLocaleString` would load its tables in every process. */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
}
