import * as z from "zod";

import { member } from "../../../model/block.ts";
import { parsedJson, type Values } from "../../../model/json-value.ts";
import type { Text } from "../../../model/messages.ts";
import {
  awsFaults,
  azureFaults,
  certificateFaults,
  type Fault,
  has,
  keyFileFaults,
  redshiftFaults,
  serviceAccountFaults,
  snowflakeFaults,
  stated,
} from "./integration-faults.ts";
import { namedMember } from "./integration-names.ts";

/** The result of a second create with the same identity. It decides how to rotate the credentials. */
export type OnSecond =
  /** Refused: a rotation creates a successor under another name, links everything to it, and deletes the old one. */
  | "refused"
  /** It overwrites the first, which keeps its number. */
  | "overwritten"
  /** The service fails unless the first is deleted before. */
  | "failed";

/** A kind of integration that a key can create with a JSON body. */
export interface IntegrationKind {
  /** One sentence for users. */
  readonly doc: Text;
  /** The fields of its block; the service has the same names in snake case. */
  readonly members: z.ZodObject;
  /** The fields that identify an integration of the kind in a project: a change of one replaces it. */
  readonly identifiedBy: readonly string[];
  /** The value of these fields as the last part of an ID. */
  readonly identity: (block: Values) => string;
  readonly onSecond: OnSecond | ((block: Values) => OnSecond);
  /** Default values of fields. A default isn't a difference. */
  readonly defaults?: Values;
  /** Fields that the service sets if the program doesn't: only declared values are compared. */
  readonly decidedByService?: readonly string[];
  /** Problems between fields that are valid separately. */
  readonly faults?: (block: Values) => Fault[];
  /** The request body, if it has more than the fields. */
  readonly toConfig?: (block: Values, isOverwriting: boolean) => Values;
  /** Fields that the service shows under other names, or outside the public part. */
  readonly fromShown?: (shown: Shown) => Values;
}

/** The service's view of an integration. */
export interface Shown {
  readonly config: Values;
  /** The identity at the service, if it shows it; some kinds have it nowhere else. */
  readonly identity: string;
}

const text = (doc: Text) => member(z.string().min(1), { doc });
const optional = (doc: Text) => member(z.string().min(1).optional(), { doc });
const secret = (doc: Text) => member(z.string().min(1), { doc, secret: true });
const optionalSecret = (doc: Text) => member(z.string().min(1).optional(), { doc, secret: true });

const hostMember = text("Host name or address of the server. The service refuses private ones.");
const portMember = member(z.number().int().min(0).max(65_535), { doc: "Port of the server, 0 to 65,535." });
const userMember = text("User of the database.");
const passwordMember = secret("Password of the user.");
const sslMode = member(z.enum(["require", "verify-ca", "verify-full"]).optional(), {
  doc: 'How strictly the certificate of the server is verified: "require" (the default, encryption only), "verify-ca", or "verify-full".',
});
const sslRootCert = optional(
  "Certificate of the certificate authority, as PEM. Required with `verify-ca` and `verify-full`.",
);
const keyId = "ID of the AWS access key. The service tests the key pair with AWS.";
const secretKey = "Secret of the AWS access key.";
const roleArn = "ARN of an AWS role that the service assumes, instead of a key pair.";

const serverIdentity = (block: Values): string =>
  `${stated(block, "user")}@${stated(block, "host")}:${stated(block, "port")}`;

/** The address at which the service exchanges keys of Google accounts. It accepts no other. */
const TOKEN_URI = "https://oauth2.googleapis.com/token";

/**
 * The kinds by the names of their blocks; the service's name for a kind is the same in kebab case.
 *
 * @source service 2026-09, integrations.md, kinds; PostHog/posthog posthog/models/integration/ (2026-09): identities
 */
