import * as pulumi from "@pulumi/pulumi";

import { warnAboutPlainKey } from "../program/plain-key.ts";

/** The name of the package of the native plugin, under which the engine looks for it. */
export const PACKAGE = "orgform";

/** What the generated classes tell about a resource. */
export interface ResourceType {
  /** PascalCase name. */
  readonly name: string;
  /** Inputs that are properties of the resource too. */
  readonly inputs: readonly string[];
  /** Inputs that are made secrets before they leave the program. */
  readonly secretInputs: readonly string[];
  /** Inputs and outputs that stay secrets in state. */
  readonly secretOutputs: readonly string[];
  /** Outputs that the service decides: unknown in a preview of a creation. */
  readonly outputs: readonly string[];
}

/** The type token under which the engine asks the plugin for a resource. */
function typeTokenOf(name: string): string {
  return `${PACKAGE}:index:${name}`;
}

/** The token of the same resource as a dynamic one: a stack that has those goes on with what they stand for. */
function dynamicTokenOf(name: string): string {
  return `pulumi-nodejs:dynamic/${PACKAGE}:${name}`;
}

/** The base of all resource classes; programs use the classes of the resources. */
export abstract class OrgformResource extends pulumi.CustomResource {
  /** @internal */
  protected constructor(
    type: ResourceType,
    name: string,
    args: object | undefined,
    options: pulumi.CustomResourceOptions | undefined,
  ) {
    warnAboutPlainKey("configuration");
    const props: Record<string, unknown> = { ...args };
    for (const secret of type.secretInputs) {
      if (props[secret] !== undefined) props[secret] = pulumi.secret(props[secret]);
    }
    // What is not listed would be no property at all until the engine has answered: in a preview, and after `get`.
    for (const property of [...type.inputs, ...type.outputs]) if (!(property in props)) props[property] = undefined;
    const own: pulumi.CustomResourceOptions = {
      additionalSecretOutputs: [...type.secretOutputs],
      aliases: [{ type: dynamicTokenOf(type.name) }],
      // Natural keys are unique or nearly so: with the new object made first, create would find and take over the old
      // one, which is deleted afterwards.
      deleteBeforeReplace: true,
    };
    super(typeTokenOf(type.name), name, props, pulumi.mergeOptions(own, options));
  }
}
