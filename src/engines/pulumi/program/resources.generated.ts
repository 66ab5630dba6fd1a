// Written by `npm run gen` from src/catalog/resources; do not edit.
import type * as pulumi from "@pulumi/pulumi";

/** Arguments of {@link AccessControl}. */
export interface AccessControlArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: pulumi.Input<string>;
  /** Kind of resource as the service names it: "dashboard", "feature_flag", "notebook", "insight", "experiment" and others. */
  readonly resource: pulumi.Input<string>;
  /** Id of the one object that the rule is about, as text; by default all of the kind. */
  readonly resourceId?: pulumi.Input<string> | undefined;
  /** E-mail address of the member whom the rule is about; capitals and surrounding blanks make no difference. */
  readonly email?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the role whose members the rule is about, in place of an e-mail address. */
  readonly roleId?: pulumi.Input<string> | undefined;
  /** Name of the role whose members the rule is about, in place of its id; capitals make no difference. */
  readonly roleName?: pulumi.Input<string> | undefined;
  /** What those whom the rule is about may do: "none", "viewer", "editor" or "manager". */
  readonly level: pulumi.Input<"none" | "viewer" | "editor" | "manager">;
  /** What a deletion does to the rule: "remove" takes it away, "retain" leaves it. Default "remove", and "retain" for a rule that was there before, as declared. */
  readonly onDestroy?: pulumi.Input<"remove" | "retain"> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * One rule of what may be done with a kind of resource in a project, such as all dashboards, or with one object.
 *
 * The id has the form `<projectId>/<target>/<subject>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.AccessControl("example", {
 *   projectId: "17",
 *   resource: "dashboard",
 *   email: "ann@acme.example",
 *   level: "viewer",
 * });
 * ```
 */
export declare class AccessControl extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: pulumi.Output<string>;
  /** Kind of resource as the service names it: "dashboard", "feature_flag", "notebook", "insight", "experiment" and others. */
  readonly resource: pulumi.Output<string>;
  /** Id of the one object that the rule is about, as text; by default all of the kind. */
  readonly resourceId: pulumi.Output<string | undefined>;
  /** E-mail address of the member whom the rule is about; capitals and surrounding blanks make no difference. */
  readonly email: pulumi.Output<string | undefined>;
  /** Id (UUID) of the role whose members the rule is about, in place of an e-mail address. */
  readonly roleId: pulumi.Output<string | undefined>;
  /** Name of the role whose members the rule is about, in place of its id; capitals make no difference. */
  readonly roleName: pulumi.Output<string | undefined>;
  /** What those whom the rule is about may do: "none", "viewer", "editor" or "manager". */
  readonly level: pulumi.Output<"none" | "viewer" | "editor" | "manager">;
  /** What a deletion does to the rule: "remove" takes it away, "retain" leaves it. Default "remove", and "retain" for a rule that was there before, as declared. */
  readonly onDestroy: pulumi.Output<"remove" | "retain" | undefined>;
  /** What the rule is about, as its id names it: "dashboard", or "dashboard:42" for one object. */
  readonly target: pulumi.Output<string>;
  /** Whom the rule is about, as its id names it: "default", "member:ann@acme.example" or "role:" and the id of a role. */
  readonly subject: pulumi.Output<string>;
  /** Whether the rule is in force, `active`, or waits for an invite to be accepted, `deferred`. */
  readonly status: pulumi.Output<"active" | "deferred">;
  /** True for a rule that was there before, as declared; absent for one that was made or imported. A deletion leaves such a rule. */
  readonly existed: pulumi.Output<boolean | undefined>;
  /** Id (UUID) of the project's organization, as far as the key could read the project when the object was made or imported. */
  readonly organizationId: pulumi.Output<string | undefined>;
  /** Time from which the invite can be sent that this waits for, UTC, RFC 3339; absent unless that invite is deferred. */
  readonly dueAt: pulumi.Output<string | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** One rule of what may be done with a kind of resource in a project, such as all dashboards, or with one object. */
  constructor(name: string, args: AccessControlArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<projectId>/<target>/<subject>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): AccessControl;
}

/** Arguments of {@link BatchExport}. */
export interface BatchExportArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Number of the project whose data is exported, as text, like the `projectId` of a Project; by default the current project of the key's user. */
  readonly projectId?: pulumi.Input<string> | undefined;
  /** Name of the export, at least 1 character, not unique. */
  readonly name: pulumi.Input<string>;
  /** What is exported: "events", "persons" or, where the service has it, "sessions" or "hogql", a query; the service's default is "events". */
  readonly model?: pulumi.Input<"events" | "persons" | "sessions" | "hogql"> | undefined;
  /** Where to: one block, named after the kind of destination, with its settings and secrets. */
  readonly destination: pulumi.Input<{
    /** An export to S3, with keys that the export holds itself; the service of 2026 makes no new ones. */
    readonly s3?: pulumi.Input<{
      /** Name of the bucket. */
      readonly bucketName: pulumi.Input<string>;
      /** Region of the bucket. */
      readonly region: pulumi.Input<string>;
      /** What the names of all files begin with. */
      readonly prefix: pulumi.Input<string>;
      /** Format of the files. One of "JSONLines", "Parquet". Default "JSONLines". */
      readonly fileFormat?: pulumi.Input<string>;
      /** Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet. */
      readonly compression?: pulumi.Input<string>;
      /** Server-side encryption, such as AES256 or aws:kms. */
      readonly encryption?: pulumi.Input<string>;
      /** Key of the encryption aws:kms. */
      readonly kmsKeyId?: pulumi.Input<string>;
      /** Address of a service that speaks S3. */
      readonly endpointUrl?: pulumi.Input<string>;
      /** Size at which a new file begins, in MB. */
      readonly maxFileSizeMb?: pulumi.Input<number>;
      /** Whether the bucket is a part of the host's name. Default false. */
      readonly useVirtualStyleAddressing?: pulumi.Input<boolean>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Id of the access key. */
      readonly awsAccessKeyId?: pulumi.Input<string>;
      /** The access key. */
      readonly awsSecretAccessKey?: pulumi.Input<string>;
    }>;
    /** An export to a bucket of AWS S3. */
    readonly awsS3?: pulumi.Input<{
      /** Name of the bucket. */
      readonly bucketName: pulumi.Input<string>;
      /** Region of the bucket. */
      readonly region: pulumi.Input<string>;
      /** What the names of all files begin with. */
      readonly prefix: pulumi.Input<string>;
      /** Format of the files. One of "JSONLines", "Parquet". Default "JSONLines". */
      readonly fileFormat?: pulumi.Input<string>;
      /** Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet. */
      readonly compression?: pulumi.Input<string>;
      /** Server-side encryption, such as AES256 or aws:kms. */
      readonly encryption?: pulumi.Input<string>;
      /** Key of the encryption aws:kms. */
      readonly kmsKeyId?: pulumi.Input<string>;
      /** Size at which a new file begins, in MB. */
      readonly maxFileSizeMb?: pulumi.Input<number>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `awsS3`. */
      readonly integrationId: pulumi.Input<string>;
    }>;
    /** An export to a bucket of a service that speaks S3. */
    readonly s3Compatible?: pulumi.Input<{
      /** Name of the bucket. */
      readonly bucketName: pulumi.Input<string>;
      /** Region of the bucket. */
      readonly region: pulumi.Input<string>;
      /** What the names of all files begin with. */
      readonly prefix: pulumi.Input<string>;
      /** Format of the files. One of "JSONLines", "Parquet". Default "JSONLines". */
      readonly fileFormat?: pulumi.Input<string>;
      /** Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet. */
      readonly compression?: pulumi.Input<string>;
      /** Size at which a new file begins, in MB. */
      readonly maxFileSizeMb?: pulumi.Input<number>;
      /** Whether the bucket is a part of the host's name. Default false. */
      readonly useVirtualStyleAddressing?: pulumi.Input<boolean>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `s3Compatible`. */
      readonly integrationId: pulumi.Input<string>;
    }>;
    /** An export to a table of Snowflake. */
    readonly snowflake?: pulumi.Input<{
      /** Name of the account. */
      readonly account?: pulumi.Input<string>;
      /** Name of the database. */
      readonly database: pulumi.Input<string>;
      /** Name of the warehouse. */
      readonly warehouse: pulumi.Input<string>;
      /** Name of the schema. */
      readonly schema: pulumi.Input<string>;
      /** Name of the table. Default "events". */
      readonly tableName?: pulumi.Input<string>;
      /** How the user is known. One of "password", "keypair". Default "password". */
      readonly authenticationType?: pulumi.Input<string>;
      /** Role that the user takes. */
      readonly role?: pulumi.Input<string>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Name of the user. */
      readonly user?: pulumi.Input<string>;
      /** Password of the user. */
      readonly password?: pulumi.Input<string>;
      /** Private key. */
      readonly privateKey?: pulumi.Input<string>;
      /** What opens the private key. */
      readonly privateKeyPassphrase?: pulumi.Input<string>;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `snowflake`. The service of 2026 makes no new export without one; older ones take none. */
      readonly integrationId?: pulumi.Input<string>;
    }>;
    /** An export to a table of PostgreSQL. */
    readonly postgres?: pulumi.Input<{
      /** Name or address of the server. */
      readonly host?: pulumi.Input<string>;
      /** Name of the database. */
      readonly database: pulumi.Input<string>;
      /** Name of the schema. Default "public". */
      readonly schema?: pulumi.Input<string>;
      /** Name of the table. Default "events". */
      readonly tableName?: pulumi.Input<string>;
      /** Port of the server. Default 5432. */
      readonly port?: pulumi.Input<number>;
      /** Whether the server's certificate may be self-signed. Default false. */
      readonly hasSelfSignedCert?: pulumi.Input<boolean>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Name of the user. */
      readonly user?: pulumi.Input<string>;
      /** Password of the user. */
      readonly password?: pulumi.Input<string>;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `postgresql`. The service of 2026 makes no new export without one; older ones take none. */
      readonly integrationId?: pulumi.Input<string>;
    }>;
    /** An export to a table of Amazon Redshift. */
    readonly redshift?: pulumi.Input<{
      /** Name or address of the server. */
      readonly host?: pulumi.Input<string>;
      /** Name of the database. */
      readonly database: pulumi.Input<string>;
      /** Name of the schema. Default "public". */
      readonly schema?: pulumi.Input<string>;
      /** Name of the table. Default "events". */
      readonly tableName?: pulumi.Input<string>;
      /** Port of the server. Default 5439. */
      readonly port?: pulumi.Input<number>;
      /** Whether the server's certificate may be self-signed. Default false. */
      readonly hasSelfSignedCert?: pulumi.Input<boolean>;
      /** Type of the column of properties. One of "varchar", "super". Default "varchar". */
      readonly propertiesDataType?: pulumi.Input<string>;
      /** How rows are written: one by one, or loaded from a bucket. One of "INSERT", "COPY". Default "INSERT". */
      readonly mode?: pulumi.Input<string>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Name of the user. */
      readonly user?: pulumi.Input<string>;
      /** Password of the user. */
      readonly password?: pulumi.Input<string>;
      /** JSON text: an object with `s3_bucket`, `region_name`, `s3_key_prefix`, `authorization` and `bucket_credentials`, for the mode COPY. */
      readonly copyInputs?: pulumi.Input<string>;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `awsRedshift`. The service of 2026 makes no new export without one; older ones take none. */
      readonly integrationId?: pulumi.Input<string>;
    }>;
    /** An export to a table of Google BigQuery. */
    readonly bigQuery?: pulumi.Input<{
      /** Project at Google that holds the data set. */
      readonly projectId?: pulumi.Input<string>;
      /** Name of the data set. */
      readonly datasetId: pulumi.Input<string>;
      /** Name of the table. Default "events". */
      readonly tableId?: pulumi.Input<string>;
      /** Whether properties are of the type JSON. Default false. */
      readonly useJsonType?: pulumi.Input<boolean>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Private key. */
      readonly privateKey?: pulumi.Input<string>;
      /** Id of the private key. */
      readonly privateKeyId?: pulumi.Input<string>;
      /** E-mail address of the service account. */
      readonly clientEmail?: pulumi.Input<string>;
      /** Address that gives tokens. */
      readonly tokenUri?: pulumi.Input<string>;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `googleCloudServiceAccount`. The service of 2026 makes no new export without one; older ones take none. */
      readonly integrationId?: pulumi.Input<string>;
    }>;
    /** An export to a table of Databricks. */
    readonly databricks?: pulumi.Input<{
      /** HTTP path of the SQL warehouse. */
      readonly httpPath: pulumi.Input<string>;
      /** Name of the catalog. */
      readonly catalog: pulumi.Input<string>;
      /** Name of the schema. */
      readonly schema: pulumi.Input<string>;
      /** Name of the table. */
      readonly tableName: pulumi.Input<string>;
      /** Whether properties are of the type VARIANT. Default true. */
      readonly useVariantType?: pulumi.Input<boolean>;
      /** Whether the table gets new columns by itself. Default true. */
      readonly useAutomaticSchemaEvolution?: pulumi.Input<boolean>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `databricks`. */
      readonly integrationId: pulumi.Input<string>;
    }>;
    /** An export to a container of Azure Blob Storage. */
    readonly azureBlob?: pulumi.Input<{
      /** Name of the container. */
      readonly containerName: pulumi.Input<string>;
      /** What the names of all files begin with. */
      readonly prefix?: pulumi.Input<string>;
      /** Format of the files. One of "JSONLines", "Parquet". Default "JSONLines". */
      readonly fileFormat?: pulumi.Input<string>;
      /** Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet. */
      readonly compression?: pulumi.Input<string>;
      /** Size at which a new file begins, in MB. */
      readonly maxFileSizeMb?: pulumi.Input<number>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `azureBlob`. */
      readonly integrationId: pulumi.Input<string>;
    }>;
    /** An export to another project of the service. */
    readonly http?: pulumi.Input<{
      /** Address that takes events: the service's own endpoint for batches. */
      readonly url: pulumi.Input<string>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Token of the project that receives the events. */
      readonly token: pulumi.Input<string>;
    }>;
    /** Deprecated for a type that has a block. The type, such as "NoOp" or one that only a newer service knows. @deprecated Give the block of the type in `destination`: it has its settings and secrets, and `integrationId` for the credentials of an Integration. */
    readonly type?: pulumi.Input<string>;
    /** Deprecated: use the block of the type. Settings of the type. @deprecated Give the block of the type in `destination`: it has its settings and secrets, and `integrationId` for the credentials of an Integration. */
    readonly config?: pulumi.Input<{
      /** Name of the bucket. */
      readonly bucketName?: pulumi.Input<string>;
      /** Region of the bucket. */
      readonly region?: pulumi.Input<string>;
      /** What the names of all files begin with. */
      readonly prefix?: pulumi.Input<string>;
      /** Format of the files. */
      readonly fileFormat?: pulumi.Input<string>;
      /** Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet. */
      readonly compression?: pulumi.Input<string>;
      /** Server-side encryption, such as AES256 or aws:kms. */
      readonly encryption?: pulumi.Input<string>;
      /** Key of the encryption aws:kms. */
      readonly kmsKeyId?: pulumi.Input<string>;
      /** Address of a service that speaks S3. */
      readonly endpointUrl?: pulumi.Input<string>;
      /** Size at which a new file begins, in MB. */
      readonly maxFileSizeMb?: pulumi.Input<number>;
      /** Whether the bucket is a part of the host's name. */
      readonly useVirtualStyleAddressing?: pulumi.Input<boolean>;
      /** Name of the account. */
      readonly account?: pulumi.Input<string>;
      /** Name of the database. */
      readonly database?: pulumi.Input<string>;
      /** Name of the warehouse. */
      readonly warehouse?: pulumi.Input<string>;
      /** Name of the schema. */
      readonly schema?: pulumi.Input<string>;
      /** Name of the table. */
      readonly tableName?: pulumi.Input<string>;
      /** How the user is known. */
      readonly authenticationType?: pulumi.Input<string>;
      /** Role that the user takes. */
      readonly role?: pulumi.Input<string>;
      /** Name or address of the server. */
      readonly host?: pulumi.Input<string>;
      /** Port of the server. */
      readonly port?: pulumi.Input<number>;
      /** Whether the server's certificate may be self-signed. */
      readonly hasSelfSignedCert?: pulumi.Input<boolean>;
      /** Type of the column of properties. */
      readonly propertiesDataType?: pulumi.Input<string>;
      /** How rows are written: one by one, or loaded from a bucket. */
      readonly mode?: pulumi.Input<string>;
      /** Project at Google that holds the data set. */
      readonly projectId?: pulumi.Input<string>;
      /** Name of the data set. */
      readonly datasetId?: pulumi.Input<string>;
      /** Name of the table. */
      readonly tableId?: pulumi.Input<string>;
      /** Whether properties are of the type JSON. */
      readonly useJsonType?: pulumi.Input<boolean>;
      /** HTTP path of the SQL warehouse. */
      readonly httpPath?: pulumi.Input<string>;
      /** Name of the catalog. */
      readonly catalog?: pulumi.Input<string>;
      /** Whether properties are of the type VARIANT. */
      readonly useVariantType?: pulumi.Input<boolean>;
      /** Whether the table gets new columns by itself. */
      readonly useAutomaticSchemaEvolution?: pulumi.Input<boolean>;
      /** Name of the container. */
      readonly containerName?: pulumi.Input<string>;
      /** Address that takes events: the service's own endpoint for batches. */
      readonly url?: pulumi.Input<string>;
      /** A text of no effect. */
      readonly arg?: pulumi.Input<string>;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: pulumi.Input<pulumi.Input<string>[]>;
      /** Names of the events that are left out. */
      readonly excludeEvents?: pulumi.Input<pulumi.Input<string>[]>;
    }>;
    /** Settings that Orgform does not know, under the service's names; only beside a type. */
    readonly otherConfig?: pulumi.Input<Record<string, pulumi.Input<string>>>;
    /** Deprecated: use the block of the type. Number of the integration that holds the credentials, as text. @deprecated Give the block of the type in `destination`: it has its settings and secrets, and `integrationId` for the credentials of an Integration. */
    readonly integrationId?: pulumi.Input<string>;
  }>;
  /** Deprecated: use the block of the type. What opens a destination that is declared by its type; which of these it needs depends on that. @deprecated Give the block of the type in `destination`: it has its settings and secrets, and `integrationId` for the credentials of an Integration. */
  readonly credentials?:
    | pulumi.Input<{
        /** Id of the access key. */
        readonly awsAccessKeyId?: pulumi.Input<string>;
        /** The access key. */
        readonly awsSecretAccessKey?: pulumi.Input<string>;
        /** Name of the user. */
        readonly user?: pulumi.Input<string>;
        /** Password of the user. */
        readonly password?: pulumi.Input<string>;
        /** Private key. */
        readonly privateKey?: pulumi.Input<string>;
        /** What opens the private key. */
        readonly privateKeyPassphrase?: pulumi.Input<string>;
        /** JSON text: an object with `s3_bucket`, `region_name`, `s3_key_prefix`, `authorization` and `bucket_credentials`, for the mode COPY. */
        readonly copyInputs?: pulumi.Input<string>;
        /** Id of the private key. */
        readonly privateKeyId?: pulumi.Input<string>;
        /** E-mail address of the service account. */
        readonly clientEmail?: pulumi.Input<string>;
        /** Address that gives tokens. */
        readonly tokenUri?: pulumi.Input<string>;
        /** Token of the project that receives the events. */
        readonly token?: pulumi.Input<string>;
        /** Secrets that Orgform does not know, under the service's names. */
        readonly other?: pulumi.Input<Record<string, pulumi.Input<string>>>;
      }>
    | undefined;
  /** How often: "hour", "day", "week", "every 5 minutes" or "every 15 minutes" where the service allows it. */
  readonly interval: pulumi.Input<string>;
  /** Time zone of days and weeks, such as "Europe/Berlin"; the service's default is "UTC". */
  readonly timezone?: pulumi.Input<string> | undefined;
  /** Day on which a weekly export runs, 0 (Sunday, the default) to 6. */
  readonly offsetDay?: pulumi.Input<number> | undefined;
  /** Hour at which a daily or weekly export runs, 0 (the default) to 23. */
  readonly offsetHour?: pulumi.Input<number> | undefined;
  /** Which events are exported, as JSON text: a list of property filters with `key`, `value`, `operator` and `type`. */
  readonly filters?: pulumi.Input<string> | undefined;
  /** Query whose rows are exported, required with the model "hogql"; with "events" it selects the columns. Spaces don't count. */
  readonly hogqlQuery?: pulumi.Input<string> | undefined;
  /** How the query is run, as JSON text: an object of the service's modifiers. */
  readonly hogqlModifiers?: pulumi.Input<string> | undefined;
  /** Columns of the query that tell its rows apart. */
  readonly primaryKey?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Columns of the query that tell which of two rows is newer. */
  readonly versionKey?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Whether rows of a later run are appended or merged by the primary key; the service's default is "append". */
  readonly incrementalMode?: pulumi.Input<"append" | "merge"> | undefined;
  /** Whether the export stands still. Default false. */
  readonly paused?: pulumi.Input<boolean> | undefined;
  /** No run before this time. */
  readonly startAt?: pulumi.Input<string> | undefined;
  /** No run after this time. */
  readonly endAt?: pulumi.Input<string> | undefined;
  /** Any text; another one sends all credentials once more, for instance after an import. */
  readonly rotate?: pulumi.Input<string> | undefined;
  /** Lets create make a second export of the same name in a project. Default false. */
  readonly allowDuplicateName?: pulumi.Input<boolean> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A regular export of a project's events or persons to a destination such as S3, BigQuery or a database.
 *
 * The id has the form `<organizationId>/<exportId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.BatchExport("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   projectId: "17",
 *   name: "Events to S3",
 *   interval: "hour",
 *   destination: {
 *     awsS3: {
 *       bucketName: "acme-events",
 *       region: "eu-central-1",
 *       prefix: "events/",
 *       integrationId: "5",
 *     },
 *   },
 * });
 * ```
 */
