// Written by `npm run gen` from src/catalog/functions; do not edit.
import type * as pulumi from "@pulumi/pulumi";

import type { InputsOf, Outcome } from "./function-calls.ts";

/** Arguments of {@link addProductIntent}. */
export interface AddProductIntentCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text. */
  readonly projectId: string;
  /** The product, such as surveys; 1 to 255 characters. */
  readonly productType: string;
  /** Where the wish came from, in words of your own. */
  readonly intentContext?: string | undefined;
  /** Whatever else is to be kept, as an object. */
  readonly metadata?: unknown | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link addProductIntent}. */
export interface AddProductIntentCallResult {
  /** `noted`: the service took it. */
  readonly outcome: "noted";
}

/**
 * Notes that a product of the service is of interest to a project.
 * The service of 2026 takes keys with the scope project:read.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function addProductIntent(args: AddProductIntentCallArgs): Promise<Outcome<AddProductIntentCallResult>>;

/**
 * Notes that a product of the service is of interest to a project.
 * The service of 2026 takes keys with the scope project:read.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function addProductIntentOutput(
  args: InputsOf<AddProductIntentCallArgs>,
): pulumi.Output<AddProductIntentCallResult>;

/** Arguments of {@link backfillBatchExport}. */
export interface BackfillBatchExportCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId?: string | undefined;
  /** Id (UUID) of the batch export. */
  readonly exportId: string;
  /** Start, ISO 8601 with an offset; by default the beginning of the data. */
  readonly startAt?: string | undefined;
  /** End, ISO 8601 with an offset. */
  readonly endAt: string;
  /** Makes the call although one with the same arguments was begun before; a second call has its effect a second time. */
  readonly rerun?: boolean | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link backfillBatchExport}. */
export interface BackfillBatchExportCallResult {
  /** Id of the backfill; before 2026 that of a workflow, the same for the same time range. */
  readonly backfillId?: string | undefined;
}

/**
 * Exports a time range once more.
 * Asking twice for the same time range exports it twice, so the call is written down before it is sent.
 * The service of 2025 fails on this call where `projectId` is left out: give it.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function backfillBatchExport(
  args: BackfillBatchExportCallArgs,
): Promise<Outcome<BackfillBatchExportCallResult>>;

/**
 * Exports a time range once more.
 * Asking twice for the same time range exports it twice, so the call is written down before it is sent.
 * The service of 2025 fails on this call where `projectId` is left out: give it.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function backfillBatchExportOutput(
  args: InputsOf<BackfillBatchExportCallArgs>,
): pulumi.Output<BackfillBatchExportCallResult>;

/** Arguments of {@link bulkCreateInvites}. */
export interface BulkCreateInvitesCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** E-mail addresses. */
  readonly emails: string[];
  /** What they may do: "member" (the default), "admin" or "owner". */
  readonly level?: "member" | "admin" | "owner" | undefined;
  /** Text of the mail. */
  readonly message?: string | undefined;
  /** Whether the service sends a mail; by default it does. */
  readonly sendEmail?: boolean | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link bulkCreateInvites}. */
export interface BulkCreateInvitesCallResult {
  /** What became of each address. */
  readonly items: {
    /** The address. */
    readonly email: string;
    /** What became of it: `invited`, `member already`, `invited before` or `failed`. */
    readonly outcome: "invited" | "member already" | "invited before" | "failed";
    /** Why it failed, in the service's words. */
    readonly reason?: string;
  }[];
}

/**
 * Invites many addresses to an organization.
 * Members and addresses with an open invite are left as they are, so that calling again goes on with the rest.
 * Addresses are sent 20 at a time; where the service refuses such a call, each is sent by itself, so that a bad one fails alone.
 * Where people are declared as Invite or Membership, declare them there instead.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function bulkCreateInvites(
  args: BulkCreateInvitesCallArgs,
): Promise<Outcome<BulkCreateInvitesCallResult>>;

/**
 * Invites many addresses to an organization.
 * Members and addresses with an open invite are left as they are, so that calling again goes on with the rest.
 * Addresses are sent 20 at a time; where the service refuses such a call, each is sent by itself, so that a bad one fails alone.
 * Where people are declared as Invite or Membership, declare them there instead.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function bulkCreateInvitesOutput(
  args: InputsOf<BulkCreateInvitesCallArgs>,
): pulumi.Output<BulkCreateInvitesCallResult>;

/** Arguments of {@link bulkDeletePersons}. */
export interface BulkDeletePersonsCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUIDs of the persons; give these or `distinctIds`. */
  readonly ids?: string[] | undefined;
  /** Distinct ids of the persons; give these or `ids`. */
  readonly distinctIds?: string[] | undefined;
  /** Also queues the events for deletion, which the service carries out on Sundays at 05:00 UTC. */
  readonly deleteEvents?: boolean | undefined;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm?: string | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link bulkDeletePersons}. */
export interface BulkDeletePersonsCallResult {
  /** Number of different ids that were given. */
  readonly requested: number;
  /** Number of persons found, where the service says it. */
  readonly found?: number | undefined;
  /** Number of persons whose deletion was queued, where the service says it. */
  readonly queued?: number | undefined;
  /** Number of persons deleted, where the service says it. */
  readonly deleted?: number | undefined;
  /** What became of each id. */
  readonly items: {
    /** UUID or distinct id, as it was given. */
    readonly id: string;
    /** What became of it: `accepted`, `failed` or `not attempted`. */
    readonly outcome: "accepted" | "failed" | "not attempted";
  }[];
}

/**
 * Deletes persons, by UUID or by distinct id; those that do not exist are skipped.
 * More than 1,000 are sent in several calls. When one of them fails, the error's report says for each id whether it was accepted, failed or was not attempted; calling again with the same ids goes on from there.
 * The service deletes in the background: a person may be seen for a while after its deletion was accepted. That of September 2026 only queues, so that `deleted` is 0 and `queued` counts.
 * The service of August 2025 fails at the second distinct id of a person, with the person deleted. Such a call is sent again, three times at most; for persons with many distinct ids give `ids`.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function bulkDeletePersons(
  args: BulkDeletePersonsCallArgs,
): Promise<Outcome<BulkDeletePersonsCallResult>>;

/**
 * Deletes persons, by UUID or by distinct id; those that do not exist are skipped.
 * More than 1,000 are sent in several calls. When one of them fails, the error's report says for each id whether it was accepted, failed or was not attempted; calling again with the same ids goes on from there.
 * The service deletes in the background: a person may be seen for a while after its deletion was accepted. That of September 2026 only queues, so that `deleted` is 0 and `queued` counts.
 * The service of August 2025 fails at the second distinct id of a person, with the person deleted. Such a call is sent again, three times at most; for persons with many distinct ids give `ids`.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function bulkDeletePersonsOutput(
  args: InputsOf<BulkDeletePersonsCallArgs>,
): pulumi.Output<BulkDeletePersonsCallResult>;

/** Arguments of {@link checkPluginForUpdates}. */
export interface CheckPluginForUpdatesCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | "plugins"
    | "pipelineDestinations"
    | "pipelineFrontendApps"
    | "pipelineImportApps"
    | "pipelineTransformations"
    | undefined;
  /** Number of the item, as text. */
  readonly itemId: string;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link checkPluginForUpdates}. */
export interface CheckPluginForUpdatesCallResult {
  /** Name of the item. */
  readonly name?: string | undefined;
  /** Its version. */
  readonly tag?: string | undefined;
  /** The newest version at its address. */
  readonly latestTag?: string | undefined;
}

/**
 * Looks for a newer version of a pipeline item and lets the service keep its number.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function checkPluginForUpdates(
  args: CheckPluginForUpdatesCallArgs,
): Promise<Outcome<CheckPluginForUpdatesCallResult>>;

/**
 * Looks for a newer version of a pipeline item and lets the service keep its number.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function checkPluginForUpdatesOutput(
  args: InputsOf<CheckPluginForUpdatesCallArgs>,
): pulumi.Output<CheckPluginForUpdatesCallResult>;

/** Arguments of {@link completeProductOnboarding}. */
export interface CompleteProductOnboardingCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text. */
  readonly projectId: string;
  /** The product, such as surveys; 1 to 255 characters. */
  readonly productType: string;
  /** Where the wish came from, in words of your own. */
  readonly intentContext?: string | undefined;
  /** Whatever else is to be kept, as an object. */
  readonly metadata?: unknown | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link completeProductOnboarding}. */
export interface CompleteProductOnboardingCallResult {
  /** `noted`: the service took it. */
  readonly outcome: "noted";
}

/**
 * Notes that a product of the service was set up in a project.
 * The service of 2026 takes keys with the scope project:read.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function completeProductOnboarding(
  args: CompleteProductOnboardingCallArgs,
): Promise<Outcome<CompleteProductOnboardingCallResult>>;

/**
 * Notes that a product of the service was set up in a project.
 * The service of 2026 takes keys with the scope project:read.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function completeProductOnboardingOutput(
  args: InputsOf<CompleteProductOnboardingCallArgs>,
): pulumi.Output<CompleteProductOnboardingCallResult>;

/** Arguments of {@link deletePerson}. */
export interface DeletePersonCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: string;
  /** Also queues the events for deletion, which the service carries out on Sundays at 05:00 UTC. */
  readonly deleteEvents?: boolean | undefined;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm?: string | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link deletePerson}. */
export interface DeletePersonCallResult {
  /** `deleted`, or `absent` when there was none, or none any more after a lost answer. */
  readonly outcome: "deleted" | "absent";
}

/**
 * Deletes one person.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function deletePerson(args: DeletePersonCallArgs): Promise<Outcome<DeletePersonCallResult>>;

/**
 * Deletes one person.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function deletePersonOutput(args: InputsOf<DeletePersonCallArgs>): pulumi.Output<DeletePersonCallResult>;

/** Arguments of {@link deletePersonProperty}. */
export interface DeletePersonPropertyCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: string;
  /** Name of the property. */
  readonly key: string;
  /** How long to look whether the change can be seen, in seconds, 0 to 600; by default 30. */
  readonly visibleWithinSeconds?: number | undefined;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm?: string | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link deletePersonProperty}. */
export interface DeletePersonPropertyCallResult {
  /** `visible` when the change was seen; `accepted` when the service took it and it could not be seen in time. */
  readonly outcome: "visible" | "accepted";
}

/**
 * Removes one property of a person; one that is not there is a success.
 * The service answers before the change is applied. The function reads the person until the change can be seen, and says `accepted` where it could not be seen in time: it may still come.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function deletePersonProperty(
  args: DeletePersonPropertyCallArgs,
): Promise<Outcome<DeletePersonPropertyCallResult>>;

/**
 * Removes one property of a person; one that is not there is a success.
 * The service answers before the change is applied. The function reads the person until the change can be seen, and says `accepted` where it could not be seen in time: it may still come.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function deletePersonPropertyOutput(
  args: InputsOf<DeletePersonPropertyCallArgs>,
): pulumi.Output<DeletePersonPropertyCallResult>;

/** Arguments of {@link diagnoseProxyRecord}. */
export interface DiagnoseProxyRecordCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Id (UUID) of the proxy record. */
  readonly recordId: string;
}

/** What came of {@link diagnoseProxyRecord}. */
export interface DiagnoseProxyRecordCallResult {
  /** When the service looked, UTC, RFC 3339. */
  readonly ranAt: string;
  /** `healthy`, `warn` or `fail`. */
  readonly status: string;
  /** Id of the check that matters most; absent without any. */
  readonly primaryIssue?: string | undefined;
  /** What to do next; absent where there is nothing to do. */
  readonly nextAction?: string | undefined;
  /** What was looked at, each with `status` passed, warned, failed or skipped, and with the remedy and its records of the domain name system where it has one. */
  readonly checks: {
    /** Id of the check. */
    readonly id: string;
    /** What is looked at. */
    readonly name: string;
    /** How it ended, in the service's words. */
    readonly status: string;
    /** What was found. */
    readonly detail?: string;
    /** What helps, where the service knows. */
    readonly remediation?: {
      /** Kind of the remedy, in the service's words. */
      readonly type?: string;
      /** What to do, in the service's words. */
      readonly summary?: string;
      /** DNS records to publish; may be none. */
      readonly records: {
        /** Full name of the record. */
        readonly name: string;
        /** Type of the record, such as CNAME. */
        readonly type: string;
        /** Its one value. */
        readonly value: string;
      }[];
    };
  }[];
}

/**
 * Lets the service look at a managed reverse proxy and tell what is wrong with it, check by check.
 * The service looks at one record at most every 30 seconds for each caller; an earlier question waits until it may.
 * A ProxyRecordValidation whose time is over has the failed checks in its message where the key may ask.
 * The service of September 2026 has this call; that of August 2025 and the documented contract do not have it yet. There, a ProxyRecordValidation says what is awaited.
 */
export declare function diagnoseProxyRecord(args: DiagnoseProxyRecordCallArgs): Promise<DiagnoseProxyRecordCallResult>;

/**
 * Lets the service look at a managed reverse proxy and tell what is wrong with it, check by check.
 * The service looks at one record at most every 30 seconds for each caller; an earlier question waits until it may.
 * A ProxyRecordValidation whose time is over has the failed checks in its message where the key may ask.
 * The service of September 2026 has this call; that of August 2025 and the documented contract do not have it yet. There, a ProxyRecordValidation says what is awaited.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function diagnoseProxyRecordOutput(
  args: InputsOf<DiagnoseProxyRecordCallArgs>,
): pulumi.Output<DiagnoseProxyRecordCallResult>;

/** Arguments of {@link getAccessControl}. */
export interface GetAccessControlCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Whom the rule is about, as its id names it: "default", "member:ann@acme.example" or "role:" and the id of a role. */
  readonly subject?: string | undefined;
  /** What the rule is about, as its id names it: "dashboard", or "dashboard:42" for one object. */
  readonly target?: string | undefined;
  /** E-mail address of the member whom the rule is about; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
}

/** What came of {@link getAccessControl}. */
export interface GetAccessControlCallResult {
  /** Id for an import: <projectId>/<target>/<subject>. */
  readonly id: string;
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId?: string | undefined;
  /** Kind of resource as the service names it: "dashboard", "feature_flag", "notebook", "insight", "experiment" and others. */
  readonly resource?: string | undefined;
  /** Id of the one object that the rule is about, as text; by default all of the kind. */
  readonly resourceId?: string | undefined;
  /** E-mail address of the member whom the rule is about; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** Id (UUID) of the role whose members the rule is about, in place of an e-mail address. */
  readonly roleId?: string | undefined;
  /** Name of the role whose members the rule is about, in place of its id; capitals make no difference. */
  readonly roleName?: string | undefined;
  /** What those whom the rule is about may do: "none", "viewer", "editor" or "manager". */
  readonly level?: "none" | "viewer" | "editor" | "manager" | undefined;
  /** What the rule is about, as its id names it: "dashboard", or "dashboard:42" for one object. */
  readonly target?: string | undefined;
  /** Whom the rule is about, as its id names it: "default", "member:ann@acme.example" or "role:" and the id of a role. */
  readonly subject?: string | undefined;
  /** Whether the rule is in force, `active`, or waits for an invite to be accepted, `deferred`. */
  readonly status?: "active" | "deferred" | undefined;
  /** Time from which the invite can be sent that this waits for, UTC, RFC 3339; absent unless that invite is deferred. */
  readonly dueAt?: string | undefined;
}

/**
 * Looks up an existing AccessControl by subject or target or email.
 */
export declare function getAccessControl(args: GetAccessControlCallArgs): Promise<GetAccessControlCallResult>;

/**
 * Looks up an existing AccessControl by subject or target or email.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getAccessControlOutput(
  args: InputsOf<GetAccessControlCallArgs>,
): pulumi.Output<GetAccessControlCallResult>;

/** Arguments of {@link getBatchExport}. */
export interface GetBatchExportCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Id (UUID) of the export. */
  readonly exportId?: string | undefined;
  /** Name of the export, at least 1 character, not unique. */
  readonly name?: string | undefined;
}

/** What came of {@link getBatchExport}. */
export interface GetBatchExportCallResult {
  /** Id for an import: <organizationId>/<exportId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project whose data is exported, as text, like the `projectId` of a Project; by default the current project of the key's user. */
  readonly projectId?: string | undefined;
  /** Name of the export, at least 1 character, not unique. */
  readonly name?: string | undefined;
  /** What is exported: "events", "persons" or, where the service has it, "sessions" or "hogql", a query; the service's default is "events". */
  readonly model?: "events" | "persons" | "sessions" | "hogql" | undefined;
  /** Where to: one block, named after the kind of destination, with its settings and secrets. */
  readonly destination?:
    | {
        /** The type. */
        readonly type: string;
        /** Settings of the type. */
        readonly config?: {
          /** Name of the bucket. */
          readonly bucketName?: string;
          /** Region of the bucket. */
          readonly region?: string;
          /** What the names of all files begin with. */
          readonly prefix?: string;
          /** Format of the files. */
          readonly fileFormat?: string;
          /** Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet. */
          readonly compression?: string;
          /** Server-side encryption, such as AES256 or aws:kms. */
          readonly encryption?: string;
          /** Key of the encryption aws:kms. */
          readonly kmsKeyId?: string;
          /** Address of a service that speaks S3. */
          readonly endpointUrl?: string;
          /** Size at which a new file begins, in MB. */
          readonly maxFileSizeMb?: number;
          /** Whether the bucket is a part of the host's name. */
          readonly useVirtualStyleAddressing?: boolean;
          /** Name of the account. */
          readonly account?: string;
          /** Name of the database. */
          readonly database?: string;
          /** Name of the warehouse. */
          readonly warehouse?: string;
          /** Name of the schema. */
          readonly schema?: string;
          /** Name of the table. */
          readonly tableName?: string;
          /** How the user is known. */
          readonly authenticationType?: string;
          /** Role that the user takes. */
          readonly role?: string;
          /** Name or address of the server. */
          readonly host?: string;
          /** Port of the server. */
          readonly port?: number;
          /** Whether the server's certificate may be self-signed. */
          readonly hasSelfSignedCert?: boolean;
          /** Type of the column of properties. */
          readonly propertiesDataType?: string;
          /** How rows are written: one by one, or loaded from a bucket. */
          readonly mode?: string;
          /** Project at Google that holds the data set. */
          readonly projectId?: string;
          /** Name of the data set. */
          readonly datasetId?: string;
          /** Name of the table. */
          readonly tableId?: string;
          /** Whether properties are of the type JSON. */
          readonly useJsonType?: boolean;
          /** HTTP path of the SQL warehouse. */
          readonly httpPath?: string;
          /** Name of the catalog. */
          readonly catalog?: string;
          /** Whether properties are of the type VARIANT. */
          readonly useVariantType?: boolean;
          /** Whether the table gets new columns by itself. */
          readonly useAutomaticSchemaEvolution?: boolean;
          /** Name of the container. */
          readonly containerName?: string;
          /** Address that takes events: the service's own endpoint for batches. */
          readonly url?: string;
          /** A text of no effect. */
          readonly arg?: string;
          /** Names of the events that are exported alone. */
          readonly includeEvents?: string[];
          /** Names of the events that are left out. */
          readonly excludeEvents?: string[];
        };
        /** Settings that Orgform does not know, under the service's names. */
        readonly otherConfig?: Record<string, string>;
        /** Number of the integration that holds the credentials, as text. */
        readonly integrationId?: string;
      }
    | undefined;
  /** How often: "hour", "day", "week", "every 5 minutes" or "every 15 minutes" where the service allows it. */
  readonly interval?: string | undefined;
  /** Time zone of days and weeks, such as "Europe/Berlin"; the service's default is "UTC". */
  readonly timezone?: string | undefined;
  /** Day on which a weekly export runs, 0 (Sunday, the default) to 6. */
  readonly offsetDay?: number | undefined;
  /** Hour at which a daily or weekly export runs, 0 (the default) to 23. */
  readonly offsetHour?: number | undefined;
  /** Which events are exported, as JSON text: a list of property filters with `key`, `value`, `operator` and `type`. */
  readonly filters?: string | undefined;
  /** Query whose rows are exported, required with the model "hogql"; with "events" it selects the columns. Spaces don't count. */
  readonly hogqlQuery?: string | undefined;
  /** How the query is run, as JSON text: an object of the service's modifiers. */
  readonly hogqlModifiers?: string | undefined;
  /** Columns of the query that tell its rows apart. */
  readonly primaryKey?: string[] | undefined;
  /** Columns of the query that tell which of two rows is newer. */
  readonly versionKey?: string[] | undefined;
  /** Whether rows of a later run are appended or merged by the primary key; the service's default is "append". */
  readonly incrementalMode?: "append" | "merge" | undefined;
  /** Whether the export stands still. Default false. */
  readonly paused?: boolean | undefined;
  /** No run before this time. */
  readonly startAt?: string | undefined;
  /** No run after this time. */
  readonly endAt?: string | undefined;
  /** Id (UUID) of the export. */
  readonly exportId?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
}

