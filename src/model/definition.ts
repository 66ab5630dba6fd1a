import * as z from "zod";
import { hasSecretMembers } from "./block.ts";
import type { CallContext, WriteContext } from "./call-context.ts";
import type { ResourceReference } from "./resource-reference.ts";
import type { Capability } from "./hooks/capability.ts";
import type { Before, Bulk, DeletionTarget, Setter } from "./call.ts";
import type { Problem } from "./diagnostics.ts";
import { type Field, field, type Fields, type Observed, type ValuesOf } from "./field.ts";
import { isForProvider } from "./on-change.ts";
import { hookOf, listHookOf } from "./hook-of.ts";
import type { Identity, IdentityParts, PartNames } from "./identity.ts";
import type { ListCapability } from "./hooks/list-capability.ts";
import type { Values } from "./json-value.ts";
import type { Text } from "./messages.ts";
import type { Guard } from "./guard.ts";
import type { Scopes } from "./scopes.ts";
import { bodyFrom, type BodyOf, type RowOf, valuesFrom } from "./wire/resolve.ts";

/** How an object that nobody imported is recognized. */
interface NaturalKey<Inputs, Wire> {
  /** The input fields that make up the key, for messages. */
  readonly fields: readonly string[];
  /** Distinguishes objects with the same name if the fields don't: a kind that the service keeps apart. */
  readonly kindIn?: (inputs: Inputs) => string | undefined;
  /** Whether the object is the one that the inputs declare. */
  readonly matches: (wire: Wire, inputs: Inputs) => boolean;
  /** The service refuses a second object with the same key. Otherwise, a create without a response isn't repeated blindly. */
  readonly isUnique: boolean;
  /** Whether a string that a user gave as `adopt` or as the last part of an ID names the object. */
  readonly isNamed: (wire: Wire, text: string) => boolean;
  /** Fields that a lookup can use to find one object; without them, there's no lookup. */
  readonly lookUpBy?: readonly string[];
}

/** The calls of a resource; the driver derives a consequence of each absent one (see {@link ResourceDefinition}). */
export interface Operations<Api, Body, Wire, Part extends string = string, Scope extends string = string> {
  /** Creates the object; only of an `object`. */
  readonly create?: (api: Api, scope: Identity<Scope>, body: Body, call: WriteContext) => Promise<Wire | undefined>;
  /** Creates several objects; used instead of `create` for concurrent creates. */
  readonly bulk?: Bulk<Api, Body, Wire, Scope>;
  /**
   * Reads the object; fails with a "not found" error if it doesn't exist, or returns undefined after a complete search.
   * Absent if the service has no such call: then the list is read again instead.
   */
  readonly read?: (api: Api, at: Identity<Part>, call: CallContext) => Promise<Wire | undefined>;
  /**
   * Changes the object; the body contains only differences, and `before` what a request has to repeat, omit, or clear
   * besides.
   */
  readonly update?: (
    api: Api,
    at: Identity<Part>,
    body: Body,
    call: WriteContext,
    before: Before<Wire>,
  ) => Promise<Wire | undefined>;
  /**
   * Inputs that the service changes with separate calls, one after the other and after `update`. The result is
   * `undefined` if the response doesn't show the object.
   */
  readonly setters?: Readonly<Record<string, Setter<Api, Wire, Part>>>;
  /** Deletes the object, and returns whatever stays of it; only of an `object` or an `existing` one. */
  readonly delete?: (
    api: Api,
    at: Identity<Part>,
    call: WriteContext,
    target: DeletionTarget<Wire>,
  ) => Promise<Wire | undefined> | Promise<void>;
}