export declare class BatchExport extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Number of the project whose data is exported, as text, like the `projectId` of a Project; by default the current project of the key's user. */
  readonly projectId: pulumi.Output<string | undefined>;
  /** Name of the export, at least 1 character, not unique. */
  readonly name: pulumi.Output<string>;
  /** What is exported: "events", "persons" or, where the service has it, "sessions" or "hogql", a query; the service's default is "events". */
  readonly model: pulumi.Output<"events" | "persons" | "sessions" | "hogql" | undefined>;
  /** Where to: one block, named after the kind of destination, with its settings and secrets. */
  readonly destination: pulumi.Output<{
    /** An export to S3, with keys that the export holds itself; the service of 2026 makes no new ones. */
    readonly s3?: {
      /** Name of the bucket. */
      readonly bucketName: string;
      /** Region of the bucket. */
      readonly region: string;
      /** What the names of all files begin with. */
      readonly prefix: string;
      /** Format of the files. One of "JSONLines", "Parquet". Default "JSONLines". */
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
      /** Whether the bucket is a part of the host's name. Default false. */
      readonly useVirtualStyleAddressing?: boolean;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: string[];
      /** Names of the events that are left out. */
      readonly excludeEvents?: string[];
      /** Id of the access key. */
      readonly awsAccessKeyId?: string;
      /** The access key. */
      readonly awsSecretAccessKey?: string;
    };
    /** An export to a bucket of AWS S3. */
    readonly awsS3?: {
      /** Name of the bucket. */
      readonly bucketName: string;
      /** Region of the bucket. */
      readonly region: string;
      /** What the names of all files begin with. */
      readonly prefix: string;
      /** Format of the files. One of "JSONLines", "Parquet". Default "JSONLines". */
      readonly fileFormat?: string;
      /** Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet. */
      readonly compression?: string;
      /** Server-side encryption, such as AES256 or aws:kms. */
      readonly encryption?: string;
      /** Key of the encryption aws:kms. */
      readonly kmsKeyId?: string;
      /** Size at which a new file begins, in MB. */
      readonly maxFileSizeMb?: number;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: string[];
      /** Names of the events that are left out. */
      readonly excludeEvents?: string[];
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `awsS3`. */
      readonly integrationId: string;
    };
    /** An export to a bucket of a service that speaks S3. */
    readonly s3Compatible?: {
      /** Name of the bucket. */
      readonly bucketName: string;
      /** Region of the bucket. */
      readonly region: string;
      /** What the names of all files begin with. */
      readonly prefix: string;
      /** Format of the files. One of "JSONLines", "Parquet". Default "JSONLines". */
      readonly fileFormat?: string;
      /** Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet. */
      readonly compression?: string;
      /** Size at which a new file begins, in MB. */
      readonly maxFileSizeMb?: number;
      /** Whether the bucket is a part of the host's name. Default false. */
      readonly useVirtualStyleAddressing?: boolean;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: string[];
      /** Names of the events that are left out. */
      readonly excludeEvents?: string[];
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `s3Compatible`. */
      readonly integrationId: string;
    };
    /** An export to a table of Snowflake. */
    readonly snowflake?: {
      /** Name of the account. */
      readonly account?: string;
      /** Name of the database. */
      readonly database: string;
      /** Name of the warehouse. */
      readonly warehouse: string;
      /** Name of the schema. */
      readonly schema: string;
      /** Name of the table. Default "events". */
      readonly tableName?: string;
      /** How the user is known. One of "password", "keypair". Default "password". */
      readonly authenticationType?: string;
      /** Role that the user takes. */
      readonly role?: string;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: string[];
      /** Names of the events that are left out. */
      readonly excludeEvents?: string[];
      /** Name of the user. */
      readonly user?: string;
      /** Password of the user. */
      readonly password?: string;
      /** Private key. */
      readonly privateKey?: string;
      /** What opens the private key. */
      readonly privateKeyPassphrase?: string;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `snowflake`. The service of 2026 makes no new export without one; older ones take none. */
      readonly integrationId?: string;
    };
    /** An export to a table of PostgreSQL. */
    readonly postgres?: {
      /** Name or address of the server. */
      readonly host?: string;
      /** Name of the database. */
      readonly database: string;
      /** Name of the schema. Default "public". */
      readonly schema?: string;
      /** Name of the table. Default "events". */
      readonly tableName?: string;
      /** Port of the server. Default 5432. */
      readonly port?: number;
      /** Whether the server's certificate may be self-signed. Default false. */
      readonly hasSelfSignedCert?: boolean;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: string[];
      /** Names of the events that are left out. */
      readonly excludeEvents?: string[];
      /** Name of the user. */
      readonly user?: string;
      /** Password of the user. */
      readonly password?: string;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `postgresql`. The service of 2026 makes no new export without one; older ones take none. */
      readonly integrationId?: string;
    };
    /** An export to a table of Amazon Redshift. */
    readonly redshift?: {
      /** Name or address of the server. */
      readonly host?: string;
      /** Name of the database. */
      readonly database: string;
      /** Name of the schema. Default "public". */
      readonly schema?: string;
      /** Name of the table. Default "events". */
      readonly tableName?: string;
      /** Port of the server. Default 5439. */
      readonly port?: number;
      /** Whether the server's certificate may be self-signed. Default false. */
      readonly hasSelfSignedCert?: boolean;
      /** Type of the column of properties. One of "varchar", "super". Default "varchar". */
      readonly propertiesDataType?: string;
      /** How rows are written: one by one, or loaded from a bucket. One of "INSERT", "COPY". Default "INSERT". */
      readonly mode?: string;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: string[];
      /** Names of the events that are left out. */
      readonly excludeEvents?: string[];
      /** Name of the user. */
      readonly user?: string;
      /** Password of the user. */
      readonly password?: string;
      /** JSON text: an object with `s3_bucket`, `region_name`, `s3_key_prefix`, `authorization` and `bucket_credentials`, for the mode COPY. */
      readonly copyInputs?: string;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `awsRedshift`. The service of 2026 makes no new export without one; older ones take none. */
      readonly integrationId?: string;
    };
    /** An export to a table of Google BigQuery. */
    readonly bigQuery?: {
      /** Project at Google that holds the data set. */
      readonly projectId?: string;
      /** Name of the data set. */
      readonly datasetId: string;
      /** Name of the table. Default "events". */
      readonly tableId?: string;
      /** Whether properties are of the type JSON. Default false. */
      readonly useJsonType?: boolean;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: string[];
      /** Names of the events that are left out. */
      readonly excludeEvents?: string[];
      /** Private key. */
      readonly privateKey?: string;
      /** Id of the private key. */
      readonly privateKeyId?: string;
      /** E-mail address of the service account. */
      readonly clientEmail?: string;
      /** Address that gives tokens. */
      readonly tokenUri?: string;
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `googleCloudServiceAccount`. The service of 2026 makes no new export without one; older ones take none. */
      readonly integrationId?: string;
    };
    /** An export to a table of Databricks. */
    readonly databricks?: {
      /** HTTP path of the SQL warehouse. */
      readonly httpPath: string;
      /** Name of the catalog. */
      readonly catalog: string;
      /** Name of the schema. */
      readonly schema: string;
      /** Name of the table. */
      readonly tableName: string;
      /** Whether properties are of the type VARIANT. Default true. */
      readonly useVariantType?: boolean;
      /** Whether the table gets new columns by itself. Default true. */
      readonly useAutomaticSchemaEvolution?: boolean;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: string[];
      /** Names of the events that are left out. */
      readonly excludeEvents?: string[];
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `databricks`. */
      readonly integrationId: string;
    };
    /** An export to a container of Azure Blob Storage. */
    readonly azureBlob?: {
      /** Name of the container. */
      readonly containerName: string;
      /** What the names of all files begin with. */
      readonly prefix?: string;
      /** Format of the files. One of "JSONLines", "Parquet". Default "JSONLines". */
      readonly fileFormat?: string;
      /** Compression of the files: gzip or brotli for JSONLines; zstd, lz4, snappy, gzip or brotli for Parquet. */
      readonly compression?: string;
      /** Size at which a new file begins, in MB. */
      readonly maxFileSizeMb?: number;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: string[];
      /** Names of the events that are left out. */
      readonly excludeEvents?: string[];
      /** Number of the integration that holds the credentials, as text: the `integrationId` of an Integration with `azureBlob`. */
      readonly integrationId: string;
    };
    /** An export to another project of the service. */
    readonly http?: {
      /** Address that takes events: the service's own endpoint for batches. */
      readonly url: string;
      /** Names of the events that are exported alone. */
      readonly includeEvents?: string[];
      /** Names of the events that are left out. */
      readonly excludeEvents?: string[];
      /** Token of the project that receives the events. */
      readonly token: string;
    };
    /** Deprecated for a type that has a block. The type, such as "NoOp" or one that only a newer service knows. @deprecated Give the block of the type in `destination`: it has its settings and secrets, and `integrationId` for the credentials of an Integration. */
    readonly type?: string;
    /** Deprecated: use the block of the type. Settings of the type. @deprecated Give the block of the type in `destination`: it has its settings and secrets, and `integrationId` for the credentials of an Integration. */
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
    /** Settings that Orgform does not know, under the service's names; only beside a type. */
    readonly otherConfig?: Record<string, string>;
    /** Deprecated: use the block of the type. Number of the integration that holds the credentials, as text. @deprecated Give the block of the type in `destination`: it has its settings and secrets, and `integrationId` for the credentials of an Integration. */
    readonly integrationId?: string;
  }>;
  /** Deprecated: use the block of the type. What opens a destination that is declared by its type; which of these it needs depends on that. @deprecated Give the block of the type in `destination`: it has its settings and secrets, and `integrationId` for the credentials of an Integration. */
  readonly credentials: pulumi.Output<
    | {
        /** Id of the access key. */
        readonly awsAccessKeyId?: string;
        /** The access key. */
        readonly awsSecretAccessKey?: string;
        /** Name of the user. */
        readonly user?: string;
        /** Password of the user. */
        readonly password?: string;
        /** Private key. */
        readonly privateKey?: string;
        /** What opens the private key. */
        readonly privateKeyPassphrase?: string;
        /** JSON text: an object with `s3_bucket`, `region_name`, `s3_key_prefix`, `authorization` and `bucket_credentials`, for the mode COPY. */
        readonly copyInputs?: string;
        /** Id of the private key. */
        readonly privateKeyId?: string;
        /** E-mail address of the service account. */
        readonly clientEmail?: string;
        /** Address that gives tokens. */
        readonly tokenUri?: string;
        /** Token of the project that receives the events. */
        readonly token?: string;
        /** Secrets that Orgform does not know, under the service's names. */
        readonly other?: Record<string, string>;
      }
    | undefined
  >;
  /** How often: "hour", "day", "week", "every 5 minutes" or "every 15 minutes" where the service allows it. */
  readonly interval: pulumi.Output<string>;
  /** Time zone of days and weeks, such as "Europe/Berlin"; the service's default is "UTC". */
  readonly timezone: pulumi.Output<string | undefined>;
  /** Day on which a weekly export runs, 0 (Sunday, the default) to 6. */
  readonly offsetDay: pulumi.Output<number | undefined>;
  /** Hour at which a daily or weekly export runs, 0 (the default) to 23. */
  readonly offsetHour: pulumi.Output<number | undefined>;
  /** Which events are exported, as JSON text: a list of property filters with `key`, `value`, `operator` and `type`. */
  readonly filters: pulumi.Output<string | undefined>;
  /** Query whose rows are exported, required with the model "hogql"; with "events" it selects the columns. Spaces don't count. */
  readonly hogqlQuery: pulumi.Output<string | undefined>;
  /** How the query is run, as JSON text: an object of the service's modifiers. */
  readonly hogqlModifiers: pulumi.Output<string | undefined>;
  /** Columns of the query that tell its rows apart. */
  readonly primaryKey: pulumi.Output<string[] | undefined>;
  /** Columns of the query that tell which of two rows is newer. */
  readonly versionKey: pulumi.Output<string[] | undefined>;
  /** Whether rows of a later run are appended or merged by the primary key; the service's default is "append". */
  readonly incrementalMode: pulumi.Output<"append" | "merge" | undefined>;
  /** Whether the export stands still. Default false. */
  readonly paused: pulumi.Output<boolean>;
  /** No run before this time. */
  readonly startAt: pulumi.Output<string | undefined>;
  /** No run after this time. */
  readonly endAt: pulumi.Output<string | undefined>;
  /** Any text; another one sends all credentials once more, for instance after an import. */
  readonly rotate: pulumi.Output<string | undefined>;
  /** Lets create make a second export of the same name in a project. Default false. */
  readonly allowDuplicateName: pulumi.Output<boolean>;
  /** Id (UUID) of the export. */
  readonly exportId: pulumi.Output<string>;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt: pulumi.Output<string>;
  /** Names of declared settings that this service does not have, or only shows; they have no effect there. */
  readonly withoutEffect: pulumi.Output<string[] | undefined>;
  /** Slow salted hashes of what the service never returns. */
  readonly fingerprints: pulumi.Output<Record<string, string> | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A regular export of a project's events or persons to a destination such as S3, BigQuery or a database. */
  constructor(name: string, args: BatchExportArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<exportId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): BatchExport;
}

/** Arguments of {@link Domain}. */
export interface DomainArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** The domain name, lower case, at most 128 characters. */
  readonly domain: pulumi.Input<string>;
  /** Whether people who sign in with an address of this domain are made members at once; needs a verified domain and a plan that has the feature. */
  readonly jitProvisioningEnabled?: pulumi.Input<boolean> | undefined;
  /** How people with an address of this domain must sign in: "google-oauth2", "github", "gitlab" or "saml"; "" leaves it open. Needs a verified domain. */
  readonly ssoEnforcement?: pulumi.Input<"" | "google-oauth2" | "github" | "gitlab" | "saml"> | undefined;
  /** Entity id of the SAML identity provider, at most 512 characters. */
  readonly samlEntityId?: pulumi.Input<string> | undefined;
  /** Address of the SAML identity provider's sign-in page, at most 512 characters. */
  readonly samlAcsUrl?: pulumi.Input<string> | undefined;
  /** X.509 certificate of the SAML identity provider, PEM; trimmed by the service. */
  readonly samlX509Cert?: pulumi.Input<string> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * An e-mail domain of an organization, which once verified can enforce single sign-on.
 *
 * The id has the form `<organizationId>/<domainId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.Domain("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   domain: "acme.example",
 * });
 * ```
 */
