import * as pulumi from "@pulumi/pulumi";

import { type ProviderArgs, SECRET_SETTINGS, SETTING_NAMES } from "../program/provider-args.generated.ts";

/**
 * One account at the service: give it as `provider` to the resources that belong to it.
 *
 * Its settings are kept in its own entry of the state, the key encrypted; nothing else of the stack's configuration is.
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    const config = new pulumi.Config("orgform");
    const props: Record<string, pulumi.Input<string> | undefined> = {};
    for (const setting of SETTING_NAMES) {
      const isSecret = SECRET_SETTINGS.includes(setting);
      const given: pulumi.Input<string | number | boolean> | undefined =
        args[setting] ?? (isSecret ? config.getSecret(setting) : config.get(setting));
      if (given === undefined) continue;
      const text = pulumi.output(given).apply(String);
      props[`orgform:${setting}`] = isSecret ? pulumi.secret(text) : text;
    }
    super("pulumi-nodejs", name, props, options);
  }
}