/**
 * Looks up an existing BatchExport by exportId or name.
 */
export declare function getBatchExport(args?: GetBatchExportCallArgs): Promise<GetBatchExportCallResult>;

/**
 * Looks up an existing BatchExport by exportId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getBatchExportOutput(
  args?: InputsOf<GetBatchExportCallArgs>,
): pulumi.Output<GetBatchExportCallResult>;

/** Arguments of {@link getDemoDataState}. */
export interface GetDemoDataStateCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text. */
  readonly projectId: string;
}

/** What came of {@link getDemoDataState}. */
export interface GetDemoDataStateCallResult {
  /** Whether it is being made; absent where the service does not say. */
  readonly isGenerating?: boolean | undefined;
}

/**
 * Tells whether demo data of a project is being made.
 */
export declare function getDemoDataState(args: GetDemoDataStateCallArgs): Promise<GetDemoDataStateCallResult>;

/**
 * Tells whether demo data of a project is being made.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getDemoDataStateOutput(
  args: InputsOf<GetDemoDataStateCallArgs>,
): pulumi.Output<GetDemoDataStateCallResult>;

/** Arguments of {@link getDomain}. */
export interface GetDomainCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Id (UUID) of the domain. */
  readonly domainId?: string | undefined;
  /** The domain name, lower case, at most 128 characters. */
  readonly domain?: string | undefined;
}

/** What came of {@link getDomain}. */
export interface GetDomainCallResult {
  /** Id for an import: <organizationId>/<domainId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The domain name, lower case, at most 128 characters. */
  readonly domain?: string | undefined;
  /** Whether people who sign in with an address of this domain are made members at once; needs a verified domain and a plan that has the feature. */
  readonly jitProvisioningEnabled?: boolean | undefined;
  /** How people with an address of this domain must sign in: "google-oauth2", "github", "gitlab" or "saml"; "" leaves it open. Needs a verified domain. */
  readonly ssoEnforcement?: "" | "google-oauth2" | "github" | "gitlab" | "saml" | undefined;
  /** Entity id of the SAML identity provider, at most 512 characters. */
  readonly samlEntityId?: string | undefined;
  /** Address of the SAML identity provider's sign-in page, at most 512 characters. */
  readonly samlAcsUrl?: string | undefined;
  /** Id (UUID) of the domain. */
  readonly domainId?: string | undefined;
  /** The DNS record that proves control of the domain: publish it, then verify. */
  readonly verificationRecord?:
    | {
        /** Type of the record. */
        readonly type: "TXT";
        /** Full name of the record. */
        readonly name: string;
        /** Its one value. */
        readonly value: string;
      }
    | undefined;
}

/**
 * Looks up an existing Domain by domainId or domain.
 */
export declare function getDomain(args?: GetDomainCallArgs): Promise<GetDomainCallResult>;

/**
 * Looks up an existing Domain by domainId or domain.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getDomainOutput(args?: InputsOf<GetDomainCallArgs>): pulumi.Output<GetDomainCallResult>;

/** Arguments of {@link getEvent}. */
export interface GetEventCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUID of the event. */
  readonly eventId: string;
  /** Fills `person`, which newer services leave out otherwise. */
  readonly includePerson?: boolean | undefined;
}

/** What came of {@link getEvent}. */
export interface GetEventCallResult {
  /** UUID of the event. */
  readonly id: string;
  /** Name of the event. */
  readonly event: string;
  /** Who caused it. */
  readonly distinctId: string;
  /** When it happened, as an ISO 8601 instant. */
  readonly timestamp: string;
  /** Properties of the event. */
  readonly properties?: unknown | undefined;
  /** Who caused it, with one distinct id and at most e-mail and names. */
  readonly person?: unknown | undefined;
  /** The clicked element and those around it. */
  readonly elements?: unknown | undefined;
}

/**
 * Reads one event.
 */
export declare function getEvent(args: GetEventCallArgs): Promise<GetEventCallResult>;

/**
 * Reads one event.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getEventOutput(args: InputsOf<GetEventCallArgs>): pulumi.Output<GetEventCallResult>;

/** Arguments of {@link getHogFunction}. */
export interface GetHogFunctionCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Id (UUID) of the function. */
  readonly functionId?: string | undefined;
  /** Name of the function, 1 to 400 characters, not unique. */
  readonly name?: string | undefined;
}

/** What came of {@link getHogFunction}. */
export interface GetHogFunctionCallResult {
  /** Id for an import: <projectId>/<functionId>. */
  readonly id: string;
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId?: string | undefined;
  /** What the function is: "destination", "transformation", "site_app", "site_destination", "internal_destination" or "source_webhook"; an imported one can be "legacy_destination", which the service alone makes. */
  readonly type?:
    | "destination"
    | "transformation"
    | "site_app"
    | "site_destination"
    | "internal_destination"
    | "source_webhook"
    | "legacy_destination"
    | undefined;
  /** Id of the template that it is made from, such as `template-webhook`; HogFunctionTemplate shows one. */
  readonly templateId?: string | undefined;
  /** Source code in Hog, or in TypeScript for what runs on a site, at most 100 KB; by default that of the template. The preview doesn't parse it. */
  readonly hog?: string | undefined;
  /** Name of the function, 1 to 400 characters, not unique. */
  readonly name?: string | undefined;
  /** What the function does. */
  readonly description?: string | undefined;
  /** Whether the function runs; the service's default is false. */
  readonly enabled?: boolean | undefined;
  /** What inputs the function has, as JSON text: a list of objects with `key`, `type`, `label`, `required`, `secret`, `default` and more; by default those of the template. */
  readonly inputsSchema?: string | undefined;
  /** Values of inputs by their keys, as JSON text of an object; those of secret ones belong into `secretInputs`. */
  readonly inputs?: string | undefined;
  /** Keys of the `inputs` that are written in Liquid; all others are in Hog. */
  readonly liquidInputs?: string[] | undefined;
  /** Which events go through the function, as JSON text: an object with `events`, `actions`, `properties`, `filter_test_accounts` and `source`. */
  readonly filters?: string | undefined;
  /** When equal events are passed over, as JSON text: an object with `ttl` (60 to 86,400 seconds), `hash` and `threshold`. */
  readonly masking?: string | undefined;
  /** Sets of filters and inputs of a destination, as JSON text: a list of objects with `name`, `filters`, `inputs_schema` and `inputs`. */
  readonly mappings?: string | undefined;
  /** Place of a transformation among those of the project, 0 to 32,767, the lowest first; by default the last one. */
  readonly executionOrder?: number | undefined;
  /** Address of the function's picture. */
  readonly iconUrl?: string | undefined;
  /** Id (UUID) of the function. */
  readonly functionId?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
}

/**
 * Looks up an existing HogFunction by functionId or name.
 */
export declare function getHogFunction(args: GetHogFunctionCallArgs): Promise<GetHogFunctionCallResult>;

/**
 * Looks up an existing HogFunction by functionId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getHogFunctionOutput(
  args: InputsOf<GetHogFunctionCallArgs>,
): pulumi.Output<GetHogFunctionCallResult>;

/** Arguments of {@link getHogFunctionTemplate}. */
export interface GetHogFunctionTemplateCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Id of the template, such as `template-webhook`. */
  readonly templateId: string;
}

/** What came of {@link getHogFunctionTemplate}. */
export interface GetHogFunctionTemplateCallResult {
  /** Name of the template. */
  readonly name: string;
  /** What functions made from it do. */
  readonly description?: string | undefined;
  /** Type of the functions that are made from it, as a HogFunction declares it. */
  readonly type: string;
  /** Source code of the template. */
  readonly code?: string | undefined;
  /** Language of the code: `hog`, `typescript` or `javascript`. */
  readonly codeLanguage?: string | undefined;
  /** What inputs its functions have: a list of objects with `key`, `type`, `required`, `secret` and more. */
  readonly inputsSchema: unknown;
  /** `stable`, `beta`, `alpha`, `deprecated`, `hidden` and their like. */
  readonly status?: string | undefined;
  /** Whether every plan has it. */
  readonly free?: boolean | undefined;
}

/**
 * Looks up a template of hog functions by its id.
 * A HogFunction with that `templateId` has these inputs: the required ones have to be given.
 * Services have hog functions since 2025, and let keys try them and read their logs since 2026.
 */
export declare function getHogFunctionTemplate(
  args: GetHogFunctionTemplateCallArgs,
): Promise<GetHogFunctionTemplateCallResult>;

/**
 * Looks up a template of hog functions by its id.
 * A HogFunction with that `templateId` has these inputs: the required ones have to be given.
 * Services have hog functions since 2025, and let keys try them and read their logs since 2026.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getHogFunctionTemplateOutput(
  args: InputsOf<GetHogFunctionTemplateCallArgs>,
): pulumi.Output<GetHogFunctionTemplateCallResult>;

/** Arguments of {@link getIdentityProvider}. */
export interface GetIdentityProviderCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Id (UUID) of the identity provider. */
  readonly identityProviderId?: string | undefined;
  /** Name of the identity provider, 1 to 255 characters, not unique. */
  readonly name?: string | undefined;
}

/** What came of {@link getIdentityProvider}. */
export interface GetIdentityProviderCallResult {
  /** Id for an import: <organizationId>/<identityProviderId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the identity provider, 1 to 255 characters, not unique. */
  readonly name?: string | undefined;
  /** What it is used for: "saml", "oidc", "scim" or "xaa". */
  readonly protocol?: "saml" | "oidc" | "scim" | "xaa" | undefined;
  /** Ids (UUID) of the domains that it serves; none at first. */
  readonly domainIds?: string[] | undefined;
  /** Whether it serves the domains of `domainIds`, "selected", or "all" of the organization, also later ones; the server-side default is "selected". */
  readonly domainScope?: "selected" | "all" | undefined;
  /** Settings of `protocol: "saml"`. */
  readonly saml?:
    | {
        /** Entity id of the identity provider, at most 512 characters. */
        readonly entityId: string;
        /** Address of the identity provider's sign-in page, at most 512 characters. */
        readonly acsUrl: string;
      }
    | undefined;
  /** Settings of `protocol: "oidc"`. */
  readonly oidc?:
    | {
        /** Address of the issuer: HTTPS, without query, fragment or credentials. */
        readonly issuerUrl: string;
        /** Id of the client at the issuer, at most 512 characters. */
        readonly clientId: string;
      }
    | undefined;
  /** Settings of `protocol: "scim"`. */
  readonly scim?:
    | {
        /** Whether the identity provider may manage people by SCIM; turning it on makes a token, turning it off makes that worthless. */
        readonly enabled: boolean;
      }
    | undefined;
  /** Settings of `protocol: "xaa"`. */
  readonly xaa?:
    | {
        /** Address of the issuer, at most 512 characters; a final slash makes no difference. */
        readonly issuerUrl: string;
        /** Where the issuer's keys are, at most 512 characters; a final slash makes no difference. */
        readonly jwksUrl?: string;
        /** Ids of the clients that get in, each at most 256 characters; none lets all in. */
        readonly allowedClients?: string[];
      }
    | undefined;
  /** Id (UUID) of the identity provider. */
  readonly identityProviderId?: string | undefined;
  /** Relay state that a SAML identity provider sends with a sign-in that starts there. */
  readonly samlRelayState?: string | undefined;
  /** Address at which the identity provider manages people; absent while SCIM is off. */
  readonly scimBaseUrl?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
}

/**
 * Looks up an existing IdentityProvider by identityProviderId or name.
 */
export declare function getIdentityProvider(args?: GetIdentityProviderCallArgs): Promise<GetIdentityProviderCallResult>;

/**
 * Looks up an existing IdentityProvider by identityProviderId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getIdentityProviderOutput(
  args?: InputsOf<GetIdentityProviderCallArgs>,
): pulumi.Output<GetIdentityProviderCallResult>;

/** Arguments of {@link getIntegration}. */
export interface GetIntegrationCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Number of the integration, as text, by which exports and functions name it; another one after a rotation of a kind with names. */
  readonly integrationId?: string | undefined;
  /** What tells it from others of its kind in the project. */
  readonly name?: string | undefined;
}

/** What came of {@link getIntegration}. */
export interface GetIntegrationCallResult {
  /** Id for an import: <projectId>/<kind>/<name>. */
  readonly id: string;
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId?: string | undefined;
  /** AWS credentials for exports to S3: a pair of keys, or a role. */
  readonly awsS3?:
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: string;
        /** ARN of an AWS role that the service takes on, in place of a pair of keys. */
        readonly awsRoleArn?: string;
      }
    | undefined;
  /** Keys of a storage that speaks as S3 does, such as R2, Spaces or MinIO. */
  readonly s3Compatible?:
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: string;
        /** Address of the storage; private ones are refused. */
        readonly endpointUrl: string;
      }
    | undefined;
  /** A login at Snowflake: a password, or a pair of keys. */
  readonly snowflake?:
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: string;
        /** The account identifier. */
        readonly account: string;
        /** Name of the user. */
        readonly user: string;
        /** How the user is authenticated: "password" (the default) or "keypair". */
        readonly authenticationType?: "password" | "keypair";
      }
    | undefined;
  /** A login at a PostgreSQL server. */
  readonly postgresql?:
    | {
        /** Host name or address of the server, no private one. */
        readonly host: string;
        /** Port of the server, 0 to 65,535. */
        readonly port: number;
        /** User of the database. */
        readonly user: string;
        /** How far the server has to show who it is: "require" (the default, encryption alone), "verify-ca" or "verify-full". */
        readonly sslMode?: "require" | "verify-ca" | "verify-full";
        /** Certificate of the authority that vouches for the server, as PEM; required to verify. */
        readonly sslRootCert?: string;
      }
    | undefined;
  /** Credentials for Redshift: AWS credentials under a name, or a login at a server. */
  readonly awsRedshift?:
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name?: string;
        /** ARN of an AWS role that the service takes on, in place of a pair of keys. */
        readonly awsRoleArn?: string;
        /** With AWS credentials, and required with them: the user of the database for whom the service obtains credentials. */
        readonly databaseUser?: string;
        /** With AWS credentials: groups of the database that the user joins. */
        readonly groups?: string[];
        /** With AWS credentials: whether a user of the database that is missing is made. */
        readonly autoCreate?: boolean;
        /** With AWS credentials: ARN of the workgroup of Redshift Serverless. */
        readonly workgroupArn?: string;
        /** Host name or address of the server, no private one. */
        readonly host?: string;
        /** Port of the server, 0 to 65,535. */
        readonly port?: number;
        /** User of the database. */
        readonly user?: string;
        /** How far the server has to show who it is: "require" (the default, encryption alone), "verify-ca" or "verify-full". */
        readonly sslMode?: "require" | "verify-ca" | "verify-full";
        /** Certificate of the authority that vouches for the server, as PEM; required to verify. */
        readonly sslRootCert?: string;
      }
    | undefined;
  /** A service account of Google Cloud, for exports to BigQuery: with a key of it, or without. */
  readonly googleCloudServiceAccount?:
    | {
        /** E-mail address of the service account. */
        readonly serviceAccountEmail: string;
        /** Id of the account's project at Google. */
        readonly projectId: string;
        /** Whether the service acts as the account without a key, by a right that the account gives it. Default false. */
        readonly impersonated?: boolean;
      }
    | undefined;
  /** A service principal of Databricks. */
  readonly databricks?:
    | {
        /** Host name of the workspace, without `https://`. */
        readonly serverHostname: string;
      }
    | undefined;
  /** A storage account of Azure. */
  readonly azureBlob?:
    | {
        /** Name of the storage account, as the connection string has it. */
        readonly accountName: string;
      }
    | undefined;
  /** An account of Twilio. */
  readonly twilio?:
    | {
        /** SID of the account. */
        readonly accountSid: string;
      }
    | undefined;
  /** A project of GitLab. */
  readonly gitlab?:
    | {
        /** Address of the GitLab server, `https://` with its host. */
        readonly hostname: string;
        /** Number of the project at GitLab, as text. */
        readonly projectId: string;
      }
    | undefined;
  /** A workspace of Anthropic. */
  readonly anthropic?:
    | {
        /** Label of the workspace, at most 100 characters; a project has one integration without. */
        readonly workspaceLabel?: string;
      }
    | undefined;
  /** A project of Firebase, for messages to devices. */
  readonly firebase?:
    | {
        /** Id of the project, as the key file has it. */
        readonly projectId: string;
      }
    | undefined;
  /** A signing key of Apple's push notification service. */
  readonly apns?:
    | {
        /** Id of the team at Apple: letters and digits. */
        readonly teamIdApple: string;
        /** Bundle id of the app. */
        readonly bundleId: string;
        /** Which of Apple's services: "production" (the default) or "sandbox". */
        readonly environment?: "production" | "sandbox";
        /** Id of the signing key. */
        readonly keyId: string;
      }
    | undefined;
  /** A sender of e-mails; its domain has to be verified in the service's own pages. */
  readonly email?:
    | {
        /** Address of the sender in small letters, with a domain of your own. */
        readonly email: string;
        /** Name of the sender. */
        readonly name: string;
        /** Subdomain for returned mail; by default that of other senders of the domain, or `feedback`. */
        readonly mailFromSubdomain?: string;
      }
    | undefined;
  /** Number of the integration, as text, by which exports and functions name it; another one after a rotation of a kind with names. */
  readonly integrationId?: string | undefined;
  /** The service's word for the kind, such as "aws-s3". */
  readonly kind?: string | undefined;
  /** What tells it from others of its kind in the project. */
  readonly name?: string | undefined;
  /** Time of creation, UTC, RFC 3339; of the newest rotation of a kind with names. */
  readonly createdAt?: string | undefined;
  /** Numbers of older ones that a rotation left which did not come to its end; the next update takes them away. */
  readonly strayIds?: string[] | undefined;
}