export declare class Domain extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** The domain name, lower case, at most 128 characters. */
  readonly domain: pulumi.Output<string>;
  /** Whether people who sign in with an address of this domain are made members at once; needs a verified domain and a plan that has the feature. */
  readonly jitProvisioningEnabled: pulumi.Output<boolean | undefined>;
  /** How people with an address of this domain must sign in: "google-oauth2", "github", "gitlab" or "saml"; "" leaves it open. Needs a verified domain. */
  readonly ssoEnforcement: pulumi.Output<"" | "google-oauth2" | "github" | "gitlab" | "saml" | undefined>;
  /** Entity id of the SAML identity provider, at most 512 characters. */
  readonly samlEntityId: pulumi.Output<string | undefined>;
  /** Address of the SAML identity provider's sign-in page, at most 512 characters. */
  readonly samlAcsUrl: pulumi.Output<string | undefined>;
  /** X.509 certificate of the SAML identity provider, PEM; trimmed by the service. */
  readonly samlX509Cert: pulumi.Output<string | undefined>;
  /** Id (UUID) of the domain. */
  readonly domainId: pulumi.Output<string>;
  /** The DNS record that proves control of the domain: publish it, then verify. */
  readonly verificationRecord: pulumi.Output<{
    /** Type of the record. */
    readonly type: "TXT";
    /** Full name of the record. */
    readonly name: string;
    /** Its one value. */
    readonly value: string;
  }>;
  /** Names of declared settings that are deferred until the domain is verified. */
  readonly heldBack: pulumi.Output<string[] | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** An e-mail domain of an organization, which once verified can enforce single sign-on. */
  constructor(name: string, args: DomainArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<domainId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): Domain;
}

/** Arguments of {@link DomainSso}. */
export interface DomainSsoArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the domain. */
  readonly domainId: pulumi.Input<string>;
  /** Whether people who sign in with an address of this domain are made members at once; needs a verified domain and a plan that has the feature. */
  readonly jitProvisioningEnabled?: pulumi.Input<boolean> | undefined;
  /** How people with an address of this domain must sign in: "google-oauth2", "github", "gitlab" or "saml"; "" leaves it open. Needs a verified domain. */
  readonly ssoEnforcement?: pulumi.Input<"" | "google-oauth2" | "github" | "gitlab" | "saml"> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * The single sign-on settings of a verified domain, as a resource of their own, so that domain, DNS record, verification and enforcement fit into one update.
 *
 * The id has the form `<organizationId>/<domainId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.DomainSso("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   domainId: "01912346-0123-7def-9012-3456789abcde",
 *   ssoEnforcement: "google-oauth2",
 * });
 * ```
 */
export declare class DomainSso extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Id (UUID) of the domain. */
  readonly domainId: pulumi.Output<string>;
  /** Whether people who sign in with an address of this domain are made members at once; needs a verified domain and a plan that has the feature. */
  readonly jitProvisioningEnabled: pulumi.Output<boolean | undefined>;
  /** How people with an address of this domain must sign in: "google-oauth2", "github", "gitlab" or "saml"; "" leaves it open. Needs a verified domain. */
  readonly ssoEnforcement: pulumi.Output<"" | "google-oauth2" | "github" | "gitlab" | "saml" | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** The single sign-on settings of a verified domain, as a resource of their own, so that domain, DNS record, verification and enforcement fit into one update. */
  constructor(name: string, args: DomainSsoArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<domainId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): DomainSso;
}

/** Arguments of {@link DomainVerification}. */
export interface DomainVerificationArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the domain. */
  readonly domainId: pulumi.Input<string>;
  /** How long to wait, in seconds, 1 to 86,400. Default 600. */
  readonly timeoutSeconds?: pulumi.Input<number> | undefined;
  /** Pause between two looks, in seconds, 1 to 300. Default 10. */
  readonly pollIntervalSeconds?: pulumi.Input<number> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * Waits until a domain is verified: asks the service to look at the DNS record and watches until it has found it.
 *
 * The id has the form `<organizationId>/<domainId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.DomainVerification("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   domainId: "01912346-0123-7def-9012-3456789abcde",
 *   timeoutSeconds: 900,
 * });
 * ```
 */
export declare class DomainVerification extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Id (UUID) of the domain. */
  readonly domainId: pulumi.Output<string>;
  /** How long to wait, in seconds, 1 to 86,400. Default 600. */
  readonly timeoutSeconds: pulumi.Output<number>;
  /** Pause between two looks, in seconds, 1 to 300. Default 10. */
  readonly pollIntervalSeconds: pulumi.Output<number>;
  /** The domain name. */
  readonly domain: pulumi.Output<string>;
  /** Time of the verification, UTC, RFC 3339. */
  readonly verifiedAt: pulumi.Output<string | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Waits until a domain is verified: asks the service to look at the DNS record and watches until it has found it. */
  constructor(name: string, args: DomainVerificationArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<domainId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): DomainVerification;
}

/** Arguments of {@link HogFunction}. */
export interface HogFunctionArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: pulumi.Input<string>;
  /** What the function is: "destination", "transformation", "site_app", "site_destination", "internal_destination" or "source_webhook"; an imported one can be "legacy_destination", which the service alone makes. */
  readonly type: pulumi.Input<
    | "destination"
    | "transformation"
    | "site_app"
    | "site_destination"
    | "internal_destination"
    | "source_webhook"
    | "legacy_destination"
  >;
  /** Id of the template that it is made from, such as `template-webhook`; HogFunctionTemplate shows one. */
  readonly templateId?: pulumi.Input<string> | undefined;
  /** Source code in Hog, or in TypeScript for what runs on a site, at most 100 KB; by default that of the template. The preview doesn't parse it. */
  readonly hog?: pulumi.Input<string> | undefined;
  /** Name of the function, 1 to 400 characters, not unique. */
  readonly name: pulumi.Input<string>;
  /** What the function does. */
  readonly description?: pulumi.Input<string> | undefined;
  /** Whether the function runs; the service's default is false. */
  readonly enabled?: pulumi.Input<boolean> | undefined;
  /** What inputs the function has, as JSON text: a list of objects with `key`, `type`, `label`, `required`, `secret`, `default` and more; by default those of the template. */
  readonly inputsSchema?: pulumi.Input<string> | undefined;
  /** Values of inputs by their keys, as JSON text of an object; those of secret ones belong into `secretInputs`. */
  readonly inputs?: pulumi.Input<string> | undefined;
  /** Keys of the `inputs` that are written in Liquid; all others are in Hog. */
  readonly liquidInputs?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Values of secret inputs by their keys; where an input is no text, its value as JSON text. */
  readonly secretInputs?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /** Which events go through the function, as JSON text: an object with `events`, `actions`, `properties`, `filter_test_accounts` and `source`. */
  readonly filters?: pulumi.Input<string> | undefined;
  /** When equal events are passed over, as JSON text: an object with `ttl` (60 to 86,400 seconds), `hash` and `threshold`. */
  readonly masking?: pulumi.Input<string> | undefined;
  /** Sets of filters and inputs of a destination, as JSON text: a list of objects with `name`, `filters`, `inputs_schema` and `inputs`. */
  readonly mappings?: pulumi.Input<string> | undefined;
  /** Place of a transformation among those of the project, 0 to 32,767, the lowest first; by default the last one. */
  readonly executionOrder?: pulumi.Input<number> | undefined;
  /** Address of the function's picture. */
  readonly iconUrl?: pulumi.Input<string> | undefined;
  /** Any text; another one sends all secret inputs once more, for instance after an import. */
  readonly rotate?: pulumi.Input<string> | undefined;
  /** Lets create make a second function of the same type and name in a project. Default false. */
  readonly allowDuplicateName?: pulumi.Input<boolean> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A function of a project that changes events, sends them elsewhere, takes them in or runs on a site: by a template of the service, or by code of your own.
 *
 * The id has the form `<projectId>/<functionId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.HogFunction("example", {
 *   projectId: "4711",
 *   type: "transformation",
 *   name: "Drop bots",
 *   hog: [
 *     "if (event.properties.$browser == \"bot\") {",
 *     "  return null",
 *     "}",
 *     "return event",
 *     "",
 *   ].join("\n"),
 *   enabled: true,
 * });
 * ```
 */
export declare class HogFunction extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: pulumi.Output<string>;
  /** What the function is: "destination", "transformation", "site_app", "site_destination", "internal_destination" or "source_webhook"; an imported one can be "legacy_destination", which the service alone makes. */
  readonly type: pulumi.Output<
    | "destination"
    | "transformation"
    | "site_app"
    | "site_destination"
    | "internal_destination"
    | "source_webhook"
    | "legacy_destination"
  >;
  /** Id of the template that it is made from, such as `template-webhook`; HogFunctionTemplate shows one. */
  readonly templateId: pulumi.Output<string | undefined>;
  /** Source code in Hog, or in TypeScript for what runs on a site, at most 100 KB; by default that of the template. The preview doesn't parse it. */
  readonly hog: pulumi.Output<string | undefined>;
  /** Name of the function, 1 to 400 characters, not unique. */
  readonly name: pulumi.Output<string>;
  /** What the function does. */
  readonly description: pulumi.Output<string | undefined>;
  /** Whether the function runs; the service's default is false. */
  readonly enabled: pulumi.Output<boolean | undefined>;
  /** What inputs the function has, as JSON text: a list of objects with `key`, `type`, `label`, `required`, `secret`, `default` and more; by default those of the template. */
  readonly inputsSchema: pulumi.Output<string | undefined>;
  /** Values of inputs by their keys, as JSON text of an object; those of secret ones belong into `secretInputs`. */
  readonly inputs: pulumi.Output<string | undefined>;
  /** Keys of the `inputs` that are written in Liquid; all others are in Hog. */
  readonly liquidInputs: pulumi.Output<string[] | undefined>;
  /** Values of secret inputs by their keys; where an input is no text, its value as JSON text. */
  readonly secretInputs: pulumi.Output<Record<string, string> | undefined>;
  /** Which events go through the function, as JSON text: an object with `events`, `actions`, `properties`, `filter_test_accounts` and `source`. */
  readonly filters: pulumi.Output<string | undefined>;
  /** When equal events are passed over, as JSON text: an object with `ttl` (60 to 86,400 seconds), `hash` and `threshold`. */
  readonly masking: pulumi.Output<string | undefined>;
  /** Sets of filters and inputs of a destination, as JSON text: a list of objects with `name`, `filters`, `inputs_schema` and `inputs`. */
  readonly mappings: pulumi.Output<string | undefined>;
  /** Place of a transformation among those of the project, 0 to 32,767, the lowest first; by default the last one. */
  readonly executionOrder: pulumi.Output<number | undefined>;
  /** Address of the function's picture. */
  readonly iconUrl: pulumi.Output<string | undefined>;
  /** Any text; another one sends all secret inputs once more, for instance after an import. */
  readonly rotate: pulumi.Output<string | undefined>;
  /** Lets create make a second function of the same type and name in a project. Default false. */
  readonly allowDuplicateName: pulumi.Output<boolean>;
  /** Id (UUID) of the function. */
  readonly functionId: pulumi.Output<string>;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt: pulumi.Output<string>;
  /** Id (UUID) of the project's organization, as far as the key could read the project when the object was made or imported. */
  readonly organizationId: pulumi.Output<string | undefined>;
  /** Slow salted hashes of what the service never returns. */
  readonly fingerprints: pulumi.Output<Record<string, string> | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A function of a project that changes events, sends them elsewhere, takes them in or runs on a site: by a template of the service, or by code of your own. */
  constructor(name: string, args: HogFunctionArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<projectId>/<functionId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): HogFunction;
}

/** Arguments of {@link IdentityProvider}. */
export interface IdentityProviderArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Name of the identity provider, 1 to 255 characters, not unique. */
  readonly name: pulumi.Input<string>;
  /** What it is used for: "saml", "oidc", "scim" or "xaa". */
  readonly protocol: pulumi.Input<"saml" | "oidc" | "scim" | "xaa">;
  /** Ids (UUID) of the domains that it serves; none at first. */
  readonly domainIds?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Whether it serves the domains of `domainIds`, "selected", or "all" of the organization, also later ones; the server-side default is "selected". */
  readonly domainScope?: pulumi.Input<"selected" | "all"> | undefined;
  /** Settings of `protocol: "saml"`. */
  readonly saml?:
    | pulumi.Input<{
        /** Entity id of the identity provider, at most 512 characters. */
        readonly entityId: pulumi.Input<string>;
        /** Address of the identity provider's sign-in page, at most 512 characters. */
        readonly acsUrl: pulumi.Input<string>;
        /** X.509 certificate of the identity provider, PEM; trimmed by the service. */
        readonly x509Cert: pulumi.Input<string>;
      }>
    | undefined;
  /** Settings of `protocol: "oidc"`. */
  readonly oidc?:
    | pulumi.Input<{
        /** Address of the issuer: HTTPS, without query, fragment or credentials. */
        readonly issuerUrl: pulumi.Input<string>;
        /** Id of the client at the issuer, at most 512 characters. */
        readonly clientId: pulumi.Input<string>;
        /** Secret of the client, at most 4,096 characters, taken as it is; without one, or with an empty one, nobody can sign in. */
        readonly clientSecret?: pulumi.Input<string>;
      }>
    | undefined;
  /** Settings of `protocol: "scim"`. */
  readonly scim?:
    | pulumi.Input<{
        /** Whether the identity provider may manage people by SCIM; turning it on makes a token, turning it off makes that worthless. */
        readonly enabled: pulumi.Input<boolean>;
      }>
    | undefined;
  /** Settings of `protocol: "xaa"`. */
  readonly xaa?:
    | pulumi.Input<{
        /** Address of the issuer, at most 512 characters; a final slash makes no difference. */
        readonly issuerUrl: pulumi.Input<string>;
        /** Where the issuer's keys are, at most 512 characters; a final slash makes no difference. */
        readonly jwksUrl?: pulumi.Input<string>;
        /** Ids of the clients that get in, each at most 256 characters; none lets all in. */
        readonly allowedClients?: pulumi.Input<pulumi.Input<string>[]>;
      }>
    | undefined;
  /** Any text; another one sends the client secret once more, and has a new SCIM token made in place of the old one, for instance after an import. */
  readonly rotate?: pulumi.Input<string> | undefined;
  /** Lets create make a second identity provider of the same name and protocol in an organization. Default false. */
  readonly allowDuplicateName?: pulumi.Input<boolean> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * An identity provider of an organization: how people of its domains sign in (SAML, OIDC), are managed from outside (SCIM), or let programs act for them (XAA).
 *
 * The id has the form `<organizationId>/<identityProviderId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.IdentityProvider("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   name: "Okta",
 *   protocol: "saml",
 *   domainIds: ["01912346-0123-7def-9012-3456789abcde"],
 *   saml: {
 *     entityId: "urn:okta",
 *     acsUrl: "https://okta.example/sso",
 *     x509Cert: [
 *       "-----BEGIN CERTIFICATE-----",
 *       "...",
 *       "-----END CERTIFICATE-----",
 *     ].join("\n"),
 *   },
 * });
 * ```
 */
export declare class IdentityProvider extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Name of the identity provider, 1 to 255 characters, not unique. */
  readonly name: pulumi.Output<string>;
  /** What it is used for: "saml", "oidc", "scim" or "xaa". */
  readonly protocol: pulumi.Output<"saml" | "oidc" | "scim" | "xaa">;
  /** Ids (UUID) of the domains that it serves; none at first. */
  readonly domainIds: pulumi.Output<string[] | undefined>;
  /** Whether it serves the domains of `domainIds`, "selected", or "all" of the organization, also later ones; the server-side default is "selected". */
  readonly domainScope: pulumi.Output<"selected" | "all" | undefined>;
  /** Settings of `protocol: "saml"`. */
  readonly saml: pulumi.Output<
    | {
        /** Entity id of the identity provider, at most 512 characters. */
        readonly entityId: string;
        /** Address of the identity provider's sign-in page, at most 512 characters. */
        readonly acsUrl: string;
        /** X.509 certificate of the identity provider, PEM; trimmed by the service. */
        readonly x509Cert: string;
      }
    | undefined
  >;
  /** Settings of `protocol: "oidc"`. */
  readonly oidc: pulumi.Output<
    | {
        /** Address of the issuer: HTTPS, without query, fragment or credentials. */
        readonly issuerUrl: string;
        /** Id of the client at the issuer, at most 512 characters. */
        readonly clientId: string;
        /** Secret of the client, at most 4,096 characters, taken as it is; without one, or with an empty one, nobody can sign in. */
        readonly clientSecret?: string;
      }
    | undefined
  >;
  /** Settings of `protocol: "scim"`. */
  readonly scim: pulumi.Output<
    | {
        /** Whether the identity provider may manage people by SCIM; turning it on makes a token, turning it off makes that worthless. */
        readonly enabled: boolean;
      }
    | undefined
  >;
  /** Settings of `protocol: "xaa"`. */
  readonly xaa: pulumi.Output<
    | {
        /** Address of the issuer, at most 512 characters; a final slash makes no difference. */
        readonly issuerUrl: string;
        /** Where the issuer's keys are, at most 512 characters; a final slash makes no difference. */
        readonly jwksUrl?: string;
        /** Ids of the clients that get in, each at most 256 characters; none lets all in. */
        readonly allowedClients?: string[];
      }
    | undefined
  >;
  /** Any text; another one sends the client secret once more, and has a new SCIM token made in place of the old one, for instance after an import. */
  readonly rotate: pulumi.Output<string | undefined>;
  /** Lets create make a second identity provider of the same name and protocol in an organization. Default false. */
  readonly allowDuplicateName: pulumi.Output<boolean>;
  /** Id (UUID) of the identity provider. */
  readonly identityProviderId: pulumi.Output<string>;
  /** Relay state that a SAML identity provider sends with a sign-in that starts there. */
  readonly samlRelayState: pulumi.Output<string | undefined>;
  /** Address at which the identity provider manages people; absent while SCIM is off. */
  readonly scimBaseUrl: pulumi.Output<string | undefined>;
  /** Token with which the identity provider manages people; present only where this resource turned SCIM on. */
  readonly scimToken: pulumi.Output<string | undefined>;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt: pulumi.Output<string>;
  /** Slow salted hashes of what the service never returns. */
  readonly fingerprints: pulumi.Output<Record<string, string> | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** An identity provider of an organization: how people of its domains sign in (SAML, OIDC), are managed from outside (SCIM), or let programs act for them (XAA). */
  constructor(name: string, args: IdentityProviderArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<identityProviderId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): IdentityProvider;
}

