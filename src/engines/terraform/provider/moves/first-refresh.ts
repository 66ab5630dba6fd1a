import {
  type Context,
  find,
  type Found,
  isServerDefault,
  read,
  type Stored,
  withResolved,
} from "../../../../driver/driver.ts";
import { servedNamed } from "../../../../app/served.ts";
import { type AnyResource, fieldsOf } from "../../../../model/definition.ts";
import { defaultOf, isOptional } from "../../../../model/field.ts";
import { OrgformProblem } from "../../../../model/diagnostics.ts";
import { isForProvider } from "../../../../model/on-change.ts";
import { formatId, type IdentityParts, parseId, UUID } from "../../../../model/identity.ts";
import { message } from "../../../../model/messages.ts";
import { pick, type Values } from "../../../../model/json-value.ts";
import { titleOf } from "../../../../model/title.ts";
import { MEMBERSHIP } from "./vendor-types.ts";

/** The vendor provider's name for the account's current organization. */
const CURRENT = "@current";

/** A moved object with the service's values. */
export interface Completed extends Pick<Stored, "id" | "state"> {
  /** Inputs in the state that might not be declared. */
  readonly undeclared: readonly string[];
}

/** A moved object with the state's values. */
export interface Moved {
  readonly id: string;
  readonly state: Values;
  readonly undeclared: readonly string[];
  /** Inputs of the program's blocks that might declare the object; undefined if there's no such block. */
  readonly written: ReadonlySet<string> | undefined;
}

/**
 * The first refresh of an object that moved from the vendor's provider. It fills in what the state lacks, and sets the
 * ID that Orgform uses. Undefined if the object is confirmed to be gone.
 *
 * @throws unconfirmed_absence if the ID doesn't certainly identify the object.
 */
export async function completeMoved(
  definition: AnyResource,
  { id, state, undeclared, written }: Moved,
  context: Context,
): Promise<Completed | undefined> {
  const named = await identified(definition, { id, state }, context);
  if (named === undefined) return undefined;
  const at = await withResolved(definition, { ...parseId(definition.identity.parts, named.id) }, context);
  // Inputs that might not be declared get the values that an import sets: the service's values, except defaults.
  const declared = Object.fromEntries(Object.entries(named.state).filter(([name]) => !undeclared.includes(name)));
  const before = { ...declared, ...pick(at, Object.keys(at)) };
  const found = await read(definition, named.id, before, context);
  if (found === undefined) {
    if (named.id !== id && organizationIn(definition, id) !== undefined)
      throw missingAfterMove(definition, id, named.id);
    return undefined;
  }
  return withLackingInputs(definition, found, { undeclared, written }, context);
}

/** The inputs that might be declared, but that the state lacks. */
interface Candidates {
  readonly undeclared: readonly string[];
  readonly written: ReadonlySet<string> | undefined;
}

/**
 * An object with inputs from the service. It gets the inputs that the program seems to declare, so a plan shows no
 * change for them. If the program is unknown, it gets the inputs that an import would set. Both are marked, because the
 * program might not declare them after all.
 */
async function withLackingInputs(
  definition: AnyResource,
  { id, state, observed }: Found,
  { undeclared, written }: Candidates,
  context: Context,
): Promise<Completed> {
  const fields = fieldsOf(definition, "inputs");
  const lacking = fields.filter(([name, rules]) => state[name] === undefined && rules.secret !== true);
  const isUnseen = lacking.some(
    ([name, rules]) => written?.has(name) === true && !isForProvider(rules) && observed[name] === undefined,
  );
  const values = isUnseen ? { ...(await find(definition, id, context)).state, ...observed } : observed;
  const completed: Record<string, unknown> = { ...state };
  const marked: string[] = [];
  for (const [name, rules] of lacking) {
    const value = isForProvider(rules) ? defaultOf(rules) : values[name];
    if (value === undefined || value === null) continue;
    const isMarked =
      written === undefined ? undeclared.includes(name) && !isServerDefault(rules, value) : written.has(name);
    // The vendor's state can lack a field that Orgform requires, such as the name of a function.
    if (!isMarked && isOptional(rules) && !isForProvider(rules)) continue;
    completed[name] = value;
    if (isOptional(rules) && !isForProvider(rules)) marked.push(name);
  }
  return { id, state: completed, undeclared: marked };
}