/**
 * Looks up an existing Integration by integrationId or name.
 */
export declare function getIntegration(args: GetIntegrationCallArgs): Promise<GetIntegrationCallResult>;

/**
 * Looks up an existing Integration by integrationId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getIntegrationOutput(
  args: InputsOf<GetIntegrationCallArgs>,
): pulumi.Output<GetIntegrationCallResult>;

/** Arguments of {@link getInvite}. */
export interface GetInviteCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
}

/** What came of {@link getInvite}. */
export interface GetInviteCallResult {
  /** Id for an import: <organizationId>/<email>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** What the person may do as a member: "member", "admin" or "owner"; the service's default is "member". */
  readonly level?: "member" | "admin" | "owner" | undefined;
  /** First name that the sign-up page suggests, at most 30 characters. */
  readonly firstName?: string | undefined;
  /** Text for the mail; surrounding blanks are dropped by the service. */
  readonly message?: string | undefined;
  /** How far it is: `pending`, `expired` or `accepted`; `deferred` while the service takes no more invites. */
  readonly status?: "pending" | "expired" | "accepted" | "deferred" | undefined;
  /** Time at which an open invite expires, UTC, RFC 3339; absent once it was accepted. */
  readonly expiresAt?: string | undefined;
  /** Time from which a deferred invite can be sent, UTC, RFC 3339; absent unless `status` is `deferred`. */
  readonly dueAt?: string | undefined;
}

/**
 * Looks up an existing Invite by email.
 */
export declare function getInvite(args?: GetInviteCallArgs): Promise<GetInviteCallResult>;

/**
 * Looks up an existing Invite by email.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getInviteOutput(args?: InputsOf<GetInviteCallArgs>): pulumi.Output<GetInviteCallResult>;

/** Arguments of {@link getMember}. */
export interface GetMemberCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** Id (UUID) of the person's account, the same in all organizations. */
  readonly userId?: string | undefined;
}

/** What came of {@link getMember}. */
export interface GetMemberCallResult {
  /** Id for an import: <organizationId>/<email>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** What the person may do: "member", "admin" or "owner". */
  readonly level?: "member" | "admin" | "owner" | undefined;
  /** Id (UUID) of the person's account, the same in all organizations. */
  readonly userId?: string | undefined;
  /** Time at which the person became a member, UTC, RFC 3339. */
  readonly joinedAt?: string | undefined;
}

/**
 * Looks up an existing Member by email or userId.
 */
export declare function getMember(args?: GetMemberCallArgs): Promise<GetMemberCallResult>;

/**
 * Looks up an existing Member by email or userId.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getMemberOutput(args?: InputsOf<GetMemberCallArgs>): pulumi.Output<GetMemberCallResult>;

/** Arguments of {@link getMembership}. */
export interface GetMembershipCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** Id (UUID) of the person's account, the same in all organizations; absent until the invite was accepted. */
  readonly userId?: string | undefined;
}

/** What came of {@link getMembership}. */
export interface GetMembershipCallResult {
  /** Id for an import: <organizationId>/<email>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** What the person may do: "member", "admin" or "owner". */
  readonly level?: "member" | "admin" | "owner" | undefined;
  /** How far it is: `pending`, `expired` or `accepted`; `deferred` while the service takes no more invites. */
  readonly status?: "pending" | "expired" | "accepted" | "deferred" | undefined;
  /** Time at which an open invite expires, UTC, RFC 3339; absent once it was accepted. */
  readonly expiresAt?: string | undefined;
  /** Time from which a deferred invite can be sent, UTC, RFC 3339; absent unless `status` is `deferred`. */
  readonly dueAt?: string | undefined;
  /** Id (UUID) of the person's account, the same in all organizations; absent until the invite was accepted. */
  readonly userId?: string | undefined;
}

/**
 * Looks up an existing Membership by email or userId.
 */
export declare function getMembership(args?: GetMembershipCallArgs): Promise<GetMembershipCallResult>;

/**
 * Looks up an existing Membership by email or userId.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getMembershipOutput(
  args?: InputsOf<GetMembershipCallArgs>,
): pulumi.Output<GetMembershipCallResult>;

/** Arguments of {@link getOrganization}. */
export interface GetOrganizationCallArgs {
  /** Id (UUID) of the organization. */
  readonly organizationId?: string | undefined;
  /** Short name in addresses; set by the service once, unchanged by a rename. */
  readonly slug?: string | undefined;
  /** Name of the organization, 1 to 64 characters, not unique; surrounding blanks are dropped by the service. */
  readonly name?: string | undefined;
}

/** What came of {@link getOrganization}. */
export interface GetOrganizationCallResult {
  /** Id for an import: <organizationId>. */
  readonly id: string;
  /** Name of the organization, 1 to 64 characters, not unique; surrounding blanks are dropped by the service. */
  readonly name?: string | undefined;
  /** Id (UUID) of an uploaded image that serves as the logo. */
  readonly logoMediaId?: string | undefined;
  /** Whether members get an e-mail when somebody joins; the server-side default is true. Newer services only show it. */
  readonly isMemberJoinEmailEnabled?: boolean | undefined;
  /** Whether members must use two-factor authentication; not set at first. */
  readonly enforce2fa?: boolean | undefined;
  /** Whether members below administrators may invite people; the server-side default is true. */
  readonly membersCanInvite?: boolean | undefined;
  /** Whether members below administrators may create projects; the server-side default is false. */
  readonly membersCanCreateProjects?: boolean | undefined;
  /** Whether members below administrators see all members; if not, they see those of their projects; the server-side default is true. */
  readonly membersCanSeeOrgMembers?: boolean | undefined;
  /** Whether members below administrators may use API keys here; the server-side default is true. */
  readonly membersCanUsePersonalApiKeys?: boolean | undefined;
  /** Whether dashboards and the like may be shared with everybody; the server-side default is true. */
  readonly allowPubliclySharedResources?: boolean | undefined;
  /** Whether agents that come by way of MCP may only read; the server-side default is false. */
  readonly readOnlyMcpAccess?: boolean | undefined;
  /** Whether new projects discard addresses of clients; the server-side default is false, and true on the vendor's cloud in the EU since 2026. */
  readonly defaultAnonymizeIps?: boolean | undefined;
  /** Whether data may be handed to services of artificial intelligence; the server-side default is not set, and true since 2026. */
  readonly isAiDataProcessingApproved?: boolean | undefined;
  /** Whether models may be trained with data of the organization; the server-side default is not set, and since 2026 true on the vendor's cloud in the US, false in the EU. */
  readonly isAiTrainingOptedIn?: boolean | undefined;
  /** Id (UUID) of the organization. */
  readonly organizationId?: string | undefined;
  /** Short name in addresses; set by the service once, unchanged by a rename. */
  readonly slug?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
}

/**
 * Looks up an existing Organization by organizationId or slug or name.
 */
export declare function getOrganization(args?: GetOrganizationCallArgs): Promise<GetOrganizationCallResult>;

/**
 * Looks up an existing Organization by organizationId or slug or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getOrganizationOutput(
  args?: InputsOf<GetOrganizationCallArgs>,
): pulumi.Output<GetOrganizationCallResult>;

/** Arguments of {@link getPerson}. */
export interface GetPersonCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: string;
}

/** What came of {@link getPerson}. */
export interface GetPersonCallResult {
  /** UUID of the person. */
  readonly uuid: string;
  /** A property such as the e-mail address, else a distinct id. */
  readonly name: string;
  /** What the person is known by in events; at most 1,000 in lists. */
  readonly distinctIds: string[];
  /** Properties of the person. */
  readonly properties?: unknown | undefined;
  /** When the person came to be, as an ISO 8601 instant. */
  readonly createdAt: string;
}

/**
 * Reads one person.
 */
export declare function getPerson(args: GetPersonCallArgs): Promise<GetPersonCallResult>;

/**
 * Reads one person.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getPersonOutput(args: InputsOf<GetPersonCallArgs>): pulumi.Output<GetPersonCallResult>;

/** Arguments of {@link getPersonPropertiesTimeline}. */
export interface GetPersonPropertiesTimelineCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: string;
  /** ISO 8601, or back from now such as `-7d`. */
  readonly dateFrom?: string | undefined;
  /** ISO 8601, or back from now such as `-1d`. */
  readonly dateTo?: string | undefined;
}

/** What came of {@link getPersonPropertiesTimeline}. */
export interface GetPersonPropertiesTimelineCallResult {
  /** How the properties changed: objects with `timestamp`, `properties` and `relevant_event_count`. */
  readonly points: unknown;
  /** Properties that filters or breakdowns use. */
  readonly crucialPropertyKeys: string[];
  /** First day that was looked at. */
  readonly effectiveDateFrom?: string | undefined;
  /** Last day that was looked at. */
  readonly effectiveDateTo?: string | undefined;
}

/**
 * Reads how the properties of a person changed over time.
 */
export declare function getPersonPropertiesTimeline(
  args: GetPersonPropertiesTimelineCallArgs,
): Promise<GetPersonPropertiesTimelineCallResult>;

/**
 * Reads how the properties of a person changed over time.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getPersonPropertiesTimelineOutput(
  args: InputsOf<GetPersonPropertiesTimelineCallArgs>,
): pulumi.Output<GetPersonPropertiesTimelineCallResult>;

/** Arguments of {@link getPipelineDestination}. */
export interface GetPipelineDestinationCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
}

/** What came of {@link getPipelineDestination}. */
export interface GetPipelineDestinationCallResult {
  /** Id for an import: <organizationId>/<itemId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: "source" | "custom" | "repository" | "local" | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: string | undefined;
  /** What the item does. */
  readonly description?: string | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: string | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: string | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: string | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: boolean | undefined;
  /** What the code can do, here `methods` with "onEvent" or "composeWebhook"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: string | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
}

/**
 * Looks up an existing PipelineDestination by itemId or name.
 */
export declare function getPipelineDestination(
  args?: GetPipelineDestinationCallArgs,
): Promise<GetPipelineDestinationCallResult>;

/**
 * Looks up an existing PipelineDestination by itemId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getPipelineDestinationOutput(
  args?: InputsOf<GetPipelineDestinationCallArgs>,
): pulumi.Output<GetPipelineDestinationCallResult>;

/** Arguments of {@link getPipelineFrontendApp}. */
export interface GetPipelineFrontendAppCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
}

/** What came of {@link getPipelineFrontendApp}. */
export interface GetPipelineFrontendAppCallResult {
  /** Id for an import: <organizationId>/<itemId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: "source" | "custom" | "repository" | "local" | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: string | undefined;
  /** What the item does. */
  readonly description?: string | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: string | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: string | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: string | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: boolean | undefined;
  /** What the code can do, here neither `methods` nor `scheduledTasks`, not even empty ones; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: string | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
}

/**
 * Looks up an existing PipelineFrontendApp by itemId or name.
 */
export declare function getPipelineFrontendApp(
  args?: GetPipelineFrontendAppCallArgs,
): Promise<GetPipelineFrontendAppCallResult>;

/**
 * Looks up an existing PipelineFrontendApp by itemId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getPipelineFrontendAppOutput(
  args?: InputsOf<GetPipelineFrontendAppCallArgs>,
): pulumi.Output<GetPipelineFrontendAppCallResult>;

/** Arguments of {@link getPipelineImportApp}. */
export interface GetPipelineImportAppCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
}

/** What came of {@link getPipelineImportApp}. */
export interface GetPipelineImportAppCallResult {
  /** Id for an import: <organizationId>/<itemId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: "source" | "custom" | "repository" | "local" | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: string | undefined;
  /** What the item does. */
  readonly description?: string | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: string | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: string | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: string | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: boolean | undefined;
  /** What the code can do, here `scheduledTasks`, or `methods` without "onEvent", "composeWebhook" and "processEvent"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: string | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
}

/**
 * Looks up an existing PipelineImportApp by itemId or name.
 */
export declare function getPipelineImportApp(
  args?: GetPipelineImportAppCallArgs,
): Promise<GetPipelineImportAppCallResult>;

/**
 * Looks up an existing PipelineImportApp by itemId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getPipelineImportAppOutput(
  args?: InputsOf<GetPipelineImportAppCallArgs>,
): pulumi.Output<GetPipelineImportAppCallResult>;

/** Arguments of {@link getPipelineTransformation}. */
export interface GetPipelineTransformationCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
}

/** What came of {@link getPipelineTransformation}. */
export interface GetPipelineTransformationCallResult {
  /** Id for an import: <organizationId>/<itemId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: "source" | "custom" | "repository" | "local" | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: string | undefined;
  /** What the item does. */
  readonly description?: string | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: string | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: string | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: string | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: boolean | undefined;
  /** What the code can do, here `methods` with "processEvent"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: string | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
}

/**
 * Looks up an existing PipelineTransformation by itemId or name.
 */
export declare function getPipelineTransformation(
  args?: GetPipelineTransformationCallArgs,
): Promise<GetPipelineTransformationCallResult>;

/**
 * Looks up an existing PipelineTransformation by itemId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getPipelineTransformationOutput(
  args?: InputsOf<GetPipelineTransformationCallArgs>,
): pulumi.Output<GetPipelineTransformationCallResult>;

/** Arguments of {@link getPlugin}. */
export interface GetPluginCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
}

/** What came of {@link getPlugin}. */
export interface GetPluginCallResult {
  /** Id for an import: <organizationId>/<itemId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: "source" | "custom" | "repository" | "local" | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: string | undefined;
  /** What the item does. */
  readonly description?: string | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: string | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: string | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: string | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: boolean | undefined;
  /** What the code can do; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: string | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
}

/**
 * Looks up an existing Plugin by itemId or name.
 */
export declare function getPlugin(args?: GetPluginCallArgs): Promise<GetPluginCallResult>;

/**
 * Looks up an existing Plugin by itemId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getPluginOutput(args?: InputsOf<GetPluginCallArgs>): pulumi.Output<GetPluginCallResult>;

/** Arguments of {@link getPluginSource}. */
export interface GetPluginSourceCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | "plugins"
    | "pipelineDestinations"
    | "pipelineFrontendApps"
    | "pipelineImportApps"
    | "pipelineTransformations"
    | undefined;
  /** Number of the item, as text. */
  readonly itemId: string;
}

/** What came of {@link getPluginSource}. */
export interface GetPluginSourceCallResult {
  /** Source files by name; absent where the service does not show them. */
  readonly files?: Record<string, string> | undefined;
}

/**
 * Reads the source files of a pipeline item.
 */
export declare function getPluginSource(args: GetPluginSourceCallArgs): Promise<GetPluginSourceCallResult>;

/**
 * Reads the source files of a pipeline item.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getPluginSourceOutput(
  args: InputsOf<GetPluginSourceCallArgs>,
): pulumi.Output<GetPluginSourceCallResult>;

/** Arguments of {@link getProject}. */
export interface GetProjectCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text. */
  readonly projectId?: string | undefined;
  /** Name of the project, 1 to 200 characters; surrounding blanks are dropped by the service. */
  readonly name?: string | undefined;
}

/** What came of {@link getProject}. */
export interface GetProjectCallResult {
  /** Id for an import: <organizationId>/<projectId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the project, 1 to 200 characters; surrounding blanks are dropped by the service. */
  readonly name?: string | undefined;
  /** What the product is about, at most 1,000 characters; surrounding blanks are dropped by the service. */
  readonly productDescription?: string | undefined;
  /** Time zone of the project's days, a name of the time zone database such as "Europe/Berlin"; the service's default is "UTC". */
  readonly timezone?: string | undefined;
  /** Day on which a week starts: 0 Sunday, 1 Monday; guessed by the service from the caller's place when a project is made without it. */
  readonly weekStartDay?: number | undefined;
  /** Addresses of the product's pages on which the toolbar may be opened, at most 200 characters each. */
  readonly appUrls?: string[] | undefined;
  /** Addresses on which sessions may be recorded, at most 200 characters each; everywhere when not set. */
  readonly recordingDomains?: string[] | undefined;
  /** Properties of persons of which the first one present is shown as their name, at most 400 characters each. */
  readonly personDisplayNameProperties?: string[] | undefined;
  /** Whether addresses of clients are discarded; the server-side default is false. */
  readonly anonymizeIps?: boolean | undefined;
  /** Whether new insights leave internal and test accounts out; the server-side default is not set. */
  readonly testAccountFiltersDefaultChecked?: boolean | undefined;
  /** Whether clients stop capturing clicks and page views by themselves; the server-side default is not set. */
  readonly autocaptureOptOut?: boolean | undefined;
  /** Whether clients capture exceptions by themselves; the server-side default is not set. */
  readonly autocaptureExceptionsOptIn?: boolean | undefined;
  /** Whether clients capture web vitals by themselves; the server-side default is not set. */
  readonly autocaptureWebVitalsOptIn?: boolean | undefined;
  /** Whether session recordings hold the console's log; the server-side default is true. */
  readonly captureConsoleLogOptIn?: boolean | undefined;
  /** Whether session recordings hold network timings; the server-side default is true. */
  readonly capturePerformanceOptIn?: boolean | undefined;
  /** Whether sessions are recorded; the server-side default is false. */
  readonly sessionRecordingOptIn?: boolean | undefined;
  /** Share of the sessions that is recorded, 0 to 1 with at most two decimals; all when not set. */
  readonly sessionRecordingSampleRate?: number | undefined;
  /** Sessions shorter than this are not recorded, in milliseconds, 0 to 30,000. */
  readonly sessionRecordingMinimumDurationMilliseconds?: number | undefined;
  /** Whether surveys are shown; the server-side default is not set. */
  readonly surveysOptIn?: boolean | undefined;
  /** Whether clicks are captured for heatmaps; the server-side default is not set. */
  readonly heatmapsOptIn?: boolean | undefined;
  /** Whether new feature flags persist across the steps of a sign-up; the server-side default is false. */
  readonly flagsPersistenceDefault?: boolean | undefined;
  /** Labels of the project, at most 255 characters each; the service stores them trimmed, in lower case and once each. */
  readonly tags?: string[] | undefined;
  /** Whether clients capture clicks on which nothing happens; the server-side default is false. */
  readonly captureDeadClicks?: boolean | undefined;
  /** Whether notices about changes of the organization go to this project; the server-side default is false. */
  readonly receiveOrgLevelActivityLogs?: boolean | undefined;
  /** Whether conversations with users are on; the server-side default is false. */
  readonly conversationsEnabled?: boolean | undefined;
  /** Whether the service works on tasks by itself; the server-side default is false. */
  readonly proactiveTasksEnabled?: boolean | undefined;
  /** Whether periods are compared by whole months and years; the server-side default is false. */
  readonly humanFriendlyComparisonPeriods?: boolean | undefined;
  /** Whether a change of a feature flag has to be confirmed; the server-side default is false. */
  readonly featureFlagConfirmationEnabled?: boolean | undefined;
  /** What is shown when a change of a feature flag has to be confirmed. */
  readonly featureFlagConfirmationMessage?: string | undefined;
  /** Whether new feature flags get the default evaluation contexts; the server-side default is false. */
  readonly defaultEvaluationContextsEnabled?: boolean | undefined;
  /** Whether feature flags must have an evaluation context; the server-side default is false. */
  readonly requireEvaluationContexts?: boolean | undefined;
  /** Whether web analytics reads tables that are computed in advance; the server-side default is false. */
  readonly webAnalyticsPreAggregatedTablesEnabled?: boolean | undefined;
  /** How long session recordings are kept: "30d", "90d", "1y" or "5y"; what the plan does not include is refused. */
  readonly sessionRecordingRetentionPeriod?: "30d" | "90d" | "1y" | "5y" | undefined;
  /** To whom the product is sold: "b2b", "b2c" or "other". */
  readonly businessModel?: "b2b" | "b2c" | "other" | undefined;
  /** Currency of revenue, a code of ISO 4217 such as "EUR"; the server-side default is "USD". */
  readonly baseCurrency?: string | undefined;
  /** How persons are told apart without cookies: 0 not at all, 1 by a hash without state, 2 by one with state. */
  readonly cookielessServerHashMode?: number | undefined;
  /** Number of the project, as text. */
  readonly projectId?: string | undefined;
  /** UUID of the project. */
  readonly uuid?: string | undefined;
  /** Token that events are sent with. */
  readonly apiToken?: string | undefined;
}