/** Arguments of {@link Integration}. */
export interface IntegrationArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: pulumi.Input<string>;
  /** AWS credentials for exports to S3: a pair of keys, or a role. */
  readonly awsS3?:
    | pulumi.Input<{
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: pulumi.Input<string>;
        /** Id of the AWS access key; the service tries the pair with AWS. */
        readonly awsAccessKeyId?: pulumi.Input<string>;
        /** The secret of the AWS access key. */
        readonly awsSecretAccessKey?: pulumi.Input<string>;
        /** ARN of an AWS role that the service takes on, in place of a pair of keys. */
        readonly awsRoleArn?: pulumi.Input<string>;
      }>
    | undefined;
  /** Keys of a storage that speaks as S3 does, such as R2, Spaces or MinIO. */
  readonly s3Compatible?:
    | pulumi.Input<{
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: pulumi.Input<string>;
        /** Id of the access key. */
        readonly awsAccessKeyId: pulumi.Input<string>;
        /** The secret of the access key. */
        readonly awsSecretAccessKey: pulumi.Input<string>;
        /** Address of the storage; private ones are refused. */
        readonly endpointUrl: pulumi.Input<string>;
      }>
    | undefined;
  /** A login at Snowflake: a password, or a pair of keys. */
  readonly snowflake?:
    | pulumi.Input<{
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: pulumi.Input<string>;
        /** The account identifier. */
        readonly account: pulumi.Input<string>;
        /** Name of the user. */
        readonly user: pulumi.Input<string>;
        /** How the user is authenticated: "password" (the default) or "keypair". */
        readonly authenticationType?: pulumi.Input<"password" | "keypair">;
        /** Password of the user. */
        readonly password?: pulumi.Input<string>;
        /** Private key of the user, as PEM. */
        readonly privateKey?: pulumi.Input<string>;
        /** What opens the private key, where it is closed. */
        readonly privateKeyPassphrase?: pulumi.Input<string>;
      }>
    | undefined;
  /** A login at a PostgreSQL server. */
  readonly postgresql?:
    | pulumi.Input<{
        /** Host name or address of the server, no private one. */
        readonly host: pulumi.Input<string>;
        /** Port of the server, 0 to 65,535. */
        readonly port: pulumi.Input<number>;
        /** User of the database. */
        readonly user: pulumi.Input<string>;
        /** Password of the user. */
        readonly password: pulumi.Input<string>;
        /** How far the server has to show who it is: "require" (the default, encryption alone), "verify-ca" or "verify-full". */
        readonly sslMode?: pulumi.Input<"require" | "verify-ca" | "verify-full">;
        /** Certificate of the authority that vouches for the server, as PEM; required to verify. */
        readonly sslRootCert?: pulumi.Input<string>;
      }>
    | undefined;
  /** Credentials for Redshift: AWS credentials under a name, or a login at a server. */
  readonly awsRedshift?:
    | pulumi.Input<{
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name?: pulumi.Input<string>;
        /** Id of the AWS access key; the service tries the pair with AWS. */
        readonly awsAccessKeyId?: pulumi.Input<string>;
        /** The secret of the AWS access key. */
        readonly awsSecretAccessKey?: pulumi.Input<string>;
        /** ARN of an AWS role that the service takes on, in place of a pair of keys. */
        readonly awsRoleArn?: pulumi.Input<string>;
        /** With AWS credentials, and required with them: the user of the database for whom the service obtains credentials. */
        readonly databaseUser?: pulumi.Input<string>;
        /** With AWS credentials: groups of the database that the user joins. */
        readonly groups?: pulumi.Input<pulumi.Input<string>[]>;
        /** With AWS credentials: whether a user of the database that is missing is made. */
        readonly autoCreate?: pulumi.Input<boolean>;
        /** With AWS credentials: ARN of the workgroup of Redshift Serverless. */
        readonly workgroupArn?: pulumi.Input<string>;
        /** Host name or address of the server, no private one. */
        readonly host?: pulumi.Input<string>;
        /** Port of the server, 0 to 65,535. */
        readonly port?: pulumi.Input<number>;
        /** User of the database. */
        readonly user?: pulumi.Input<string>;
        /** Password of the user. */
        readonly password?: pulumi.Input<string>;
        /** How far the server has to show who it is: "require" (the default, encryption alone), "verify-ca" or "verify-full". */
        readonly sslMode?: pulumi.Input<"require" | "verify-ca" | "verify-full">;
        /** Certificate of the authority that vouches for the server, as PEM; required to verify. */
        readonly sslRootCert?: pulumi.Input<string>;
      }>
    | undefined;
  /** A service account of Google Cloud, for exports to BigQuery: with a key of it, or without. */
  readonly googleCloudServiceAccount?:
    | pulumi.Input<{
        /** E-mail address of the service account. */
        readonly serviceAccountEmail: pulumi.Input<string>;
        /** Id of the account's project at Google. */
        readonly projectId: pulumi.Input<string>;
        /** Whether the service acts as the account without a key, by a right that the account gives it. Default false. */
        readonly impersonated?: pulumi.Input<boolean>;
        /** Private key of the account, as PEM. */
        readonly privateKey?: pulumi.Input<string>;
        /** Id of the private key. */
        readonly privateKeyId?: pulumi.Input<string>;
      }>
    | undefined;
  /** A service principal of Databricks. */
  readonly databricks?:
    | pulumi.Input<{
        /** Host name of the workspace, without `https://`. */
        readonly serverHostname: pulumi.Input<string>;
        /** Id of the service principal's OAuth client; the service does not show it. */
        readonly clientId: pulumi.Input<string>;
        /** The client's secret. */
        readonly clientSecret: pulumi.Input<string>;
      }>
    | undefined;
  /** A storage account of Azure. */
  readonly azureBlob?:
    | pulumi.Input<{
        /** Name of the storage account, as the connection string has it. */
        readonly accountName: pulumi.Input<string>;
        /** The connection string of the account, which has its key in it. */
        readonly connectionString: pulumi.Input<string>;
      }>
    | undefined;
  /** An account of Twilio. */
  readonly twilio?:
    | pulumi.Input<{
        /** SID of the account. */
        readonly accountSid: pulumi.Input<string>;
        /** Token of the account. */
        readonly authToken: pulumi.Input<string>;
      }>
    | undefined;
  /** A project of GitLab. */
  readonly gitlab?:
    | pulumi.Input<{
        /** Address of the GitLab server, `https://` with its host. */
        readonly hostname: pulumi.Input<string>;
        /** Number of the project at GitLab, as text. */
        readonly projectId: pulumi.Input<string>;
        /** Access token of the project. */
        readonly projectAccessToken: pulumi.Input<string>;
      }>
    | undefined;
  /** A workspace of Anthropic. */
  readonly anthropic?:
    | pulumi.Input<{
        /** Label of the workspace, at most 100 characters; a project has one integration without. */
        readonly workspaceLabel?: pulumi.Input<string>;
        /** API key of the workspace; the service tries it. */
        readonly apiKey: pulumi.Input<string>;
      }>
    | undefined;
  /** A project of Firebase, for messages to devices. */
  readonly firebase?:
    | pulumi.Input<{
        /** Id of the project, as the key file has it. */
        readonly projectId: pulumi.Input<string>;
        /** Key file of a service account of the project, as JSON text. */
        readonly keyInfo: pulumi.Input<string>;
      }>
    | undefined;
  /** A signing key of Apple's push notification service. */
  readonly apns?:
    | pulumi.Input<{
        /** Id of the team at Apple: letters and digits. */
        readonly teamIdApple: pulumi.Input<string>;
        /** Bundle id of the app. */
        readonly bundleId: pulumi.Input<string>;
        /** Which of Apple's services: "production" (the default) or "sandbox". */
        readonly environment?: pulumi.Input<"production" | "sandbox">;
        /** Id of the signing key. */
        readonly keyId: pulumi.Input<string>;
        /** The signing key, the text of a .p8 file. */
        readonly signingKey: pulumi.Input<string>;
      }>
    | undefined;
  /** A sender of e-mails; its domain has to be verified in the service's own pages. */
  readonly email?:
    | pulumi.Input<{
        /** Address of the sender in small letters, with a domain of your own. */
        readonly email: pulumi.Input<string>;
        /** Name of the sender. */
        readonly name: pulumi.Input<string>;
        /** Subdomain for returned mail; by default that of other senders of the domain, or `feedback`. */
        readonly mailFromSubdomain?: pulumi.Input<string>;
      }>
    | undefined;
  /** Any text; another one gives the integration its secrets once more, for instance after an import. */
  readonly rotate?: pulumi.Input<string> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * Credentials that a project holds for its batch exports and functions, which name them by `integrationId`.
 *
 * The id has the form `<projectId>/<kind>/<name>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.Integration("example", {
 *   projectId: "4711",
 *   s3Compatible: {
 *     name: "warehouse",
 *     awsAccessKeyId: "AKIAIOSFODNN7EXAMPLE",
 *     awsSecretAccessKey: "the-secret-of-the-key",
 *     endpointUrl: "https://storage.example.com",
 *   },
 * });
 * ```
 */
export declare class Integration extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: pulumi.Output<string>;
  /** AWS credentials for exports to S3: a pair of keys, or a role. */
  readonly awsS3: pulumi.Output<
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: string;
        /** Id of the AWS access key; the service tries the pair with AWS. */
        readonly awsAccessKeyId?: string;
        /** The secret of the AWS access key. */
        readonly awsSecretAccessKey?: string;
        /** ARN of an AWS role that the service takes on, in place of a pair of keys. */
        readonly awsRoleArn?: string;
      }
    | undefined
  >;
  /** Keys of a storage that speaks as S3 does, such as R2, Spaces or MinIO. */
  readonly s3Compatible: pulumi.Output<
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: string;
        /** Id of the access key. */
        readonly awsAccessKeyId: string;
        /** The secret of the access key. */
        readonly awsSecretAccessKey: string;
        /** Address of the storage; private ones are refused. */
        readonly endpointUrl: string;
      }
    | undefined
  >;
  /** A login at Snowflake: a password, or a pair of keys. */
  readonly snowflake: pulumi.Output<
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name: string;
        /** The account identifier. */
        readonly account: string;
        /** Name of the user. */
        readonly user: string;
        /** How the user is authenticated: "password" (the default) or "keypair". */
        readonly authenticationType?: "password" | "keypair";
        /** Password of the user. */
        readonly password?: string;
        /** Private key of the user, as PEM. */
        readonly privateKey?: string;
        /** What opens the private key, where it is closed. */
        readonly privateKeyPassphrase?: string;
      }
    | undefined
  >;
  /** A login at a PostgreSQL server. */
  readonly postgresql: pulumi.Output<
    | {
        /** Host name or address of the server, no private one. */
        readonly host: string;
        /** Port of the server, 0 to 65,535. */
        readonly port: number;
        /** User of the database. */
        readonly user: string;
        /** Password of the user. */
        readonly password: string;
        /** How far the server has to show who it is: "require" (the default, encryption alone), "verify-ca" or "verify-full". */
        readonly sslMode?: "require" | "verify-ca" | "verify-full";
        /** Certificate of the authority that vouches for the server, as PEM; required to verify. */
        readonly sslRootCert?: string;
      }
    | undefined
  >;
  /** Credentials for Redshift: AWS credentials under a name, or a login at a server. */
  readonly awsRedshift: pulumi.Output<
    | {
        /** Name of the integration, one of its kind in the project; a rotation adds `~r` and a number to it at the service. */
        readonly name?: string;
        /** Id of the AWS access key; the service tries the pair with AWS. */
        readonly awsAccessKeyId?: string;
        /** The secret of the AWS access key. */
        readonly awsSecretAccessKey?: string;
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
        /** Password of the user. */
        readonly password?: string;
        /** How far the server has to show who it is: "require" (the default, encryption alone), "verify-ca" or "verify-full". */
        readonly sslMode?: "require" | "verify-ca" | "verify-full";
        /** Certificate of the authority that vouches for the server, as PEM; required to verify. */
        readonly sslRootCert?: string;
      }
    | undefined
  >;
  /** A service account of Google Cloud, for exports to BigQuery: with a key of it, or without. */
  readonly googleCloudServiceAccount: pulumi.Output<
    | {
        /** E-mail address of the service account. */
        readonly serviceAccountEmail: string;
        /** Id of the account's project at Google. */
        readonly projectId: string;
        /** Whether the service acts as the account without a key, by a right that the account gives it. Default false. */
        readonly impersonated?: boolean;
        /** Private key of the account, as PEM. */
        readonly privateKey?: string;
        /** Id of the private key. */
        readonly privateKeyId?: string;
      }
    | undefined
  >;
  /** A service principal of Databricks. */
  readonly databricks: pulumi.Output<
    | {
        /** Host name of the workspace, without `https://`. */
        readonly serverHostname: string;
        /** Id of the service principal's OAuth client; the service does not show it. */
        readonly clientId: string;
        /** The client's secret. */
        readonly clientSecret: string;
      }
    | undefined
  >;
  /** A storage account of Azure. */
  readonly azureBlob: pulumi.Output<
    | {
        /** Name of the storage account, as the connection string has it. */
        readonly accountName: string;
        /** The connection string of the account, which has its key in it. */
        readonly connectionString: string;
      }
    | undefined
  >;
  /** An account of Twilio. */
  readonly twilio: pulumi.Output<
    | {
        /** SID of the account. */
        readonly accountSid: string;
        /** Token of the account. */
        readonly authToken: string;
      }
    | undefined
  >;
  /** A project of GitLab. */
  readonly gitlab: pulumi.Output<
    | {
        /** Address of the GitLab server, `https://` with its host. */
        readonly hostname: string;
        /** Number of the project at GitLab, as text. */
        readonly projectId: string;
        /** Access token of the project. */
        readonly projectAccessToken: string;
      }
    | undefined
  >;
  /** A workspace of Anthropic. */
  readonly anthropic: pulumi.Output<
    | {
        /** Label of the workspace, at most 100 characters; a project has one integration without. */
        readonly workspaceLabel?: string;
        /** API key of the workspace; the service tries it. */
        readonly apiKey: string;
      }
    | undefined
  >;
  /** A project of Firebase, for messages to devices. */
  readonly firebase: pulumi.Output<
    | {
        /** Id of the project, as the key file has it. */
        readonly projectId: string;
        /** Key file of a service account of the project, as JSON text. */
        readonly keyInfo: string;
      }
    | undefined
  >;
  /** A signing key of Apple's push notification service. */
  readonly apns: pulumi.Output<
    | {
        /** Id of the team at Apple: letters and digits. */
        readonly teamIdApple: string;
        /** Bundle id of the app. */
        readonly bundleId: string;
        /** Which of Apple's services: "production" (the default) or "sandbox". */
        readonly environment?: "production" | "sandbox";
        /** Id of the signing key. */
        readonly keyId: string;
        /** The signing key, the text of a .p8 file. */
        readonly signingKey: string;
      }
    | undefined
  >;
  /** A sender of e-mails; its domain has to be verified in the service's own pages. */
  readonly email: pulumi.Output<
    | {
        /** Address of the sender in small letters, with a domain of your own. */
        readonly email: string;
        /** Name of the sender. */
        readonly name: string;
        /** Subdomain for returned mail; by default that of other senders of the domain, or `feedback`. */
        readonly mailFromSubdomain?: string;
      }
    | undefined
  >;
  /** Any text; another one gives the integration its secrets once more, for instance after an import. */
  readonly rotate: pulumi.Output<string | undefined>;
  /** Number of the integration, as text, by which exports and functions name it; another one after a rotation of a kind with names. */
  readonly integrationId: pulumi.Output<string>;
  /** The service's word for the kind, such as "aws-s3". */
  readonly kind: pulumi.Output<string>;
  /** What tells it from others of its kind in the project. */
  readonly name: pulumi.Output<string>;
  /** Time of creation, UTC, RFC 3339; of the newest rotation of a kind with names. */
  readonly createdAt: pulumi.Output<string>;
  /** Id (UUID) of the project's organization, as far as the key could read the project when the object was made or imported. */
  readonly organizationId: pulumi.Output<string | undefined>;
  /** Numbers of older ones that a rotation left which did not come to its end; the next update takes them away. */
  readonly strayIds: pulumi.Output<string[] | undefined>;
  /** Slow salted hashes of what the service never returns. */
  readonly fingerprints: pulumi.Output<Record<string, string> | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Credentials that a project holds for its batch exports and functions, which name them by `integrationId`. */
  constructor(name: string, args: IntegrationArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<projectId>/<kind>/<name>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): Integration;
}

/** Arguments of {@link Invite}. */
export interface InviteArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email: pulumi.Input<string>;
  /** What the person may do as a member: "member", "admin" or "owner"; the service's default is "member". */
  readonly level?: pulumi.Input<"member" | "admin" | "owner"> | undefined;
  /** First name that the sign-up page suggests, at most 30 characters. */
  readonly firstName?: pulumi.Input<string> | undefined;
  /** Text for the mail; surrounding blanks are dropped by the service. */
  readonly message?: pulumi.Input<string> | undefined;
  /** What is done about an invite that has expired: "resend" or "ignore". Default "resend". */
  readonly onExpired?: pulumi.Input<"resend" | "ignore"> | undefined;
  /** What a deletion does: "revoke" takes back an open invite and leaves a member alone, "removeMember" removes the member as well. Default "revoke". */
  readonly onDestroy?: pulumi.Input<"revoke" | "removeMember"> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * An invite of somebody to an organization, from the mail that is sent to its acceptance.
 *
 * The id has the form `<organizationId>/<email>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.Invite("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   email: "ann@acme.example",
 *   level: "admin",
 * });
 * ```
 */
export declare class Invite extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email: pulumi.Output<string>;
  /** What the person may do as a member: "member", "admin" or "owner"; the service's default is "member". */
  readonly level: pulumi.Output<"member" | "admin" | "owner" | undefined>;
  /** First name that the sign-up page suggests, at most 30 characters. */
  readonly firstName: pulumi.Output<string | undefined>;
  /** Text for the mail; surrounding blanks are dropped by the service. */
  readonly message: pulumi.Output<string | undefined>;
  /** What is done about an invite that has expired: "resend" or "ignore". Default "resend". */
  readonly onExpired: pulumi.Output<"resend" | "ignore">;
  /** What a deletion does: "revoke" takes back an open invite and leaves a member alone, "removeMember" removes the member as well. Default "revoke". */
  readonly onDestroy: pulumi.Output<"revoke" | "removeMember">;
  /** How far it is: `pending`, `expired` or `accepted`; `deferred` while the service takes no more invites. */
  readonly status: pulumi.Output<"pending" | "expired" | "accepted" | "deferred">;
  /** Time at which an open invite expires, UTC, RFC 3339; absent once it was accepted. */
  readonly expiresAt: pulumi.Output<string | undefined>;
  /** Time from which a deferred invite can be sent, UTC, RFC 3339; absent unless `status` is `deferred`. */
  readonly dueAt: pulumi.Output<string | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** An invite of somebody to an organization, from the mail that is sent to its acceptance. */
  constructor(name: string, args: InviteArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<email>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): Invite;
}

/** Arguments of {@link Member}. */
export interface MemberArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email: pulumi.Input<string>;
  /** What the person may do: "member", "admin" or "owner". */
  readonly level: pulumi.Input<"member" | "admin" | "owner">;
  /** What a deletion does to the member: "remove" takes the person out of the organization, "downgrade" leaves a plain member, "retain" leaves everything as it is. Default "remove". */
  readonly onDestroy?: pulumi.Input<"remove" | "downgrade" | "retain"> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A member of an organization: somebody who has accepted an invite or came by single sign-on, and the level of that person.
 *
 * The id has the form `<organizationId>/<email>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.Member("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   email: "ann@acme.example",
 *   level: "admin",
 * });
 * ```
 */