/** A list of the service with the objects of a resource; read once per process and shared. */
export interface Collection<Api, Wire, Scope extends string = string> {
  /** The name under which resources of several kinds share the list. */
  readonly name: string;
  /** The identity parts that choose the list, for instance the organization. */
  readonly scope: PartNames<Scope>;
  /**
   * The scopes of all lists within a larger one, such as the projects of an organization, if something below it chooses
   * the lists.
   */
  readonly scopesWithin?: (larger: IdentityParts, call: CallContext) => Promise<readonly IdentityParts[]>;
  /** The words for the collection in messages, for instance "the domains of the organization". */
  readonly words: string;
  /** Name of the list's route, if not every service has it: the service's response is remembered under this name. */
  readonly route?: string;
  /** Absent only for objects that are made of the rows of another list. */
  readonly list?: (api: Api, scope: Identity<Scope>, call: CallContext) => Promise<Wire[]>;
  /** `true`: refresh reads from the list; `false`: the list only serves to find objects by natural key. */
  readonly servesReads: boolean;
  /** Whether a row appears in lists as an object of this resource; absent if every row does. */
  readonly listFilter?: (wire: Wire) => boolean;
  /** For features of only some lists: values with hooks. */
  readonly capabilities?: readonly ListCapability<Api, Wire>[];
}

/**
 * The kind of a resource.
 *
 * - `object`: create makes it and delete removes it;
 * - `existing`: an object that the service already has (a person): create adopts it, delete ends what was declared;
 * - `settings`: some properties of an object that exists: create changes them, delete restores the server-side
 *   defaults;
 * - `action`: no object: create calls a function.
 */
export type Kind = "object" | "existing" | "settings" | "action";

/**
 * One resource: everything that the engines, the driver, the docs, and the tests know about it.
 *
 * Consequences of absent parts: no `ops.read` means that only the list shows the object; no `ops.update` makes every
 * change a replacement; no `collection` means that create can't look for an earlier object.
 */
interface ResourceContract<
  Api,
  I extends Fields,
  O extends Fields,
  Body,
  Wire,
  Part extends string = string,
  Scope extends Part = Part,
> {
  readonly kind: Kind;
  /** PascalCase, singular; the name of the class, the type token, and the docs page. */
  readonly name: string;
  /** Describes the resource for users: one paragraph. */
  readonly doc: Text;
  /** Further paragraphs of the reference page: rules and surprises worth knowing. */
  readonly notes: readonly Text[];
  /** Inputs of a typical object, for the reference; every engine writes them in its own form. */
  readonly example?: Partial<ValuesOf<I>>;
  /** Version of the shape of the state; 1 at first. */
  readonly stateVersion: number;
  /** Converts a state of version N to version N + 1. */
  readonly migrations: Readonly<Record<number, (state: Values) => Values>>;
  readonly inputs: I;
  readonly outputs: O;
  readonly identity: {
    /** Names of the parts, in the order of the ID string. */
    readonly parts: PartNames<Part>;
    readonly of: (wire: Wire, scope: Identity<Scope>) => Identity<NoInfer<Part>>;
  };
  readonly naturalKey?: NaturalKey<ValuesOf<I>, Wire>;
  readonly scopes: Scopes;
  /** Contradictions between inputs that are valid separately; some values can be unknown. */
  readonly validate?: (inputs: Values) => Problem[];
  readonly ops: Operations<Api, Body, Wire, Part, Scope>;
  readonly collection?: Collection<Api, Wire, Scope>;
  /** The resource that contains this one; needed to tell "deleted" from "not visible". */
  readonly parent?: AnyResource;
  readonly guards?: readonly Guard<Api, Wire>[];
  /** For features of only some resources: values with hooks, in the order in which they run. */
  readonly capabilities?: readonly Capability<Api, Wire>[];
}

/** Creates a body for the service from some of the inputs, and converts the service's objects to the user's terms. */
interface WireFunctions<I extends Fields, O extends Fields, Body, Wire, Part extends string> {
  /**
   * A body for the service from some of the inputs; absent inputs are absent in it. `before` is present if an object is
   * changed, for a body that has to repeat, omit, or clear a part of the object.
   */
  readonly toWire: (inputs: Partial<ValuesOf<I>>, before?: Before<Wire>) => Body;
  /**
   * The service's object in the user's terms: every input that the service returns, null if it says so, and all
   * outputs. `declared` is present unless the object is imported or listed, for an object of which the program declares
   * only a part.
   */
  readonly fromWire: (wire: Wire, at: Identity<Part>, declared?: Partial<ValuesOf<I>>) => Observed<I> & ValuesOf<O>;
}

/** A resource in the form that the driver and the engines use. */
export interface ResourceDefinition<
  Api,
  I extends Fields,
  O extends Fields,
  Body,
  Wire,
  Part extends string = string,
  Scope extends Part = Part,
