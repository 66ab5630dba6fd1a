import type { ActivityLog } from "./activity-log.ts";
import type { Call } from "./call.ts";
import type { CallContext, Making } from "./call-context.ts";
import type { Problem } from "./diagnostics.ts";
import type { ListOf } from "./resource-reference.ts";
import type { FieldChange } from "./field-change.ts";
import type { GuardContext, ServiceContext } from "./guard.ts";
import type { Identity, IdentityParts } from "./identity.ts";
import type { Values } from "./json-value.ts";
import type { Reporter, Text } from "./messages.ts";

/**
 * What only some resources need, as a value with hooks.
 *
 * A definition lists its capabilities; the driver runs the hooks and knows no capability. All hooks are optional, in the
 * order below: from the check to the removal. Several capabilities of one resource run in the order of the list: texts
 * are added up, a value goes through all of them, and one that says yes is enough.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a capability that asks nothing of the wire form serves every resource
export interface Capability<Api = any, Wire = any> {
  /** The name of the function that makes it, in words. */
  readonly name: string;

  /**
   * Check, before everything else: what a program declares in a form that Orgform took earlier and takes no more, each with
   * what to write in its place. The values are as written; some may be unknown, or of any type.
   */
  readonly formerForm?: (written: Values) => readonly Problem[];
  /** Every phase: the object's name for people, if it is part of an input or follows from several inputs. */
  readonly nestedName?: NestedName;
  /** Check, list, and read: which services have objects of the kind, and what is declared in their place. */
  readonly availability?: Availability;
  /** Check and create: a setting of the provider's configuration that another input tells where nobody gives it. */
  readonly fillIn?: FillIn<Api>;
  /** Plan: a change that this service carries out in another way. Asked only with an object that its list shows. */
  readonly servedAs?: ServedAs<Wire>;
  /** Plan: a replacement is created before the old object is deleted; without it, the old object is deleted first. */
  readonly replacesFirst?: "create";
  /** Create, adopt, and drift: the object of the service that several resources represent, and other objects that a declaration manages. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parts of the identity and the inputs are those of its resource
  readonly managedObjects?: ManagedObjects<Api, any, any>;
  /** Create: whose an existing object of the same natural key is. Asked only where a list shows one, or the key is taken. */
  readonly adoption?: AdoptionPolicy<Api, Wire>;
  /** Create, plan, refresh, and removal: the service cannot hold the object before something else has happened. */
  readonly pendingCreation?: PendingCreation;
  /** Create and sync, around the requests: of those that make or resend the object, the service takes so many in a time. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parts of the identity are those of its resource
  readonly quota?: Quota<Api, Wire, any>;
  /** Plan, sync, and state: inputs that the service refuses until a condition holds. */
  readonly deferredFields?: DeferredFields<Wire>;
  /** Create: inputs that its request can leave out, so a new object might not show them. The update after it sets them. */
  readonly setAfterwards?: readonly string[];
  /** Plan, sync, and state: inputs that some versions of the service do not take; which, their objects show. */
  readonly unsupportedInputs?: UnsupportedInputs<Wire>;
  /** Create, update, and removal, around the requests: what they share with other requests, so they are sent in turn. */
  readonly serializeBy?: SerializeBy;
  /** Create, after the request: the service may have made the object below another parent than it was asked to. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parts of the identity are those of its resource
  readonly wrongParentCreation?: WrongParentCreation<Api, any>;
  /** Create and import: outputs that are resolved once, since neither the object nor its id shows them. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly resolvedOutputs?: ResolvedOutputs<Api, any>;
  /** Plan and sync: an update that no input asks for. */
  readonly pendingUpdate?: PendingUpdate;
  /** Plan, sync, and state: whether the object can no longer be changed, so a difference doesn't count. */
  readonly isFinal?: (values: Values) => boolean;
  /**
   * Preview: warnings of what a difference does not show.
   *
   * @param shown - what the list shows now, where what is held may be outdated: state, as an earlier run left it
   */
  readonly planWarnings?: (held: Values, inputs: Values, shown?: Values) => readonly Text[];
  /**
   * Preview and after every write: warnings by what is declared and by lists that this process has read anyway.
   *
   * @param nowMs - the service's time as far as it is known
   */
  readonly inputWarnings?: (inputs: Values, seen: Seen, nowMs: number) => readonly Text[];
  /**
   * Preview: a warning of what the service will most likely refuse when the change is applied. It is said of the first
   * object of a process for all; nothing is asked any more afterwards.
   */
  readonly foresight?: (asked: GuardContext, ask: () => ServiceContext<Api>) => Promise<Text | undefined>;
  /**
   * Observe: confirms that a "not found" means that the object was deleted; in place of a read of the parent.
   *
   * @param cause - the error that said so; undefined where a list just lacks the object
   * @returns false, or why nothing confirms it, as whole sentences; undefined where the parent can tell after all
   */
  readonly confirmGone?: (
    api: Api,
    // oxlint-disable-next-line typescript/no-explicit-any -- as above
    at: any,
    call: CallContext,
    cause: unknown,
  ) => Promise<boolean | Text | undefined>;
  /**
   * Observe: why a refusal to show the object does not tell whether it is there, and what helps, as whole sentences;
   * undefined where the refusal says all there is to say.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly whyUnseen?: (api: Api, at: any, call: CallContext, refusal: unknown) => Promise<Text | undefined>;
  /** Every phase: the service removes objects in its own time; one that is being deleted counts as gone. */
  readonly asyncDeletion?: AsyncDeletion<Wire> | RetainedDeletion<Wire>;
  /** Observe: what an observation lacks, and an earlier moment knew. Runs on every observation that goes into state. */
  readonly carry?: (wire: Wire, from: Carried<Wire>) => Wire;
  /** Plan, where an engine keeps no secrets: the output that the service shows once, and when it has it made. */
  readonly shownOnce?: ShownOnce;
  /** Create and update, after everything was sent: waits for what has to happen outside, and gives the object as it is then. */
  readonly settle?: (wire: Wire, subject: Subject<Api, Wire>) => Promise<Wire>;
  /** Refresh and import of settings: what they wait for, because they don't exist yet; undefined once it has happened. */
  readonly stillAwaited?: (wire: Wire) => Text | undefined;
  /** After create, update, and import: warnings by what the service shows of the object. */
  readonly storedWarnings?: (title: Text, wire: Wire) => readonly Text[];
  /** Refresh: why an input is not what state holds, where the object tells. */
  readonly whyDrifted?: (field: string, wire: Wire) => Text | undefined;
  /** Removal: whether it ends the declaration alone, by what state holds; then nothing is read or sent. */
  readonly isRetained?: (state: Values) => boolean;
  /** Removal: what has to be set before the service deletes the object; undefined where nothing hinders it. */
  readonly valuesBeforeDelete?: (state: Values) => Values | undefined;
  /**
   * Drift: why nobody has to declare an object, as words that complete "it is there because"; undefined for any other.
   *
   * @param isRootDeclared - whether the stack declares the organization: what comes with that one is its work
   */
  readonly defaultCreated?: (
    wire: Wire,
    // oxlint-disable-next-line typescript/no-explicit-any -- as above
    at: any,
    ask: ServiceContext<Api>,
    isRootDeclared: boolean,
  ) => Promise<string | undefined>;
  /** Drift: the service's log of what was done to the objects. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parts that choose a log are those of its resource
  readonly activity?: ActivityLog<Api, any>;
  /** Preview of a removal: whom it concerns and what else it could do, by what state holds. Makes no request. */
  readonly removalNotice?: (state: Values) => Text | undefined;
  /**
   * A program that is written for an existing object: the secrets that its user is asked for, by the input. Of an object,
   * the places of the members; of a record, its keys. All of an input that is not named.
   */
  readonly askedSecrets?: (inputs: Values) => Readonly<Record<string, readonly string[]>>;
}