export declare class Member extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email: pulumi.Output<string>;
  /** What the person may do: "member", "admin" or "owner". */
  readonly level: pulumi.Output<"member" | "admin" | "owner">;
  /** What a deletion does to the member: "remove" takes the person out of the organization, "downgrade" leaves a plain member, "retain" leaves everything as it is. Default "remove". */
  readonly onDestroy: pulumi.Output<"remove" | "downgrade" | "retain">;
  /** Id (UUID) of the person's account, the same in all organizations. */
  readonly userId: pulumi.Output<string>;
  /** Time at which the person became a member, UTC, RFC 3339. */
  readonly joinedAt: pulumi.Output<string>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A member of an organization: somebody who has accepted an invite or came by single sign-on, and the level of that person. */
  constructor(name: string, args: MemberArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<email>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): Member;
}

/** Arguments of {@link Membership}. */
export interface MembershipArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email: pulumi.Input<string>;
  /** What the person may do: "member", "admin" or "owner". */
  readonly level: pulumi.Input<"member" | "admin" | "owner">;
  /** What is done about an invite that has expired: "resend" or "ignore". Default "resend". */
  readonly onExpired?: pulumi.Input<"resend" | "ignore"> | undefined;
  /** What a deletion does to the member: "remove" takes the person out of the organization, "downgrade" leaves a plain member, "retain" leaves everything as it is. Default "remove". */
  readonly onDestroy?: pulumi.Input<"remove" | "downgrade" | "retain"> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * One person's place in an organization, from the invite to the member: invites who is not there, adopts who is, and keeps the level.
 *
 * The id has the form `<organizationId>/<email>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.Membership("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   email: "ann@acme.example",
 *   level: "admin",
 * });
 * ```
 */
export declare class Membership extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email: pulumi.Output<string>;
  /** What the person may do: "member", "admin" or "owner". */
  readonly level: pulumi.Output<"member" | "admin" | "owner">;
  /** What is done about an invite that has expired: "resend" or "ignore". Default "resend". */
  readonly onExpired: pulumi.Output<"resend" | "ignore">;
  /** What a deletion does to the member: "remove" takes the person out of the organization, "downgrade" leaves a plain member, "retain" leaves everything as it is. Default "remove". */
  readonly onDestroy: pulumi.Output<"remove" | "downgrade" | "retain">;
  /** How far it is: `pending`, `expired` or `accepted`; `deferred` while the service takes no more invites. */
  readonly status: pulumi.Output<"pending" | "expired" | "accepted" | "deferred">;
  /** Time at which an open invite expires, UTC, RFC 3339; absent once it was accepted. */
  readonly expiresAt: pulumi.Output<string | undefined>;
  /** Time from which a deferred invite can be sent, UTC, RFC 3339; absent unless `status` is `deferred`. */
  readonly dueAt: pulumi.Output<string | undefined>;
  /** Id (UUID) of the person's account, the same in all organizations; absent until the invite was accepted. */
  readonly userId: pulumi.Output<string | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** One person's place in an organization, from the invite to the member: invites who is not there, adopts who is, and keeps the level. */
  constructor(name: string, args: MembershipArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<email>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): Membership;
}

/** Arguments of {@link Organization}. */
export interface OrganizationArgs {
  /** Name of the organization, 1 to 64 characters, not unique; surrounding blanks are dropped by the service. */
  readonly name: pulumi.Input<string>;
  /** Id (UUID) of an uploaded image that serves as the logo. */
  readonly logoMediaId?: pulumi.Input<string> | undefined;
  /** Whether members get an e-mail when somebody joins; the server-side default is true. Newer services only show it. */
  readonly isMemberJoinEmailEnabled?: pulumi.Input<boolean> | undefined;
  /** Whether members must use two-factor authentication; not set at first. */
  readonly enforce2fa?: pulumi.Input<boolean> | undefined;
  /** Whether members below administrators may invite people; the server-side default is true. */
  readonly membersCanInvite?: pulumi.Input<boolean> | undefined;
  /** Whether members below administrators may create projects; the server-side default is false. */
  readonly membersCanCreateProjects?: pulumi.Input<boolean> | undefined;
  /** Whether members below administrators see all members; if not, they see those of their projects; the server-side default is true. */
  readonly membersCanSeeOrgMembers?: pulumi.Input<boolean> | undefined;
  /** Whether members below administrators may use API keys here; the server-side default is true. */
  readonly membersCanUsePersonalApiKeys?: pulumi.Input<boolean> | undefined;
  /** Whether dashboards and the like may be shared with everybody; the server-side default is true. */
  readonly allowPubliclySharedResources?: pulumi.Input<boolean> | undefined;
  /** Whether agents that come by way of MCP may only read; the server-side default is false. */
  readonly readOnlyMcpAccess?: pulumi.Input<boolean> | undefined;
  /** Whether new projects discard addresses of clients; the server-side default is false, and true on the vendor's cloud in the EU since 2026. */
  readonly defaultAnonymizeIps?: pulumi.Input<boolean> | undefined;
  /** Whether data may be handed to services of artificial intelligence; the server-side default is not set, and true since 2026. */
  readonly isAiDataProcessingApproved?: pulumi.Input<boolean> | undefined;
  /** Whether models may be trained with data of the organization; the server-side default is not set, and since 2026 true on the vendor's cloud in the US, false in the EU. */
  readonly isAiTrainingOptedIn?: pulumi.Input<boolean> | undefined;
  /** Refuses to delete the organization while true; the value in state counts. Default true. */
  readonly deletionProtection?: pulumi.Input<boolean> | undefined;
  /** Lets create make a second organization of the same name. Default false. */
  readonly allowDuplicateName?: pulumi.Input<boolean> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * An organization: the root that owns projects, domains, members and everything else.
 *
 * The id has the form `<organizationId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.Organization("example", {
 *   name: "Acme Cloud",
 *   enforce2fa: true,
 * });
 * ```
 */
export declare class Organization extends pulumi.CustomResource {
  /** Name of the organization, 1 to 64 characters, not unique; surrounding blanks are dropped by the service. */
  readonly name: pulumi.Output<string>;
  /** Id (UUID) of an uploaded image that serves as the logo. */
  readonly logoMediaId: pulumi.Output<string | undefined>;
  /** Whether members get an e-mail when somebody joins; the server-side default is true. Newer services only show it. */
  readonly isMemberJoinEmailEnabled: pulumi.Output<boolean | undefined>;
  /** Whether members must use two-factor authentication; not set at first. */
  readonly enforce2fa: pulumi.Output<boolean | undefined>;
  /** Whether members below administrators may invite people; the server-side default is true. */
  readonly membersCanInvite: pulumi.Output<boolean | undefined>;
  /** Whether members below administrators may create projects; the server-side default is false. */
  readonly membersCanCreateProjects: pulumi.Output<boolean | undefined>;
  /** Whether members below administrators see all members; if not, they see those of their projects; the server-side default is true. */
  readonly membersCanSeeOrgMembers: pulumi.Output<boolean | undefined>;
  /** Whether members below administrators may use API keys here; the server-side default is true. */
  readonly membersCanUsePersonalApiKeys: pulumi.Output<boolean | undefined>;
  /** Whether dashboards and the like may be shared with everybody; the server-side default is true. */
  readonly allowPubliclySharedResources: pulumi.Output<boolean | undefined>;
  /** Whether agents that come by way of MCP may only read; the server-side default is false. */
  readonly readOnlyMcpAccess: pulumi.Output<boolean | undefined>;
  /** Whether new projects discard addresses of clients; the server-side default is false, and true on the vendor's cloud in the EU since 2026. */
  readonly defaultAnonymizeIps: pulumi.Output<boolean | undefined>;
  /** Whether data may be handed to services of artificial intelligence; the server-side default is not set, and true since 2026. */
  readonly isAiDataProcessingApproved: pulumi.Output<boolean | undefined>;
  /** Whether models may be trained with data of the organization; the server-side default is not set, and since 2026 true on the vendor's cloud in the US, false in the EU. */
  readonly isAiTrainingOptedIn: pulumi.Output<boolean | undefined>;
  /** Refuses to delete the organization while true; the value in state counts. Default true. */
  readonly deletionProtection: pulumi.Output<boolean>;
  /** Lets create make a second organization of the same name. Default false. */
  readonly allowDuplicateName: pulumi.Output<boolean>;
  /** Id (UUID) of the organization. */
  readonly organizationId: pulumi.Output<string>;
  /** Short name in addresses; set by the service once, unchanged by a rename. */
  readonly slug: pulumi.Output<string>;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt: pulumi.Output<string>;
  /** Names of declared settings that this service does not have, or only shows; they have no effect there. */
  readonly withoutEffect: pulumi.Output<string[] | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** An organization: the root that owns projects, domains, members and everything else. */
  constructor(name: string, args: OrganizationArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): Organization;
}

/** Arguments of {@link OrganizationMembers}. */
export interface OrganizationMembersArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Who is to be a member: "member", "admin" or "owner" by e-mail address of at most 254 characters; capitals and surrounding blanks of an address make no difference. */
  readonly members: pulumi.Input<Record<string, pulumi.Input<"member" | "admin" | "owner">>>;
  /** Whether the next update removes members who are not declared; false only reports them. Default false. */
  readonly enforce?: pulumi.Input<boolean> | undefined;
  /** E-mail addresses of people who stay although they are not declared. Default none. */
  readonly protected?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Whether people who are not declared are left out, neither reported nor removed, where an identity provider manages the people of their domain by SCIM. */
  readonly ignoreScimDomains?: pulumi.Input<boolean> | undefined;
  /** Most people whom one update may remove, 0 to 10,000; when it would be more, nothing is written. Default 5. */
  readonly maxRemovals?: pulumi.Input<number> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * The complete list of an organization's members and their levels: reports who is a member and not declared, and removes them if told to.
 *
 * The id has the form `<organizationId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.OrganizationMembers("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   members: {
 *     "ann@acme.example": "owner",
 *     "bob@acme.example": "member",
 *   },
 *   enforce: true,
 *   protected: ["auditor@partner.example"],
 * });
 * ```
 */
export declare class OrganizationMembers extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Who is to be a member: "member", "admin" or "owner" by e-mail address of at most 254 characters; capitals and surrounding blanks of an address make no difference. */
  readonly members: pulumi.Output<Record<string, "member" | "admin" | "owner">>;
  /** Whether the next update removes members who are not declared; false only reports them. Default false. */
  readonly enforce: pulumi.Output<boolean>;
  /** E-mail addresses of people who stay although they are not declared. Default none. */
  readonly protected: pulumi.Output<string[]>;
  /** Whether people who are not declared are left out, neither reported nor removed, where an identity provider manages the people of their domain by SCIM. */
  readonly ignoreScimDomains: pulumi.Output<boolean | undefined>;
  /** Most people whom one update may remove, 0 to 10,000; when it would be more, nothing is written. Default 5. */
  readonly maxRemovals: pulumi.Output<number>;
  /** Members who are not declared and stay: their levels by e-mail address; without the account of the API key. */
  readonly unmanaged: pulumi.Output<Record<string, string>>;
  /** E-mail addresses of people who are declared and no members. */
  readonly missing: pulumi.Output<string[]>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** The complete list of an organization's members and their levels: reports who is a member and not declared, and removes them if told to. */
  constructor(name: string, args: OrganizationMembersArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): OrganizationMembers;
}

/** Arguments of {@link OrganizationSettings}. */
export interface OrganizationSettingsArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the role that new members get; none at first. */
  readonly defaultRoleId?: pulumi.Input<string> | undefined;
  /** Whether only people with an address on a verified domain get in; the server-side default is false. */
  readonly enforceVerifiedDomains?: pulumi.Input<boolean> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * Settings of an organization that need something inside of it first, a role or a verified domain, as a resource of their own, so that all of it fits into one update.
 *
 * The id has the form `<organizationId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.OrganizationSettings("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   defaultRoleId: "01912345-89ab-7cde-8f01-23456789abcd",
 * });
 * ```
 */
export declare class OrganizationSettings extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Id (UUID) of the role that new members get; none at first. */
  readonly defaultRoleId: pulumi.Output<string | undefined>;
  /** Whether only people with an address on a verified domain get in; the server-side default is false. */
  readonly enforceVerifiedDomains: pulumi.Output<boolean | undefined>;
  /** Names of declared settings that this service does not have, or only shows; they have no effect there. */
  readonly withoutEffect: pulumi.Output<string[] | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Settings of an organization that need something inside of it first, a role or a verified domain, as a resource of their own, so that all of it fits into one update. */
  constructor(name: string, args: OrganizationSettingsArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): OrganizationSettings;
}

/** Arguments of {@link PipelineDestination}. */
export interface PipelineDestinationArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name: pulumi.Input<string>;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: pulumi.Input<"source" | "custom" | "repository" | "local"> | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: pulumi.Input<string> | undefined;
  /** What the item does. */
  readonly description?: pulumi.Input<string> | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: pulumi.Input<string> | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: pulumi.Input<string> | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: pulumi.Input<string> | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: pulumi.Input<boolean> | undefined;
  /** What the code can do, here `methods` with "onEvent" or "composeWebhook"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | pulumi.Input<{
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: pulumi.Input<pulumi.Input<string>[]>;
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: pulumi.Input<pulumi.Input<string>[]>;
        /** Names of the jobs that people start. */
        readonly jobs?: pulumi.Input<pulumi.Input<string>[]>;
      }>
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: pulumi.Input<string> | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: pulumi.Input<string> | undefined;
  /** Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes. */
  readonly source?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A pipeline item that sends events elsewhere when they come in.
 *
 * The id has the form `<organizationId>/<itemId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.PipelineDestination("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   name: "Mailer",
 *   capabilities: {
 *     methods: ["onEvent"],
 *   },
 *   source: {
 *     "index.ts": "export const jobs = {};\n",
 *   },
 * });
 * ```
 *
 * @deprecated The service has announced the end of pipeline items. Hog functions took the place of plugins and pipeline items: declare a HogFunction in each project, of the type destination, transformation, site_app or source_webhook.
 */
export declare class PipelineDestination extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Name of the item, 1 to 200 characters. */
  readonly name: pulumi.Output<string>;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType: pulumi.Output<"source" | "custom" | "repository" | "local" | undefined>;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url: pulumi.Output<string | undefined>;
  /** What the item does. */
  readonly description: pulumi.Output<string | undefined>;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon: pulumi.Output<string | undefined>;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema: pulumi.Output<string | undefined>;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag: pulumi.Output<string | undefined>;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal: pulumi.Output<boolean | undefined>;
  /** What the code can do, here `methods` with "onEvent" or "composeWebhook"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities: pulumi.Output<
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined
  >;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics: pulumi.Output<string | undefined>;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs: pulumi.Output<string | undefined>;
  /** Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes. */
  readonly source: pulumi.Output<Record<string, string> | undefined>;
  /** Number of the item. */
  readonly itemId: pulumi.Output<string>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A pipeline item that sends events elsewhere when they come in. */
  constructor(name: string, args: PipelineDestinationArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<itemId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): PipelineDestination;
}

/** Arguments of {@link PipelineFrontendApp}. */
export interface PipelineFrontendAppArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name: pulumi.Input<string>;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: pulumi.Input<"source" | "custom" | "repository" | "local"> | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: pulumi.Input<string> | undefined;
  /** What the item does. */
  readonly description?: pulumi.Input<string> | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: pulumi.Input<string> | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: pulumi.Input<string> | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: pulumi.Input<string> | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: pulumi.Input<boolean> | undefined;
  /** What the code can do, here neither `methods` nor `scheduledTasks`, not even empty ones; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | pulumi.Input<{
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: pulumi.Input<pulumi.Input<string>[]>;
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: pulumi.Input<pulumi.Input<string>[]>;
        /** Names of the jobs that people start. */
        readonly jobs?: pulumi.Input<pulumi.Input<string>[]>;
      }>
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: pulumi.Input<string> | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: pulumi.Input<string> | undefined;
  /** Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes. */
  readonly source?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A pipeline item whose code runs in the pages of the product or of the service.
 *
 * The id has the form `<organizationId>/<itemId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.PipelineFrontendApp("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   name: "Mailer",
 *   capabilities: {},
 *   source: {
 *     "index.ts": "export const jobs = {};\n",
 *   },
 * });
 * ```
 *
 * @deprecated The service has announced the end of pipeline items. Hog functions took the place of plugins and pipeline items: declare a HogFunction in each project, of the type destination, transformation, site_app or source_webhook.
 */
export declare class PipelineFrontendApp extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Name of the item, 1 to 200 characters. */
  readonly name: pulumi.Output<string>;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType: pulumi.Output<"source" | "custom" | "repository" | "local" | undefined>;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url: pulumi.Output<string | undefined>;
  /** What the item does. */
  readonly description: pulumi.Output<string | undefined>;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon: pulumi.Output<string | undefined>;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema: pulumi.Output<string | undefined>;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag: pulumi.Output<string | undefined>;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal: pulumi.Output<boolean | undefined>;
  /** What the code can do, here neither `methods` nor `scheduledTasks`, not even empty ones; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities: pulumi.Output<
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined
  >;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics: pulumi.Output<string | undefined>;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs: pulumi.Output<string | undefined>;
  /** Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes. */
  readonly source: pulumi.Output<Record<string, string> | undefined>;
  /** Number of the item. */
  readonly itemId: pulumi.Output<string>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A pipeline item whose code runs in the pages of the product or of the service. */
  constructor(name: string, args: PipelineFrontendAppArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<itemId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): PipelineFrontendApp;
}

/** Arguments of {@link PipelineImportApp}. */
export interface PipelineImportAppArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name: pulumi.Input<string>;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: pulumi.Input<"source" | "custom" | "repository" | "local"> | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: pulumi.Input<string> | undefined;
  /** What the item does. */
  readonly description?: pulumi.Input<string> | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: pulumi.Input<string> | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: pulumi.Input<string> | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: pulumi.Input<string> | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: pulumi.Input<boolean> | undefined;
  /** What the code can do, here `scheduledTasks`, or `methods` without "onEvent", "composeWebhook" and "processEvent"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | pulumi.Input<{
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: pulumi.Input<pulumi.Input<string>[]>;
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: pulumi.Input<pulumi.Input<string>[]>;
        /** Names of the jobs that people start. */
        readonly jobs?: pulumi.Input<pulumi.Input<string>[]>;
      }>
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: pulumi.Input<string> | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: pulumi.Input<string> | undefined;
  /** Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes. */
  readonly source?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A pipeline item that brings data in at set times.
 *
 * The id has the form `<organizationId>/<itemId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.PipelineImportApp("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   name: "Mailer",
 *   capabilities: {
 *     scheduledTasks: ["runEveryHour"],
 *   },
 *   source: {
 *     "index.ts": "export const jobs = {};\n",
 *   },
 * });
 * ```
 *
 * @deprecated The service has announced the end of pipeline items. Hog functions took the place of plugins and pipeline items: declare a HogFunction in each project, of the type destination, transformation, site_app or source_webhook.
 */