/** The object under the ID that Orgform uses. */
async function identified(
  definition: AnyResource,
  { id, state }: Pick<Moved, "id" | "state">,
  context: Context,
): Promise<Pick<Moved, "id" | "state"> | undefined> {
  const { parts } = definition.identity;
  const at = parseId(parts, id);
  const text = organizationIn(definition, id);
  if (text !== undefined) {
    const organizationId = await organizationOf(text, context);
    return { id: formatId(parts, { ...at, organizationId }), state: { ...state, organizationId } };
  }
  return isOfMembership(at) ? ofMember(definition, { id, state }, context) : { id, state };
}

/** The organization's name in an ID; undefined if the ID has a UUID there. */
function organizationIn(definition: AnyResource, id: string): string | undefined {
  const { organizationId } = parseId(definition.identity.parts, id);
  return organizationId === undefined || UUID.test(organizationId) ? undefined : organizationId;
}

/** Whether an ID names a rule of a member by the membership. */
function isOfMembership({ subject }: IdentityParts): boolean {
  return subject?.startsWith(MEMBERSHIP) === true;
}

/** The organization that a slug or `@current` names, read once for all callers. */
function organizationOf(text: string, context: Context): Promise<string> {
  const organization = servedNamed("Organization");
  if (organization === undefined) throw new Error("Organization is no resource");
  return context.session.contextOf(context.call).once(`organization named ${text}`, async (call) => {
    const shared = { ...context, call };
    const found =
      text === CURRENT ? await read(organization, text, {}, shared) : await find(organization, text, shared);
    const organizationId = found?.state["organizationId"];
    if (typeof organizationId !== "string" || !UUID.test(organizationId)) {
      throw new OrgformProblem(
        "no_such_id",
        `There is no organization ${text}`,
        "The moved state refers to the organization by this name. Nothing was changed. Write the organization's UUID into the program of posthog/posthog, or import the object.",
      );
    }
    return organizationId;
  });
}

/** The rule of a member under the person's address; undefined if the rule is confirmed to be gone. */
async function ofMember(
  definition: AnyResource,
  moved: Pick<Moved, "id" | "state">,
  context: Context,
): Promise<Pick<Moved, "id" | "state"> | undefined> {
  const found = await find(definition, moved.id, context).catch((error: unknown) => {
    if (!(error instanceof OrgformProblem) || error.code !== "no_such_id") throw error;
  });
  const rule = found ?? (await read(definition, moved.id, moved.state, context));
  if (rule === undefined) return undefined;
  if (isOfMembership(parseId(definition.identity.parts, rule.id))) throw notShown(definition, moved.id);
  return { id: rule.id, state: { ...moved.state, ...pick(rule.state, ["email", "subject", "organizationId"]) } };
}

function notShown(definition: AnyResource, id: string): OrgformProblem {
  return new OrgformProblem(
    "unconfirmed_absence",
    message`Could not find whose ${titleOf(definition, id)} is`,
    `The rule exists, but the list of members lacks its membership: the account might be deactivated, or hidden from this API key. The state was kept. Use a key that sees all members, or remove the rule in the project's settings. Then run again.`,
  );
}

function missingAfterMove(definition: AnyResource, id: string, resolved: string): OrgformProblem {
  return new OrgformProblem(
    "unconfirmed_absence",
    message`Could not find the moved ${titleOf(definition, id)}`,
    `The state refers to its organization as ${organizationIn(definition, id)}. That is now the organization ${resolved.split("/")[0]}, and the object isn't there. The name might have belonged to another organization before. The state was kept. Write the organization's UUID into the program of posthog/posthog, or import the object.`,
  );
}
