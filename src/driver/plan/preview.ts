import { isApiError, isTransportError } from "../../client/errors.ts";
import { ADOPT, type AnyResource, isExistingOnly, scopePartsOf } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { objectKey } from "../../model/managed-keys.ts";
import { message, type Text } from "../../model/messages.ts";
import { lackingScopes, mayOnlyRead } from "../../model/scopes.ts";
import { containsUnknown } from "../../model/unknown.ts";
import { explaining, firstLineOf } from "../operation-error.ts";
import { Operation } from "../operation.ts";
import type { Context } from "../session/session.ts";
import { isJudgedByRow, listedCandidates } from "../adoption/candidates.ts";
import { ownedMatch } from "../adoption/verdict.ts";
import { mayBeRecent } from "../adoption/policy.ts";

/** The subject of a preview: the resource, and the planned operation. */
export interface PreviewSubject {
  readonly definition: AnyResource;
  readonly verb: "create" | "update";
  /** How messages name the object. */
  readonly title: Text;
  /** The planned location of the object; absent for an existing one. */
  readonly at?: IdentityParts;
}

/**
 * Carries out the checks of a preview, so that the shown changes can be applied: it fails if the service refuses them
 * or can't be reached. If the user allows previews without the service and it can't be reached, nothing is checked.
 *
 * The first check of a process is of the key: everything that is previewed shares it.
 */
export async function runPreviewChecks(
  foreseen: PreviewSubject,
  context: () => Context,
  looks: () => Promise<void>,
): Promise<void> {
  const { definition, verb, title } = foreseen;
  const { session, report } = context();
  if (session.isOutOfReach) return;
  try {
    await explaining({ verb, resource: definition.name, title }, async () => {
      if (foreseen.at === undefined || isListKnown(definition, foreseen.at)) await lookAtKey(foreseen, context());
      await looks();
    });
  } catch (error) {
    if (!session.isOfflineAllowed || !isOutOfReach(error)) throw error;
    session.isOutOfReach = true;
    report.warn(
      message`The service can't be reached, so this preview wasn't compared with it\n${firstLineOf(error instanceof Error ? error.cause : error)} ORGFORM_OFFLINE_PREVIEW is set, so this isn't an error. If the service refuses something, the apply fails.`,
    );
  }
}

/** Whether no response came, or one that only shows that the service isn't working, whatever wraps the error. */
function isOutOfReach(error: unknown): boolean {
  if (isTransportError(error)) return true;
  if (isApiError(error)) return error.category === "unavailable";
  return error instanceof Error && isOutOfReach(error.cause);
}

/** @throws scope_missing when the key has scopes, and not those of the write */
async function lookAtKey(
  { definition, verb, title }: PreviewSubject,
  { session, report, call }: Context,
): Promise<void> {
  const held = await session.keyScopes(call);
  if (held === undefined) return;
  const lacking = lackingScopes(definition.scopes.surely ?? definition.scopes.write, held);
  if (lacking.length === 0) return;
  const words = `the ${lacking.length === 1 ? "scope" : "scopes"} ${lacking.join(" and ")}`;
  if (mayOnlyRead(held)) {
    if (session.isFirst("reading key")) {
      report.warn(
        `The API key only reads: it has no scope that writes\nPreviews work with it. To apply what they show, use a key with ${words}.`,
      );
    }
    return;
  }
  throw new OrgformProblem(
    "scope_missing",
    message`The API key isn't allowed to ${verb} ${title}`,
    `It lacks ${words}. Nothing was written.\nGive the key what it lacks in the settings of the service's web interface, or use another key.`,
  );
}

/** How often it is asked again whether an object is one of the state, and the pause between. */
const LOOKS = 3;
const PAUSE_MS = 500;

/**
 * Refuses a create in a preview that would fail because of an existing object, by the list that the create reads
 * anyway. Nothing is checked while a value is unknown, or if the engine's state already has the object: it is replaced
 * or renamed.
 *
 * @throws adoption_conflict, ambiguous as the create itself
 */
export async function refuseExisting(
  definition: AnyResource,
  at: IdentityParts,
  inputs: Values,
  context: Context,
): Promise<void> {
  if (definition.naturalKey === undefined || isExistingOnly(definition)) return;
  if (inputs[ADOPT] !== undefined || !isListKnown(definition, at) || containsUnknown(inputs)) return;
  const operation = new Operation(definition, inputs, at, context);
  const rows = await listedCandidates(operation);
  const { session, call } = context;
  // A replacement of an object shows only in the fact that the stack noted the existing one; at the first call, an
  // engine might not have named it yet. The create refuses an object that another stack created.
  const own = new Set<string>();
  for (const { id } of rows) {
    const object = objectKey(definition, id);
    const { creations } = session;
    if ((await creations.isMadeByThisStack(object)) || (await creations.isOfAnotherStack(object))) own.add(id);
  }
  const isHeld = (id: string): boolean => own.has(id) || session.ownership.isHeld(definition, id);
  // Checking for an earlier attempt costs requests for each object: the create does that.
  if (!isJudgedByRow(operation) && rows.every(({ wire }) => mayBeRecent(operation, wire))) return;
  try {
    await ownedMatch(
      operation,
      rows.filter(({ id }) => !isHeld(id)),
    );
  } catch (error) {
    // A concurrent engine can report the objects in its state at any moment.
    for (let look = 0; look < LOOKS; look += 1) {
      await session.clock.sleep(PAUSE_MS, call.signal);
      if (rows.every(({ id }) => isHeld(id))) return;
    }
    throw error;
  }
}

/**
 * Warns, once for a whole preview, that objects in a parent with an unknown ID aren't checked. If the preview creates
 * the root, there is nothing in it to check them against.
 */
export function warnOfUnknownParent(
  { definition, title, at = {} }: PreviewSubject,
  { session, report }: Context,
): void {
  if (isListKnown(definition, at) || session.createsRoot || !session.isFirst("nowhere")) return;
  report.warn(
    message`${title} was not compared with the service\nIt belongs to an object whose ID isn't known yet, and others of this preview might too. If the service refuses them, the apply fails.`,
  );
}

/** Whether the list in which an object would lie is known. */
function isListKnown(definition: AnyResource, at: IdentityParts): boolean {
  return scopePartsOf(definition).every((part) => typeof at[part] === "string");
}
