import { type AnyResource, STATUS } from "../../model/definition.ts";
import type { FieldChange } from "../../model/diff.ts";
import type { Values } from "../../model/json-value.ts";
import type { Text } from "../../model/messages.ts";

/** Why the object has to be written although it holds what is declared; undefined where it has not. */
export function whyPending({ pendingUpdate }: AnyResource, held: Values, inputs: Values): Text | undefined {
  return pendingUpdate?.why(held, inputs);
}

/** An update that no input asks for, as a change of the output in which a preview shows it. */
export function pendingChange({ pendingUpdate }: AnyResource, reason: Text): FieldChange {
  return { path: pendingUpdate?.output ?? STATUS, kind: "change", effect: "update", secret: false, reason };
}
