import * as z from "zod";

import { field } from "../../model/field.ts";

/** The inputs of a resource that waits; they steer the provider and are nothing at the service. */
export const waitInputs = (defaultTimeoutSeconds: number) => ({
  timeoutSeconds: field(z.number().int().min(1).max(86_400).default(defaultTimeoutSeconds), {
    doc: `How long to wait, in seconds, 1 to 86,400. Default ${defaultTimeoutSeconds.toLocaleString("en-US")}.`,
    onChange: "none",
  }),
  pollIntervalSeconds: field(z.number().int().min(1).max(300).default(10), {
    doc: "Pause between two looks, in seconds, 1 to 300. Default 10.",
    onChange: "none",
  }),
});