>
  extends ResourceContract<Api, I, O, Body, Wire, Part, Scope>, WireFunctions<I, O, Body, Wire, Part> {}

/** A resource in its declared form: without the two functions, the codecs of its fields convert everything. */
interface ResourceDeclaration<
  Api,
  I extends Fields,
  O extends Fields,
  Body,
  Wire,
  Part extends string,
  Scope extends Part,
>
  extends ResourceContract<Api, I, O, Body, Wire, Part, Scope>, Partial<WireFunctions<I, O, Body, Wire, Part>> {}

/** Refuses codecs that read rows of another type than the resource's; fields without types can't be checked. */
type ReadsOnly<F extends Fields, Wire> = [RowOf<F>] extends [never]
  ? unknown
  : Wire extends RowOf<F>
    ? unknown
    : { readonly inputs: "codecs of another row" };

/** A definition without its own types: the form that the driver and the engines use. */
// oxlint-disable-next-line typescript/no-explicit-any -- the driver handles every resource alike; each definition was checked against its own types by defineResource
export type AnyResource = ResourceDefinition<any, any, any, any, any, any, any>;

/** The call of any resource that makes several objects. */
export type AnyBulk = NonNullable<AnyResource["ops"]["bulk"]>;

/** Name of the input that every resource has. */
export const ADOPT = "adopt";

/** Name of the input that protects an object, and everything in it, from deletion. */
export const DELETION_PROTECTION = "deletionProtection";

const COMMON_INPUTS = {
  [ADOPT]: field(z.string().min(1).optional(), {
    doc: "Existing object that create adopts and changes to the declared settings: its ID or natural key. It has no effect after create.",
    onChange: "none",
  }),
} as const;

/** Name of the output that shows how far the creation of an object in several steps is. */
export const STATUS = "status";

/** Name of the output that shows whether an object existed before, if the program refers to it. */
export const EXISTED = "existed";

/** Name of the output that lists the declared settings that the service lacks, or only shows; see `Field.returned`. */
export const WITHOUT_EFFECT = "withoutEffect";

/** Name of the output that lists the declared settings that are deferred. */
export const DEFERRED_FIELDS = "heldBack";

/** Name of the output with the version of the state's shape. */
export const STATE_VERSION = "stateVersion";

/**
 * Name of the output with hashes of values that the service never returns. It is secret itself, because a hash lets
 * people check a guess.
 */
export const FINGERPRINTS = "fingerprints";

/** Outputs of a resource with inputs that the service never returns. */
const WRITE_ONLY_OUTPUTS = {
  [FINGERPRINTS]: field(z.record(z.string(), z.string()).optional(), {
    doc: "Slow salted hashes of the values that the service never returns.",
    secret: true,
  }),
} as const;

/** Outputs of a resource with settings that some services lack. */
const UNSUPPORTED_OUTPUTS = {
  [WITHOUT_EFFECT]: field(z.array(z.string()).optional(), {
    doc: "Names of declared settings that have no effect, because this service doesn't have them or doesn't let anyone change them.",
  }),
} as const;

const COMMON_OUTPUTS = {
  [STATE_VERSION]: field(z.number().int(), { doc: "Version of the state's format.", stable: true }),
} as const;

/** A definition with the fields that every resource has. */
type Defined<
  Api,
  I extends Fields,
  O extends Fields,
  Body,
  Wire,
  Part extends string,
  Scope extends Part,
> = ResourceDefinition<Api, I & typeof COMMON_INPUTS, O & typeof COMMON_OUTPUTS, Body, Wire, Part, Scope>;

/**
 * Declares a resource; adds the fields that every resource has.
 *
 * The names of the identity's parts, and of those that choose the list, come from `identity.parts` and
 * `collection.scope`: every call gets a record of exactly these.
 */
export function defineResource<
  Api,
  I extends Fields,
  O extends Fields,
  Body = BodyOf<I>,
  Wire = RowOf<I>,
  Part extends string = string,
  Scope extends Part = never,