/**
 * Looks up an existing Project by projectId or name.
 */
export declare function getProject(args?: GetProjectCallArgs): Promise<GetProjectCallResult>;

/**
 * Looks up an existing Project by projectId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getProjectOutput(args?: InputsOf<GetProjectCallArgs>): pulumi.Output<GetProjectCallResult>;

/** Arguments of {@link getProjectAccess}. */
export interface GetProjectAccessCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Whom the rule is about, as its id names it: "default", "member:ann@acme.example" or "role:" and the id of a role. */
  readonly subject?: string | undefined;
  /** Id (UUID) of the role whose members the rule is about, in place of an e-mail address. */
  readonly roleId?: string | undefined;
  /** E-mail address of the member whom the rule is about; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
}

/** What came of {@link getProjectAccess}. */
export interface GetProjectAccessCallResult {
  /** Id for an import: <projectId>/<subject>. */
  readonly id: string;
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId?: string | undefined;
  /** E-mail address of the member whom the rule is about; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** Id (UUID) of the role whose members the rule is about, in place of an e-mail address. */
  readonly roleId?: string | undefined;
  /** Name of the role whose members the rule is about, in place of its id; capitals make no difference. */
  readonly roleName?: string | undefined;
  /** What those whom the rule is about may do: "none", "member" or "admin". */
  readonly level?: "none" | "member" | "admin" | undefined;
  /** Whom the rule is about, as its id names it: "default", "member:ann@acme.example" or "role:" and the id of a role. */
  readonly subject?: string | undefined;
  /** Whether the rule is in force, `active`, or waits for an invite to be accepted, `deferred`. */
  readonly status?: "active" | "deferred" | undefined;
  /** Time from which the invite can be sent that this waits for, UTC, RFC 3339; absent unless that invite is deferred. */
  readonly dueAt?: string | undefined;
}

/**
 * Looks up an existing ProjectAccess by subject or roleId or email.
 */
export declare function getProjectAccess(args: GetProjectAccessCallArgs): Promise<GetProjectAccessCallResult>;

/**
 * Looks up an existing ProjectAccess by subject or roleId or email.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getProjectAccessOutput(
  args: InputsOf<GetProjectAccessCallArgs>,
): pulumi.Output<GetProjectAccessCallResult>;

/** Arguments of {@link getProxyRecord}. */
export interface GetProxyRecordCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Id (UUID) of the proxy record. */
  readonly recordId?: string | undefined;
  /** The domain name under which events are taken in, at most 64 characters. */
  readonly domain?: string | undefined;
}

/** What came of {@link getProxyRecord}. */
export interface GetProxyRecordCallResult {
  /** Id for an import: <organizationId>/<recordId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The domain name under which events are taken in, at most 64 characters. */
  readonly domain?: string | undefined;
  /** Where the proxy sends requests of its root: an HTTPS address below the same registrable domain, at most 1,024 characters. Services before August 2026 have no such setting. */
  readonly rootRedirectUrl?: string | undefined;
  /** Id (UUID) of the proxy record. */
  readonly recordId?: string | undefined;
  /** Name that the CNAME record of the domain must point at. */
  readonly targetCname?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
}

/**
 * Looks up an existing ProxyRecord by recordId or domain.
 */
export declare function getProxyRecord(args?: GetProxyRecordCallArgs): Promise<GetProxyRecordCallResult>;

/**
 * Looks up an existing ProxyRecord by recordId or domain.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getProxyRecordOutput(
  args?: InputsOf<GetProxyRecordCallArgs>,
): pulumi.Output<GetProxyRecordCallResult>;

/** Arguments of {@link getRole}. */
export interface GetRoleCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Id (UUID) of the role. */
  readonly roleId?: string | undefined;
  /** Name of the role, 1 to 200 characters, unique in the organization whatever its capitals; surrounding blanks are dropped. */
  readonly name?: string | undefined;
}

/** What came of {@link getRole}. */
export interface GetRoleCallResult {
  /** Id for an import: <organizationId>/<roleId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the role, 1 to 200 characters, unique in the organization whatever its capitals; surrounding blanks are dropped. */
  readonly name?: string | undefined;
  /** What members of the role may do with feature flags: "view" or "edit"; the service's default is "edit". */
  readonly featureFlagsAccessLevel?: "view" | "edit" | undefined;
  /** Id (UUID) of the role. */
  readonly roleId?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
  /** True for the default role of the organization, and absent for every other one, so that a service which comes to have default roles (2026) changes no state. */
  readonly isDefault?: boolean | undefined;
}

/**
 * Looks up an existing Role by roleId or name.
 */
export declare function getRole(args?: GetRoleCallArgs): Promise<GetRoleCallResult>;

/**
 * Looks up an existing Role by roleId or name.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function getRoleOutput(args?: InputsOf<GetRoleCallArgs>): pulumi.Output<GetRoleCallResult>;

/** Arguments of {@link listAccessControls}. */
export interface ListAccessControlsCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listAccessControls}. */
export interface ListAccessControlsCallResult {
  /** Id for an import: <projectId>/<target>/<subject>. */
  readonly id: string;
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId?: string | undefined;
  /** Kind of resource as the service names it: "dashboard", "feature_flag", "notebook", "insight", "experiment" and others. */
  readonly resource?: string | undefined;
  /** Id of the one object that the rule is about, as text; by default all of the kind. */
  readonly resourceId?: string | undefined;
  /** E-mail address of the member whom the rule is about; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** Id (UUID) of the role whose members the rule is about, in place of an e-mail address. */
  readonly roleId?: string | undefined;
  /** Name of the role whose members the rule is about, in place of its id; capitals make no difference. */
  readonly roleName?: string | undefined;
  /** What those whom the rule is about may do: "none", "viewer", "editor" or "manager". */
  readonly level?: "none" | "viewer" | "editor" | "manager" | undefined;
  /** What the rule is about, as its id names it: "dashboard", or "dashboard:42" for one object. */
  readonly target?: string | undefined;
  /** Whom the rule is about, as its id names it: "default", "member:ann@acme.example" or "role:" and the id of a role. */
  readonly subject?: string | undefined;
  /** Whether the rule is in force, `active`, or waits for an invite to be accepted, `deferred`. */
  readonly status?: "active" | "deferred" | undefined;
  /** Time from which the invite can be sent that this waits for, UTC, RFC 3339; absent unless that invite is deferred. */
  readonly dueAt?: string | undefined;
}

/**
 * Lists the rules of the project's kinds of resources.
 */
export declare function listAccessControls(
  args: ListAccessControlsCallArgs,
): AsyncIterable<ListAccessControlsCallResult>;

/**
 * Lists the rules of the project's kinds of resources.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listAccessControlsOutput(
  args: InputsOf<ListAccessControlsCallArgs>,
): pulumi.Output<{ readonly items: ListAccessControlsCallResult[] }>;

/** Arguments of {@link listBatchExportLogs}. */
export interface ListBatchExportLogsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId?: string | undefined;
  /** Id (UUID) of the batch export. */
  readonly exportId: string;
  /** Later than this, ISO 8601. */
  readonly after?: string | undefined;
  /** Earlier than this, ISO 8601. */
  readonly before?: string | undefined;
  /** Any of these levels. */
  readonly level?: string[] | undefined;
  /** Part of the message. */
  readonly search?: string | undefined;
  /** Id of a run. */
  readonly runId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listBatchExportLogs}. */
export interface ListBatchExportLogsCallResult {
  /** When, as an ISO 8601 instant. */
  readonly timestamp: string;
  /** DEBUG, INFO, WARNING or ERROR. */
  readonly level: string;
  /** What was said. */
  readonly message: string;
  /** Id of the run. */
  readonly instanceId?: string | undefined;
}

/**
 * Lists the lines of the log of a batch export, newest first.
 * The service of 2025 fails on this call where `projectId` is left out: give it.
 * The service of September 2026 takes keys with the scope batch_export:read.
 */
export declare function listBatchExportLogs(
  args: ListBatchExportLogsCallArgs,
): AsyncIterable<ListBatchExportLogsCallResult>;

/**
 * Lists the lines of the log of a batch export, newest first.
 * The service of 2025 fails on this call where `projectId` is left out: give it.
 * The service of September 2026 takes keys with the scope batch_export:read.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listBatchExportLogsOutput(
  args: InputsOf<ListBatchExportLogsCallArgs>,
): pulumi.Output<{ readonly items: ListBatchExportLogsCallResult[] }>;

/** Arguments of {@link listBatchExportRuns}. */
export interface ListBatchExportRunsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId?: string | undefined;
  /** Id (UUID) of the batch export. */
  readonly exportId: string;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listBatchExportRuns}. */
export interface ListBatchExportRunsCallResult {
  /** Id of the run. */
  readonly id: string;
  /** Starting, Running, Completed, Failed, Cancelled and their like. */
  readonly status: string;
  /** Number of records that were exported. */
  readonly recordsCompleted?: number | undefined;
  /** Its newest error. */
  readonly latestError?: string | undefined;
  /** Start of the time range; absent for the beginning. */
  readonly dataIntervalStart?: string | undefined;
  /** End of the time range. */
  readonly dataIntervalEnd?: string | undefined;
  /** When it was made, as an ISO 8601 instant. */
  readonly createdAt: string;
  /** When it ended. */
  readonly finishedAt?: string | undefined;
}

/**
 * Lists the newest runs of a batch export, at most ten.
 */
export declare function listBatchExportRuns(
  args: ListBatchExportRunsCallArgs,
): AsyncIterable<ListBatchExportRunsCallResult>;

/**
 * Lists the newest runs of a batch export, at most ten.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listBatchExportRunsOutput(
  args: InputsOf<ListBatchExportRunsCallArgs>,
): pulumi.Output<{ readonly items: ListBatchExportRunsCallResult[] }>;

/** Arguments of {@link listBatchExports}. */
export interface ListBatchExportsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listBatchExports}. */
export interface ListBatchExportsCallResult {
  /** Id for an import: <organizationId>/<exportId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project whose data is exported, as text, like the `projectId` of a Project; by default the current project of the key's user. */
  readonly projectId?: string | undefined;
  /** Name of the export, at least 1 character, not unique. */
  readonly name?: string | undefined;
  /** What is exported: "events", "persons" or, where the service has it, "sessions" or "hogql", a query; the service's default is "events". */
  readonly model?: "events" | "persons" | "sessions" | "hogql" | undefined;
  /** Where to: one block, named after the kind of destination, with its settings and secrets. */
  readonly destination?:
    | {
        /** The type. */
        readonly type: string;
        /** Settings of the type. */
        readonly config?: {
          /** Name of the bucket. */
          readonly bucketName?: string;
          /** Region of the bucket. */
          readonly region?: string;
          /** What the names of all files begin with. */
          readonly prefix?: string;
          /** Format of the files. */
          readonly fileFormat?: string;
          /** Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet. */
          readonly compression?: string;
          /** Server-side encryption, such as AES256 or aws:kms. */
          readonly encryption?: string;
          /** Key of the encryption aws:kms. */
          readonly kmsKeyId?: string;
          /** Address of a service that speaks S3. */
          readonly endpointUrl?: string;
          /** Size at which a new file begins, in MB. */
          readonly maxFileSizeMb?: number;
          /** Whether the bucket is a part of the host's name. */
          readonly useVirtualStyleAddressing?: boolean;
          /** Name of the account. */
          readonly account?: string;
          /** Name of the database. */
          readonly database?: string;
          /** Name of the warehouse. */
          readonly warehouse?: string;
          /** Name of the schema. */
          readonly schema?: string;
          /** Name of the table. */
          readonly tableName?: string;
          /** How the user is known. */
          readonly authenticationType?: string;
          /** Role that the user takes. */
          readonly role?: string;
          /** Name or address of the server. */
          readonly host?: string;
          /** Port of the server. */
          readonly port?: number;
          /** Whether the server's certificate may be self-signed. */
          readonly hasSelfSignedCert?: boolean;
          /** Type of the column of properties. */
          readonly propertiesDataType?: string;
          /** How rows are written: one by one, or loaded from a bucket. */
          readonly mode?: string;
          /** Project at Google that holds the data set. */
          readonly projectId?: string;
          /** Name of the data set. */
          readonly datasetId?: string;
          /** Name of the table. */
          readonly tableId?: string;
          /** Whether properties are of the type JSON. */
          readonly useJsonType?: boolean;
          /** HTTP path of the SQL warehouse. */
          readonly httpPath?: string;
          /** Name of the catalog. */
          readonly catalog?: string;
          /** Whether properties are of the type VARIANT. */
          readonly useVariantType?: boolean;
          /** Whether the table gets new columns by itself. */
          readonly useAutomaticSchemaEvolution?: boolean;
          /** Name of the container. */
          readonly containerName?: string;
          /** Address that takes events: the service's own endpoint for batches. */
          readonly url?: string;
          /** A text of no effect. */
          readonly arg?: string;
          /** Names of the events that are exported alone. */
          readonly includeEvents?: string[];
          /** Names of the events that are left out. */
          readonly excludeEvents?: string[];
        };
        /** Settings that Orgform does not know, under the service's names. */
        readonly otherConfig?: Record<string, string>;
        /** Number of the integration that holds the credentials, as text. */
        readonly integrationId?: string;
      }
    | undefined;
  /** How often: "hour", "day", "week", "every 5 minutes" or "every 15 minutes" where the service allows it. */
  readonly interval?: string | undefined;
  /** Time zone of days and weeks, such as "Europe/Berlin"; the service's default is "UTC". */
  readonly timezone?: string | undefined;
  /** Day on which a weekly export runs, 0 (Sunday, the default) to 6. */
  readonly offsetDay?: number | undefined;
  /** Hour at which a daily or weekly export runs, 0 (the default) to 23. */
  readonly offsetHour?: number | undefined;
  /** Which events are exported, as JSON text: a list of property filters with `key`, `value`, `operator` and `type`. */
  readonly filters?: string | undefined;
  /** Query whose rows are exported, required with the model "hogql"; with "events" it selects the columns. Spaces don't count. */
  readonly hogqlQuery?: string | undefined;
  /** How the query is run, as JSON text: an object of the service's modifiers. */
  readonly hogqlModifiers?: string | undefined;
  /** Columns of the query that tell its rows apart. */
  readonly primaryKey?: string[] | undefined;
  /** Columns of the query that tell which of two rows is newer. */
  readonly versionKey?: string[] | undefined;
  /** Whether rows of a later run are appended or merged by the primary key; the service's default is "append". */
  readonly incrementalMode?: "append" | "merge" | undefined;
  /** Whether the export stands still. Default false. */
  readonly paused?: boolean | undefined;
  /** No run before this time. */
  readonly startAt?: string | undefined;
  /** No run after this time. */
  readonly endAt?: string | undefined;
  /** Id (UUID) of the export. */
  readonly exportId?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
}

/**
 * Lists the batch exports of the organization.
 */
export declare function listBatchExports(args?: ListBatchExportsCallArgs): AsyncIterable<ListBatchExportsCallResult>;

/**
 * Lists the batch exports of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listBatchExportsOutput(
  args?: InputsOf<ListBatchExportsCallArgs>,
): pulumi.Output<{ readonly items: ListBatchExportsCallResult[] }>;

/** Arguments of {@link listDomains}. */
export interface ListDomainsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listDomains}. */
export interface ListDomainsCallResult {
  /** Id for an import: <organizationId>/<domainId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The domain name, lower case, at most 128 characters. */
  readonly domain?: string | undefined;
  /** Whether people who sign in with an address of this domain are made members at once; needs a verified domain and a plan that has the feature. */
  readonly jitProvisioningEnabled?: boolean | undefined;
  /** How people with an address of this domain must sign in: "google-oauth2", "github", "gitlab" or "saml"; "" leaves it open. Needs a verified domain. */
  readonly ssoEnforcement?: "" | "google-oauth2" | "github" | "gitlab" | "saml" | undefined;
  /** Entity id of the SAML identity provider, at most 512 characters. */
  readonly samlEntityId?: string | undefined;
  /** Address of the SAML identity provider's sign-in page, at most 512 characters. */
  readonly samlAcsUrl?: string | undefined;
  /** Id (UUID) of the domain. */
  readonly domainId?: string | undefined;
  /** The DNS record that proves control of the domain: publish it, then verify. */
  readonly verificationRecord?:
    | {
        /** Type of the record. */
        readonly type: "TXT";
        /** Full name of the record. */
        readonly name: string;
        /** Its one value. */
        readonly value: string;
      }
    | undefined;
}

/**
 * Lists the domains of the organization.
 */
export declare function listDomains(args?: ListDomainsCallArgs): AsyncIterable<ListDomainsCallResult>;

/**
 * Lists the domains of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listDomainsOutput(
  args?: InputsOf<ListDomainsCallArgs>,
): pulumi.Output<{ readonly items: ListDomainsCallResult[] }>;

/** Arguments of {@link listEventPropertyValues}. */
export interface ListEventPropertyValuesCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** Name of the property; `custom_event` for the names of events. */
  readonly key: string;
  /** Part of the value, in any case. */
  readonly value?: string | undefined;
  /** Names of events; newer services want at least one. */
  readonly eventName?: string[] | undefined;
  /** The key is a column: event, distinct_id or person_id. */
  readonly isColumn?: boolean | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listEventPropertyValues}. */