export declare class PipelineImportApp extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Name of the item, 1 to 200 characters. */
  readonly name: pulumi.Output<string>;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType: pulumi.Output<"source" | "custom" | "repository" | "local" | undefined>;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url: pulumi.Output<string | undefined>;
  /** What the item does. */
  readonly description: pulumi.Output<string | undefined>;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon: pulumi.Output<string | undefined>;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema: pulumi.Output<string | undefined>;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag: pulumi.Output<string | undefined>;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal: pulumi.Output<boolean | undefined>;
  /** What the code can do, here `scheduledTasks`, or `methods` without "onEvent", "composeWebhook" and "processEvent"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities: pulumi.Output<
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined
  >;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics: pulumi.Output<string | undefined>;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs: pulumi.Output<string | undefined>;
  /** Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes. */
  readonly source: pulumi.Output<Record<string, string> | undefined>;
  /** Number of the item. */
  readonly itemId: pulumi.Output<string>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A pipeline item that brings data in at set times. */
  constructor(name: string, args: PipelineImportAppArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<itemId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): PipelineImportApp;
}

/** Arguments of {@link PipelineTransformation}. */
export interface PipelineTransformationArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name: pulumi.Input<string>;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: pulumi.Input<"source" | "custom" | "repository" | "local"> | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: pulumi.Input<string> | undefined;
  /** What the item does. */
  readonly description?: pulumi.Input<string> | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: pulumi.Input<string> | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: pulumi.Input<string> | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: pulumi.Input<string> | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: pulumi.Input<boolean> | undefined;
  /** What the code can do, here `methods` with "processEvent"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | pulumi.Input<{
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: pulumi.Input<pulumi.Input<string>[]>;
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: pulumi.Input<pulumi.Input<string>[]>;
        /** Names of the jobs that people start. */
        readonly jobs?: pulumi.Input<pulumi.Input<string>[]>;
      }>
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: pulumi.Input<string> | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: pulumi.Input<string> | undefined;
  /** Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes. */
  readonly source?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A pipeline item that changes or drops events before they are stored.
 *
 * The id has the form `<organizationId>/<itemId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.PipelineTransformation("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   name: "Mailer",
 *   capabilities: {
 *     methods: ["processEvent"],
 *   },
 *   source: {
 *     "index.ts": "export const jobs = {};\n",
 *   },
 * });
 * ```
 *
 * @deprecated The service has announced the end of pipeline items. Hog functions took the place of plugins and pipeline items: declare a HogFunction in each project, of the type destination, transformation, site_app or source_webhook.
 */
export declare class PipelineTransformation extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Name of the item, 1 to 200 characters. */
  readonly name: pulumi.Output<string>;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType: pulumi.Output<"source" | "custom" | "repository" | "local" | undefined>;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url: pulumi.Output<string | undefined>;
  /** What the item does. */
  readonly description: pulumi.Output<string | undefined>;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon: pulumi.Output<string | undefined>;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema: pulumi.Output<string | undefined>;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag: pulumi.Output<string | undefined>;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal: pulumi.Output<boolean | undefined>;
  /** What the code can do, here `methods` with "processEvent"; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities: pulumi.Output<
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined
  >;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics: pulumi.Output<string | undefined>;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs: pulumi.Output<string | undefined>;
  /** Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes. */
  readonly source: pulumi.Output<Record<string, string> | undefined>;
  /** Number of the item. */
  readonly itemId: pulumi.Output<string>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A pipeline item that changes or drops events before they are stored. */
  constructor(name: string, args: PipelineTransformationArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<itemId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): PipelineTransformation;
}

/** Arguments of {@link Plugin}. */
export interface PluginArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name: pulumi.Input<string>;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType?: pulumi.Input<"source" | "custom" | "repository" | "local"> | undefined;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url?: pulumi.Input<string> | undefined;
  /** What the item does. */
  readonly description?: pulumi.Input<string> | undefined;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon?: pulumi.Input<string> | undefined;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema?: pulumi.Input<string> | undefined;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag?: pulumi.Input<string> | undefined;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal?: pulumi.Input<boolean> | undefined;
  /** What the code can do; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities?:
    | pulumi.Input<{
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: pulumi.Input<pulumi.Input<string>[]>;
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: pulumi.Input<pulumi.Input<string>[]>;
        /** Names of the jobs that people start. */
        readonly jobs?: pulumi.Input<pulumi.Input<string>[]>;
      }>
    | undefined;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics?: pulumi.Input<string> | undefined;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs?: pulumi.Input<string> | undefined;
  /** Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes. */
  readonly source?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A pipeline item of any family: code that the service runs over events, kept in the service or fetched from an address.
 *
 * The id has the form `<organizationId>/<itemId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.Plugin("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   name: "Mailer",
 *   capabilities: {
 *     methods: ["processEvent"],
 *   },
 *   source: {
 *     "index.ts": "export const jobs = {};\n",
 *   },
 * });
 * ```
 *
 * @deprecated The service has announced the end of pipeline items. Hog functions took the place of plugins and pipeline items: declare a HogFunction in each project, of the type destination, transformation, site_app or source_webhook.
 */
export declare class Plugin extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Name of the item, 1 to 200 characters. */
  readonly name: pulumi.Output<string>;
  /** Where the code is kept: "source" in the service, "custom" or "repository" at `url`, "local" in a folder of the service; by default "custom" with a `url`, "source" without. */
  readonly pluginType: pulumi.Output<"source" | "custom" | "repository" | "local" | undefined>;
  /** Address of a GitHub or GitLab repository or an npm package that holds the code, at most 800 characters, unique in the service. */
  readonly url: pulumi.Output<string | undefined>;
  /** What the item does. */
  readonly description: pulumi.Output<string | undefined>;
  /** Address of the item's icon, at most 800 characters. */
  readonly icon: pulumi.Output<string | undefined>;
  /** Settings that the code takes, as JSON text: a list of objects with `key`, `name`, `type` and more, or an object. */
  readonly configSchema: pulumi.Output<string | undefined>;
  /** Version or commit of the code, at most 200 characters. */
  readonly tag: pulumi.Output<string | undefined>;
  /** Whether every organization of the service has the item; needs a `plugins_access_level` of 9. */
  readonly isGlobal: pulumi.Output<boolean | undefined>;
  /** What the code can do; decides in which families the item shows. Leave it out where the service finds it out by itself. */
  readonly capabilities: pulumi.Output<
    | {
        /** Names of its functions that the service calls, such as `processEvent`. */
        readonly methods?: string[];
        /** Names of what it does at set times, such as `runEveryHour`. */
        readonly scheduledTasks?: string[];
        /** Names of the jobs that people start. */
        readonly jobs?: string[];
      }
    | undefined
  >;
  /** Metrics that the code reports, as JSON text. */
  readonly metrics: pulumi.Output<string | undefined>;
  /** Jobs that people can start by hand, as JSON text. */
  readonly publicJobs: pulumi.Output<string | undefined>;
  /** Source files by name, such as `index.ts` and `plugin.json`; only files that differ are sent. Needs a key without scopes. */
  readonly source: pulumi.Output<Record<string, string> | undefined>;
  /** Number of the item. */
  readonly itemId: pulumi.Output<string>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A pipeline item of any family: code that the service runs over events, kept in the service or fetched from an address. */
  constructor(name: string, args: PluginArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<itemId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): Plugin;
}

/** Arguments of {@link Project}. */
export interface ProjectArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Name of the project, 1 to 200 characters; surrounding blanks are dropped by the service. */
  readonly name: pulumi.Input<string>;
  /** What the product is about, at most 1,000 characters; surrounding blanks are dropped by the service. */
  readonly productDescription?: pulumi.Input<string> | undefined;
  /** Time zone of the project's days, a name of the time zone database such as "Europe/Berlin"; the service's default is "UTC". */
  readonly timezone?: pulumi.Input<string> | undefined;
  /** Day on which a week starts: 0 Sunday, 1 Monday; guessed by the service from the caller's place when a project is made without it. */
  readonly weekStartDay?: pulumi.Input<number> | undefined;
  /** Addresses of the product's pages on which the toolbar may be opened, at most 200 characters each. */
  readonly appUrls?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Addresses on which sessions may be recorded, at most 200 characters each; everywhere when not set. */
  readonly recordingDomains?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Properties of persons of which the first one present is shown as their name, at most 400 characters each. */
  readonly personDisplayNameProperties?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Address of a Slack webhook for notices, at most 500 characters; newer services do not have it any more. */
  readonly slackIncomingWebhook?: pulumi.Input<string> | undefined;
  /** Whether addresses of clients are discarded; the server-side default is false. */
  readonly anonymizeIps?: pulumi.Input<boolean> | undefined;
  /** Whether new insights leave internal and test accounts out; the server-side default is not set. */
  readonly testAccountFiltersDefaultChecked?: pulumi.Input<boolean> | undefined;
  /** Whether clients stop capturing clicks and page views by themselves; the server-side default is not set. */
  readonly autocaptureOptOut?: pulumi.Input<boolean> | undefined;
  /** Whether clients capture exceptions by themselves; the server-side default is not set. */
  readonly autocaptureExceptionsOptIn?: pulumi.Input<boolean> | undefined;
  /** Whether clients capture web vitals by themselves; the server-side default is not set. */
  readonly autocaptureWebVitalsOptIn?: pulumi.Input<boolean> | undefined;
  /** Whether session recordings hold the console's log; the server-side default is true. */
  readonly captureConsoleLogOptIn?: pulumi.Input<boolean> | undefined;
  /** Whether session recordings hold network timings; the server-side default is true. */
  readonly capturePerformanceOptIn?: pulumi.Input<boolean> | undefined;
  /** Whether sessions are recorded; the server-side default is false. */
  readonly sessionRecordingOptIn?: pulumi.Input<boolean> | undefined;
  /** Share of the sessions that is recorded, 0 to 1 with at most two decimals; all when not set. */
  readonly sessionRecordingSampleRate?: pulumi.Input<number> | undefined;
  /** Sessions shorter than this are not recorded, in milliseconds, 0 to 30,000. */
  readonly sessionRecordingMinimumDurationMilliseconds?: pulumi.Input<number> | undefined;
  /** Whether surveys are shown; the server-side default is not set. */
  readonly surveysOptIn?: pulumi.Input<boolean> | undefined;
  /** Whether clicks are captured for heatmaps; the server-side default is not set. */
  readonly heatmapsOptIn?: pulumi.Input<boolean> | undefined;
  /** Whether new feature flags persist across the steps of a sign-up; the server-side default is false. */
  readonly flagsPersistenceDefault?: pulumi.Input<boolean> | undefined;
  /** Labels of the project, at most 255 characters each; the service stores them trimmed, in lower case and once each. */
  readonly tags?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Whether clients capture clicks on which nothing happens; the server-side default is false. */
  readonly captureDeadClicks?: pulumi.Input<boolean> | undefined;
  /** Whether notices about changes of the organization go to this project; the server-side default is false. */
  readonly receiveOrgLevelActivityLogs?: pulumi.Input<boolean> | undefined;
  /** Whether conversations with users are on; the server-side default is false. */
  readonly conversationsEnabled?: pulumi.Input<boolean> | undefined;
  /** Whether the service works on tasks by itself; the server-side default is false. */
  readonly proactiveTasksEnabled?: pulumi.Input<boolean> | undefined;
  /** Whether periods are compared by whole months and years; the server-side default is false. */
  readonly humanFriendlyComparisonPeriods?: pulumi.Input<boolean> | undefined;
  /** Whether a change of a feature flag has to be confirmed; the server-side default is false. */
  readonly featureFlagConfirmationEnabled?: pulumi.Input<boolean> | undefined;
  /** What is shown when a change of a feature flag has to be confirmed. */
  readonly featureFlagConfirmationMessage?: pulumi.Input<string> | undefined;
  /** Whether new feature flags get the default evaluation contexts; the server-side default is false. */
  readonly defaultEvaluationContextsEnabled?: pulumi.Input<boolean> | undefined;
  /** Whether feature flags must have an evaluation context; the server-side default is false. */
  readonly requireEvaluationContexts?: pulumi.Input<boolean> | undefined;
  /** Whether web analytics reads tables that are computed in advance; the server-side default is false. */
  readonly webAnalyticsPreAggregatedTablesEnabled?: pulumi.Input<boolean> | undefined;
  /** How long session recordings are kept: "30d", "90d", "1y" or "5y"; what the plan does not include is refused. */
  readonly sessionRecordingRetentionPeriod?: pulumi.Input<"30d" | "90d" | "1y" | "5y"> | undefined;
  /** To whom the product is sold: "b2b", "b2c" or "other". */
  readonly businessModel?: pulumi.Input<"b2b" | "b2c" | "other"> | undefined;
  /** Currency of revenue, a code of ISO 4217 such as "EUR"; the server-side default is "USD". */
  readonly baseCurrency?: pulumi.Input<string> | undefined;
  /** How persons are told apart without cookies: 0 not at all, 1 by a hash without state, 2 by one with state. */
  readonly cookielessServerHashMode?: pulumi.Input<number> | undefined;
  /** Refuses to delete the project while true; the value in state counts. Default true. */
  readonly deletionProtection?: pulumi.Input<boolean> | undefined;
  /** Renames the project right before it is deleted, so that its name is free at once where the service keeps deleted projects; the value in state counts. Default false. */
  readonly releaseName?: pulumi.Input<boolean> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A project of an organization: where events arrive, and what persons, batch exports and everything about data belong to.
 *
 * The id has the form `<organizationId>/<projectId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.Project("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   name: "Web shop",
 *   timezone: "Europe/Berlin",
 *   anonymizeIps: true,
 * });
 * ```
 */
export declare class Project extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Name of the project, 1 to 200 characters; surrounding blanks are dropped by the service. */
  readonly name: pulumi.Output<string>;
  /** What the product is about, at most 1,000 characters; surrounding blanks are dropped by the service. */
  readonly productDescription: pulumi.Output<string | undefined>;
  /** Time zone of the project's days, a name of the time zone database such as "Europe/Berlin"; the service's default is "UTC". */
  readonly timezone: pulumi.Output<string | undefined>;
  /** Day on which a week starts: 0 Sunday, 1 Monday; guessed by the service from the caller's place when a project is made without it. */
  readonly weekStartDay: pulumi.Output<number | undefined>;
  /** Addresses of the product's pages on which the toolbar may be opened, at most 200 characters each. */
  readonly appUrls: pulumi.Output<string[] | undefined>;
  /** Addresses on which sessions may be recorded, at most 200 characters each; everywhere when not set. */
  readonly recordingDomains: pulumi.Output<string[] | undefined>;
  /** Properties of persons of which the first one present is shown as their name, at most 400 characters each. */
  readonly personDisplayNameProperties: pulumi.Output<string[] | undefined>;
  /** Address of a Slack webhook for notices, at most 500 characters; newer services do not have it any more. */
  readonly slackIncomingWebhook: pulumi.Output<string | undefined>;
  /** Whether addresses of clients are discarded; the server-side default is false. */
  readonly anonymizeIps: pulumi.Output<boolean | undefined>;
  /** Whether new insights leave internal and test accounts out; the server-side default is not set. */
  readonly testAccountFiltersDefaultChecked: pulumi.Output<boolean | undefined>;
  /** Whether clients stop capturing clicks and page views by themselves; the server-side default is not set. */
  readonly autocaptureOptOut: pulumi.Output<boolean | undefined>;
  /** Whether clients capture exceptions by themselves; the server-side default is not set. */
  readonly autocaptureExceptionsOptIn: pulumi.Output<boolean | undefined>;
  /** Whether clients capture web vitals by themselves; the server-side default is not set. */
  readonly autocaptureWebVitalsOptIn: pulumi.Output<boolean | undefined>;
  /** Whether session recordings hold the console's log; the server-side default is true. */
  readonly captureConsoleLogOptIn: pulumi.Output<boolean | undefined>;
  /** Whether session recordings hold network timings; the server-side default is true. */
  readonly capturePerformanceOptIn: pulumi.Output<boolean | undefined>;
  /** Whether sessions are recorded; the server-side default is false. */
  readonly sessionRecordingOptIn: pulumi.Output<boolean | undefined>;
  /** Share of the sessions that is recorded, 0 to 1 with at most two decimals; all when not set. */
  readonly sessionRecordingSampleRate: pulumi.Output<number | undefined>;
  /** Sessions shorter than this are not recorded, in milliseconds, 0 to 30,000. */
  readonly sessionRecordingMinimumDurationMilliseconds: pulumi.Output<number | undefined>;
  /** Whether surveys are shown; the server-side default is not set. */
  readonly surveysOptIn: pulumi.Output<boolean | undefined>;
  /** Whether clicks are captured for heatmaps; the server-side default is not set. */
  readonly heatmapsOptIn: pulumi.Output<boolean | undefined>;
  /** Whether new feature flags persist across the steps of a sign-up; the server-side default is false. */
  readonly flagsPersistenceDefault: pulumi.Output<boolean | undefined>;
  /** Labels of the project, at most 255 characters each; the service stores them trimmed, in lower case and once each. */
  readonly tags: pulumi.Output<string[] | undefined>;
  /** Whether clients capture clicks on which nothing happens; the server-side default is false. */
  readonly captureDeadClicks: pulumi.Output<boolean | undefined>;
  /** Whether notices about changes of the organization go to this project; the server-side default is false. */
  readonly receiveOrgLevelActivityLogs: pulumi.Output<boolean | undefined>;
  /** Whether conversations with users are on; the server-side default is false. */
  readonly conversationsEnabled: pulumi.Output<boolean | undefined>;
  /** Whether the service works on tasks by itself; the server-side default is false. */
  readonly proactiveTasksEnabled: pulumi.Output<boolean | undefined>;
  /** Whether periods are compared by whole months and years; the server-side default is false. */
  readonly humanFriendlyComparisonPeriods: pulumi.Output<boolean | undefined>;
  /** Whether a change of a feature flag has to be confirmed; the server-side default is false. */
  readonly featureFlagConfirmationEnabled: pulumi.Output<boolean | undefined>;
  /** What is shown when a change of a feature flag has to be confirmed. */
  readonly featureFlagConfirmationMessage: pulumi.Output<string | undefined>;
  /** Whether new feature flags get the default evaluation contexts; the server-side default is false. */
  readonly defaultEvaluationContextsEnabled: pulumi.Output<boolean | undefined>;
  /** Whether feature flags must have an evaluation context; the server-side default is false. */
  readonly requireEvaluationContexts: pulumi.Output<boolean | undefined>;
  /** Whether web analytics reads tables that are computed in advance; the server-side default is false. */
  readonly webAnalyticsPreAggregatedTablesEnabled: pulumi.Output<boolean | undefined>;
  /** How long session recordings are kept: "30d", "90d", "1y" or "5y"; what the plan does not include is refused. */
  readonly sessionRecordingRetentionPeriod: pulumi.Output<"30d" | "90d" | "1y" | "5y" | undefined>;
  /** To whom the product is sold: "b2b", "b2c" or "other". */
  readonly businessModel: pulumi.Output<"b2b" | "b2c" | "other" | undefined>;
  /** Currency of revenue, a code of ISO 4217 such as "EUR"; the server-side default is "USD". */
  readonly baseCurrency: pulumi.Output<string | undefined>;
  /** How persons are told apart without cookies: 0 not at all, 1 by a hash without state, 2 by one with state. */
  readonly cookielessServerHashMode: pulumi.Output<number | undefined>;
  /** Refuses to delete the project while true; the value in state counts. Default true. */
  readonly deletionProtection: pulumi.Output<boolean>;
  /** Renames the project right before it is deleted, so that its name is free at once where the service keeps deleted projects; the value in state counts. Default false. */
  readonly releaseName: pulumi.Output<boolean | undefined>;
  /** Number of the project, as text. */
  readonly projectId: pulumi.Output<string>;
  /** UUID of the project. */
  readonly uuid: pulumi.Output<string>;
  /** Token that events are sent with. */
  readonly apiToken: pulumi.Output<string>;
  /** Names of declared settings that this service does not have, or only shows; they have no effect there. */
  readonly withoutEffect: pulumi.Output<string[] | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A project of an organization: where events arrive, and what persons, batch exports and everything about data belong to. */
  constructor(name: string, args: ProjectArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<projectId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): Project;
}

