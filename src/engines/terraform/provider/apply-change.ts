import { codedText, reconcile, remove, type Stored } from "../../../driver/driver.ts";
import { isPartialResult } from "../../../model/diagnostics.ts";
import type { Values } from "../../../model/json-value.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import { printed } from "../../../model/messages.ts";
import type { Message } from "../../../grpc/messages.ts";
import { errorFrom } from "./diagnostics.ts";
import { asDeclared } from "./moves/moved-marks.ts";
import { fillPlan } from "./plan-change.ts";
import type { Request } from "./protocol.ts";
import { contextOf, objectIn, type ResourceCall, type ResourceHandler } from "./resource-calls.ts";
import { storable } from "./stored-secrets.ts";
import { bookkeepingOf, idOf, identityData, sentSecretsFrom, stateFrom } from "./stored-state.ts";
import { encodeValue } from "./values.ts";
import {
  comparedSides,
  sentAfter,
  unsentVersions,
  versionsIn,
  withoutSecrets,
  withWriteOnly,
  type WriteOnlyChange,
  writeOnlyProblems,
} from "./write-only.ts";

/** Creates, updates, or deletes; after an error, the response contains the parts that exist anyway. */
export const applyResourceChange: ResourceHandler<Request<"ApplyResourceChange">> = async (request, call) => {
  const prior = objectIn(request.priorState);
  const planned = objectIn(request.plannedState);
  const kept = request.plannedPrivate;
  const before = { newState: encodeValue(prior ?? null), private: kept, newIdentity: request.plannedIdentity };
  const { schema, account } = call;
  const change = { config: objectIn(request.config) ?? {}, prior, sent: sentSecretsFrom(kept) };
  try {
    if (planned === undefined) return await removed(prior ?? {}, kept, call);
    // An unknown value can turn out to be null.
    const title = `Could not apply this ${schema.typeName}`;
    const diagnostics = writeOnlyProblems(schema.writeOnly, change.config, { title, isAllowed: true });
    if (diagnostics.length > 0) return { ...before, diagnostics };
    return await made(planned, kept, change, call);
  } catch (error) {
    const text = account.redacted(printed(codedText(error), schema.spelling));
    if (!isPartialResult(error)) return { ...before, diagnostics: [errorFrom(text)] };
    const advice =
      prior === undefined
        ? "\nThe object exists and is marked as tainted, so the next apply would delete it and create it again. " +
          "To keep it, run `terraform untaint <address>`. The next apply then completes it."
        : "\nThe next apply continues from what exists.";
    return { ...partOf(call, error, change), diagnostics: [errorFrom(text + advice)] };
  }
};

async function removed(prior: Values, kept: Uint8Array, call: ResourceCall): Promise<Message> {
  const state = stateFrom(call.schema, prior, kept);
  await remove(call.schema.definition, idOf(prior), state, contextOf(call, state));
  return { newState: encodeValue(null) };
}

async function made(planned: Values, kept: Uint8Array, change: WriteOnlyChange, call: ResourceCall): Promise<Message> {
  const { schema } = call;
  const { definition } = schema;
  const values = withWriteOnly(schema.writeOnly, change.config, schema.toModel(planned));
  const declared = schema.inputs.map(({ name }) => [name, values[name]] as const);
  const inputs = Object.fromEntries(declared.filter(([, value]) => value !== undefined && value !== UNKNOWN));
  const { prior } = change;
  if (prior === undefined) {
    return answerOf(call, await reconcile(definition, inputs, contextOf(call, inputs)), planned, change);
  }
  const before = asDeclared(stateFrom(schema, prior, kept), inputs, kept);
  const sides = comparedSides(schema.writeOnly, change, before, inputs);
  const context = contextOf(call, sides.state, inputs);
  const updated = await reconcile(definition, sides.inputs, context, { id: idOf(prior), state: sides.state });
  return answerOf(call, updated, planned, change);
}

function answerOf(
  { schema, account }: ResourceCall,
  { id, state }: Pick<Stored, "id" | "state">,
  planned: Values,
  change: WriteOnlyChange,
): Message {
  const object = fillPlan(planned, storable(schema, account, schema.toTerraform(state, id)));
  return {
    newState: encodeValue(
      withoutSecrets(schema.writeOnly, change.config, versionsIn(schema.writeOnly, change.config), object),
    ),
    private: bookkeepingOf(schema, state, { sent: sentAfter(schema.writeOnly, change), host: account.host }),
    newIdentity: identityData(schema, state),
  };
}

/** The existing parts after a failure: it isn't known which secrets arrived, so the next apply checks each. */
function partOf(
  { schema, account }: ResourceCall,
  { id, state }: { readonly id: string; readonly state: Values },
  change: WriteOnlyChange,
): Message {
  const versions = unsentVersions(schema.writeOnly, change);
  const object = storable(schema, account, schema.toTerraform(state, id));
  return {
    newState: encodeValue(withoutSecrets(schema.writeOnly, change.config, versions, object)),
    private: bookkeepingOf(schema, state, { sent: change.sent, host: account.host }),
    newIdentity: identityData(schema, state),
  };
}
