import { type Context, list, lookUp } from "../../../driver/driver.ts";
import { fieldsLookedUp } from "../../../model/definition.ts";
import type { IdentityParts } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import type { Message } from "../../../grpc/messages.ts";
import { CallError, STATUS } from "../../../grpc/server.ts";
import type { LookUp } from "../../../app/look-ups.ts";
import type { CheckFailure } from "./failures.ts";
import type { Request } from "./protocol.ts";
import { fromEngine, toEngine } from "./values.ts";

/** The parts of the provider that lookups use. */
export interface LookUpCall<Sent> {
  /** Every existing lookup. */
  readonly lookUps: readonly LookUp[];
  readonly request: Sent;
  readonly organizationId: string | undefined;
  readonly context: () => Context;
}

/** The last part of a token: `orgform:index:getDomain` => `getDomain`. */
export function nameIn(token: string): string {
  return token.split(":").at(-1) ?? token;
}

/** Invokes a lookup of one object. */
export async function invokeCall(call: LookUpCall<Request<"Invoke">>): Promise<Message> {
  const token = call.request.tok;
  const found = call.lookUps.find(({ name }) => name === nameIn(token));
  if (found === undefined) throw new CallError(STATUS.unimplemented, `Orgform has no function ${token}`);
  const { values: args } = fromEngine(call.request.args);
  const scope = scopeOf(found, args, call.organizationId);
  const wanted = Object.fromEntries(
    found.by.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]),
  );
  const failures = [...scope.failures, ...(Object.keys(wanted).length > 0 ? [] : [missingKey(found)])];
  if (failures.length > 0) return { failures };
  const { id, values } = await lookUp(found.definition, scope.parts, wanted, call.context());
  const secrets = fieldsLookedUp(found.definition).filter(([, rules]) => rules.secret === true);
  const paths = secrets.map(([name]): [string] => [name]);
  return { return: toEngine({ ...values, id }, paths) };
}

/** List: the IDs and names of all objects of a resource, one message each. */
export async function listCall(call: LookUpCall<Request<"List">>, send: (response: Message) => void): Promise<void> {
  const { token, limit } = call.request;
  const found = call.lookUps.find(({ definition }) => definition.name === nameIn(token));
  if (found === undefined) throw new CallError(STATUS.unimplemented, `Orgform does not list ${token}`);
  const { values: query } = fromEngine(call.request.query);
  const { parts, failures } = scopeOf(found, query, call.organizationId);
  if (failures.length > 0) throw new CallError(STATUS.unknown, failures.map(({ reason }) => reason).join("\n"));
  const all = await list(found.definition, parts, call.context());
  for (const { id, name } of limit > 0 ? all.slice(0, limit) : all) send({ result: { id, name } });
}

function scopeOf(
  { scope }: LookUp,
  args: Values,
  organizationId: string | undefined,
): { parts: IdentityParts; failures: CheckFailure[] } {
  const parts: Record<string, string> = {};
  const failures: CheckFailure[] = [];
  for (const name of scope) {
    const value = args[name] ?? (name === "organizationId" ? organizationId : undefined);
    if (typeof value === "string" && value !== "") parts[name] = value;
    else
      failures.push({ property: "", reason: `${name}: is required: set it here or in the provider's configuration` });
  }
  return { parts, failures };
}

function missingKey({ by }: LookUp): CheckFailure {
  return { property: "", reason: `one of ${by.join(", ")} is required` };
}
