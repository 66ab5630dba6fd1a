import { isInFull } from "./extent.ts";

/** Both dialects of the service. */
export const DIALECTS = ["documented", "live"] as const;

/**
 * The dialects of a scenario that starts an engine, which knows nothing of dialects: one, that of the running service.
 *
 * One scenario of each engine takes `DIALECTS` in every run, to show that the engine gets along with the other one:
 * `verification` for Pulumi's dynamic provider, `pulumi-plugin` for its plugin, `terraform/lifecycle` for Terraform and
 * `terraform/held-back` for OpenTofu.
 */
export const SCENARIO_DIALECTS: readonly (typeof DIALECTS)[number][] = isInFull() ? DIALECTS : ["live"];
