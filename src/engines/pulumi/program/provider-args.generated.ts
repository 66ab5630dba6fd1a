// Written by `npm run gen` from src/app/settings.ts; do not edit.
import type * as pulumi from "@pulumi/pulumi";

/** Settings of an explicit provider; one that is left out comes from the stack's configuration, then the environment. */
export interface ProviderArgs {
  /** Personal API key of the service. */
  readonly apiKey?: pulumi.Input<string> | undefined;
  /** Address of the service, for instance https://eu.posthog.com. There is no default: a key is only ever sent where you say. */
  readonly host?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the organization of resources that name none. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Time limit of one request, in seconds, 1 to 600. Default 30. */
  readonly requestTimeoutSeconds?: pulumi.Input<number> | undefined;
  /** Time limit of one call with all its repetitions and waits, in seconds, 0 to 3600. Default 120. */
  readonly retryBudgetSeconds?: pulumi.Input<number> | undefined;
  /** Most requests in a minute. Default 400; the service allows 480. */
  readonly requestsPerMinute?: pulumi.Input<number> | undefined;
  /** Most requests in an hour. Default 4000; the service allows 4800. */
  readonly requestsPerHour?: pulumi.Input<number> | undefined;
  /** Allows plain http to other machines than this one. Default false. */
  readonly allowInsecureHttp?: pulumi.Input<boolean> | undefined;
  /** Lets a create take over an object under an hour old that equals the declaration in every field, whoever made it: for runners that keep no folder of records. Default false. */
  readonly takeOverRecent?: pulumi.Input<boolean> | undefined;
}

/** Names of all settings. */
export const SETTING_NAMES = [
  "apiKey",
  "host",
  "organizationId",
  "requestTimeoutSeconds",
  "retryBudgetSeconds",
  "requestsPerMinute",
  "requestsPerHour",
  "allowInsecureHttp",
  "takeOverRecent",
] as const satisfies readonly (keyof ProviderArgs)[];

/** Settings that are secrets in any case. */
export const SECRET_SETTINGS: readonly string[] = ["apiKey"];
