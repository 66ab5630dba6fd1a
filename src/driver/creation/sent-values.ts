import { createHmac, randomUUID } from "node:crypto";

import { fieldsOf } from "../../model/definition.ts";
import { isDeferrable } from "../hooks/deferred-fields.ts";
import { hookOf } from "../../model/hook-of.ts";
import { isForProvider } from "../../model/on-change.ts";
import { normalized, sameStored } from "../../model/diff.ts";
import type { Field } from "../../model/field.ts";
import { jsonText, pick, type Values } from "../../model/json-value.ts";
import type { Operation } from "../operation.ts";
import type { CreationAttempt } from "../session/records.ts";
import type { Found } from "../adoption/candidates.ts";
import { keptInputs } from "../hooks/unsupported-inputs.ts";

/** The part of the declaration that the request for a new object carries; the other inputs are sent afterwards. */
export function sentInputs({ definition, inputs }: Operation): Values {
  const sent = fieldsOf(definition, "inputs").filter(
    ([name, rules]) => !isForProvider(rules) && !isDeferrable(definition, name),
  );
  return pick(
    inputs,
    sent.map(([name]) => name),
  );
}

/** Distinguishes an object of this request from those of others: a digest of each value that the service will show. */
export function digestsOf(operation: Operation): Pick<CreationAttempt, "salt" | "digests"> {
  const salt = randomUUID();
  const sent = sentInputs(operation);
  const later = hookOf(operation.definition, "setAfterwards") ?? [];
  const digests = fieldsOf(operation.definition, "inputs").flatMap(([name, rules]) =>
    sent[name] === undefined || later.includes(name) || !isShown(rules)
      ? []
      : [[name, digest(salt, rules, sent[name])] as const],
  );
  return { salt, digests: Object.fromEntries(digests) };
}

/** Whether an object has each value that an attempt sent, as far as the service shows it. */
export function isAsSent(
  { definition, inputs }: Operation,
  found: Found,
  { salt, digests }: Pick<CreationAttempt, "salt" | "digests">,
): boolean {
  const observed: Values = definition.fromWire(found.wire, found.at, inputs);
  const kept = keptInputs(definition, { wire: found.wire, observed, declared: inputs, held: {} });
  return fieldsOf(definition, "inputs").every(([name, rules]) => {
    const sent = digests[name];
    if (sent === undefined || kept.includes(name)) return true;
    // An unchanged declaration is compared as usual; a declaration that was changed since, only by its digest.
    if (inputs[name] !== undefined && digest(salt, rules, inputs[name]) === sent) {
      return sameStored(rules, inputs[name], observed[name]);
    }
    return digest(salt, rules, observed[name]) === sent;
  });
}

/** Whether an object of the request surely shows the value. */
function isShown({ secret, returned }: Field): boolean {
  return secret !== true && returned !== "never" && returned !== "sometimes";
}

function digest(salt: string, rules: Field, value: unknown): string {
  const text = jsonText(normalized(rules, value) ?? null);
  return createHmac("sha256", salt).update(text).digest("base64url").slice(0, 22);
}