export interface ListEventPropertyValuesCallResult {
  /** The value, as text. */
  readonly name: string;
  /** How many have it; only for persons. */
  readonly count?: number | undefined;
}

/**
 * Lists values that a property of events had in the last 7 days, at most 10.
 */
export declare function listEventPropertyValues(
  args: ListEventPropertyValuesCallArgs,
): AsyncIterable<ListEventPropertyValuesCallResult>;

/**
 * Lists values that a property of events had in the last 7 days, at most 10.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listEventPropertyValuesOutput(
  args: InputsOf<ListEventPropertyValuesCallArgs>,
): pulumi.Output<{ readonly items: ListEventPropertyValuesCallResult[] }>;

/** Arguments of {@link listEvents}. */
export interface ListEventsCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** Later than this: ISO 8601, or back from now such as `-7d`. */
  readonly after?: string | undefined;
  /** Earlier than this: ISO 8601, or back from now such as `-2h`. */
  readonly before?: string | undefined;
  /** Name of the event. */
  readonly event?: string | undefined;
  /** Who caused it. */
  readonly distinctId?: string | undefined;
  /** UUID of the person who caused it. */
  readonly personId?: string | undefined;
  /** Conditions on properties that must all hold, each with `key`, `value` and `operator`: exact, is_not, icontains, regex, gt, lt, is_set and their like. */
  readonly properties?: unknown | undefined;
  /** Fills `person`, which newer services leave out otherwise. */
  readonly includePerson?: boolean | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listEvents}. */
export interface ListEventsCallResult {
  /** UUID of the event. */
  readonly id: string;
  /** Name of the event. */
  readonly event: string;
  /** Who caused it. */
  readonly distinctId: string;
  /** When it happened, as an ISO 8601 instant. */
  readonly timestamp: string;
  /** Properties of the event. */
  readonly properties?: unknown | undefined;
  /** Who caused it, with one distinct id and at most e-mail and names. */
  readonly person?: unknown | undefined;
  /** The clicked element and those around it. */
  readonly elements?: unknown | undefined;
}

/**
 * Lists the events of a project, newest first.
 * Long lists are cut by time: events that arrive while they are read are not in them.
 */
export declare function listEvents(args: ListEventsCallArgs): AsyncIterable<ListEventsCallResult>;

/**
 * Lists the events of a project, newest first.
 * Long lists are cut by time: events that arrive while they are read are not in them.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listEventsOutput(
  args: InputsOf<ListEventsCallArgs>,
): pulumi.Output<{ readonly items: ListEventsCallResult[] }>;

/** Arguments of {@link listHogFunctionLogs}. */
export interface ListHogFunctionLogsCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Id (UUID) of the hog function. */
  readonly functionId: string;
  /** Later than this, ISO 8601. */
  readonly after?: string | undefined;
  /** Earlier than this, ISO 8601. */
  readonly before?: string | undefined;
  /** Any of these levels. */
  readonly level?: string[] | undefined;
  /** Part of the message. */
  readonly search?: string | undefined;
  /** Id of a run. */
  readonly runId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listHogFunctionLogs}. */
export interface ListHogFunctionLogsCallResult {
  /** When, as an ISO 8601 instant. */
  readonly timestamp: string;
  /** DEBUG, LOG, INFO, WARN or ERROR. */
  readonly level: string;
  /** What was said. */
  readonly message: string;
  /** Id of the run. */
  readonly instanceId?: string | undefined;
}

/**
 * Lists the lines of the log of a hog function, newest first.
 * Services have hog functions since 2025, and let keys try them and read their logs since 2026.
 */
export declare function listHogFunctionLogs(
  args: ListHogFunctionLogsCallArgs,
): AsyncIterable<ListHogFunctionLogsCallResult>;

/**
 * Lists the lines of the log of a hog function, newest first.
 * Services have hog functions since 2025, and let keys try them and read their logs since 2026.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listHogFunctionLogsOutput(
  args: InputsOf<ListHogFunctionLogsCallArgs>,
): pulumi.Output<{ readonly items: ListHogFunctionLogsCallResult[] }>;

/** Arguments of {@link listHogFunctions}. */
export interface ListHogFunctionsCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listHogFunctions}. */
export interface ListHogFunctionsCallResult {
  /** Id for an import: <projectId>/<functionId>. */
  readonly id: string;
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId?: string | undefined;
  /** What the function is: "destination", "transformation", "site_app", "site_destination", "internal_destination" or "source_webhook"; an imported one can be "legacy_destination", which the service alone makes. */
  readonly type?:
    | "destination"
    | "transformation"
    | "site_app"
    | "site_destination"
    | "internal_destination"
    | "source_webhook"
    | "legacy_destination"
    | undefined;
  /** Id of the template that it is made from, such as `template-webhook`; HogFunctionTemplate shows one. */
  readonly templateId?: string | undefined;
  /** Source code in Hog, or in TypeScript for what runs on a site, at most 100 KB; by default that of the template. The preview doesn't parse it. */
  readonly hog?: string | undefined;
  /** Name of the function, 1 to 400 characters, not unique. */
  readonly name?: string | undefined;
  /** What the function does. */
  readonly description?: string | undefined;
  /** Whether the function runs; the service's default is false. */
  readonly enabled?: boolean | undefined;
  /** What inputs the function has, as JSON text: a list of objects with `key`, `type`, `label`, `required`, `secret`, `default` and more; by default those of the template. */
  readonly inputsSchema?: string | undefined;
  /** Values of inputs by their keys, as JSON text of an object; those of secret ones belong into `secretInputs`. */
  readonly inputs?: string | undefined;
  /** Keys of the `inputs` that are written in Liquid; all others are in Hog. */
  readonly liquidInputs?: string[] | undefined;
  /** Which events go through the function, as JSON text: an object with `events`, `actions`, `properties`, `filter_test_accounts` and `source`. */
  readonly filters?: string | undefined;
  /** When equal events are passed over, as JSON text: an object with `ttl` (60 to 86,400 seconds), `hash` and `threshold`. */
  readonly masking?: string | undefined;
  /** Sets of filters and inputs of a destination, as JSON text: a list of objects with `name`, `filters`, `inputs_schema` and `inputs`. */
  readonly mappings?: string | undefined;
  /** Place of a transformation among those of the project, 0 to 32,767, the lowest first; by default the last one. */
  readonly executionOrder?: number | undefined;
  /** Address of the function's picture. */
  readonly iconUrl?: string | undefined;
  /** Id (UUID) of the function. */
  readonly functionId?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
}

/**
 * Lists the hog functions of the project.
 */
export declare function listHogFunctions(args: ListHogFunctionsCallArgs): AsyncIterable<ListHogFunctionsCallResult>;

/**
 * Lists the hog functions of the project.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listHogFunctionsOutput(
  args: InputsOf<ListHogFunctionsCallArgs>,
): pulumi.Output<{ readonly items: ListHogFunctionsCallResult[] }>;

/** Arguments of {@link listIdentityProviders}. */
export interface ListIdentityProvidersCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listIdentityProviders}. */
export interface ListIdentityProvidersCallResult {
  /** Id for an import: <organizationId>/<identityProviderId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the identity provider, 1 to 255 characters, not unique. */
  readonly name?: string | undefined;
  /** What it is used for: "saml", "oidc", "scim" or "xaa". */
  readonly protocol?: "saml" | "oidc" | "scim" | "xaa" | undefined;
  /** Ids (UUID) of the domains that it serves; none at first. */
  readonly domainIds?: string[] | undefined;
  /** Whether it serves the domains of `domainIds`, "selected", or "all" of the organization, also later ones; the server-side default is "selected". */
  readonly domainScope?: "selected" | "all" | undefined;
  /** Settings of `protocol: "saml"`. */
  readonly saml?:
    | {
        /** Entity id of the identity provider, at most 512 characters. */
        readonly entityId: string;
        /** Address of the identity provider's sign-in page, at most 512 characters. */
        readonly acsUrl: string;
      }
    | undefined;
  /** Settings of `protocol: "oidc"`. */
  readonly oidc?:
    | {
        /** Address of the issuer: HTTPS, without query, fragment or credentials. */
        readonly issuerUrl: string;
        /** Id of the client at the issuer, at most 512 characters. */
        readonly clientId: string;
      }
    | undefined;
  /** Settings of `protocol: "scim"`. */
  readonly scim?:
    | {
        /** Whether the identity provider may manage people by SCIM; turning it on makes a token, turning it off makes that worthless. */
        readonly enabled: boolean;
      }
    | undefined;
  /** Settings of `protocol: "xaa"`. */
  readonly xaa?:
    | {
        /** Address of the issuer, at most 512 characters; a final slash makes no difference. */
        readonly issuerUrl: string;
        /** Where the issuer's keys are, at most 512 characters; a final slash makes no difference. */
        readonly jwksUrl?: string;
        /** Ids of the clients that get in, each at most 256 characters; none lets all in. */
        readonly allowedClients?: string[];
      }
    | undefined;
  /** Id (UUID) of the identity provider. */
  readonly identityProviderId?: string | undefined;
  /** Relay state that a SAML identity provider sends with a sign-in that starts there. */
  readonly samlRelayState?: string | undefined;
  /** Address at which the identity provider manages people; absent while SCIM is off. */
  readonly scimBaseUrl?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
}

/**
 * Lists the identity providers of the organization.
 */
export declare function listIdentityProviders(
  args?: ListIdentityProvidersCallArgs,
): AsyncIterable<ListIdentityProvidersCallResult>;

/**
 * Lists the identity providers of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listIdentityProvidersOutput(
  args?: InputsOf<ListIdentityProvidersCallArgs>,
): pulumi.Output<{ readonly items: ListIdentityProvidersCallResult[] }>;

/** Arguments of {@link listIntegrations}. */
export interface ListIntegrationsCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listIntegrations}. */
export interface ListIntegrationsCallResult {
  /** Id for an import: <projectId>/<kind>/<name>. */
  readonly id: string;
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId?: string | undefined;
  /** AWS credentials for exports to S3: a pair of keys, or a role. */
  readonly awsS3?:
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: string;
        /** ARN of an AWS role that the service takes on, in place of a pair of keys. */
        readonly awsRoleArn?: string;
      }
    | undefined;
  /** Keys of a storage that speaks as S3 does, such as R2, Spaces or MinIO. */
  readonly s3Compatible?:
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: string;
        /** Address of the storage; private ones are refused. */
        readonly endpointUrl: string;
      }
    | undefined;
  /** A login at Snowflake: a password, or a pair of keys. */
  readonly snowflake?:
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: string;
        /** The account identifier. */
        readonly account: string;
        /** Name of the user. */
        readonly user: string;
        /** How the user is authenticated: "password" (the default) or "keypair". */
        readonly authenticationType?: "password" | "keypair";
      }
    | undefined;
  /** A login at a PostgreSQL server. */
  readonly postgresql?:
    | {
        /** Host name or address of the server, no private one. */
        readonly host: string;
        /** Port of the server, 0 to 65,535. */
        readonly port: number;
        /** User of the database. */
        readonly user: string;
        /** How far the server has to show who it is: "require" (the default, encryption alone), "verify-ca" or "verify-full". */
        readonly sslMode?: "require" | "verify-ca" | "verify-full";
        /** Certificate of the authority that vouches for the server, as PEM; required to verify. */
        readonly sslRootCert?: string;
      }
    | undefined;
  /** Credentials for Redshift: AWS credentials under a name, or a login at a server. */
  readonly awsRedshift?:
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name?: string;
        /** ARN of an AWS role that the service takes on, in place of a pair of keys. */
        readonly awsRoleArn?: string;
        /** With AWS credentials, and required with them: the user of the database for whom the service obtains credentials. */
        readonly databaseUser?: string;
        /** With AWS credentials: groups of the database that the user joins. */
        readonly groups?: string[];
        /** With AWS credentials: whether a user of the database that is missing is made. */
        readonly autoCreate?: boolean;
        /** With AWS credentials: ARN of the workgroup of Redshift Serverless. */
        readonly workgroupArn?: string;
        /** Host name or address of the server, no private one. */
        readonly host?: string;
        /** Port of the server, 0 to 65,535. */
        readonly port?: number;
        /** User of the database. */
        readonly user?: string;
        /** How far the server has to show who it is: "require" (the default, encryption alone), "verify-ca" or "verify-full". */
        readonly sslMode?: "require" | "verify-ca" | "verify-full";
        /** Certificate of the authority that vouches for the server, as PEM; required to verify. */
        readonly sslRootCert?: string;
      }
    | undefined;
  /** A service account of Google Cloud, for exports to BigQuery: with a key of it, or without. */
  readonly googleCloudServiceAccount?:
    | {
        /** E-mail address of the service account. */
        readonly serviceAccountEmail: string;
        /** Id of the account's project at Google. */
        readonly projectId: string;
        /** Whether the service acts as the account without a key, by a right that the account gives it. Default false. */
        readonly impersonated?: boolean;
      }
    | undefined;
  /** A service principal of Databricks. */
  readonly databricks?:
    | {
        /** Host name of the workspace, without `https://`. */
        readonly serverHostname: string;
      }
    | undefined;
  /** A storage account of Azure. */
  readonly azureBlob?:
    | {
        /** Name of the storage account, as the connection string has it. */
        readonly accountName: string;
      }
    | undefined;
  /** An account of Twilio. */
  readonly twilio?:
    | {
        /** SID of the account. */
        readonly accountSid: string;
      }
    | undefined;
  /** A project of GitLab. */
  readonly gitlab?:
    | {
        /** Address of the GitLab server, `https://` with its host. */
        readonly hostname: string;
        /** Number of the project at GitLab, as text. */
        readonly projectId: string;
      }
    | undefined;
  /** A workspace of Anthropic. */
  readonly anthropic?:
    | {
        /** Label of the workspace, at most 100 characters; a project has one integration without. */
        readonly workspaceLabel?: string;
      }
    | undefined;
  /** A project of Firebase, for messages to devices. */
  readonly firebase?:
    | {
        /** Id of the project, as the key file has it. */
        readonly projectId: string;
      }
    | undefined;
  /** A signing key of Apple's push notification service. */
  readonly apns?:
    | {
        /** Id of the team at Apple: letters and digits. */
        readonly teamIdApple: string;
        /** Bundle id of the app. */
        readonly bundleId: string;
        /** Which of Apple's services: "production" (the default) or "sandbox". */
        readonly environment?: "production" | "sandbox";
        /** Id of the signing key. */
        readonly keyId: string;
      }
    | undefined;
  /** A sender of e-mails; its domain has to be verified in the service's own pages. */
  readonly email?:
    | {
        /** Address of the sender in small letters, with a domain of your own. */
        readonly email: string;
        /** Name of the sender. */
        readonly name: string;
        /** Subdomain for returned mail; by default that of other senders of the domain, or `feedback`. */
        readonly mailFromSubdomain?: string;
      }
    | undefined;
  /** Number of the integration, as text, by which exports and functions name it; another one after a rotation of a kind with names. */
  readonly integrationId?: string | undefined;
  /** The service's word for the kind, such as "aws-s3". */
  readonly kind?: string | undefined;
  /** What tells it from others of its kind in the project. */
  readonly name?: string | undefined;
  /** Time of creation, UTC, RFC 3339; of the newest rotation of a kind with names. */
  readonly createdAt?: string | undefined;
  /** Numbers of older ones that a rotation left which did not come to its end; the next update takes them away. */
  readonly strayIds?: string[] | undefined;
}

/**
 * Lists the integrations of the project.
 */
export declare function listIntegrations(args: ListIntegrationsCallArgs): AsyncIterable<ListIntegrationsCallResult>;

/**
 * Lists the integrations of the project.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listIntegrationsOutput(
  args: InputsOf<ListIntegrationsCallArgs>,
): pulumi.Output<{ readonly items: ListIntegrationsCallResult[] }>;

/** Arguments of {@link listInvites}. */
export interface ListInvitesCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listInvites}. */
export interface ListInvitesCallResult {
  /** Id for an import: <organizationId>/<email>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** What the person may do as a member: "member", "admin" or "owner"; the service's default is "member". */
  readonly level?: "member" | "admin" | "owner" | undefined;
  /** First name that the sign-up page suggests, at most 30 characters. */
  readonly firstName?: string | undefined;
  /** Text for the mail; surrounding blanks are dropped by the service. */
  readonly message?: string | undefined;
  /** How far it is: `pending`, `expired` or `accepted`; `deferred` while the service takes no more invites. */
  readonly status?: "pending" | "expired" | "accepted" | "deferred" | undefined;
  /** Time at which an open invite expires, UTC, RFC 3339; absent once it was accepted. */
  readonly expiresAt?: string | undefined;
  /** Time from which a deferred invite can be sent, UTC, RFC 3339; absent unless `status` is `deferred`. */
  readonly dueAt?: string | undefined;
}

/**
 * Lists the members and invites of the organization.
 */
export declare function listInvites(args?: ListInvitesCallArgs): AsyncIterable<ListInvitesCallResult>;

/**
 * Lists the members and invites of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listInvitesOutput(
  args?: InputsOf<ListInvitesCallArgs>,
): pulumi.Output<{ readonly items: ListInvitesCallResult[] }>;

/** Arguments of {@link listMembers}. */
export interface ListMembersCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listMembers}. */
export interface ListMembersCallResult {
  /** Id for an import: <organizationId>/<email>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** What the person may do: "member", "admin" or "owner". */
  readonly level?: "member" | "admin" | "owner" | undefined;
  /** Id (UUID) of the person's account, the same in all organizations. */
  readonly userId?: string | undefined;
  /** Time at which the person became a member, UTC, RFC 3339. */
  readonly joinedAt?: string | undefined;
}

/**
 * Lists the members of the organization.
 */
export declare function listMembers(args?: ListMembersCallArgs): AsyncIterable<ListMembersCallResult>;

/**
 * Lists the members of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listMembersOutput(
  args?: InputsOf<ListMembersCallArgs>,
): pulumi.Output<{ readonly items: ListMembersCallResult[] }>;

/** Arguments of {@link listMemberships}. */
export interface ListMembershipsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listMemberships}. */
export interface ListMembershipsCallResult {
  /** Id for an import: <organizationId>/<email>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** What the person may do: "member", "admin" or "owner". */
  readonly level?: "member" | "admin" | "owner" | undefined;
  /** How far it is: `pending`, `expired` or `accepted`; `deferred` while the service takes no more invites. */
  readonly status?: "pending" | "expired" | "accepted" | "deferred" | undefined;
  /** Time at which an open invite expires, UTC, RFC 3339; absent once it was accepted. */
  readonly expiresAt?: string | undefined;
  /** Time from which a deferred invite can be sent, UTC, RFC 3339; absent unless `status` is `deferred`. */
  readonly dueAt?: string | undefined;
  /** Id (UUID) of the person's account, the same in all organizations; absent until the invite was accepted. */
  readonly userId?: string | undefined;
}

