import { isInFull } from "./extent.ts";

/** The dialects of the service that the tables run in. */
export const DIALECTS = ["documented", "2025-08"] as const;

/** Resources whose rows of the tables run in the newest dialect as well. */
export const ROWS_IN_NEWEST: readonly string[] = [];

/**
 * The dialects of a scenario that starts an engine, which knows nothing of dialects: one, that of the running service.
 *
 * One scenario of each engine takes `DIALECTS` in every run, to show that the engine gets along with the other one:
 * `verification` for Pulumi's dynamic provider, `pulumi-plugin` for its plugin, `terraform/lifecycle` for Terraform and
 * `terraform/held-back` for OpenTofu.
 */
export const SCENARIO_DIALECTS: readonly (typeof DIALECTS)[number][] = isInFull() ? DIALECTS : ["2025-08"];
