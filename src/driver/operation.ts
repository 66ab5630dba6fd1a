import { type Text } from "../model/messages.ts";
import type { AnyResource } from "../model/definition.ts";
import { formatId, type IdentityParts } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { declaredTitleOf, titleOf } from "../model/title.ts";
import type { Context } from "./session/session.ts";

/** The target of a verb: an object of a resource, its declaration, and the call that requests it. */
export class Operation {
  readonly definition: AnyResource;
  /** The desired inputs: declared by the program now, or when the state was written. */
  readonly inputs: Values;
  /** The identity; while an object is looked for or made, as much of it as the inputs name. */
  readonly at: IdentityParts;
  readonly context: Context;

  constructor(definition: AnyResource, inputs: Values, at: IdentityParts, context: Context) {
    this.definition = definition;
    this.inputs = inputs;
    this.at = at;
    this.context = context;
  }

  /** The same operation on the object of this identity. */
  on(at: IdentityParts): Operation {
    return new Operation(this.definition, this.inputs, at, this.context);
  }

  /** The id string; for an operation whose whole identity is known. */
  get id(): string {
    return this.idOf(this.at);
  }

  /** The id string of an object of this resource. */
  idOf(at: IdentityParts): string {
    return formatId(this.definition.identity.parts, at);
  }

  /** How messages name the object; for an operation whose whole identity is known. */
  get title(): Text {
    return titleOf(this.definition, this.id);
  }

  /** The name of the declaration in messages, before there is an object. */
  get declaredTitle(): Text {
    return declaredTitleOf(this.definition, this.inputs);
  }
}