/**
 * Lists the members and invites of the organization.
 */
export declare function listMemberships(args?: ListMembershipsCallArgs): AsyncIterable<ListMembershipsCallResult>;

/**
 * Lists the members and invites of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listMembershipsOutput(
  args?: InputsOf<ListMembershipsCallArgs>,
): pulumi.Output<{ readonly items: ListMembershipsCallResult[] }>;

/** Arguments of {@link listOrganizations}. */
export interface ListOrganizationsCallArgs {
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listOrganizations}. */
export interface ListOrganizationsCallResult {
  /** Id for an import: <organizationId>. */
  readonly id: string;
  /** Name of the organization, 1 to 64 characters, not unique; surrounding blanks are dropped by the service. */
  readonly name?: string | undefined;
  /** Id (UUID) of an uploaded image that serves as the logo. */
  readonly logoMediaId?: string | undefined;
  /** Whether members get an e-mail when somebody joins; the server-side default is true. Newer services only show it. */
  readonly isMemberJoinEmailEnabled?: boolean | undefined;
  /** Whether members must use two-factor authentication; not set at first. */
  readonly enforce2fa?: boolean | undefined;
  /** Whether members below administrators may invite people; the server-side default is true. */
  readonly membersCanInvite?: boolean | undefined;
  /** Whether members below administrators may create projects; the server-side default is false. */
  readonly membersCanCreateProjects?: boolean | undefined;
  /** Whether members below administrators see all members; if not, they see those of their projects; the server-side default is true. */
  readonly membersCanSeeOrgMembers?: boolean | undefined;
  /** Whether members below administrators may use API keys here; the server-side default is true. */
  readonly membersCanUsePersonalApiKeys?: boolean | undefined;
  /** Whether dashboards and the like may be shared with everybody; the server-side default is true. */
  readonly allowPubliclySharedResources?: boolean | undefined;
  /** Whether agents that come by way of MCP may only read; the server-side default is false. */
  readonly readOnlyMcpAccess?: boolean | undefined;
  /** Whether new projects discard addresses of clients; the server-side default is false, and true on the vendor's cloud in the EU since 2026. */
  readonly defaultAnonymizeIps?: boolean | undefined;
  /** Whether data may be handed to services of artificial intelligence; the server-side default is not set, and true since 2026. */
  readonly isAiDataProcessingApproved?: boolean | undefined;
  /** Whether models may be trained with data of the organization; the server-side default is not set, and since 2026 true on the vendor's cloud in the US, false in the EU. */
  readonly isAiTrainingOptedIn?: boolean | undefined;
  /** Id (UUID) of the organization. */
  readonly organizationId?: string | undefined;
  /** Short name in addresses; set by the service once, unchanged by a rename. */
  readonly slug?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
}

/**
 * Lists the organizations of the key's user.
 */
export declare function listOrganizations(args?: ListOrganizationsCallArgs): AsyncIterable<ListOrganizationsCallResult>;

/**
 * Lists the organizations of the key's user.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listOrganizationsOutput(
  args?: InputsOf<ListOrganizationsCallArgs>,
): pulumi.Output<{ readonly items: ListOrganizationsCallResult[] }>;

/** Arguments of {@link listPersonActivity}. */
export interface ListPersonActivityCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUID of the person; all persons by default. */
  readonly personId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPersonActivity}. */
export interface ListPersonActivityCallResult {
  /** What was done, such as deleted, updated or split_person. */
  readonly activity: string;
  /** Kind of the object, such as Person or Plugin. */
  readonly scope: string;
  /** Number or id of the object. */
  readonly itemId?: string | undefined;
  /** Who did it: `first_name` and `email`; absent for the service itself. */
  readonly user?: unknown | undefined;
  /** What changed; values of properties are never in it. */
  readonly detail?: unknown | undefined;
  /** When, as an ISO 8601 instant. */
  readonly createdAt: string;
}

/**
 * Lists what happened to one person, or to all persons of a project, newest first.
 * A deleted person has no activity of its own any more; that of the project still tells of it.
 */
export declare function listPersonActivity(
  args: ListPersonActivityCallArgs,
): AsyncIterable<ListPersonActivityCallResult>;

/**
 * Lists what happened to one person, or to all persons of a project, newest first.
 * A deleted person has no activity of its own any more; that of the project still tells of it.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPersonActivityOutput(
  args: InputsOf<ListPersonActivityCallArgs>,
): pulumi.Output<{ readonly items: ListPersonActivityCallResult[] }>;

/** Arguments of {@link listPersonCohorts}. */
export interface ListPersonCohortsCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: string;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPersonCohorts}. */
export interface ListPersonCohortsCallResult {
  /** Number of the cohort. */
  readonly id: number;
  /** Name of the cohort. */
  readonly name?: string | undefined;
  /** Number of persons in it. */
  readonly count?: number | undefined;
}

/**
 * Lists the cohorts that a person is in.
 * The service of August 2025 fails on this call; others answer.
 */
export declare function listPersonCohorts(args: ListPersonCohortsCallArgs): AsyncIterable<ListPersonCohortsCallResult>;

/**
 * Lists the cohorts that a person is in.
 * The service of August 2025 fails on this call; others answer.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPersonCohortsOutput(
  args: InputsOf<ListPersonCohortsCallArgs>,
): pulumi.Output<{ readonly items: ListPersonCohortsCallResult[] }>;

/** Arguments of {@link listPersonPropertyValues}. */
export interface ListPersonPropertyValuesCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** Name of the property. */
  readonly key: string;
  /** Part of the value. */
  readonly value?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPersonPropertyValues}. */
export interface ListPersonPropertyValuesCallResult {
  /** The value, as text. */
  readonly name: string;
  /** How many have it; only for persons. */
  readonly count?: number | undefined;
}

/**
 * Lists the most frequent values of a property of persons, at most 20.
 */
export declare function listPersonPropertyValues(
  args: ListPersonPropertyValuesCallArgs,
): AsyncIterable<ListPersonPropertyValuesCallResult>;

/**
 * Lists the most frequent values of a property of persons, at most 20.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPersonPropertyValuesOutput(
  args: InputsOf<ListPersonPropertyValuesCallArgs>,
): pulumi.Output<{ readonly items: ListPersonPropertyValuesCallResult[] }>;

/** Arguments of {@link listPersons}. */
export interface ListPersonsCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** A distinct id of the person. */
  readonly distinctId?: string | undefined;
  /** The whole e-mail address. */
  readonly email?: string | undefined;
  /** Part of an e-mail address, or a distinct id. */
  readonly search?: string | undefined;
  /** Conditions on properties that must all hold, each with `key`, `value` and `operator`: exact, is_not, icontains, regex, gt, lt, is_set and their like. */
  readonly properties?: unknown | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPersons}. */
export interface ListPersonsCallResult {
  /** UUID of the person. */
  readonly uuid: string;
  /** A property such as the e-mail address, else a distinct id. */
  readonly name: string;
  /** What the person is known by in events; at most 1,000 in lists. */
  readonly distinctIds: string[];
  /** Properties of the person. */
  readonly properties?: unknown | undefined;
  /** When the person came to be, as an ISO 8601 instant. */
  readonly createdAt: string;
}

/**
 * Lists the persons of a project, newest first.
 * Persons that were just deleted may be missing from a page and still be counted.
 */
export declare function listPersons(args: ListPersonsCallArgs): AsyncIterable<ListPersonsCallResult>;

/**
 * Lists the persons of a project, newest first.
 * Persons that were just deleted may be missing from a page and still be counted.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPersonsOutput(
  args: InputsOf<ListPersonsCallArgs>,
): pulumi.Output<{ readonly items: ListPersonsCallResult[] }>;

/** Arguments of {@link listPipelineDestinations}. */
export interface ListPipelineDestinationsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPipelineDestinations}. */
export interface ListPipelineDestinationsCallResult {
  /** Id for an import: <organizationId>/<itemId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: "source" | "custom" | "repository" | "local" | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: string | undefined;
  /** What the item does. */
  readonly description?: string | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: string | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: string | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: string | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: boolean | undefined;
  /** What the code can do, here `methods` with "onEvent" or "composeWebhook"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: string | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
}

/**
 * Lists the pipeline items of the organization.
 */
export declare function listPipelineDestinations(
  args?: ListPipelineDestinationsCallArgs,
): AsyncIterable<ListPipelineDestinationsCallResult>;

/**
 * Lists the pipeline items of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPipelineDestinationsOutput(
  args?: InputsOf<ListPipelineDestinationsCallArgs>,
): pulumi.Output<{ readonly items: ListPipelineDestinationsCallResult[] }>;

/** Arguments of {@link listPipelineFrontendApps}. */
export interface ListPipelineFrontendAppsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPipelineFrontendApps}. */
export interface ListPipelineFrontendAppsCallResult {
  /** Id for an import: <organizationId>/<itemId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: "source" | "custom" | "repository" | "local" | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: string | undefined;
  /** What the item does. */
  readonly description?: string | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: string | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: string | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: string | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: boolean | undefined;
  /** What the code can do, here neither `methods` nor `scheduledTasks`, not even empty ones; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: string | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
}

/**
 * Lists the pipeline items of the organization.
 */
export declare function listPipelineFrontendApps(
  args?: ListPipelineFrontendAppsCallArgs,
): AsyncIterable<ListPipelineFrontendAppsCallResult>;

/**
 * Lists the pipeline items of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPipelineFrontendAppsOutput(
  args?: InputsOf<ListPipelineFrontendAppsCallArgs>,
): pulumi.Output<{ readonly items: ListPipelineFrontendAppsCallResult[] }>;

/** Arguments of {@link listPipelineImportApps}. */
export interface ListPipelineImportAppsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPipelineImportApps}. */
export interface ListPipelineImportAppsCallResult {
  /** Id for an import: <organizationId>/<itemId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: "source" | "custom" | "repository" | "local" | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: string | undefined;
  /** What the item does. */
  readonly description?: string | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: string | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: string | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: string | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: boolean | undefined;
  /** What the code can do, here `scheduledTasks`, or `methods` without "onEvent", "composeWebhook" and "processEvent"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: string | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
}

/**
 * Lists the pipeline items of the organization.
 */
export declare function listPipelineImportApps(
  args?: ListPipelineImportAppsCallArgs,
): AsyncIterable<ListPipelineImportAppsCallResult>;

/**
 * Lists the pipeline items of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPipelineImportAppsOutput(
  args?: InputsOf<ListPipelineImportAppsCallArgs>,
): pulumi.Output<{ readonly items: ListPipelineImportAppsCallResult[] }>;

/** Arguments of {@link listPipelineTransformations}. */
export interface ListPipelineTransformationsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPipelineTransformations}. */
export interface ListPipelineTransformationsCallResult {
  /** Id for an import: <organizationId>/<itemId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: "source" | "custom" | "repository" | "local" | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: string | undefined;
  /** What the item does. */
  readonly description?: string | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: string | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: string | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: string | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: boolean | undefined;
  /** What the code can do, here `methods` with "processEvent"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: string | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
}

/**
 * Lists the pipeline items of the organization.
 */
export declare function listPipelineTransformations(
  args?: ListPipelineTransformationsCallArgs,
): AsyncIterable<ListPipelineTransformationsCallResult>;

/**
 * Lists the pipeline items of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPipelineTransformationsOutput(
  args?: InputsOf<ListPipelineTransformationsCallArgs>,
): pulumi.Output<{ readonly items: ListPipelineTransformationsCallResult[] }>;

/** Arguments of {@link listPluginActivity}. */
export interface ListPluginActivityCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | "plugins"
    | "pipelineDestinations"
    | "pipelineFrontendApps"
    | "pipelineImportApps"
    | "pipelineTransformations"
    | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPluginActivity}. */
export interface ListPluginActivityCallResult {
  /** What was done, such as deleted, updated or split_person. */
  readonly activity: string;
  /** Kind of the object, such as Person or Plugin. */
  readonly scope: string;
  /** Number or id of the object. */
  readonly itemId?: string | undefined;
  /** Who did it: `first_name` and `email`; absent for the service itself. */
  readonly user?: unknown | undefined;
  /** What changed; values of properties are never in it. */
  readonly detail?: unknown | undefined;
  /** When, as an ISO 8601 instant. */
  readonly createdAt: string;
}

/**
 * Lists what happened to pipeline items of the account's current project, newest first.
 */
export declare function listPluginActivity(
  args?: ListPluginActivityCallArgs,
): AsyncIterable<ListPluginActivityCallResult>;

/**
 * Lists what happened to pipeline items of the account's current project, newest first.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPluginActivityOutput(
  args?: InputsOf<ListPluginActivityCallArgs>,
): pulumi.Output<{ readonly items: ListPluginActivityCallResult[] }>;

/** Arguments of {@link listPluginRepository}. */
export interface ListPluginRepositoryCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | "plugins"
    | "pipelineDestinations"
    | "pipelineFrontendApps"
    | "pipelineImportApps"
    | "pipelineTransformations"
    | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPluginRepository}. */
export interface ListPluginRepositoryCallResult {
  /** The entry as the service sends it. */
  readonly entry: unknown;
}

/**
 * Lists the pipeline items that are offered for installation.
 */
export declare function listPluginRepository(
  args?: ListPluginRepositoryCallArgs,
): AsyncIterable<ListPluginRepositoryCallResult>;

/**
 * Lists the pipeline items that are offered for installation.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPluginRepositoryOutput(
  args?: InputsOf<ListPluginRepositoryCallArgs>,
): pulumi.Output<{ readonly items: ListPluginRepositoryCallResult[] }>;

/** Arguments of {@link listPlugins}. */
export interface ListPluginsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listPlugins}. */
export interface ListPluginsCallResult {
  /** Id for an import: <organizationId>/<itemId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: "source" | "custom" | "repository" | "local" | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: string | undefined;
  /** What the item does. */
  readonly description?: string | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: string | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: string | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: string | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: boolean | undefined;
  /** What the code can do; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: string | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: string | undefined;
  /** Number of the item. */
  readonly itemId?: string | undefined;
}

/**
 * Lists the pipeline items of the organization.
 */
export declare function listPlugins(args?: ListPluginsCallArgs): AsyncIterable<ListPluginsCallResult>;

/**
 * Lists the pipeline items of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listPluginsOutput(
  args?: InputsOf<ListPluginsCallArgs>,
): pulumi.Output<{ readonly items: ListPluginsCallResult[] }>;

/** Arguments of {@link listProjectAccesses}. */
export interface ListProjectAccessesCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listProjectAccesses}. */
export interface ListProjectAccessesCallResult {
  /** Id for an import: <projectId>/<subject>. */
  readonly id: string;
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId?: string | undefined;
  /** E-mail address of the member whom the rule is about; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** Id (UUID) of the role whose members the rule is about, in place of an e-mail address. */
  readonly roleId?: string | undefined;
  /** Name of the role whose members the rule is about, in place of its id; capitals make no difference. */
  readonly roleName?: string | undefined;
  /** What those whom the rule is about may do: "none", "member" or "admin". */
  readonly level?: "none" | "member" | "admin" | undefined;
  /** Whom the rule is about, as its id names it: "default", "member:ann@acme.example" or "role:" and the id of a role. */
  readonly subject?: string | undefined;
  /** Whether the rule is in force, `active`, or waits for an invite to be accepted, `deferred`. */
  readonly status?: "active" | "deferred" | undefined;
  /** Time from which the invite can be sent that this waits for, UTC, RFC 3339; absent unless that invite is deferred. */
  readonly dueAt?: string | undefined;
}

/**
 * Lists the rules of access to the project.
 */
export declare function listProjectAccesses(
  args: ListProjectAccessesCallArgs,
): AsyncIterable<ListProjectAccessesCallResult>;

/**
 * Lists the rules of access to the project.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listProjectAccessesOutput(
  args: InputsOf<ListProjectAccessesCallArgs>,
): pulumi.Output<{ readonly items: ListProjectAccessesCallResult[] }>;

/** Arguments of {@link listProjectActivity}. */
export interface ListProjectActivityCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text. */
  readonly projectId: string;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listProjectActivity}. */
export interface ListProjectActivityCallResult {
  /** What was done, such as deleted, updated or split_person. */
  readonly activity: string;
  /** Kind of the object, such as Person or Plugin. */
  readonly scope: string;
  /** Number or id of the object. */
  readonly itemId?: string | undefined;
  /** Who did it: `first_name` and `email`; absent for the service itself. */
  readonly user?: unknown | undefined;
  /** What changed; values of properties are never in it. */
  readonly detail?: unknown | undefined;
  /** When, as an ISO 8601 instant. */
  readonly createdAt: string;
}

/**
 * Lists what happened to a project, newest first.
 * Changes of its name and of its description are not in it.
 */
export declare function listProjectActivity(
  args: ListProjectActivityCallArgs,
): AsyncIterable<ListProjectActivityCallResult>;

/**
 * Lists what happened to a project, newest first.
 * Changes of its name and of its description are not in it.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listProjectActivityOutput(
  args: InputsOf<ListProjectActivityCallArgs>,
): pulumi.Output<{ readonly items: ListProjectActivityCallResult[] }>;

/** Arguments of {@link listProjects}. */
export interface ListProjectsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listProjects}. */
export interface ListProjectsCallResult {
  /** Id for an import: <organizationId>/<projectId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the project, 1 to 200 characters; surrounding blanks are dropped by the service. */
  readonly name?: string | undefined;
  /** Time zone of the project's days, a name of the time zone database such as "Europe/Berlin"; the service's default is "UTC". */
  readonly timezone?: string | undefined;
  /** Number of the project, as text. */
  readonly projectId?: string | undefined;
  /** UUID of the project. */
  readonly uuid?: string | undefined;
}

/**
 * Lists the projects of the organization.
 */
export declare function listProjects(args?: ListProjectsCallArgs): AsyncIterable<ListProjectsCallResult>;

/**
 * Lists the projects of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listProjectsOutput(
  args?: InputsOf<ListProjectsCallArgs>,
): pulumi.Output<{ readonly items: ListProjectsCallResult[] }>;

/** Arguments of {@link listProxyRecords}. */
export interface ListProxyRecordsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listProxyRecords}. */
export interface ListProxyRecordsCallResult {
  /** Id for an import: <organizationId>/<recordId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The domain name under which events are taken in, at most 64 characters. */
  readonly domain?: string | undefined;
  /** Where the proxy sends requests of its root: an HTTPS address below the same registrable domain, at most 1,024 characters. Services before August 2026 have no such setting. */
  readonly rootRedirectUrl?: string | undefined;
  /** Id (UUID) of the proxy record. */
  readonly recordId?: string | undefined;
  /** Name that the CNAME record of the domain must point at. */
  readonly targetCname?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
}

/**
 * Lists the proxy records of the organization.
 */
export declare function listProxyRecords(args?: ListProxyRecordsCallArgs): AsyncIterable<ListProxyRecordsCallResult>;