/** A secret output that the service shows once, in the response to the request that has it made. */
export interface ShownOnce {
  readonly output: string;
  /** Whether these inputs have it made. */
  readonly isAskedFor: (inputs: Values) => boolean;
}

/** The object that a hook works on, and what the driver does for the hook. */
export interface Subject<Api, Wire> {
  /** The name of the resource. */
  readonly resource: string;
  /** How messages name the object. */
  readonly title: Text;
  readonly inputs: Values;
  readonly at: IdentityParts;
  readonly api: Api;
  readonly call: CallContext;
  readonly report: Reporter;
  /** Reads the object separately; undefined if its deletion is confirmed. */
  readonly look: () => Promise<Wire | undefined>;
  /** Notes for all who ask what an answer shows of the object. */
  readonly note: (wire: Wire) => void;
  /**
   * Looks again and again until a look finds nothing more to wait for; the last look is made when the time is over.
   *
   * @param look - what is still awaited, in words that follow "waiting for"; undefined when nothing is
   * @returns false when the time was over first
   */
  readonly poll: (limits: PollLimits, look: () => Promise<Text | undefined>) => Promise<boolean>;
}

/** How long something is looked for, and how often. */
export interface PollLimits {
  readonly timeoutSeconds: number;
  /** Pause between two looks. */
  readonly intervalSeconds: number;
}

