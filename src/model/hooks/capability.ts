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
 * Behavior that only some resources need, as a value with hooks.
 *
 * A definition lists its capabilities. The driver runs the hooks, and imports no capability. All hooks are optional.
 * They are listed below in order, from the check to the removal. Several capabilities of one resource run in the order
 * of the list: texts are collected, a value passes through all of them, and one that returns true is enough.
 *
 * A capability that several resources need is a module of `src/capabilities`, with its contract, its function, and the
 * driver's part. Any other hook is in the folder of the only resource that needs it.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a capability that reads nothing of the wire form serves every resource
export interface Capability<Api = any, Wire = any> {
  /** The name of the function that creates it, in words. */
  readonly name: string;

  /**
   * Check, before everything else: declarations in a form that Orgform no longer accepts, each with its replacement.
   * The values are as written. Some can be unknown, or of any type.
   */
  readonly formerForm?: (written: Values) => readonly Problem[];
  /** Every phase: the object's name for people, if it is part of an input or follows from several inputs. */
  readonly nestedName?: NestedName;
  /** Check, list, and read: the services that have objects of the kind, and the replacement to declare. */
  readonly availability?: Availability;
  /** Check and create: a provider setting that follows from an input if nobody sets it. */
  readonly fillIn?: FillIn<Api>;
  /** Plan: a change that this service applies in another way. Called only for an object in its list. */
  readonly servedAs?: ServedAs<Wire>;
  /** Plan: create a replacement before the old object is deleted. Without it, the old object is deleted first. */
  readonly replacesFirst?: "create";
  /** Create, adopt, and drift: the object of the service that several resources represent, and other objects that a declaration manages. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parts of the identity and the inputs belong to its resource
  readonly managedObjects?: ManagedObjects<Api, any, any>;
  /**
   * Create: the owner of an existing object with the same natural key. Called only if a list shows one, or the key is
   * taken.
   */
  readonly adoption?: AdoptionPolicy<Api, Wire>;
  /** Create, plan, refresh, and removal: the service can't store the object before another event. */
  readonly pendingCreation?: PendingCreation;
  /** Create and sync, around the requests: the service has a quota for requests that create or resend the object. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parts of the identity belong to its resource
  readonly quota?: Quota<Api, Wire, any>;
  /** Plan, sync, and state: inputs that the service refuses until a condition holds. */
  readonly deferredFields?: DeferredFields<Wire>;
  /** Create: inputs that its request can omit, so a new object might lack them. The next update sets them. */
  readonly setAfterwards?: readonly string[];
  /** Plan, sync, and state: inputs that some service versions don't accept, as their objects show. */
  readonly unsupportedInputs?: UnsupportedInputs<Wire>;
  /**
   * Create, update, and removal, around the requests: a thing shared with other requests, so they are sent one after
   * the other.
   */
  readonly serializeBy?: SerializeBy;
  /** Create, after the request: the service might have created the object below another parent than requested. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parts of the identity belong to its resource
  readonly wrongParentCreation?: WrongParentCreation<Api, any>;
  /** Create and import: outputs that are resolved once, because neither the object nor its ID shows them. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly resolvedOutputs?: ResolvedOutputs<Api, any>;
  /** Plan and sync: an update that no input asks for. */
  readonly pendingUpdate?: PendingUpdate;
  /** Plan, sync, and state: whether the object can no longer be changed, so a difference doesn't count. */
  readonly isFinal?: (values: Values) => boolean;
  /** Preview: warnings about facts that a difference doesn't show. */
  readonly planWarnings?: NonNullable<Warnings["planWarnings"]>;
  /** Preview and after every write: warnings based on the declaration and on lists that this process read anyway. */
  readonly inputWarnings?: NonNullable<Warnings["inputWarnings"]>;
  /**
   * Preview: a warning about a likely refusal of the change. It's printed for the first object of a process, on behalf
   * of all, and the hook isn't called again.
   */
  readonly previewWarning?: (asked: GuardContext, ask: () => ServiceContext<Api>) => Promise<Text | undefined>;
  /** Observe: confirms that a "not found" means that the object was deleted. Replaces a read of the parent. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly confirmGone?: NonNullable<ConfirmedAbsence<Api, any>["confirmGone"]>;
  /** Observe: why a refusal to show the object doesn't prove whether it exists, and the next step. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly whyUnseen?: NonNullable<ConfirmedAbsence<Api, any>["whyUnseen"]>;
  /** Every phase: the service deletes objects asynchronously. An object that is being deleted counts as gone. */
  readonly asyncDeletion?: AsyncDeletion<Wire> | RetainedDeletion<Wire>;
  /**
   * Observe: values that an observation lacks, but an earlier moment had. Runs on every observation that enters the
   * state.
   */
  readonly carry?: (wire: Wire, from: Carried<Wire>) => Wire;
  /** Plan, if an engine stores no secrets: the output that the service shows once, and when it is created. */
  readonly shownOnce?: ShownOnce;
  /** Create and update, after all requests: waits for an external event, and returns the object after it. */
  readonly settle?: (wire: Wire, subject: Subject<Api, Wire>) => Promise<Wire>;
  /** Refresh and import of settings that don't exist yet: the event that they wait for; undefined after it. */
  readonly stillAwaited?: (wire: Wire) => Text | undefined;
  /** After create, update, and import: warnings based on the service's object. */
  readonly storedWarnings?: (title: Text, wire: Wire) => readonly Text[];
  /** Refresh: why an input differs from the state, if the object shows it. */
  readonly whyDrifted?: (field: string, wire: Wire) => Text | undefined;
  /** Removal: whether it only ends the declaration, according to the state. Then nothing is read or sent. */
  readonly isRetained?: RetainOnDestroy["isRetained"];
  /** Removal: values to set before the service deletes the object; undefined if nothing prevents it. */
  readonly valuesBeforeDelete?: (state: Values) => Values | undefined;
  /** Drift: why an object needn't be declared; undefined for other objects. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly defaultCreated?: DefaultReason<Api, Wire, any>;
  /** Drift: the service's log of changes to the objects. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the parts that choose a log belong to its resource
  readonly activity?: ActivityLog<Api, any>;
  /** Preview of a removal: the affected person and the alternatives, according to the state. Sends no request. */
  readonly removalNotice?: RetainOnDestroy["removalNotice"];
  /** A program written for an existing object: the secrets to ask its user for. */
  readonly askedSecrets?: AskedSecrets;
}

/** A setting of the provider's configuration that follows from an input. */
export interface FillIn<Api> {
  /** The input that is filled in. */
  readonly input: "organizationId";
  /** The input that it follows from. */
  readonly from: string;
  /** The value; undefined if the key can't see it. Read once for all callers with the same input. */
  readonly find: (api: Api, value: string, call: CallContext) => Promise<string | undefined>;
}

/** A change that some services apply in another way. */
export interface ServedAs<Wire> {
  /** Whether a change might be affected. Only then is the list read. */
  readonly concerns: (change: FieldChange) => boolean;
  /** The change as the service with this object applies it. */
  readonly change: (change: FieldChange, wire: Wire) => FieldChange;
}