/**
 * Lists the proxy records of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listProxyRecordsOutput(
  args?: InputsOf<ListProxyRecordsCallArgs>,
): pulumi.Output<{ readonly items: ListProxyRecordsCallResult[] }>;

/** Arguments of {@link listRoleMemberships}. */
export interface ListRoleMembershipsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listRoleMemberships}. */
export interface ListRoleMembershipsCallResult {
  /** Id for an import: <organizationId>/<roleId>/<email>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Id (UUID) of the role. */
  readonly roleId?: string | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email?: string | undefined;
  /** Whether the person is in the role, `active`, or waits for an invite to be accepted, `deferred`. */
  readonly status?: "active" | "deferred" | undefined;
  /** Id (UUID) of the person's account; absent while it waits. */
  readonly userId?: string | undefined;
  /** Time from which the invite can be sent that this waits for, UTC, RFC 3339; absent unless that invite is deferred. */
  readonly dueAt?: string | undefined;
}

/**
 * Lists the members of the organization's roles.
 */
export declare function listRoleMemberships(
  args?: ListRoleMembershipsCallArgs,
): AsyncIterable<ListRoleMembershipsCallResult>;

/**
 * Lists the members of the organization's roles.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listRoleMembershipsOutput(
  args?: InputsOf<ListRoleMembershipsCallArgs>,
): pulumi.Output<{ readonly items: ListRoleMembershipsCallResult[] }>;

/** Arguments of {@link listRoles}. */
export interface ListRolesCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listRoles}. */
export interface ListRolesCallResult {
  /** Id for an import: <organizationId>/<roleId>. */
  readonly id: string;
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Name of the role, 1 to 200 characters, unique in the organization whatever its capitals; surrounding blanks are dropped. */
  readonly name?: string | undefined;
  /** What members of the role may do with feature flags: "view" or "edit"; the service's default is "edit". */
  readonly featureFlagsAccessLevel?: "view" | "edit" | undefined;
  /** Id (UUID) of the role. */
  readonly roleId?: string | undefined;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt?: string | undefined;
  /** True for the default role of the organization, and absent for every other one, so that a service which comes to have default roles (2026) changes no state. */
  readonly isDefault?: boolean | undefined;
}

/**
 * Lists the roles of the organization.
 */
export declare function listRoles(args?: ListRolesCallArgs): AsyncIterable<ListRolesCallResult>;

/**
 * Lists the roles of the organization.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listRolesOutput(
  args?: InputsOf<ListRolesCallArgs>,
): pulumi.Output<{ readonly items: ListRolesCallResult[] }>;

/** Arguments of {@link listUnsubscribeConfigs}. */
export interface ListUnsubscribeConfigsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | "plugins"
    | "pipelineDestinations"
    | "pipelineFrontendApps"
    | "pipelineImportApps"
    | "pipelineTransformations"
    | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listUnsubscribeConfigs}. */
export interface ListUnsubscribeConfigsCallResult {
  /** The entry as the service sends it. */
  readonly entry: unknown;
}

/**
 * Lists the configurations of the pipeline items that export unsubscribes.
 */
export declare function listUnsubscribeConfigs(
  args?: ListUnsubscribeConfigsCallArgs,
): AsyncIterable<ListUnsubscribeConfigsCallResult>;

/**
 * Lists the configurations of the pipeline items that export unsubscribes.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listUnsubscribeConfigsOutput(
  args?: InputsOf<ListUnsubscribeConfigsCallArgs>,
): pulumi.Output<{ readonly items: ListUnsubscribeConfigsCallResult[] }>;

/** Arguments of {@link listUnusedPlugins}. */
export interface ListUnusedPluginsCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | "plugins"
    | "pipelineDestinations"
    | "pipelineFrontendApps"
    | "pipelineImportApps"
    | "pipelineTransformations"
    | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link listUnusedPlugins}. */
export interface ListUnusedPluginsCallResult {
  /** Number of the item, as text. */
  readonly itemId: string;
}

/**
 * Lists the numbers of pipeline items that no project uses.
 * Items of other organizations may be among them.
 */
export declare function listUnusedPlugins(args?: ListUnusedPluginsCallArgs): AsyncIterable<ListUnusedPluginsCallResult>;

/**
 * Lists the numbers of pipeline items that no project uses.
 * Items of other organizations may be among them.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function listUnusedPluginsOutput(
  args?: InputsOf<ListUnusedPluginsCallArgs>,
): pulumi.Output<{ readonly items: ListUnusedPluginsCallResult[] }>;

/** Arguments of {@link pauseBatchExport}. */
export interface PauseBatchExportCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId?: string | undefined;
  /** Id (UUID) of the batch export. */
  readonly exportId: string;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link pauseBatchExport}. */
export interface PauseBatchExportCallResult {
  /** Whether the export is paused now. */
  readonly paused: boolean;
}

/**
 * Pauses a batch export; one that is paused stays so.
 * Where a BatchExport is declared, set its `paused` instead: otherwise this is drift.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function pauseBatchExport(args: PauseBatchExportCallArgs): Promise<Outcome<PauseBatchExportCallResult>>;

/**
 * Pauses a batch export; one that is paused stays so.
 * Where a BatchExport is declared, set its `paused` instead: otherwise this is drift.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function pauseBatchExportOutput(
  args: InputsOf<PauseBatchExportCallArgs>,
): pulumi.Output<PauseBatchExportCallResult>;

/** Arguments of {@link queryPersonsFunnel}. */
export interface QueryPersonsFunnelCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** Events that are counted: a list of objects with `id` (the name), `order` and `math`. */
  readonly events?: unknown | undefined;
  /** Actions that are counted: a list of objects with `id` (the number) and `order`. */
  readonly actions?: unknown | undefined;
  /** Conditions on properties that must all hold, each with `key`, `value` and `operator`: exact, is_not, icontains, regex, gt, lt, is_set and their like. */
  readonly properties?: unknown | undefined;
  /** ISO 8601, or back from now such as `-7d`. */
  readonly dateFrom?: string | undefined;
  /** ISO 8601, or back from now such as `-1d`. */
  readonly dateTo?: string | undefined;
  /** Length of an interval: `hour`, `day`, `week` or `month`. */
  readonly interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Leaves out what the project's filters say are tests. */
  readonly filterTestAccounts?: boolean | undefined;
  /** Part of an e-mail address, a name or a distinct id. */
  readonly search?: string | undefined;
  /** A step, from 1: those who reached it; negative: those who reached the one before it only. */
  readonly funnelStep?: number | undefined;
  /** Kind of the funnel: `steps`, `trends` or `time_to_convert`. */
  readonly funnelVizType?: "steps" | "trends" | "time_to_convert" | undefined;
  /** Order of the steps: `ordered`, `strict` or `unordered`. */
  readonly funnelOrderType?: "ordered" | "strict" | "unordered" | undefined;
  /** Time within which the funnel must be completed, in units of `funnelWindowIntervalUnit`. */
  readonly funnelWindowInterval?: number | undefined;
  /** Its unit: `minute`, `hour`, `day`, `week` or `month`. */
  readonly funnelWindowIntervalUnit?: "minute" | "hour" | "day" | "week" | "month" | undefined;
  /** With `trends`: start of the period in which people entered. */
  readonly entrancePeriodStart?: string | undefined;
  /** With `trends`: those who did not convert. */
  readonly dropOff?: boolean | undefined;
  /** Sends the question in the address (GET) in place of the body (POST), for services that lack the latter. */
  readonly inAddress?: boolean | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link queryPersonsFunnel}. */
export interface QueryPersonsFunnelCallResult {
  /** person or group. */
  readonly type: string;
  /** UUID of the person; a group has none. */
  readonly uuid?: string | undefined;
  /** A property such as the e-mail address, else a distinct id. */
  readonly name?: string | undefined;
  /** Key of the group. */
  readonly groupKey?: string | undefined;
  /** What the person is known by in events. */
  readonly distinctIds: string[];
  /** Properties of the person or the group. */
  readonly properties?: unknown | undefined;
  /** The number behind it, where the insight has one. */
  readonly valueAtDataPoint?: number | undefined;
}

/**
 * Lists the people who reached or left a step of a funnel.
 * The service of September 2026 has this call no more; that of August 2025 is the last that has it.
 */
export declare function queryPersonsFunnel(
  args: QueryPersonsFunnelCallArgs,
): AsyncIterable<QueryPersonsFunnelCallResult>;

/**
 * Lists the people who reached or left a step of a funnel.
 * The service of September 2026 has this call no more; that of August 2025 is the last that has it.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function queryPersonsFunnelOutput(
  args: InputsOf<QueryPersonsFunnelCallArgs>,
): pulumi.Output<{ readonly items: QueryPersonsFunnelCallResult[] }>;

/** Arguments of {@link queryPersonsFunnelCorrelation}. */
export interface QueryPersonsFunnelCorrelationCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** Events that are counted: a list of objects with `id` (the name), `order` and `math`. */
  readonly events?: unknown | undefined;
  /** Actions that are counted: a list of objects with `id` (the number) and `order`. */
  readonly actions?: unknown | undefined;
  /** Conditions on properties that must all hold, each with `key`, `value` and `operator`: exact, is_not, icontains, regex, gt, lt, is_set and their like. */
  readonly properties?: unknown | undefined;
  /** ISO 8601, or back from now such as `-7d`. */
  readonly dateFrom?: string | undefined;
  /** ISO 8601, or back from now such as `-1d`. */
  readonly dateTo?: string | undefined;
  /** Length of an interval: `hour`, `day`, `week` or `month`. */
  readonly interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Leaves out what the project's filters say are tests. */
  readonly filterTestAccounts?: boolean | undefined;
  /** Part of an e-mail address, a name or a distinct id. */
  readonly search?: string | undefined;
  /** A step, from 1: those who reached it; negative: those who reached the one before it only. */
  readonly funnelStep?: number | undefined;
  /** Kind of the funnel: `steps`, `trends` or `time_to_convert`. */
  readonly funnelVizType?: "steps" | "trends" | "time_to_convert" | undefined;
  /** Order of the steps: `ordered`, `strict` or `unordered`. */
  readonly funnelOrderType?: "ordered" | "strict" | "unordered" | undefined;
  /** Time within which the funnel must be completed, in units of `funnelWindowIntervalUnit`. */
  readonly funnelWindowInterval?: number | undefined;
  /** Its unit: `minute`, `hour`, `day`, `week` or `month`. */
  readonly funnelWindowIntervalUnit?: "minute" | "hour" | "day" | "week" | "month" | undefined;
  /** With `trends`: start of the period in which people entered. */
  readonly entrancePeriodStart?: string | undefined;
  /** With `trends`: those who did not convert. */
  readonly dropOff?: boolean | undefined;
  /** What is correlated: `events`, `properties` or `event_with_properties`. */
  readonly funnelCorrelationType?: "events" | "properties" | "event_with_properties" | undefined;
  /** The event whose people are asked for: an object with `id` and `type`. */
  readonly funnelCorrelationPersonEntity?: unknown | undefined;
  /** `true` for those who converted, `false` for those who did not. */
  readonly funnelCorrelationPersonConverted?: "true" | "false" | undefined;
  /** Sends the question in the address (GET) in place of the body (POST), for services that lack the latter. */
  readonly inAddress?: boolean | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link queryPersonsFunnelCorrelation}. */
export interface QueryPersonsFunnelCorrelationCallResult {
  /** person or group. */
  readonly type: string;
  /** UUID of the person; a group has none. */
  readonly uuid?: string | undefined;
  /** A property such as the e-mail address, else a distinct id. */
  readonly name?: string | undefined;
  /** Key of the group. */
  readonly groupKey?: string | undefined;
  /** What the person is known by in events. */
  readonly distinctIds: string[];
  /** Properties of the person or the group. */
  readonly properties?: unknown | undefined;
  /** The number behind it, where the insight has one. */
  readonly valueAtDataPoint?: number | undefined;
}

/**
 * Lists the people behind a correlation in a funnel.
 * The service of September 2026 has this call no more; that of August 2025 is the last that has it.
 */
export declare function queryPersonsFunnelCorrelation(
  args: QueryPersonsFunnelCorrelationCallArgs,
): AsyncIterable<QueryPersonsFunnelCorrelationCallResult>;

/**
 * Lists the people behind a correlation in a funnel.
 * The service of September 2026 has this call no more; that of August 2025 is the last that has it.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function queryPersonsFunnelCorrelationOutput(
  args: InputsOf<QueryPersonsFunnelCorrelationCallArgs>,
): pulumi.Output<{ readonly items: QueryPersonsFunnelCorrelationCallResult[] }>;

/** Arguments of {@link queryPersonsLifecycle}. */
export interface QueryPersonsLifecycleCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** The event whose life cycle it is: a list of one object with `id` (the name) and `order`. */
  readonly events: unknown;
  /** Actions that are counted: a list of objects with `id` (the number) and `order`. */
  readonly actions?: unknown | undefined;
  /** Conditions on properties that must all hold, each with `key`, `value` and `operator`: exact, is_not, icontains, regex, gt, lt, is_set and their like. */
  readonly properties?: unknown | undefined;
  /** ISO 8601, or back from now such as `-7d`. */
  readonly dateFrom?: string | undefined;
  /** ISO 8601, or back from now such as `-1d`. */
  readonly dateTo?: string | undefined;
  /** Length of an interval: `hour`, `day`, `week` or `month`. */
  readonly interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Leaves out what the project's filters say are tests. */
  readonly filterTestAccounts?: boolean | undefined;
  /** Part of an e-mail address, a name or a distinct id. */
  readonly search?: string | undefined;
  /** The day: ISO 8601, or back from now such as `-1d`. */
  readonly targetDate: string;
  /** The state of life: `new`, `returning`, `resurrecting` or `dormant`. */
  readonly lifecycleType: "new" | "returning" | "resurrecting" | "dormant";
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link queryPersonsLifecycle}. */
export interface QueryPersonsLifecycleCallResult {
  /** person or group. */
  readonly type: string;
  /** UUID of the person; a group has none. */
  readonly uuid?: string | undefined;
  /** A property such as the e-mail address, else a distinct id. */
  readonly name?: string | undefined;
  /** Key of the group. */
  readonly groupKey?: string | undefined;
  /** What the person is known by in events. */
  readonly distinctIds: string[];
  /** Properties of the person or the group. */
  readonly properties?: unknown | undefined;
  /** The number behind it, where the insight has one. */
  readonly valueAtDataPoint?: number | undefined;
}

/**
 * Lists the people who are new, returning, resurrecting or dormant on a day.
 * The service of August 2025 fails on this call, whatever it is asked, and that of September 2026 has it no more; the documented contract is the last that answers it.
 */
export declare function queryPersonsLifecycle(
  args: QueryPersonsLifecycleCallArgs,
): AsyncIterable<QueryPersonsLifecycleCallResult>;

/**
 * Lists the people who are new, returning, resurrecting or dormant on a day.
 * The service of August 2025 fails on this call, whatever it is asked, and that of September 2026 has it no more; the documented contract is the last that answers it.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function queryPersonsLifecycleOutput(
  args: InputsOf<QueryPersonsLifecycleCallArgs>,
): pulumi.Output<{ readonly items: QueryPersonsLifecycleCallResult[] }>;

/** Arguments of {@link queryPersonsPath}. */
export interface QueryPersonsPathCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** Events that are counted: a list of objects with `id` (the name), `order` and `math`. */
  readonly events?: unknown | undefined;
  /** Actions that are counted: a list of objects with `id` (the number) and `order`. */
  readonly actions?: unknown | undefined;
  /** Conditions on properties that must all hold, each with `key`, `value` and `operator`: exact, is_not, icontains, regex, gt, lt, is_set and their like. */
  readonly properties?: unknown | undefined;
  /** ISO 8601, or back from now such as `-7d`. */
  readonly dateFrom?: string | undefined;
  /** ISO 8601, or back from now such as `-1d`. */
  readonly dateTo?: string | undefined;
  /** Length of an interval: `hour`, `day`, `week` or `month`. */
  readonly interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Leaves out what the project's filters say are tests. */
  readonly filterTestAccounts?: boolean | undefined;
  /** Part of an e-mail address, a name or a distinct id. */
  readonly search?: string | undefined;
  /** Where the paths begin. */
  readonly startPoint?: string | undefined;
  /** Where the paths end. */
  readonly endPoint?: string | undefined;
  /** First node of the part of the path, such as `1_/home`. */
  readonly pathStartKey?: string | undefined;
  /** Last node of the part of the path. */
  readonly pathEndKey?: string | undefined;
  /** Node after which people left. */
  readonly pathDropoffKey?: string | undefined;
  /** Most steps of a path. */
  readonly stepLimit?: number | undefined;
  /** Kinds of events that make up the path: $pageview, $screen, custom_event. */
  readonly includeEventTypes?: string[] | undefined;
  /** Events that are passed over. */
  readonly excludeEvents?: string[] | undefined;
  /** Sends the question in the address (GET) in place of the body (POST), for services that lack the latter. */
  readonly inAddress?: boolean | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link queryPersonsPath}. */
export interface QueryPersonsPathCallResult {
  /** person or group. */
  readonly type: string;
  /** UUID of the person; a group has none. */
  readonly uuid?: string | undefined;
  /** A property such as the e-mail address, else a distinct id. */
  readonly name?: string | undefined;
  /** Key of the group. */
  readonly groupKey?: string | undefined;
  /** What the person is known by in events. */
  readonly distinctIds: string[];
  /** Properties of the person or the group. */
  readonly properties?: unknown | undefined;
  /** The number behind it, where the insight has one. */
  readonly valueAtDataPoint?: number | undefined;
}

/**
 * Lists the people on a path.
 * Services since August 2025 have this call no more; the documented contract is the last that has it.
 */
export declare function queryPersonsPath(args: QueryPersonsPathCallArgs): AsyncIterable<QueryPersonsPathCallResult>;

/**
 * Lists the people on a path.
 * Services since August 2025 have this call no more; the documented contract is the last that has it.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function queryPersonsPathOutput(
  args: InputsOf<QueryPersonsPathCallArgs>,
): pulumi.Output<{ readonly items: QueryPersonsPathCallResult[] }>;

/** Arguments of {@link queryPersonsRetention}. */
export interface QueryPersonsRetentionCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** Events that are counted: a list of objects with `id` (the name), `order` and `math`. */
  readonly events?: unknown | undefined;
  /** Actions that are counted: a list of objects with `id` (the number) and `order`. */
  readonly actions?: unknown | undefined;
  /** Conditions on properties that must all hold, each with `key`, `value` and `operator`: exact, is_not, icontains, regex, gt, lt, is_set and their like. */
  readonly properties?: unknown | undefined;
  /** ISO 8601, or back from now such as `-7d`. */
  readonly dateFrom?: string | undefined;
  /** ISO 8601, or back from now such as `-1d`. */
  readonly dateTo?: string | undefined;
  /** Length of an interval: `hour`, `day`, `week` or `month`. */
  readonly interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Leaves out what the project's filters say are tests. */
  readonly filterTestAccounts?: boolean | undefined;
  /** Part of an e-mail address, a name or a distinct id. */
  readonly search?: string | undefined;
  /** Length of an interval: `Hour`, `Day`, which is the server-side default, `Week` or `Month`. */
  readonly period?: "Hour" | "Day" | "Week" | "Month" | undefined;
  /** Number of intervals up to `dateTo`; 11 by the server-side default. */
  readonly totalIntervals?: number | undefined;
  /** The interval in which people came first, from 0, which is the server-side default. */
  readonly selectedInterval?: number | undefined;
  /** Whether coming first means in the interval, `retention_recurring`, which is the server-side default, or ever, `retention_first_time`. */
  readonly retentionType?: "retention_recurring" | "retention_first_time" | undefined;
  /** The event of coming first: an object with `id` and `type`; $pageview by default. */
  readonly targetEntity?: unknown | undefined;
  /** The event of coming back: an object with `id` and `type`; $pageview by default. */
  readonly returningEntity?: unknown | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link queryPersonsRetention}. */