/** Which services have objects of a kind, and what is declared in their place; texts are whole sentences. */
export interface Availability {
  /** Older services have no objects of the kind yet: since when services have them, and what to do where one has none. */
  readonly since?: Text;
  /** What replaced the kind, because newer services no longer have objects of it. */
  readonly successor?: Text;
  /** The resource is deprecated: what to declare in its place. */
  readonly deprecation?: Text;
}

/** The object that a resource represents, where several do; and objects of other kinds that a declaration manages. */
export interface ManagedObjects<Api, At, Declared> {
  /** What the object is at the service, the same for all resources that represent it; by default the resource's name. */
  readonly kind?: string;
  /** Other resources represent the object for a part of its life each: a program that is written from objects declares those. */
  readonly isCombined?: boolean;
  /**
   * Objects of other kinds that a declaration manages, so that nobody reports or adopts them as undeclared: the member whom
   * an accepted invite became. Their own resources may still be declared beside it.
   */
  readonly manages?: (at: At, declared: Declared) => readonly ManagedObject[];
  /** Objects that the declaration leaves to other systems, so no report lists them. They are read from the service. */
  readonly excludes?: (at: At, declared: Declared, ask: ServiceContext<Api>) => Promise<readonly ManagedObject[]>;
}

/** An object of the service, whichever resource it is declared with. */
export interface ManagedObject {
  /** What it is: the `kind` that its resources share, or their name. */
  readonly kind: string;
  readonly id: string;
}

/** An object's name for people, if no input is exactly that; it belongs to the natural key. */
export interface NestedName {
  readonly of: (inputs: Values) => string | undefined;
  /** Whether all is known by which inputs tell the natural key. */
  readonly isKnown: (inputs: Values) => boolean;
}

/** A setting of the provider's configuration that follows from an input. */
export interface FillIn<Api> {
  /** The input that is filled in. */
  readonly input: "organizationId";
  /** The input that it follows from. */
  readonly from: string;
  /** The value; undefined where the key is not shown it. Read once for all that ask with the same. */
  readonly find: (api: Api, value: string, call: CallContext) => Promise<string | undefined>;
}

/** A change that some services carry out in another way. */
export interface ServedAs<Wire> {
  /** Whether a change may be such a one: only then the list is looked at. */
  readonly concerns: (change: FieldChange) => boolean;
  /** The change, as the service that shows this object carries it out. */
  readonly change: (change: FieldChange, wire: Wire) => FieldChange;
}