>(
  declared: ResourceDeclaration<Api, I, O, Body, Wire, Part, Scope> & ReadsOnly<I & O, Wire>,
): Defined<Api, I, O, Body, Wire, Part, Scope> {
  const isPartial = Object.values(declared.inputs).some((rules) => rules.returned === "where supported");
  const isWriteOnly = Object.values<Field>(declared.inputs).some(
    (rules) => rules.returned === "never" || hasSecretMembers(rules),
  );
  const wire = {
    toWire: (inputs: Values, before?: Before<never>) => bodyFrom(declared, inputs, before),
    fromWire: (row: never, at: IdentityParts, given?: Values) => valuesFrom(declared, row, at, given),
  };
  const defined = {
    ...wire,
    ...declared,
    inputs: { ...declared.inputs, ...COMMON_INPUTS },
    outputs: {
      ...declared.outputs,
      ...(isPartial ? UNSUPPORTED_OUTPUTS : {}),
      ...(isWriteOnly ? WRITE_ONLY_OUTPUTS : {}),
      ...COMMON_OUTPUTS,
    },
  };
  // Only the driver handles the common fields: the functions of the declaration never see or return them.
  return defined as unknown as Defined<Api, I, O, Body, Wire, Part, Scope>; // -- see above
}

/** The definition of a resource that another one names. */
export function definitionOf(named: ResourceReference): AnyResource {
  if (!isDefinition(named)) throw new Error(`${named.name} is no definition of a resource`);
  return named;
}

function isDefinition(named: ResourceReference): named is AnyResource {
  return "inputs" in named && "ops" in named;
}

type Side = "inputs" | "outputs";

/** The fields of one side of a definition, without their types. */
export function fieldsOf(definition: Readonly<Record<Side, Fields>>, side: Side): [string, Field][] {
  return Object.entries(definition[side]);
}

/** The part of the identity that tells an object from others of its parent. */
export function lastPartOf({ identity }: AnyResource): string {
  return identity.parts.at(-1) ?? "";
}

/** The parts of the identity that choose the list with the objects; none for a resource without a list. */
export function scopePartsOf({ collection }: AnyResource): readonly string[] {
  return collection?.scope ?? [];
}

/** Whether the object has to exist already: create only changes it. */
export function isExistingOnly({ kind }: AnyResource): boolean {
  return kind === "existing" || kind === "settings";
}

/** Whether the resource represents a separate object, which a delete ends. */
export function isObject({ kind }: AnyResource): boolean {
  return kind === "object" || kind === "existing";
}

/** Whether a lookup shows a field: not a secret, a field that only the provider uses, or one about the state itself. */
export function isLookedUp(name: string, rules: Field): boolean {
  const isAboutState = [STATE_VERSION, EXISTED, DEFERRED_FIELDS, WITHOUT_EFFECT].includes(name);
  return rules.secret !== true && rules.returned !== "never" && !isForProvider(rules) && !isAboutState;
}

/** The fields that a row of a list shows: no secrets, no fields that only the provider uses, and none that rows lack. */
export function fieldsListed(definition: AnyResource): [string, Field][] {
  const leftOut = new Set([
    ...(listHookOf(definition, "partialRows")?.omits ?? []),
    ...(hookOf(definition, "resolvedOutputs")?.names ?? []),
  ]);
  return allFields(definition).filter(([name, rules]) => isLookedUp(name, rules) && !leftOut.has(name));
}

/** The fields that a lookup of one object shows: for an object that is read completely, all that a user can see. */
export function fieldsLookedUp(definition: AnyResource): [string, Field][] {
  if (listHookOf(definition, "partialRows")?.isLookedUpWhole !== true) return fieldsListed(definition);
  const outputs = new Set(fieldsOf(definition, "outputs").map(([name]) => name));
  const isShownSecret = (name: string, { secret }: Field): boolean =>
    name !== FINGERPRINTS && outputs.has(name) && secret === true;
  return allFields(definition).filter(([name, rules]) => isShownSecret(name, rules) || isLookedUp(name, rules));
}

function allFields(definition: AnyResource): [string, Field][] {
  return [...fieldsOf(definition, "inputs"), ...fieldsOf(definition, "outputs")];
}

/** Whether a definition's objects are listed separately: objects that other resources own are omitted. */
export function isListed(definition: AnyResource): boolean {
  return definition.collection !== undefined && isObject(definition);
}
