import * as pulumi from "@pulumi/pulumi";

/** Settings of an explicit provider; one that is left out comes from the stack's configuration, then the environment. */
export interface ProviderArgs {
  /** Personal API key of the service; made a secret in any case. */
  readonly apiKey?: pulumi.Input<string> | undefined;
  /** Address of the service, for instance https://eu.posthog.com. */
  readonly host?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the organization of resources that name none. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Time limit of one request, in seconds, 1 to 600. Default 30. */
  readonly requestTimeoutSeconds?: pulumi.Input<number> | undefined;
  /** Time limit of one call with all its repetitions and waits, in seconds, 0 to 3600. Default 120. */
  readonly retryBudgetSeconds?: pulumi.Input<number> | undefined;
  /** Most requests in a minute. Default 400. */
  readonly requestsPerMinute?: pulumi.Input<number> | undefined;
  /** Most requests in an hour. Default 4000. */
  readonly requestsPerHour?: pulumi.Input<number> | undefined;
  /** Allows plain http to other machines than this one. Default false. */
  readonly allowInsecureHttp?: pulumi.Input<boolean> | undefined;
}

const NAMES = [
  "apiKey",
  "host",
  "organizationId",
  "requestTimeoutSeconds",
  "retryBudgetSeconds",
  "requestsPerMinute",
  "requestsPerHour",
  "allowInsecureHttp",
] as const satisfies readonly (keyof ProviderArgs)[];

/**
 * One account at the service: give it as `provider` to the resources that belong to it.
 *
 * Its settings are kept in its own entry of the state, the key encrypted; nothing else of the stack's configuration is.
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    const config = new pulumi.Config("orgform");
    const props: Record<string, pulumi.Input<string> | undefined> = {};
    for (const setting of NAMES) {
      const given: pulumi.Input<string | number | boolean> | undefined =
        args[setting] ?? (setting === "apiKey" ? config.getSecret(setting) : config.get(setting));
      if (given === undefined) continue;
      const text = pulumi.output(given).apply(String);
      props[`orgform:${setting}`] = setting === "apiKey" ? pulumi.secret(text) : text;
    }
    super("pulumi-nodejs", name, props, options);
  }
}