/** What create may know, without a record of its own, of an object that exists already. */
export interface AdoptionPolicy<Api, Wire> {
  /**
   * What is adopted whoever made it. `always`: whatever exists, as a person does without a program. `ifEqual`: an object that
   * is as declared and holds nothing beside; state remembers in the output `existed` that this program did not make it.
   * Absent: nothing but the program's own earlier attempt.
   */
  readonly adoptExisting?: "always" | "ifEqual";
  /** In place of the general rule: why an object cannot be the program's own earlier attempt; undefined when it surely is. */
  readonly ownershipCheck?: (api: Api, wire: Wire, context: OwnershipContext) => Promise<Text | undefined>;
  /** When the object was made, ISO 8601; absent where the service does not show it. */
  readonly madeAt?: (wire: Wire) => string | undefined;
  /**
   * Whether the account of the key made the object; undefined where the row shows no maker, or the key may not ask who it
   * is. Absent where the service never shows who made it.
   */
  readonly isMadeByAccount?: (api: Api, wire: Wire, call: CallContext) => Promise<boolean | undefined>;
  /** Whether the service creates the object automatically with a new parent: its creator is that of the parent. */
  readonly isMadeWithParent?: (wire: Wire) => boolean;
  /**
   * Why the service says that the natural key is taken although nothing of it is listed, and the way out; the general
   * words when undefined.
   */
  readonly whyTaken?: (api: Api, inputs: Values, context: TakenContext<Wire>) => Promise<Text | undefined>;
  /**
   * Whole sentences on why the failure might mean that the natural key is taken, and what helps; undefined if it doesn't. Called
   * if no object was found after a failure that doesn't say so.
   */
  readonly whyPerhapsTaken?: (failure: unknown) => Text | undefined;
  /** Whether a second create of what the inputs declare would surely overwrite the object without a word: both would share it. */
  readonly isOverwritten?: (inputs: Values) => boolean;
  /** Lets create make a second object of the same natural key when this input is true. */
  readonly allowDuplicateField?: string;
}

/** What an ownership check may look at. */
export interface OwnershipContext {
  /** The service's time, from its Date header; undefined when none was sent. */
  readonly serviceNow: Date | undefined;
  readonly call: Call;
}

/** What is known of a natural key that is taken. */
export interface TakenContext<Wire> {
  /** Objects of the key that are on their way out. */
  readonly deleting: readonly Wire[];
  readonly call: Call;
}

/** When an object cannot be made yet, and until what. */
export interface PendingCreation {
  /** By inputs and outputs. */
  readonly isPending: (values: Values) => boolean;
  readonly reason: Text;
  /**
   * The time, RFC 3339, before which nothing can be done: until then state stands for the object, of which the service may
   * know nothing. Of an object that is pending without one, its list has a row, or something stands for it there.
   */
  readonly dueAt?: (values: Values) => string | undefined;
}

/** Requests of which the service takes so many in a time, and whose they are. */
export interface Quota<Api, Wire, Part extends string> {
  /** The name under which resources of several kinds share it; there is one for each list. */
  readonly name: string;
  /** Whether a change of the object is such a request; without an object, its create is. */
  readonly takes: (wire: Wire) => boolean;
  /** Whether this service has the quota: one that has none refuses for another reason, which is an error. */
  readonly isKept: (at: Identity<Part>, ask: ServiceContext<Api>) => Promise<boolean>;
  /** The object as it stands until the time; `wire` is what the service holds of it. */
  readonly pending: (inputs: Values, dueAt: string, wire: Wire | undefined) => Wire;
}

/** The condition of deferrable inputs. */
export interface DeferredFields<Wire> {
  /** The inputs that are refused until then. */
  readonly inputs: readonly string[];
  readonly isMet: (wire: Wire) => boolean;
  /** Why it is not met, and what helps. */
  readonly reason: Text;
}