/** Arguments of {@link ProjectAccess}. */
export interface ProjectAccessArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: pulumi.Input<string>;
  /** E-mail address of the member whom the rule is about; capitals and surrounding blanks make no difference. */
  readonly email?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the role whose members the rule is about, in place of an e-mail address. */
  readonly roleId?: pulumi.Input<string> | undefined;
  /** Name of the role whose members the rule is about, in place of its id; capitals make no difference. */
  readonly roleName?: pulumi.Input<string> | undefined;
  /** What those whom the rule is about may do: "none", "member" or "admin". */
  readonly level: pulumi.Input<"none" | "member" | "admin">;
  /** What a deletion does to the rule: "remove" takes it away, "retain" leaves it. Default "remove", and "retain" for a rule that was there before, as declared. */
  readonly onDestroy?: pulumi.Input<"remove" | "retain"> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * One rule of who may enter a project: its default, or the level of one member or one role.
 *
 * The id has the form `<projectId>/<subject>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.ProjectAccess("example", {
 *   projectId: "17",
 *   email: "ann@acme.example",
 *   level: "member",
 * });
 * ```
 */
export declare class ProjectAccess extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: pulumi.Output<string>;
  /** E-mail address of the member whom the rule is about; capitals and surrounding blanks make no difference. */
  readonly email: pulumi.Output<string | undefined>;
  /** Id (UUID) of the role whose members the rule is about, in place of an e-mail address. */
  readonly roleId: pulumi.Output<string | undefined>;
  /** Name of the role whose members the rule is about, in place of its id; capitals make no difference. */
  readonly roleName: pulumi.Output<string | undefined>;
  /** What those whom the rule is about may do: "none", "member" or "admin". */
  readonly level: pulumi.Output<"none" | "member" | "admin">;
  /** What a deletion does to the rule: "remove" takes it away, "retain" leaves it. Default "remove", and "retain" for a rule that was there before, as declared. */
  readonly onDestroy: pulumi.Output<"remove" | "retain" | undefined>;
  /** Whom the rule is about, as its id names it: "default", "member:ann@acme.example" or "role:" and the id of a role. */
  readonly subject: pulumi.Output<string>;
  /** Whether the rule is in force, `active`, or waits for an invite to be accepted, `deferred`. */
  readonly status: pulumi.Output<"active" | "deferred">;
  /** True for a rule that was there before, as declared; absent for one that was made or imported. A deletion leaves such a rule. */
  readonly existed: pulumi.Output<boolean | undefined>;
  /** Id (UUID) of the project's organization, as far as the key could read the project when the object was made or imported. */
  readonly organizationId: pulumi.Output<string | undefined>;
  /** Time from which the invite can be sent that this waits for, UTC, RFC 3339; absent unless that invite is deferred. */
  readonly dueAt: pulumi.Output<string | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** One rule of who may enter a project: its default, or the level of one member or one role. */
  constructor(name: string, args: ProjectAccessArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<projectId>/<subject>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): ProjectAccess;
}

/** Arguments of {@link ProxyRecord}. */
export interface ProxyRecordArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** The domain name under which events are taken in, at most 64 characters. */
  readonly domain: pulumi.Input<string>;
  /** Where the proxy sends requests of its root: an HTTPS address below the same registrable domain, at most 1,024 characters. Services before August 2026 have no such setting. */
  readonly rootRedirectUrl?: pulumi.Input<string> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A managed reverse proxy: the service takes events in under a domain of yours, which a CNAME record points at `targetCname`.
 *
 * The id has the form `<organizationId>/<recordId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.ProxyRecord("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   domain: "e.acme.example",
 * });
 * ```
 */
export declare class ProxyRecord extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** The domain name under which events are taken in, at most 64 characters. */
  readonly domain: pulumi.Output<string>;
  /** Where the proxy sends requests of its root: an HTTPS address below the same registrable domain, at most 1,024 characters. Services before August 2026 have no such setting. */
  readonly rootRedirectUrl: pulumi.Output<string | undefined>;
  /** Id (UUID) of the proxy record. */
  readonly recordId: pulumi.Output<string>;
  /** Name that the CNAME record of the domain must point at. */
  readonly targetCname: pulumi.Output<string>;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt: pulumi.Output<string>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A managed reverse proxy: the service takes events in under a domain of yours, which a CNAME record points at `targetCname`. */
  constructor(name: string, args: ProxyRecordArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<recordId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): ProxyRecord;
}

/** Arguments of {@link ProxyRecordValidation}. */
export interface ProxyRecordValidationArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the proxy record. */
  readonly recordId: pulumi.Input<string>;
  /** How long to wait, in seconds, 1 to 86,400. Default 1,800. */
  readonly timeoutSeconds?: pulumi.Input<number> | undefined;
  /** Pause between two looks, in seconds, 1 to 300. Default 10. */
  readonly pollIntervalSeconds?: pulumi.Input<number> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * Waits until the proxy of a proxy record takes events in: until the service has found its CNAME record and has a certificate.
 *
 * The id has the form `<organizationId>/<recordId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.ProxyRecordValidation("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   recordId: "01912347-4567-7abc-8def-456789abcdef",
 *   timeoutSeconds: 3600,
 * });
 * ```
 */
export declare class ProxyRecordValidation extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Id (UUID) of the proxy record. */
  readonly recordId: pulumi.Output<string>;
  /** How long to wait, in seconds, 1 to 86,400. Default 1,800. */
  readonly timeoutSeconds: pulumi.Output<number>;
  /** Pause between two looks, in seconds, 1 to 300. Default 10. */
  readonly pollIntervalSeconds: pulumi.Output<number>;
  /** The domain name under which events are taken in. */
  readonly domain: pulumi.Output<string>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Waits until the proxy of a proxy record takes events in: until the service has found its CNAME record and has a certificate. */
  constructor(name: string, args: ProxyRecordValidationArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<recordId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): ProxyRecordValidation;
}

/** Arguments of {@link Role}. */
export interface RoleArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Name of the role, 1 to 200 characters, unique in the organization whatever its capitals; surrounding blanks are dropped. */
  readonly name: pulumi.Input<string>;
  /** What members of the role may do with feature flags: "view" or "edit"; the service's default is "edit". */
  readonly featureFlagsAccessLevel?: pulumi.Input<"view" | "edit"> | undefined;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A role of an organization: a named group of members, whom `RoleMembership` puts into it.
 *
 * The id has the form `<organizationId>/<roleId>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.Role("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   name: "Engineering",
 *   featureFlagsAccessLevel: "edit",
 * });
 * ```
 */
export declare class Role extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Name of the role, 1 to 200 characters, unique in the organization whatever its capitals; surrounding blanks are dropped. */
  readonly name: pulumi.Output<string>;
  /** What members of the role may do with feature flags: "view" or "edit"; the service's default is "edit". */
  readonly featureFlagsAccessLevel: pulumi.Output<"view" | "edit" | undefined>;
  /** Id (UUID) of the role. */
  readonly roleId: pulumi.Output<string>;
  /** Time of creation, UTC, RFC 3339. */
  readonly createdAt: pulumi.Output<string>;
  /** True for the default role of the organization, and absent for every other one, so that a service which comes to have default roles (2026) changes no state. */
  readonly isDefault: pulumi.Output<boolean | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A role of an organization: a named group of members, whom `RoleMembership` puts into it. */
  constructor(name: string, args: RoleArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<roleId>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): Role;
}

/** Arguments of {@link RoleMembership}. */
export interface RoleMembershipArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the role. */
  readonly roleId: pulumi.Input<string>;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email: pulumi.Input<string>;
  /** Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards. */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A member of a role; of somebody who is only invited it waits until the invite is accepted.
 *
 * The id has the form `<organizationId>/<roleId>/<email>`.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.RoleMembership("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   roleId: "01912347-4567-7abc-8123-456789abcdef",
 *   email: "ann@acme.example",
 * });
 * ```
 */
export declare class RoleMembership extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Id (UUID) of the role. */
  readonly roleId: pulumi.Output<string>;
  /** E-mail address, at most 254 characters; capitals and surrounding blanks make no difference. */
  readonly email: pulumi.Output<string>;
  /** Whether the person is in the role, `active`, or waits for an invite to be accepted, `deferred`. */
  readonly status: pulumi.Output<"active" | "deferred">;
  /** Id (UUID) of the person's account; absent while it waits. */
  readonly userId: pulumi.Output<string | undefined>;
  /** Time from which the invite can be sent that this waits for, UTC, RFC 3339; absent unless that invite is deferred. */
  readonly dueAt: pulumi.Output<string | undefined>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** A member of a role; of somebody who is only invited it waits until the invite is accepted. */
  constructor(name: string, args: RoleMembershipArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - `<organizationId>/<roleId>/<email>`; in place of the last part, the name by which people know the object serves as well.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): RoleMembership;
}

/** Arguments of {@link AddProductIntent}. */
export interface AddProductIntentArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Number of the project, as text. */
  readonly projectId: pulumi.Input<string>;
  /** The product, such as surveys; 1 to 255 characters. */
  readonly productType: pulumi.Input<string>;
  /** Where the wish came from, in words of your own. */
  readonly intentContext?: pulumi.Input<string> | undefined;
  /** Whatever else is to be kept, as an object, as a JSON text. */
  readonly metadata?: pulumi.Input<string> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Notes that a product of the service is of interest to a project. Runs once, when it is created, and again when `triggers` change.
 *
 * The service of 2026 takes keys with the scope project:read.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.AddProductIntent("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   projectId: "4711",
 *   productType: "surveys",
 * });
 * ```
 */
export declare class AddProductIntent extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Number of the project, as text. */
  readonly projectId: pulumi.Output<string>;
  /** The product, such as surveys; 1 to 255 characters. */
  readonly productType: pulumi.Output<string>;
  /** Where the wish came from, in words of your own. */
  readonly intentContext: pulumi.Output<string | undefined>;
  /** Whatever else is to be kept, as an object, as a JSON text. */
  readonly metadata: pulumi.Output<string | undefined>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** `noted`: the service took it. */
    readonly outcome: "noted";
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Notes that a product of the service is of interest to a project. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: AddProductIntentArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link BackfillBatchExport}. */
export interface BackfillBatchExportArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the batch export. */
  readonly exportId: pulumi.Input<string>;
  /** Start, ISO 8601 with an offset; by default the beginning of the data. */
  readonly startAt?: pulumi.Input<string> | undefined;
  /** End, ISO 8601 with an offset. */
  readonly endAt: pulumi.Input<string>;
  /** Makes the call although one with the same arguments was begun before; a second call has its effect a second time. */
  readonly rerun?: pulumi.Input<boolean> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Exports a time range once more. Runs once, when it is created, and again when `triggers` change.
 *
 * Asking twice for the same time range exports it twice, so the call is written down before it is sent.
 * The service of 2025 fails on this call where `projectId` is left out: give it.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.BackfillBatchExport("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   projectId: "4711",
 *   exportId: "01912349-4567-7abc-8def-456789abcdef",
 *   startAt: "2026-01-01T00:00:00Z",
 *   endAt: "2026-02-01T00:00:00Z",
 * });
 * ```
 */
export declare class BackfillBatchExport extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId: pulumi.Output<string | undefined>;
  /** Id (UUID) of the batch export. */
  readonly exportId: pulumi.Output<string>;
  /** Start, ISO 8601 with an offset; by default the beginning of the data. */
  readonly startAt: pulumi.Output<string | undefined>;
  /** End, ISO 8601 with an offset. */
  readonly endAt: pulumi.Output<string>;
  /** Makes the call although one with the same arguments was begun before; a second call has its effect a second time. */
  readonly rerun: pulumi.Output<boolean>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** Id of the backfill; before 2026 that of a workflow, the same for the same time range. */
    readonly backfillId?: string;
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Exports a time range once more. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: BackfillBatchExportArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link BulkCreateInvites}. */
export interface BulkCreateInvitesArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** E-mail addresses. */
  readonly emails: pulumi.Input<pulumi.Input<string>[]>;
  /** What they may do: "member" (the default), "admin" or "owner". */
  readonly level?: pulumi.Input<"member" | "admin" | "owner"> | undefined;
  /** Text of the mail. */
  readonly message?: pulumi.Input<string> | undefined;
  /** Whether the service sends a mail; by default it does. */
  readonly sendEmail?: pulumi.Input<boolean> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Invites many addresses to an organization. Runs once, when it is created, and again when `triggers` change.
 *
 * Members and addresses with an open invite are left as they are, so that calling again goes on with the rest.
 * Addresses are sent 20 at a time; where the service refuses such a call, each is sent by itself, so that a bad one fails alone.
 * Where people are declared as Invite or Membership, declare them there instead.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.BulkCreateInvites("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   emails: ["ada@acme.example", "grace@acme.example"],
 * });
 * ```
 */
export declare class BulkCreateInvites extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** E-mail addresses. */
  readonly emails: pulumi.Output<string[]>;
  /** What they may do: "member" (the default), "admin" or "owner". */
  readonly level: pulumi.Output<"member" | "admin" | "owner">;
  /** Text of the mail. */
  readonly message: pulumi.Output<string | undefined>;
  /** Whether the service sends a mail; by default it does. */
  readonly sendEmail: pulumi.Output<boolean>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** What became of each address. */
    readonly items: {
      /** The address. */
      readonly email: string;
      /** What became of it: `invited`, `member already`, `invited before` or `failed`. */
      readonly outcome: "invited" | "member already" | "invited before" | "failed";
      /** Why it failed, in the service's words. */
      readonly reason?: string;
    }[];
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Invites many addresses to an organization. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: BulkCreateInvitesArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link BulkDeletePersons}. */
export interface BulkDeletePersonsArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Input<string>;
  /** UUIDs of the persons; give these or `distinctIds`. */
  readonly ids?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Distinct ids of the persons; give these or `ids`. */
  readonly distinctIds?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Also queues the events for deletion, which the service carries out on Sundays at 05:00 UTC. */
  readonly deleteEvents?: pulumi.Input<boolean> | undefined;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm?: pulumi.Input<string> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Deletes persons, by UUID or by distinct id; those that do not exist are skipped. Runs once, when it is created, and again when `triggers` change.
 *
 * More than 1,000 are sent in several calls. When one of them fails, the error's report says for each id whether it was accepted, failed or was not attempted; calling again with the same ids goes on from there.
 * The service deletes in the background: a person may be seen for a while after its deletion was accepted. That of September 2026 only queues, so that `deleted` is 0 and `queued` counts.
 * The service of August 2025 fails at the second distinct id of a person, with the person deleted. Such a call is sent again, three times at most; for persons with many distinct ids give `ids`.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.BulkDeletePersons("example", {
 *   projectId: "4711",
 *   distinctIds: ["ada@acme.example", "grace@acme.example"],
 * });
 * ```
 */
export declare class BulkDeletePersons extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Output<string>;
  /** UUIDs of the persons; give these or `distinctIds`. */
  readonly ids: pulumi.Output<string[] | undefined>;
  /** Distinct ids of the persons; give these or `ids`. */
  readonly distinctIds: pulumi.Output<string[] | undefined>;
  /** Also queues the events for deletion, which the service carries out on Sundays at 05:00 UTC. */
  readonly deleteEvents: pulumi.Output<boolean>;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm: pulumi.Output<string | undefined>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** Number of different ids that were given. */
    readonly requested: number;
    /** Number of persons found, where the service says it. */
    readonly found?: number;
    /** Number of persons whose deletion was queued, where the service says it. */
    readonly queued?: number;
    /** Number of persons deleted, where the service says it. */
    readonly deleted?: number;
    /** What became of each id. */
    readonly items: {
      /** UUID or distinct id, as it was given. */
      readonly id: string;
      /** What became of it: `accepted`, `failed` or `not attempted`. */
      readonly outcome: "accepted" | "failed" | "not attempted";
    }[];
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Deletes persons, by UUID or by distinct id; those that do not exist are skipped. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: BulkDeletePersonsArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link CheckPluginForUpdates}. */
export interface CheckPluginForUpdatesArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | pulumi.Input<
        "plugins" | "pipelineDestinations" | "pipelineFrontendApps" | "pipelineImportApps" | "pipelineTransformations"
      >
    | undefined;
  /** Number of the item, as text. */
  readonly itemId: pulumi.Input<string>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Looks for a newer version of a pipeline item and lets the service keep its number. Runs once, when it is created, and again when `triggers` change.
 *
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.CheckPluginForUpdates("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   itemId: "42",
 * });
 * ```
 */
