import * as pulumi from "@pulumi/pulumi";

import { warnAboutPlainKey } from "../program/plain-key.ts";
import { PROVIDER_KEY } from "./values.ts";

/** What the generated classes tell about a resource. */
export interface ResourceType {
  /** PascalCase name. */
  readonly name: string;
  /** The stable name of the module `orgform/dyn/<module>.cjs`. */
  readonly module: string;
  /** Inputs that are properties of the resource too. */
  readonly inputs: readonly string[];
  /** Inputs that are made secrets before they leave the program. */
  readonly secretInputs: readonly string[];
  /** Inputs and outputs that stay secrets in state. */
  readonly secretOutputs: readonly string[];
  /** Outputs that the service decides: unknown in a preview of a creation. */
  readonly outputs: readonly string[];
}

/**
 * The text that goes into every state and stays the same for ever: a `require` of a module that never moves. It holds
 * no key and no configuration, and needs no closure to be serialized.
 */
function providerTextOf(module: string): string {
  return `exports.handler = () => require("orgform/dyn/${module}.cjs");`;
}

/** The type token under which the engine runs a resource as a dynamic one. */
function typeTokenOf(name: string): string {
  return `pulumi-nodejs:dynamic/orgform:${name}`;
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
    warnAboutPlainKey("configuration and state");
    const props: Record<string, unknown> = { ...args };
    for (const secret of type.secretInputs) {
      if (props[secret] !== undefined) props[secret] = pulumi.secret(props[secret]);
    }
    // What is not listed would be no property at all until the engine has answered: in a preview, and after `get`.
    for (const property of [...type.inputs, ...type.outputs]) if (!(property in props)) props[property] = undefined;
    props[PROVIDER_KEY] = providerTextOf(type.module);
    super(
      typeTokenOf(type.name),
      name,
      props,
      // Natural keys are unique or nearly so: with the new object made first, create would find and take over the old
      // one, which is deleted afterwards.
      pulumi.mergeOptions({ additionalSecretOutputs: [...type.secretOutputs], deleteBeforeReplace: true }, options),
    );
  }
}
