import type { ActivityLog } from "../../capabilities/activity-log.ts";
import type { AdoptionPolicy } from "../../capabilities/adoption.ts";
import type { AskedSecrets } from "../../capabilities/asked-secrets.ts";
import type { AsyncDeletion, RetainedDeletion } from "../../capabilities/async-deletion.ts";
import type { Availability } from "../../capabilities/availability.ts";
import type { ConfirmedAbsence } from "../../capabilities/confirmed-absence.ts";
import type { DefaultReason } from "../../capabilities/default-created.ts";
import type { DeferredFields } from "../../capabilities/deferred-fields.ts";
import type { ManagedObjects } from "../../capabilities/managed-objects.ts";
import type { NestedName } from "../../capabilities/nested-name.ts";
import type { ShownOnce } from "../../capabilities/one-time-secret.ts";
import type { PendingCreation } from "../../capabilities/pending-creation.ts";
import type { PendingUpdate } from "../../capabilities/pending-update.ts";
import type { Quota } from "../../capabilities/quota.ts";
import type { ResolvedOutputs } from "../../capabilities/resolved-outputs.ts";
import type { RetainOnDestroy } from "../../capabilities/retain-on-destroy.ts";
import type { SerializeBy } from "../../capabilities/serialize-by.ts";
import type { UnsupportedInputs } from "../../capabilities/unsupported-inputs.ts";
import type { Warnings } from "../../capabilities/warnings.ts";
import type { WrongParentCreation } from "../../capabilities/wrong-parent-creation.ts";
import type { CallContext } from "../call-context.ts";
import type { Problem } from "../diagnostics.ts";
import type { FieldChange } from "../field-change.ts";
import type { GuardContext, ServiceContext } from "../guard.ts";
import type { Carried, Subject } from "../hook-arguments.ts";
import type { Values } from "../json-value.ts";
import type { Text } from "../messages.ts";

/**
 * What only some resources need, as a value with hooks.
 *
 * A definition lists its capabilities; the driver runs the hooks and knows no capability. All hooks are optional, in the
 * order below: from the check to the removal. Several capabilities of one resource run in the order of the list: texts
 * are added up, a value goes through all of them, and one that says yes is enough.
 *
 * A capability that several resources need is a module of `src/capabilities`: its contract, its function, and what the
 * driver does for it. A hook without one there is given by the only resource that needs it, from its own folder.
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
  /** Preview: warnings of what a difference does not show. */
  readonly planWarnings?: NonNullable<Warnings["planWarnings"]>;
  /** Preview and after every write: warnings by what is declared and by lists that this process has read anyway. */
  readonly inputWarnings?: NonNullable<Warnings["inputWarnings"]>;
  /**
   * Preview: a warning of what the service will most likely refuse when the change is applied. It is said of the first
   * object of a process for all; nothing is asked any more afterwards.
   */
  readonly previewWarning?: (asked: GuardContext, ask: () => ServiceContext<Api>) => Promise<Text | undefined>;
  /** Observe: confirms that a "not found" means that the object was deleted; in place of a read of the parent. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly confirmGone?: NonNullable<ConfirmedAbsence<Api, any>["confirmGone"]>;
  /** Observe: why a refusal to show the object does not tell whether it is there, and what helps. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly whyUnseen?: NonNullable<ConfirmedAbsence<Api, any>["whyUnseen"]>;
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
  readonly isRetained?: RetainOnDestroy["isRetained"];
  /** Removal: what has to be set before the service deletes the object; undefined where nothing hinders it. */
  readonly valuesBeforeDelete?: (state: Values) => Values | undefined;
  /** Drift: why nobody has to declare an object; undefined for any other. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly defaultCreated?: DefaultReason<Api, Wire, any>;
  /** Drift: the service's log of what was done to the objects. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parts that choose a log are those of its resource
  readonly activity?: ActivityLog<Api, any>;
  /** Preview of a removal: whom it concerns and what else it could do, by what state holds. Makes no request. */
  readonly removalNotice?: RetainOnDestroy["removalNotice"];
  /** A program that is written for an existing object: the secrets that its user is asked for. */
  readonly askedSecrets?: AskedSecrets;
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