export declare class CheckPluginForUpdates extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family: pulumi.Output<
    "plugins" | "pipelineDestinations" | "pipelineFrontendApps" | "pipelineImportApps" | "pipelineTransformations"
  >;
  /** Number of the item, as text. */
  readonly itemId: pulumi.Output<string>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** Name of the item. */
    readonly name?: string;
    /** Its version. */
    readonly tag?: string;
    /** The newest version at its address. */
    readonly latestTag?: string;
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Looks for a newer version of a pipeline item and lets the service keep its number. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: CheckPluginForUpdatesArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link CompleteProductOnboarding}. */
export interface CompleteProductOnboardingArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Number of the project, as text. */
  readonly projectId: pulumi.Input<string>;
  /** The product, such as surveys; 1 to 255 characters. */
  readonly productType: pulumi.Input<string>;
  /** Where the wish came from, in words of your own. */
  readonly intentContext?: pulumi.Input<string> | undefined;
  /** Whatever else is to be kept, as an object, as a JSON text. */
  readonly metadata?: pulumi.Input<string> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Notes that a product of the service was set up in a project. Runs once, when it is created, and again when `triggers` change.
 *
 * The service of 2026 takes keys with the scope project:read.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.CompleteProductOnboarding("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   projectId: "4711",
 *   productType: "surveys",
 * });
 * ```
 */
export declare class CompleteProductOnboarding extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Number of the project, as text. */
  readonly projectId: pulumi.Output<string>;
  /** The product, such as surveys; 1 to 255 characters. */
  readonly productType: pulumi.Output<string>;
  /** Where the wish came from, in words of your own. */
  readonly intentContext: pulumi.Output<string | undefined>;
  /** Whatever else is to be kept, as an object, as a JSON text. */
  readonly metadata: pulumi.Output<string | undefined>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** `noted`: the service took it. */
    readonly outcome: "noted";
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Notes that a product of the service was set up in a project. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: CompleteProductOnboardingArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link DeletePerson}. */
export interface DeletePersonArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Input<string>;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: pulumi.Input<string>;
  /** Also queues the events for deletion, which the service carries out on Sundays at 05:00 UTC. */
  readonly deleteEvents?: pulumi.Input<boolean> | undefined;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm?: pulumi.Input<string> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Deletes one person. Runs once, when it is created, and again when `triggers` change.
 *
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.DeletePerson("example", {
 *   projectId: "4711",
 *   personId: "01912348-4567-7abc-8def-456789abcdef",
 * });
 * ```
 */
export declare class DeletePerson extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Output<string>;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: pulumi.Output<string>;
  /** Also queues the events for deletion, which the service carries out on Sundays at 05:00 UTC. */
  readonly deleteEvents: pulumi.Output<boolean>;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm: pulumi.Output<string | undefined>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** `deleted`, or `absent` when there was none, or none any more after a lost answer. */
    readonly outcome: "deleted" | "absent";
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Deletes one person. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: DeletePersonArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link DeletePersonProperty}. */
export interface DeletePersonPropertyArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Input<string>;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: pulumi.Input<string>;
  /** Name of the property. */
  readonly key: pulumi.Input<string>;
  /** How long to look whether the change can be seen, in seconds, 0 to 600; by default 30. */
  readonly visibleWithinSeconds?: pulumi.Input<number> | undefined;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm?: pulumi.Input<string> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Removes one property of a person; one that is not there is a success. Runs once, when it is created, and again when `triggers` change.
 *
 * The service answers before the change is applied. The function reads the person until the change can be seen, and says `accepted` where it could not be seen in time: it may still come.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.DeletePersonProperty("example", {
 *   projectId: "4711",
 *   personId: "01912348-4567-7abc-8def-456789abcdef",
 *   key: "phone",
 * });
 * ```
 */
export declare class DeletePersonProperty extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Output<string>;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: pulumi.Output<string>;
  /** Name of the property. */
  readonly key: pulumi.Output<string>;
  /** How long to look whether the change can be seen, in seconds, 0 to 600; by default 30. */
  readonly visibleWithinSeconds: pulumi.Output<number>;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm: pulumi.Output<string | undefined>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** `visible` when the change was seen; `accepted` when the service took it and it could not be seen in time. */
    readonly outcome: "visible" | "accepted";
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Removes one property of a person; one that is not there is a success. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: DeletePersonPropertyArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link PauseBatchExport}. */
export interface PauseBatchExportArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the batch export. */
  readonly exportId: pulumi.Input<string>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Pauses a batch export; one that is paused stays so. Runs once, when it is created, and again when `triggers` change.
 *
 * Where a BatchExport is declared, set its `paused` instead: otherwise this is drift.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.PauseBatchExport("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   projectId: "4711",
 *   exportId: "01912349-4567-7abc-8def-456789abcdef",
 * });
 * ```
 */
export declare class PauseBatchExport extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId: pulumi.Output<string | undefined>;
  /** Id (UUID) of the batch export. */
  readonly exportId: pulumi.Output<string>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** Whether the export is paused now. */
    readonly paused: boolean;
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Pauses a batch export; one that is paused stays so. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: PauseBatchExportArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link ResetProjectToken}. */
export interface ResetProjectTokenArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Number of the project, as text. */
  readonly projectId: pulumi.Input<string>;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm?: pulumi.Input<string> | undefined;
  /** Makes the call although one with the same arguments was begun before; a second call has its effect a second time. */
  readonly rerun?: pulumi.Input<boolean> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Gives a project a new `apiToken`; the old one is dead at once. Runs once, when it is created, and again when `triggers` change.
 *
 * Everything that sends events with the old token loses them until it has the new one.
 * A Project that is declared shows its new token after the next refresh.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.ResetProjectToken("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   projectId: "4711",
 * });
 * ```
 */
export declare class ResetProjectToken extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Number of the project, as text. */
  readonly projectId: pulumi.Output<string>;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm: pulumi.Output<string | undefined>;
  /** Makes the call although one with the same arguments was begun before; a second call has its effect a second time. */
  readonly rerun: pulumi.Output<boolean>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** The new token. */
    readonly apiToken: string;
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Gives a project a new `apiToken`; the old one is dead at once. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: ResetProjectTokenArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link RetryProxyRecord}. */
export interface RetryProxyRecordArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the proxy record. */
  readonly recordId: pulumi.Input<string>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Lets the service try anew with a managed reverse proxy that failed: it looks for the CNAME record for seven days again. Runs once, when it is created, and again when `triggers` change.
 *
 * It is for a record that the service gave up or found broken. One that has not failed is left as it is, and its state is given.
 * To wait until the proxy is in use, declare a ProxyRecordValidation that depends on this.
 * The service of September 2026 has this call; that of August 2025 and the documented contract do not have it yet. There, delete the proxy record and make it anew.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.RetryProxyRecord("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   recordId: "01912347-4567-7abc-8def-456789abcdef",
 * });
 * ```
 */
export declare class RetryProxyRecord extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Id (UUID) of the proxy record. */
  readonly recordId: pulumi.Output<string>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** State of the proxy record in the service's words, `waiting` after a new try. */
    readonly status: string;
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Lets the service try anew with a managed reverse proxy that failed: it looks for the CNAME record for seven days again. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: RetryProxyRecordArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link SplitPerson}. */
export interface SplitPersonArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Input<string>;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: pulumi.Input<string>;
  /** The distinct id that stays with the person and its properties; one that the person has. */
  readonly mainDistinctId: pulumi.Input<string>;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm?: pulumi.Input<string> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Makes each distinct id of a person but one a person of its own. Runs once, when it is created, and again when `triggers` change.
 *
 * A person with a single distinct id is left as it is.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.SplitPerson("example", {
 *   projectId: "4711",
 *   personId: "01912348-4567-7abc-8def-456789abcdef",
 *   mainDistinctId: "ada@acme.example",
 * });
 * ```
 */
export declare class SplitPerson extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Output<string>;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: pulumi.Output<string>;
  /** The distinct id that stays with the person and its properties; one that the person has. */
  readonly mainDistinctId: pulumi.Output<string>;
  /** Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words. */
  readonly confirm: pulumi.Output<string | undefined>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** What became of it: `accepted` or `already split`. */
    readonly outcome: "accepted" | "already split";
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Makes each distinct id of a person but one a person of its own. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: SplitPersonArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link TestHogFunction}. */
export interface TestHogFunctionArgs {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: pulumi.Input<string>;
  /** Id (UUID) of the hog function. */
  readonly functionId: pulumi.Input<string>;
  /** What the function sees: an object with `event`, `person`, `project` and more; by default what the service makes up, as a JSON text. */
  readonly globals?: pulumi.Input<string> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Tries a hog function, as the service holds it, with one event. Runs once, when it is created, and again when `triggers` change.
 *
 * Calls of the function to other services are noted in its log and not made, and nothing of the function is changed. Secret inputs stay with the service.
 * Services have hog functions since 2025, and let keys try them and read their logs since 2026.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.TestHogFunction("example", {
 *   projectId: "4711",
 *   functionId: "0191234a-4567-7abc-8def-456789abcdef",
 *   globals: "{\"event\":{\"event\":\"$pageview\",\"distinct_id\":\"ann\"}}",
 * });
 * ```
 */
export declare class TestHogFunction extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project. */
  readonly projectId: pulumi.Output<string>;
  /** Id (UUID) of the hog function. */
  readonly functionId: pulumi.Output<string>;
  /** What the function sees: an object with `event`, `person`, `project` and more; by default what the service makes up, as a JSON text. */
  readonly globals: pulumi.Output<string | undefined>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** `success` or `error`, in the service's words. */
    readonly status: string;
    /** What the function wrote. */
    readonly logs: {
      /** DEBUG, LOG, INFO, WARN or ERROR. */
      readonly level: string;
      /** What was said. */
      readonly message: string;
    }[];
    /** What a transformation made of the event, as a JSON text. */
    readonly result?: string;
    /** What went wrong. */
    readonly errors: string[];
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Tries a hog function, as the service holds it, with one event. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: TestHogFunctionArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link UnpauseBatchExport}. */
export interface UnpauseBatchExportArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the batch export. */
  readonly exportId: pulumi.Input<string>;
  /** Also exports what was missed since the export was paused. */
  readonly backfill?: pulumi.Input<boolean> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Lets a batch export run again. Runs once, when it is created, and again when `triggers` change.
 *
 * Where a BatchExport is declared, set its `paused` instead: otherwise this is drift.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.UnpauseBatchExport("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   projectId: "4711",
 *   exportId: "01912349-4567-7abc-8def-456789abcdef",
 * });
 * ```
 */
export declare class UnpauseBatchExport extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. Without it the export is looked for in the organization, which takes the scope project:read where the service lists exports by project. */
  readonly projectId: pulumi.Output<string | undefined>;
  /** Id (UUID) of the batch export. */
  readonly exportId: pulumi.Output<string>;
  /** Also exports what was missed since the export was paused. */
  readonly backfill: pulumi.Output<boolean>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** Whether the export is paused now. */
    readonly paused: boolean;
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Lets a batch export run again. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: UnpauseBatchExportArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link UpdatePerson}. */
export interface UpdatePersonArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Input<string>;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: pulumi.Input<string>;
  /** Properties to set, by name, as a JSON text. */
  readonly properties: pulumi.Input<string>;
  /** How long to look whether the change can be seen, in seconds, 0 to 600; by default 30. */
  readonly visibleWithinSeconds?: pulumi.Input<number> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Sets properties of a person and leaves the others. Runs once, when it is created, and again when `triggers` change.
 *
 * The service answers before the change is applied. The function reads the person until the change can be seen, and says `accepted` where it could not be seen in time: it may still come.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.UpdatePerson("example", {
 *   projectId: "4711",
 *   personId: "01912348-4567-7abc-8def-456789abcdef",
 *   properties: "{\"plan\":\"enterprise\"}",
 * });
 * ```
 */
export declare class UpdatePerson extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Output<string>;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: pulumi.Output<string>;
  /** Properties to set, by name, as a JSON text. */
  readonly properties: pulumi.Output<string>;
  /** How long to look whether the change can be seen, in seconds, 0 to 600; by default 30. */
  readonly visibleWithinSeconds: pulumi.Output<number>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** `visible` when the change was seen; `accepted` when the service took it and it could not be seen in time. */
    readonly outcome: "visible" | "accepted";
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Sets properties of a person and leaves the others. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: UpdatePersonArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link UpdatePersonProperty}. */
export interface UpdatePersonPropertyArgs {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Input<string>;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: pulumi.Input<string>;
  /** Name of the property. */
  readonly key: pulumi.Input<string>;
  /** The value; anything but null, as a JSON text. */
  readonly value: pulumi.Input<string>;
  /** How long to look whether the change can be seen, in seconds, 0 to 600; by default 30. */
  readonly visibleWithinSeconds?: pulumi.Input<number> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Sets one property of a person. Runs once, when it is created, and again when `triggers` change.
 *
 * The service answers before the change is applied. The function reads the person until the change can be seen, and says `accepted` where it could not be seen in time: it may still come.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.UpdatePersonProperty("example", {
 *   projectId: "4711",
 *   personId: "01912348-4567-7abc-8def-456789abcdef",
 *   key: "plan",
 *   value: "\"enterprise\"",
 * });
 * ```
 */
export declare class UpdatePersonProperty extends pulumi.CustomResource {
  /** Number of the project, as text, like the `projectId` of a Project; `@current` is the current project of the key's account. */
  readonly projectId: pulumi.Output<string>;
  /** UUID of the person; the running service also takes its number. */
  readonly personId: pulumi.Output<string>;
  /** Name of the property. */
  readonly key: pulumi.Output<string>;
  /** The value; anything but null, as a JSON text. */
  readonly value: pulumi.Output<string>;
  /** How long to look whether the change can be seen, in seconds, 0 to 600; by default 30. */
  readonly visibleWithinSeconds: pulumi.Output<number>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** `visible` when the change was seen; `accepted` when the service took it and it could not be seen in time. */
    readonly outcome: "visible" | "accepted";
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Sets one property of a person. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: UpdatePersonPropertyArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link UpdatePluginSource}. */
export interface UpdatePluginSourceArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | pulumi.Input<
        "plugins" | "pipelineDestinations" | "pipelineFrontendApps" | "pipelineImportApps" | "pipelineTransformations"
      >
    | undefined;
  /** Number of the item, as text. */
  readonly itemId: pulumi.Input<string>;
  /** Source files by name. */
  readonly files: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Names of files to remove. */
  readonly remove?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Writes source files of a pipeline item; files that are not named stay. Runs once, when it is created, and again when `triggers` change.
 *
 * Where the item is declared, set its `source` instead: otherwise this is drift.
 * `plugin.json` must be JSON: the service keeps one that is not, and every later call on the item fails.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.UpdatePluginSource("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   itemId: "42",
 *   files: {
 *     "index.ts": "export function processEvent(event) { return event }",
 *   },
 * });
 * ```
 */
export declare class UpdatePluginSource extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family: pulumi.Output<
    "plugins" | "pipelineDestinations" | "pipelineFrontendApps" | "pipelineImportApps" | "pipelineTransformations"
  >;
  /** Number of the item, as text. */
  readonly itemId: pulumi.Output<string>;
  /** Source files by name. */
  readonly files: pulumi.Output<Record<string, string>>;
  /** Names of files to remove. */
  readonly remove: pulumi.Output<string[] | undefined>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** Source files by name; absent where the service does not show them. */
    readonly files?: Record<string, string>;
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Writes source files of a pipeline item; files that are not named stay. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: UpdatePluginSourceArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link UpgradePlugin}. */
export interface UpgradePluginArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family?:
    | pulumi.Input<
        "plugins" | "pipelineDestinations" | "pipelineFrontendApps" | "pipelineImportApps" | "pipelineTransformations"
      >
    | undefined;
  /** Number of the item, as text. */
  readonly itemId: pulumi.Input<string>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Brings a pipeline item to its newest version; one that is kept as source stays as it is. Runs once, when it is created, and again when `triggers` change.
 *
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.UpgradePlugin("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   itemId: "42",
 * });
 * ```
 */
export declare class UpgradePlugin extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** The family that is asked: `plugins` shows every item; `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps` and `pipelineTransformations` those of their kind. */
  readonly family: pulumi.Output<
    "plugins" | "pipelineDestinations" | "pipelineFrontendApps" | "pipelineImportApps" | "pipelineTransformations"
  >;
  /** Number of the item, as text. */
  readonly itemId: pulumi.Output<string>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** Name of the item. */
    readonly name?: string;
    /** Its version. */
    readonly tag?: string;
    /** The newest version at its address. */
    readonly latestTag?: string;
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Brings a pipeline item to its newest version; one that is kept as source stays as it is. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: UpgradePluginArgs, options?: pulumi.CustomResourceOptions);
}

/** Arguments of {@link VerifyDomain}. */
export interface VerifyDomainArgs {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Id (UUID) of the domain. */
  readonly domainId: pulumi.Input<string>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Asks the service to look at the DNS record of a domain now. Runs once, when it is created, and again when `triggers` change.
 *
 * It asks once. To wait until the record is found, declare a DomainVerification.
 * State holds the last run: when it was and what came of it. A refresh leaves it alone, and removing the resource undoes nothing.
 *
 * @example
 * ```ts
 * import * as orgform from "orgform/pulumi";
 *
 * new orgform.VerifyDomain("example", {
 *   organizationId: "01912345-89ab-7cde-8f01-23456789abcd",
 *   domainId: "01912346-0123-7def-9012-3456789abcde",
 * });
 * ```
 */
export declare class VerifyDomain extends pulumi.CustomResource {
  /** Id (UUID) of the organization; by default the one of the provider's configuration. */
  readonly organizationId: pulumi.Output<string>;
  /** Id (UUID) of the domain. */
  readonly domainId: pulumi.Output<string>;
  /** Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it. */
  readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /** When the function ran last, as an ISO 8601 instant. */
  readonly ranAt: pulumi.Output<string>;
  /** What the function gave when it ran last. */
  readonly result: pulumi.Output<{
    /** Whether the record was found, now or before. */
    readonly isVerified: boolean;
  }>;
  /** Version of the shape of this state. */
  readonly stateVersion: pulumi.Output<number>;

  /** Asks the service to look at the DNS record of a domain now. Runs once, when it is created, and again when `triggers` change. */
  constructor(name: string, args: VerifyDomainArgs, options?: pulumi.CustomResourceOptions);
}
