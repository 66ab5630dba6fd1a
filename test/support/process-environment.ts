import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The environment of a process under test that runs in the test's own: nothing of this machine's, and a temporary
 * folder for idempotency records, which would otherwise be in the checkout.
 */
export const PROCESS_ENVIRONMENT: Readonly<Record<string, string>> = {
  ORGFORM_INTENTS_DIR: process.env["ORGFORM_INTENTS_DIR"] ?? join(tmpdir(), "orgform-records"),
};

/**
 * The same with a separate folder of records, and with a test's settings for its processes: the ledger of a fleet, and
 * whether previews can work without the service.
 */
export function environmentWith(records: string | undefined): Readonly<Record<string, string>> {
  const { ORGFORM_BUDGET: budget, ORGFORM_OFFLINE_PREVIEW: offline } = process.env;
  return {
    ...PROCESS_ENVIRONMENT,
    ...(records === undefined ? {} : { ORGFORM_INTENTS_DIR: records }),
    ...(budget === undefined ? {} : { ORGFORM_BUDGET: budget }),
    ...(offline === undefined ? {} : { ORGFORM_OFFLINE_PREVIEW: offline }),
  };
}