export const INTEGRATION_KINDS = {
  awsS3: {
    doc: "AWS credentials for exports to S3: a key pair or a role.",
    members: z.strictObject({
      name: namedMember,
      awsAccessKeyId: optionalSecret(keyId),
      awsSecretAccessKey: optionalSecret(secretKey),
      awsRoleArn: optional(roleArn),
    }),
    identifiedBy: ["name"],
    identity: (block) => stated(block, "name"),
    onSecond: "refused",
    faults: awsFaults,
  },
  s3Compatible: {
    doc: "Keys of a storage service with an S3-compatible API, such as R2, Spaces, or MinIO.",
    members: z.strictObject({
      name: namedMember,
      awsAccessKeyId: secret("ID of the access key."),
      awsSecretAccessKey: secret("Secret of the access key."),
      endpointUrl: text("URL of the storage. The service refuses private addresses."),
    }),
    identifiedBy: ["name"],
    identity: (block) => stated(block, "name"),
    onSecond: "refused",
  },
  snowflake: {
    doc: "Snowflake login: a password or a key pair.",
    members: z.strictObject({
      name: namedMember,
      account: member(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/u, "expected an account identifier, not a URL"), {
        doc: "Account identifier.",
      }),
      user: text("Name of the user."),
      authenticationType: member(z.enum(["password", "keypair"]).optional(), {
        doc: 'How the user is authenticated: "password" (the default) or "keypair".',
      }),
      password: optionalSecret("Password of the user."),
      privateKey: optionalSecret("Private key of the user, as PEM."),
      privateKeyPassphrase: optionalSecret("Passphrase of the private key, if the key is encrypted."),
    }),
    identifiedBy: ["name"],
    identity: (block) => stated(block, "name"),
    onSecond: "refused",
    defaults: { authenticationType: "password" },
    faults: snowflakeFaults,
  },
  postgresql: {
    doc: "PostgreSQL login.",
    members: z.strictObject({
      host: hostMember,
      port: portMember,
      user: userMember,
      password: passwordMember,
      sslMode,
      sslRootCert,
    }),
    identifiedBy: ["host", "port", "user"],
    identity: serverIdentity,
    onSecond: "overwritten",
    defaults: { sslMode: "require" },
    faults: certificateFaults,
  },
  awsRedshift: {
    doc: "Credentials for Redshift: named AWS credentials, or a database login.",
    members: z.strictObject({
      name: namedMember.optional(),
      awsAccessKeyId: optionalSecret(keyId),
      awsSecretAccessKey: optionalSecret(secretKey),
      awsRoleArn: optional(roleArn),
      databaseUser: optional(
        "Database user for whom the service obtains credentials. Allowed and required only with AWS credentials.",
      ),
      groups: member(z.array(z.string().min(1)).min(1).optional(), {
        doc: "With AWS credentials: database groups that the user joins.",
      }),
      autoCreate: member(z.boolean().optional(), {
        doc: "With AWS credentials: whether to create a missing database user.",
      }),
      workgroupArn: optional("With AWS credentials: ARN of the workgroup of Redshift Serverless."),
      host: hostMember.optional(),
      port: portMember.optional(),
      user: userMember.optional(),
      password: optionalSecret("Password of the user."),
      sslMode,
      sslRootCert,
    }),
    identifiedBy: ["name", "host", "port", "user"],
    identity: (block) => (has(block, "name") ? stated(block, "name") : serverIdentity(block)),
    onSecond: (block) => (has(block, "name") ? "refused" : "overwritten"),
    defaults: { sslMode: "require" },
    faults: redshiftFaults,
    toConfig: ({ databaseUser, ...block }) => (databaseUser === undefined ? block : { ...block, user: databaseUser }),
    fromShown: ({ config: { host, user } }) =>
      has({ host }, "host") ? { user } : { user: undefined, databaseUser: user },
  },
  googleCloudServiceAccount: {
    doc: "Google Cloud service account for exports to BigQuery, with or without a key.",
    members: z.strictObject({
      serviceAccountEmail: text("Email address of the service account."),
      projectId: text("ID of the account's Google Cloud project."),
      impersonated: member(z.boolean().optional(), {
        doc: "Whether the service impersonates the account without a key. Default false.",
      }),
      privateKey: optionalSecret("Private key of the account, as PEM."),
      privateKeyId: optionalSecret("ID of the private key."),
    }),
    identifiedBy: ["serviceAccountEmail", "impersonated"],
    identity: (block) =>
      `${stated(block, "serviceAccountEmail")}-${block["impersonated"] === true ? "impersonated" : "key-file"}`,
    onSecond: "overwritten",
    defaults: { impersonated: false },
    faults: serviceAccountFaults,
    toConfig: ({ impersonated, ...block }) => (impersonated === true ? block : { ...block, tokenUri: TOKEN_URI }),
    fromShown: ({ identity }) => ({ impersonated: identity.endsWith("-impersonated") }),
  },
  databricks: {
    doc: "Databricks service principal.",
    members: z.strictObject({
      serverHostname: member(z.string().regex(/^(?!https?:)[^/\s]+$/u, "expected a host name, not a URL"), {
        doc: "Host name of the workspace, without `https://`.",
      }),
      clientId: secret("ID of the service principal's OAuth client. The service never shows it."),
      clientSecret: secret("Secret of the client."),
    }),
    identifiedBy: ["serverHostname"],
    identity: (block) => stated(block, "serverHostname"),
    onSecond: "overwritten",
  },
  azureBlob: {
    doc: "Azure storage account.",
    members: z.strictObject({
      accountName: text("Name of the storage account, as in the connection string."),
      connectionString: secret("Connection string of the account, including its key."),
    }),
    identifiedBy: ["accountName"],
    identity: (block) => stated(block, "accountName"),
    onSecond: "overwritten",
    faults: azureFaults,
    toConfig: ({ connectionString }) => ({ connectionString }),
    fromShown: ({ identity }) => ({ accountName: identity }),
  },
  twilio: {
    doc: "Twilio account.",
    members: z.strictObject({
      accountSid: text("SID of the account."),
      authToken: secret("Token of the account."),
    }),
    identifiedBy: ["accountSid"],
    identity: (block) => stated(block, "accountSid"),
    onSecond: "overwritten",
  },
  gitlab: {
    doc: "GitLab project.",
    members: z.strictObject({
      hostname: member(z.string().regex(/^https:\/\/[^\s/]+$/u, "expected a URL such as https://gitlab.com"), {
        doc: "URL of the GitLab server: `https://` and its host.",
      }),
      projectId: member(z.string().regex(/^[1-9]\d*$/u, "expected the number of a project, as a string"), {
        doc: "Number of the GitLab project, as a string.",
      }),
      projectAccessToken: secret("Access token of the project."),
    }),
    identifiedBy: ["hostname", "projectId"],
    identity: (block) => `${stated(block, "hostname").replace("https://", "")}:${stated(block, "projectId")}`,
    onSecond: "failed",
    fromShown: ({ config }) => ({ projectId: String(config["project_id"]) }),
  },
  anthropic: {
    doc: "Anthropic workspace.",
    members: z.strictObject({
      workspaceLabel: member(
        z
          .string()
          .max(100)
          .regex(
            /^(?!workspace-)\S(?:.*\S)?$/u,
            `expected a label without surrounding spaces that doesn't begin with "workspace-"`,
          )
          .optional(),
        { doc: "Label of the workspace, at most 100 characters. A project can have one integration without a label." },
      ),
      apiKey: member(z.string().regex(/^\S+$/u, "expected a key without spaces"), {
        doc: "API key of the workspace. The service tests it.",
        secret: true,
      }),
    }),
    identifiedBy: ["workspaceLabel"],
    identity: (block) => (has(block, "workspaceLabel") ? stated(block, "workspaceLabel") : "default"),
    onSecond: "overwritten",
    toConfig: (block, isOverwriting) => (isOverwriting ? { ...block, force: true } : block),
  },
  firebase: {
    doc: "Firebase project for push messages.",
    members: z.strictObject({
      projectId: text("ID of the project, as in the key file."),
      keyInfo: secret("Key file of a service account of the project, as JSON text."),
    }),
    identifiedBy: ["projectId"],
    identity: (block) => stated(block, "projectId"),
    onSecond: "overwritten",
    faults: keyFileFaults,
    toConfig: ({ keyInfo }) => ({ keyInfo: typeof keyInfo === "string" ? parsedJson(keyInfo) : keyInfo }),
  },
  apns: {
    doc: "Signing key of the Apple Push Notification service.",
    members: z.strictObject({
      teamIdApple: text("Apple team ID: letters and digits."),
      bundleId: text("Bundle ID of the app."),
      environment: member(z.enum(["production", "sandbox"]).optional(), {
        doc: 'Which of Apple\'s services: "production" (the default) or "sandbox".',
      }),
      keyId: text("ID of the signing key."),
      signingKey: secret("Signing key: the content of a .p8 file."),
    }),
    identifiedBy: ["teamIdApple", "bundleId", "environment"],
    identity: (block) =>
      `${stated(block, "teamIdApple")}.${stated(block, "bundleId")}${block["environment"] === "sandbox" ? ":sandbox" : ""}`,
    onSecond: "overwritten",
    defaults: { environment: "production" },
    fromShown: ({ config }) => ({ teamIdApple: config["team_id"] }),
  },
  email: {
    doc: "Email sender. Verify its domain in the service's own pages.",
    members: z.strictObject({
      email: member(
        z
          .email()
          .refine(
            (address) => address === address.toLowerCase(),
            "expected lowercase letters, because the service stores only those",
          ),
        { doc: "Sender's address in lowercase, with a domain of your own." },
      ),
      name: text("Name of the sender."),
      mailFromSubdomain: optional(
        "Subdomain for returned mail. Default: the subdomain of other senders of the domain, or `feedback`.",
      ),
    }),
    identifiedBy: ["email"],
    identity: (block) => stated(block, "email").toLowerCase(),
    onSecond: "overwritten",
    decidedByService: ["mailFromSubdomain"],
    // The service of 2025-08 requires the domain besides the address; newer services derive it from the address.
    toConfig: (block) => ({ ...block, provider: "ses", domain: stated(block, "email").split("@").at(-1) }),
  },
} as const satisfies Record<string, IntegrationKind>;

/** The name of a block: the kind in camel case. */
export type IntegrationBlock = keyof typeof INTEGRATION_KINDS;