/** The inputs that a service may not have, and how that is seen. */
export interface UnsupportedInputs<Wire> {
  /** The inputs that not every service takes. */
  readonly inputs: readonly string[];
  /** Whether the service that shows this object does not take the input. */
  readonly isUnsupported: (wire: Wire, input: string) => boolean;
  /**
   * The same by the parent, where no other object is there to show it; undefined where the parent does not tell. The parent
   * is taken as this process knows it, else read once for all who ask.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parent is of another definition, whose types are forgotten
  readonly isUnsupportedBelow?: (parent: any, input: string) => boolean | undefined;
  /** Nothing depends on them: also what is new or changed stays in the state alone, with a warning in place of an error. */
  readonly isHarmless?: true;
  /** What such a service has in their place, and what to do; whole sentences. */
  readonly advice: Text;
}

/** What requests depend on, or change, that others share: such requests of one account and process are sent in turn. */
export interface SerializeBy {
  /** The name of what is shared, for instance the account's current organization. Creates are sent in turn, each with its guards. */
  readonly name: string;
  /** The part of the identity that names what they write in: those of one group that wait have one turn together. */
  readonly turnsTogetherBy?: string;
  /** Whether removing an object changes what is shared as well. */
  readonly removals?: true;
  /** Whether changing one depends on what is shared as well. */
  readonly changes?: true;
}

/** What is done about an object that came to lie below another parent. */
export interface WrongParentCreation<Api, Part extends string> {
  /** Whether the service that was met makes objects where it is asked to: then nothing is looked for. */
  readonly isRuledOut?: (call: Making) => boolean;
  /** Removes an object that is not where it was to be, wherever it is. */
  readonly remove: (api: Api, at: Identity<Part>, call: Making) => Promise<void>;
  /** Why it may come to lie elsewhere, and what to do, for people. */
  readonly why: string;
}

/** Outputs that are resolved when an object comes into state. */
export interface ResolvedOutputs<Api, Part extends string> {
  /** Names of the outputs; beside an identity, calls are given what state holds of them. */
  readonly names: readonly string[];
  /** What can be resolved of them; a failure leaves them out. */
  readonly resolve: (api: Api, at: Partial<Identity<Part>>, call: CallContext) => Promise<IdentityParts>;
}

/** How to tell that an object is being deleted, and how long that may take: a removal waits until it is gone. */
export interface AsyncDeletion<Wire> {
  /** Whether the object is being deleted: nothing of its key can be made yet. */
  readonly isPending: (wire: Wire) => boolean;
  readonly timeoutSeconds: number;
  /** Pause between two looks, in seconds. */
  readonly intervalSeconds: number;
}

/** The service keeps a deleted object so long that nobody waits for it: one that is being deleted is as good as deleted. */
export interface RetainedDeletion<Wire> {
  /** Whether the object is being deleted. */
  readonly isPending: (wire: Wire) => boolean;
  /** What people should know of one that was just deleted: until when it is kept, and who can call that off. */
  readonly note: (wire: Wire) => Text;
}

/** An update that no input asks for. */
export interface PendingUpdate {
  /** Why it is needed: by what the object holds, and by what is declared. */
  readonly why: (held: Values, inputs: Values) => Text | undefined;
  /** The output in which a preview shows it. */
  readonly output: string;
}

/** The earlier moment that knew more than an observation shows. */
export type Carried<Wire> =
  /** The object is in state. */
  | { readonly by: "state"; readonly state: Values }
  /** This program has made it, or recovered its own earlier attempt. */
  | { readonly by: "create" }
  /** An input whose change resends the write-only ones changes: what the service gives once is asked for again. */
  | { readonly by: "renewal" }
  /** A write has changed it. */
  | { readonly by: "write"; readonly before: Wire };

/** The rows of the list of a resource; none while nobody has read it. Makes no request. */
export type Seen = <Wire, Scope extends string>(of: ListOf<Wire, Scope>, scope: Identity<NoInfer<Scope>>) => Wire[];