export interface QueryPersonsRetentionCallResult {
  /** The person. */
  readonly person?: unknown | undefined;
  /** Per interval 1 when the person came, 0 when not. */
  readonly appearances: number[];
}

/**
 * Lists people and the intervals in which they came back.
 * Services since August 2025 have this call no more; the documented contract is the last that has it.
 */
export declare function queryPersonsRetention(
  args: QueryPersonsRetentionCallArgs,
): AsyncIterable<QueryPersonsRetentionCallResult>;

/**
 * Lists people and the intervals in which they came back.
 * Services since August 2025 have this call no more; the documented contract is the last that has it.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function queryPersonsRetentionOutput(
  args: InputsOf<QueryPersonsRetentionCallArgs>,
): pulumi.Output<{ readonly items: QueryPersonsRetentionCallResult[] }>;

/** Arguments of {@link queryPersonsStickiness}. */
export interface QueryPersonsStickinessCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** Events that are counted: a list of objects with `id` (the name), `order` and `math`. */
  readonly events?: unknown | undefined;
  /** Actions that are counted: a list of objects with `id` (the number) and `order`. */
  readonly actions?: unknown | undefined;
  /** Conditions on properties that must all hold, each with `key`, `value` and `operator`: exact, is_not, icontains, regex, gt, lt, is_set and their like. */
  readonly properties?: unknown | undefined;
  /** ISO 8601, or back from now such as `-7d`. */
  readonly dateFrom?: string | undefined;
  /** ISO 8601, or back from now such as `-1d`. */
  readonly dateTo?: string | undefined;
  /** Length of an interval: `hour`, `day`, `week` or `month`. */
  readonly interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Leaves out what the project's filters say are tests. */
  readonly filterTestAccounts?: boolean | undefined;
  /** Part of an e-mail address, a name or a distinct id. */
  readonly search?: string | undefined;
  /** Name of the event, or number of the action. */
  readonly entityId: string;
  /** What `entityId` names: `events` or `actions`. */
  readonly entityType?: "events" | "actions" | undefined;
  /** How it is counted; `total` by the server-side default. */
  readonly entityMath?: string | undefined;
  /** Place of the entity in the insight, from 0. */
  readonly entityOrder?: number | undefined;
  /** Number of days on which they came. */
  readonly stickinessDays?: number | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link queryPersonsStickiness}. */
export interface QueryPersonsStickinessCallResult {
  /** person or group. */
  readonly type: string;
  /** UUID of the person; a group has none. */
  readonly uuid?: string | undefined;
  /** A property such as the e-mail address, else a distinct id. */
  readonly name?: string | undefined;
  /** Key of the group. */
  readonly groupKey?: string | undefined;
  /** What the person is known by in events. */
  readonly distinctIds: string[];
  /** Properties of the person or the group. */
  readonly properties?: unknown | undefined;
  /** The number behind it, where the insight has one. */
  readonly valueAtDataPoint?: number | undefined;
}

/**
 * Lists the people who did something on a number of days.
 * The service of August 2025 fails on this call, whatever it is asked, and that of September 2026 has it no more; the documented contract is the last that answers it.
 */
export declare function queryPersonsStickiness(
  args: QueryPersonsStickinessCallArgs,
): AsyncIterable<QueryPersonsStickinessCallResult>;

/**
 * Lists the people who did something on a number of days.
 * The service of August 2025 fails on this call, whatever it is asked, and that of September 2026 has it no more; the documented contract is the last that answers it.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function queryPersonsStickinessOutput(
  args: InputsOf<QueryPersonsStickinessCallArgs>,
): pulumi.Output<{ readonly items: QueryPersonsStickinessCallResult[] }>;

/** Arguments of {@link queryPersonsTrends}. */
export interface QueryPersonsTrendsCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** Events that are counted: a list of objects with `id` (the name), `order` and `math`. */
  readonly events?: unknown | undefined;
  /** Actions that are counted: a list of objects with `id` (the number) and `order`. */
  readonly actions?: unknown | undefined;
  /** Conditions on properties that must all hold, each with `key`, `value` and `operator`: exact, is_not, icontains, regex, gt, lt, is_set and their like. */
  readonly properties?: unknown | undefined;
  /** ISO 8601, or back from now such as `-7d`. */
  readonly dateFrom?: string | undefined;
  /** ISO 8601, or back from now such as `-1d`. */
  readonly dateTo?: string | undefined;
  /** Length of an interval: `hour`, `day`, `week` or `month`. */
  readonly interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Leaves out what the project's filters say are tests. */
  readonly filterTestAccounts?: boolean | undefined;
  /** Part of an e-mail address, a name or a distinct id. */
  readonly search?: string | undefined;
  /** Name of the event, or number of the action. */
  readonly entityId: string;
  /** What `entityId` names: `events` or `actions`. */
  readonly entityType?: "events" | "actions" | undefined;
  /** How it is counted; `total` by the server-side default. */
  readonly entityMath?: string | undefined;
  /** Place of the entity in the insight, from 0. */
  readonly entityOrder?: number | undefined;
  /** Most rows to give, from 1; all of them by default. */
  readonly limit?: number | undefined;
}

/** A row of {@link queryPersonsTrends}. */
export interface QueryPersonsTrendsCallResult {
  /** person or group. */
  readonly type: string;
  /** UUID of the person; a group has none. */
  readonly uuid?: string | undefined;
  /** A property such as the e-mail address, else a distinct id. */
  readonly name?: string | undefined;
  /** Key of the group. */
  readonly groupKey?: string | undefined;
  /** What the person is known by in events. */
  readonly distinctIds: string[];
  /** Properties of the person or the group. */
  readonly properties?: unknown | undefined;
  /** The number behind it, where the insight has one. */
  readonly valueAtDataPoint?: number | undefined;
}

/**
 * Lists the people behind a point of a trend.
 * The service of September 2026 has this call no more; that of August 2025 is the last that has it.
 */
export declare function queryPersonsTrends(
  args: QueryPersonsTrendsCallArgs,
): AsyncIterable<QueryPersonsTrendsCallResult>;

/**
 * Lists the people behind a point of a trend.
 * The service of September 2026 has this call no more; that of August 2025 is the last that has it.
 * As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.
 */
export declare function queryPersonsTrendsOutput(
  args: InputsOf<QueryPersonsTrendsCallArgs>,
): pulumi.Output<{ readonly items: QueryPersonsTrendsCallResult[] }>;

/** Arguments of {@link resetProjectToken}. */
export interface ResetProjectTokenCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text. */
  readonly projectId: string;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm?: string | undefined;
  /** Makes the call although one with the same arguments was begun before; a second call has its effect a second time. */
  readonly rerun?: boolean | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link resetProjectToken}. */
export interface ResetProjectTokenCallResult {
  /** The new token. */
  readonly apiToken: string;
}

/**
 * Gives a project a new `apiToken`; the old one is dead at once.
 * Everything that sends events with the old token loses them until it has the new one.
 * A Project that is declared shows its new token after the next refresh.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function resetProjectToken(
  args: ResetProjectTokenCallArgs,
): Promise<Outcome<ResetProjectTokenCallResult>>;

/**
 * Gives a project a new `apiToken`; the old one is dead at once.
 * Everything that sends events with the old token loses them until it has the new one.
 * A Project that is declared shows its new token after the next refresh.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function resetProjectTokenOutput(
  args: InputsOf<ResetProjectTokenCallArgs>,
): pulumi.Output<ResetProjectTokenCallResult>;

/** Arguments of {@link retryProxyRecord}. */
export interface RetryProxyRecordCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Id (UUID) of the proxy record. */
  readonly recordId: string;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link retryProxyRecord}. */
export interface RetryProxyRecordCallResult {
  /** State of the proxy record in the service's words, `waiting` after a new try. */
  readonly status: string;
}

/**
 * Lets the service try anew with a managed reverse proxy that failed: it looks for the CNAME record for seven days again.
 * It is for a record that the service gave up or found broken. One that has not failed is left as it is, and its state is given.
 * To wait until the proxy is in use, declare a ProxyRecordValidation that depends on this.
 * The service of September 2026 has this call; that of August 2025 and the documented contract do not have it yet. There, delete the proxy record and make it anew.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function retryProxyRecord(args: RetryProxyRecordCallArgs): Promise<Outcome<RetryProxyRecordCallResult>>;

/**
 * Lets the service try anew with a managed reverse proxy that failed: it looks for the CNAME record for seven days again.
 * It is for a record that the service gave up or found broken. One that has not failed is left as it is, and its state is given.
 * To wait until the proxy is in use, declare a ProxyRecordValidation that depends on this.
 * The service of September 2026 has this call; that of August 2025 and the documented contract do not have it yet. There, delete the proxy record and make it anew.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function retryProxyRecordOutput(
  args: InputsOf<RetryProxyRecordCallArgs>,
): pulumi.Output<RetryProxyRecordCallResult>;

/** Arguments of {@link splitPerson}. */
export interface SplitPersonCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: string;
  /** The distinct id that stays with the person and its properties; one that the person has. */
  readonly mainDistinctId: string;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm?: string | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link splitPerson}. */
export interface SplitPersonCallResult {
  /** What became of it: `accepted` or `already split`. */
  readonly outcome: "accepted" | "already split";
}

/**
 * Makes each distinct id of a person but one a person of its own.
 * A person with a single distinct id is left as it is.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function splitPerson(args: SplitPersonCallArgs): Promise<Outcome<SplitPersonCallResult>>;

/**
 * Makes each distinct id of a person but one a person of its own.
 * A person with a single distinct id is left as it is.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function splitPersonOutput(args: InputsOf<SplitPersonCallArgs>): pulumi.Output<SplitPersonCallResult>;

/** Arguments of {@link testHogFunction}. */
export interface TestHogFunctionCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: string;
  /** Id (UUID) of the hog function. */
  readonly functionId: string;
  /** What the function sees: an object with `event`, `person`, `project` and more; by default what the service makes up. */
  readonly globals?: unknown | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link testHogFunction}. */
export interface TestHogFunctionCallResult {
  /** `success` or `error`, in the service's words. */
  readonly status: string;
  /** What the function wrote. */
  readonly logs: {
    /** DEBUG, LOG, INFO, WARN or ERROR. */
    readonly level: string;
    /** What was said. */
    readonly message: string;
  }[];
  /** What a transformation made of the event. */
  readonly result?: unknown | undefined;
  /** What went wrong. */
  readonly errors: string[];
}

/**
 * Tries a hog function, as the service holds it, with one event.
 * Calls of the function to other services are noted in its log and not made, and nothing of the function is changed. Secret inputs stay with the service.
 * Services have hog functions since 2025, and let keys try them and read their logs since 2026.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function testHogFunction(args: TestHogFunctionCallArgs): Promise<Outcome<TestHogFunctionCallResult>>;

/**
 * Tries a hog function, as the service holds it, with one event.
 * Calls of the function to other services are noted in its log and not made, and nothing of the function is changed. Secret inputs stay with the service.
 * Services have hog functions since 2025, and let keys try them and read their logs since 2026.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function testHogFunctionOutput(
  args: InputsOf<TestHogFunctionCallArgs>,
): pulumi.Output<TestHogFunctionCallResult>;

/** Arguments of {@link unpauseBatchExport}. */
export interface UnpauseBatchExportCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId?: string | undefined;
  /** Id (UUID) of the batch export. */
  readonly exportId: string;
  /** Also exports what was missed since the export was paused. */
  readonly backfill?: boolean | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link unpauseBatchExport}. */
export interface UnpauseBatchExportCallResult {
  /** Whether the export is paused now. */
  readonly paused: boolean;
}

/**
 * Lets a batch export run again.
 * Where a BatchExport is declared, set its `paused` instead: otherwise this is drift.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function unpauseBatchExport(
  args: UnpauseBatchExportCallArgs,
): Promise<Outcome<UnpauseBatchExportCallResult>>;

/**
 * Lets a batch export run again.
 * Where a BatchExport is declared, set its `paused` instead: otherwise this is drift.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function unpauseBatchExportOutput(
  args: InputsOf<UnpauseBatchExportCallArgs>,
): pulumi.Output<UnpauseBatchExportCallResult>;

/** Arguments of {@link updatePerson}. */
export interface UpdatePersonCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: string;
  /** Properties to set, by name. */
  readonly properties: unknown;
  /** How long to look whether the change can be seen, in seconds, 0 to 600; by default 30. */
  readonly visibleWithinSeconds?: number | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link updatePerson}. */
export interface UpdatePersonCallResult {
  /** `visible` when the change was seen; `accepted` when the service took it and it could not be seen in time. */
  readonly outcome: "visible" | "accepted";
}

/**
 * Sets properties of a person and leaves the others.
 * The service answers before the change is applied. The function reads the person until the change can be seen, and says `accepted` where it could not be seen in time: it may still come.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function updatePerson(args: UpdatePersonCallArgs): Promise<Outcome<UpdatePersonCallResult>>;

/**
 * Sets properties of a person and leaves the others.
 * The service answers before the change is applied. The function reads the person until the change can be seen, and says `accepted` where it could not be seen in time: it may still come.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function updatePersonOutput(args: InputsOf<UpdatePersonCallArgs>): pulumi.Output<UpdatePersonCallResult>;

/** Arguments of {@link updatePersonProperty}. */
export interface UpdatePersonPropertyCallArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: string;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: string;
  /** Name of the property. */
  readonly key: string;
  /** The value; anything but null. */
  readonly value: unknown;
  /** How long to look whether the change can be seen, in seconds, 0 to 600; by default 30. */
  readonly visibleWithinSeconds?: number | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link updatePersonProperty}. */
export interface UpdatePersonPropertyCallResult {
  /** `visible` when the change was seen; `accepted` when the service took it and it could not be seen in time. */
  readonly outcome: "visible" | "accepted";
}

/**
 * Sets one property of a person.
 * The service answers before the change is applied. The function reads the person until the change can be seen, and says `accepted` where it could not be seen in time: it may still come.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function updatePersonProperty(
  args: UpdatePersonPropertyCallArgs,
): Promise<Outcome<UpdatePersonPropertyCallResult>>;

/**
 * Sets one property of a person.
 * The service answers before the change is applied. The function reads the person until the change can be seen, and says `accepted` where it could not be seen in time: it may still come.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function updatePersonPropertyOutput(
  args: InputsOf<UpdatePersonPropertyCallArgs>,
): pulumi.Output<UpdatePersonPropertyCallResult>;

/** Arguments of {@link updatePluginSource}. */
export interface UpdatePluginSourceCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | "plugins"
    | "pipelineDestinations"
    | "pipelineFrontendApps"
    | "pipelineImportApps"
    | "pipelineTransformations"
    | undefined;
  /** Number of the item, as text. */
  readonly itemId: string;
  /** Source files by name. */
  readonly files: Record<string, string>;
  /** Names of files to remove. */
  readonly remove?: string[] | undefined;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link updatePluginSource}. */
export interface UpdatePluginSourceCallResult {
  /** Source files by name; absent where the service does not show them. */
  readonly files?: Record<string, string> | undefined;
}

/**
 * Writes source files of a pipeline item; files that are not named stay.
 * Where the item is declared, set its `source` instead: otherwise this is drift.
 * `plugin.json` must be JSON: the service keeps one that is not, and every later call on the item fails.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function updatePluginSource(
  args: UpdatePluginSourceCallArgs,
): Promise<Outcome<UpdatePluginSourceCallResult>>;

/**
 * Writes source files of a pipeline item; files that are not named stay.
 * Where the item is declared, set its `source` instead: otherwise this is drift.
 * `plugin.json` must be JSON: the service keeps one that is not, and every later call on the item fails.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function updatePluginSourceOutput(
  args: InputsOf<UpdatePluginSourceCallArgs>,
): pulumi.Output<UpdatePluginSourceCallResult>;

/** Arguments of {@link upgradePlugin}. */
export interface UpgradePluginCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | "plugins"
    | "pipelineDestinations"
    | "pipelineFrontendApps"
    | "pipelineImportApps"
    | "pipelineTransformations"
    | undefined;
  /** Number of the item, as text. */
  readonly itemId: string;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link upgradePlugin}. */
export interface UpgradePluginCallResult {
  /** Name of the item. */
  readonly name?: string | undefined;
  /** Its version. */
  readonly tag?: string | undefined;
  /** The newest version at its address. */
  readonly latestTag?: string | undefined;
}

/**
 * Brings a pipeline item to its newest version; one that is kept as source stays as it is.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function upgradePlugin(args: UpgradePluginCallArgs): Promise<Outcome<UpgradePluginCallResult>>;

/**
 * Brings a pipeline item to its newest version; one that is kept as source stays as it is.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function upgradePluginOutput(
  args: InputsOf<UpgradePluginCallArgs>,
): pulumi.Output<UpgradePluginCallResult>;

/** Arguments of {@link verifyDomain}. */
export interface VerifyDomainCallArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: string | undefined;
  /** Id (UUID) of the domain. */
  readonly domainId: string;
  /** Lets the call write whenever the program runs outside a preview: in every update, and in a refresh or destroy with `--run-program`, from which no program can tell an update. To write once, declare the resource of the same name. */
  readonly onEveryRun?: boolean | undefined;
}

/** What came of {@link verifyDomain}. */
export interface VerifyDomainCallResult {
  /** Whether the record was found, now or before. */
  readonly isVerified: boolean;
}

/**
 * Asks the service to look at the DNS record of a domain now.
 * It asks once. To wait until the record is found, declare a DomainVerification.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function verifyDomain(args: VerifyDomainCallArgs): Promise<Outcome<VerifyDomainCallResult>>;

/**
 * Asks the service to look at the DNS record of a domain now.
 * It asks once. To wait until the record is found, declare a DomainVerification.
 * As an output: arguments may be outputs, and what is secret or not known yet stays so.
 * A preview makes no request. Refused outside of one without `onEveryRun`.
 */
export declare function verifyDomainOutput(args: InputsOf<VerifyDomainCallArgs>): pulumi.Output<VerifyDomainCallResult>;
