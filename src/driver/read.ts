import { type AnyResource, fieldsOf, isSettings } from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { sameStored } from "../model/diff.ts";
import { type IdentityParts, parseId, readNamedId } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { titleOf } from "../model/title.ts";
import { explaining } from "./failure.ts";
import { isNotFound, isRowEnough, observe } from "./observe.ts";
import { keepReceipt, nothingToImport } from "./run-once.ts";
import type { Context } from "./session/session.ts";
import type { Wire } from "./session/list-cache.ts";
import { declaredIn, migrate, store, type Stored } from "./state.ts";
import { findByIdOrName } from "./take-over.ts";

/** An object as a refresh finds it. */
export interface Found extends Stored {
  /** What the service holds, in the model's words, declared or not. */
  readonly observed: Values;
}

/**
 * Reads an object that state holds; undefined means that it is confirmed to be gone.
 *
 * @throws unconfirmed_absence, or the error of the read: state must then stay as it is.
 */
export async function read(
  definition: AnyResource,
  id: string,
  oldState: Values,
  context: Context,
): Promise<Found | undefined> {
  if (definition.runs !== undefined) return keepReceipt(definition, id, oldState);
  return explaining("read", titleOf(definition, id), async () => {
    const state = migrate(definition, oldState);
    const at = parseId(definition.identity.parts, id);
    const declared = declaredIn(definition, state);
    const wire = await observe(definition, at, context, { fresh: !isRowEnough(definition, declared) });
    if (wire === undefined || isUndone(definition, wire)) return undefined;
    const stored = store(definition, wire, at, { declared, previous: state });
    sayWhatDrifted(definition, { declared, found: stored.inputs, wire }, context);
    return { ...stored, observed: definition.fromWire(wire, at, declared) };
  });
}

/** What a read found to differ from what the program had declared. */
interface Drift {
  readonly declared: Values;
  readonly found: Values;
  readonly wire: Wire;
}

/**
 * Says of what drifted what the engine cannot show: a secret is `[secret]` on both sides of a difference, and why
 * something changed stands in no field.
 */
function sayWhatDrifted(definition: AnyResource, { declared, found, wire }: Drift, { report }: Context): void {
  for (const [name, rules] of fieldsOf(definition, "inputs")) {
    if (declared[name] === undefined || sameStored(rules, declared[name], found[name])) continue;
    const why = definition.whyDrifted?.(name, wire);
    if (why !== undefined) report.warn(why);
    if (rules.secret === true)
      report.info(`${name} (secret) differs from what state holds: it was changed outside this program.`);
  }
}

/**
 * Reads an object by an id that a user gave, for an import or a look-up; its last part may be a natural key.
 *
 * @throws no_such_id when it names nothing.
 */
export async function find(definition: AnyResource, id: string, context: Context): Promise<Stored> {
  if (definition.runs !== undefined) throw nothingToImport(definition);
  return explaining("find", titleOf(definition, id), async () => {
    const { wire, at } = await locate(definition, id, context);
    if (isUndone(definition, wire))
      throw noSuchId(definition, id, `It still awaits ${definition.wait?.describe(wire) ?? ""}.`);
    return store(definition, wire, at, {});
  });
}

async function locate(
  definition: AnyResource,
  id: string,
  context: Context,
): Promise<{ wire: Wire; at: IdentityParts }> {
  const { parts } = definition.identity;
  const named = await findByIdOrName(definition, id, context).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
  const [first] = named;
  if (first !== undefined && named.length === 1) return first;
  if (named.length > 1) {
    throw noSuchId(
      definition,
      id,
      `It names several: ${named.map((found) => found.id).join(", ")}. Give one of these ids.`,
    );
  }
  const { parent } = definition;
  const where =
    parent === undefined || parts.length === 1
      ? ""
      : ` in ${parent.name} ${readNamedId(parts, id).scope[parts.at(0) ?? ""] ?? ""}`;
  throw noSuchId(
    definition,
    id,
    `There is no ${definition.name} of that id or name${where}, or this API key cannot see it.`,
  );
}

/** A resource that waits for something exists only as long as that has happened. */
function isUndone(definition: AnyResource, wire: Wire): boolean {
  return isSettings(definition) && definition.wait !== undefined && !definition.wait.isDone(wire);
}

function noSuchId(definition: AnyResource, id: string, detail: string): OrgformProblem {
  return new OrgformProblem("no_such_id", `There is no ${titleOf(definition, id)}`, detail);
}
