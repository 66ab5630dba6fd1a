import { describe, expect, test } from "@jest/globals";
import type { Dialect } from "../../../packages/sandbox/src/dialects.ts";
import { ServiceError } from "../../../packages/sandbox/src/pipeline/service-error.ts";
import { partsOf } from "../../../packages/sandbox/src/routes/integrations/kinds.ts";
import type { Given } from "../../../packages/sandbox/src/routes/integrations/maker.ts";
import type { IntegrationRow } from "../../../packages/sandbox/src/routes/integrations/rows.ts";

type Elsewhere = Pick<IntegrationRow, "kind" | "config" | "secrets">;

/** What a kind makes of a config, or its refusal, in project 7. */
function made(
  kind: string,
  given: Given,
  { elsewhere = [], dialect = "2026-09" }: { elsewhere?: Elsewhere[]; dialect?: Dialect } = {},
): unknown {
  try {
    const { clash, ...parts } = partsOf(kind, given, {
      dialect,
      project: 7,
      nowSeconds: 1_900_000_000,
      isElsewhere: (fits) => elsewhere.some((row) => fits(row as IntegrationRow)),
    });
    return clash === undefined ? parts : { ...parts, clash: refusalIn(clash) };
  } catch (error) {
    return refusalIn(error);
  }
}

function refusalIn(error: unknown): string {
  if (!(error instanceof ServiceError)) throw error;
  const where = error.attr === null ? "" : ` (${error.attr})`;
  if (error.status === 501) return `${error.code}: ${error.message}`;
  return error.status === 400 ? `${error.message}${where}` : String(error.status);
}

/** What the sandbox says of a kind that it can't make, and of a setting that it doesn't know. */
const inBrowser = (kind: string): string =>
  `not_implemented: Integrations of kind ${kind} are connected in a browser, which the sandbox can't emulate.`;
const unknown = (key: string): string => `not_implemented: The service's response to ${key} is not known.`;

const taken = (name: string): { clash: string } => ({ clash: `An integration named '${name}' already exists` });
const without = (given: Given, key: string): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name !== key));

const KEYS = { name: "keys|é", aws_access_key_id: "AK", aws_secret_access_key: "SK" };
const SECRETS = { aws_access_key_id: "AK", aws_secret_access_key: "SK" };
const ROLE = { name: "role", aws_role_arn: "arn:aws:iam::1:role/x" };
const SNOW = { name: "snow", account: "acc-1.eu_x", user: "u", password: "p" };
const SERVER = { host: "db.example", port: 5432, user: "u", password: "p" };
const ACCOUNT = { service_account_email: "a@p.example", project_id: "p" };
const KEY_PARTS = { private_key: "k", private_key_id: "i", token_uri: "https://oauth2.googleapis.com/token" };
const BRICKS = { server_hostname: "b.example", client_id: "c", client_secret: "s" };
const LAB = { hostname: "https://lab.example", project_id: 7, project_access_token: "t" };
const INFO = { client_email: "e", private_key: "k", token_uri: "t", project_id: "fire" };
const APPLE = { signing_key: "s", key_id: "k", team_id_apple: "T", bundle_id: "b.c" };
const MAIL = { email: "News@Acme.example", name: "News", provider: "ses" };
const CLUSTER = { user: "u", groups: ["a", "b"], auto_create: false };
const WORKGROUP = "arn:aws-us-gov:redshift-serverless:eu-1:123456789012:workgroup/wé|";

describe("the parts of an integration, service 2026-09, integrations.md, kinds", () => {
  test.each<[kind: string, given: Given, parts: object]>([
    [
      "aws-s3",
      { ...KEYS, more: 1 },
      {
        config: { name: KEYS.name, aws_account_id: "123456789012" },
        secrets: SECRETS,
        identity: KEYS.name,
        ...taken(KEYS.name),
      },
    ],
    ["aws-s3", { ...ROLE, ...CLUSTER }, { config: ROLE, secrets: {}, identity: "role", ...taken("role") }],
    [
      "aws-redshift",
      { ...ROLE, ...CLUSTER, workgroup_arn: WORKGROUP, more: 1 },
      { config: { ...ROLE, ...CLUSTER, workgroup_arn: WORKGROUP }, secrets: {}, identity: "role", ...taken("role") },
    ],
    [
      "aws-redshift",
      { ...KEYS, user: "u" },
      {
        config: { name: KEYS.name, aws_account_id: "123456789012", user: "u" },
        secrets: SECRETS,
        identity: KEYS.name,
        ...taken(KEYS.name),
      },
    ],
    [
      "aws-redshift",
      SERVER,
      {
        config: { host: "db.example", port: 5432, user: "u", ssl_mode: "require", ssl_root_cert: null },
        secrets: { password: "p" },
        identity: "7-db.example-5432-u",
      },
    ],
    [
      "s3-compatible",
      { ...KEYS, endpoint_url: "http://s3.example:9000" },
      {
        config: { name: KEYS.name, endpoint_url: "http://s3.example:9000" },
        secrets: SECRETS,
        identity: KEYS.name,
        ...taken(KEYS.name),
      },
    ],
    [
      "snowflake",
      { ...SNOW, private_key: "k", more: 1 },
      {
        config: { name: "snow", account: "acc-1.eu_x", user: "u", authentication_type: "password" },
        secrets: { password: "p" },
        identity: "snow",
        ...taken("snow"),
      },
    ],
    [
      "snowflake",
      { ...SNOW, authentication_type: "keypair", private_key: "k", private_key_passphrase: "x" },
      {
        config: { name: "snow", account: "acc-1.eu_x", user: "u", authentication_type: "keypair" },
        secrets: { private_key: "k", private_key_passphrase: "x" },
        identity: "snow",
        ...taken("snow"),
      },
    ],
    [
      "snowflake",
      { ...without(SNOW, "password"), authentication_type: "keypair", private_key: "k", private_key_passphrase: "" },
      {
        config: { name: "snow", account: "acc-1.eu_x", user: "u", authentication_type: "keypair" },
        secrets: { private_key: "k" },
        identity: "snow",
        ...taken("snow"),
      },
    ],
    [
      "postgresql",
      { ...SERVER, port: " 05432 ", ssl_root_cert: "left" },
      {
        config: { host: "db.example", port: 5432, user: "u", ssl_mode: "require", ssl_root_cert: "left" },
        secrets: { password: "p" },
        identity: "7-db.example-5432-u",
      },
    ],
    [
      "postgresql",
      { ...SERVER, port: "+65535", ssl_mode: "verify-full", ssl_root_cert: "cert" },
      {
        config: { host: "db.example", port: 65_535, user: "u", ssl_mode: "verify-full", ssl_root_cert: "cert" },
        secrets: { password: "p" },
        identity: "7-db.example-65535-u",
      },
    ],
    [
      "postgresql",
      { ...SERVER, port: 0, ssl_mode: "verify-ca", ssl_root_cert: "cert" },
      {
        config: { host: "db.example", port: 0, user: "u", ssl_mode: "verify-ca", ssl_root_cert: "cert" },
        secrets: { password: "p" },
        identity: "7-db.example-0-u",
      },
    ],
    [
      "google-cloud-service-account",
      { ...ACCOUNT, ...KEY_PARTS, more: 1 },
      { config: ACCOUNT, secrets: KEY_PARTS, identity: "a@p.example-7-key-file" },
    ],
    [
      "google-cloud-service-account",
      { ...ACCOUNT, ...KEY_PARTS, token_uri: "https://accounts.google.com/o/oauth2/token" },
      {
        config: ACCOUNT,
        secrets: { ...KEY_PARTS, token_uri: "https://accounts.google.com/o/oauth2/token" },
        identity: "a@p.example-7-key-file",
      },
    ],
    ...Object.keys(KEY_PARTS).map((part): [string, Given, object] => [
      "google-cloud-service-account",
      { ...ACCOUNT, ...without(KEY_PARTS, part) },
      { config: ACCOUNT, secrets: {}, identity: "a@p.example-7-impersonated" },
    ]),
    [
      "databricks",
      { ...BRICKS, more: 1 },
      { config: { server_hostname: "b.example" }, secrets: without(BRICKS, "server_hostname"), identity: "b.example" },
    ],
    ...[
      "AccountName=a;AccountKey=k",
      "x=1; AccountName= a ;y=2",
      "x=1;AccountName=a",
      " AccountName=a;AccountName=b",
    ].map((connection_string): [string, Given, object] => [
      "azure-blob",
      { connection_string },
      { config: {}, secrets: { connection_string }, identity: "a" },
    ]),
    [
      "twilio",
      { account_sid: 12, auth_token: "t", more: 1 },
      { config: { account_sid: "12" }, secrets: { auth_token: "t" }, identity: "12" },
    ],
    [
      "gitlab",
      { ...LAB, hostname: "http://lab.example", project_id: "12" },
      {
        config: { hostname: "http://lab.example", path_with_namespace: "group/project-12", project_id: 12 },
        secrets: { access_token: "t" },
        identity: "Group / Project 12",
        clash: "500",
      },
    ],
    [
      "firebase",
      { key_info: INFO },
      {
        config: { project_id: "fire", expires_in: 3599, refreshed_at: 1_900_000_000 },
        secrets: { key_info: INFO },
        identity: "fire",
      },
    ],
    [
      "firebase",
      { key_info: { ...INFO, project_id: 5 } },
      {
        config: { project_id: 5, expires_in: 3599, refreshed_at: 1_900_000_000 },
        secrets: { key_info: { ...INFO, project_id: 5 } },
        identity: "5",
      },
    ],
    [
      "apns",
      { ...APPLE, more: 1 },
      {
        config: { team_id: "T", bundle_id: "b.c", key_id: "k", environment: "production" },
        secrets: { signing_key: "s" },
        identity: "T.b.c",
        keepsMaker: true,
      },
    ],
    [
      "apns",
      { ...APPLE, environment: "sandbox", bundle_id: 5 },
      {
        config: { team_id: "T", bundle_id: 5, key_id: "k", environment: "sandbox" },
        secrets: { signing_key: "s" },
        identity: "T.5",
        keepsMaker: true,
      },
    ],
    [
      "email",
      MAIL,
      {
        config: {
          ...MAIL,
          email: "news@acme.example",
          domain: "acme.example",
          mail_from_subdomain: "feedback",
          verified: false,
        },
        secrets: {},
        identity: "news@acme.example",
      },
    ],
    [
      "email",
      { ...MAIL, mail_from_subdomain: "" },
      {
        config: {
          ...MAIL,
          email: "news@acme.example",
          domain: "acme.example",
          mail_from_subdomain: "",
          verified: false,
        },
        secrets: {},
        identity: "news@acme.example",
      },
    ],
  ])("of kind %s with %j", (kind, given, parts) => {
    expect(made(kind, given)).toStrictEqual(parts);
  });

  const LABEL = "l".repeat(100);
  const clashOf = (id: string): string =>
    `An integration with id '${id}' already exists for this team. Choose a different workspace label, delete the existing integration and try again, or set 'force' to true to overwrite the existing integration. (config)`;

  test.each<[given: Given, config: object, identity: string]>([
    [{ api_key: " key\n" }, {}, "workspace-7"],
    [{ api_key: "key", workspace_label: null }, {}, "workspace-7"],
    [{ api_key: "key", workspace_label: "  " }, {}, "workspace-7"],
    [{ api_key: "key", workspace_label: ` ${LABEL} ` }, { workspace_label: LABEL }, LABEL],
    [{ api_key: "key", workspace_label: "my workspace-" }, { workspace_label: "my workspace-" }, "my workspace-"],
  ])("of kind anthropic with %j, refused a second time unless that is forced", (given, config, identity) => {
    const parts = { config, identity, secrets: { api_key: "key" } };
    for (const force of [undefined, null, false, 0, ""])
      expect(made("anthropic", { ...given, force })).toEqual({ ...parts, clash: clashOf(identity) });
    for (const force of [true, "yes", 1]) expect(made("anthropic", { ...given, force })).toEqual(parts);
  });

  test.each<[kind: string, detail: string]>([
    ["google-pubsub", "Key file not provided"],
    ["google-cloud-storage", "Key file not provided"],
    ["slack", inBrowser("slack")],
    ["toString", inBrowser("toString")],
  ])("of kind %s: %s", (kind, detail) => {
    expect(made(kind, {})).toBe(detail);
  });
});

/** For each kind: a config that it accepts, and changes of it with their refusals. Undefined leaves a key out. */
const REFUSALS: readonly (readonly [
  kind: string,
  good: Given,
  refused: readonly (readonly [change: Given, detail: string])[],
])[] = [
  [
    "aws-s3",
    KEYS,
    [
      [{ name: undefined }, "A name is required for AWS integration"],
      [{ name: "" }, "A name is required for AWS integration"],
      [{ name: 7 }, "A name is required for AWS integration"],
      [{ aws_access_key_id: undefined }, "Access key ID is required for AWS integration"],
      [{ aws_secret_access_key: undefined }, "Secret access key is required for AWS integration"],
      [
        { aws_secret_access_key: "rejected-by-provider" },
        "AWS credentials are not valid: The security token included in the request is invalid.",
      ],
      [{ aws_role_arn: "" }, "A valid role ARN is required for AWS integration"],
    ],
  ],
  [
    "aws-redshift",
    { ...KEYS, ...CLUSTER },
    [
      [{ user: undefined }, "Username is required for AWS integration"],
      ...[[], "a", ["a", 1], {}, null].map(
        (groups) => [{ groups }, "Groups must be a list of at least one string"] as const,
      ),
      ...["true", 1, null].map((auto_create) => [{ auto_create }, "Auto create can only be True or False"] as const),
      ...[
        7,
        ` ${WORKGROUP}`,
        "arn:aws:redshift-serverless:eu-1:123456789012:workgroup/",
        `${WORKGROUP}\n`,
        "arn:aws:redshift-serverless:eu-1:12345678901:workgroup/w",
        "arn:aws:redshift-serverless:EU:123456789012:workgroup/w",
        "arn:aws:redshift:eu-1:123456789012:workgroup/w",
        "arn:awsx:redshift-serverless:eu-1:123456789012:workgroup/w",
      ].map(
        (workgroup_arn) =>
          [{ workgroup_arn }, "Workgroup ARN must be a valid Redshift Serverless workgroup ARN"] as const,
      ),
      [{ aws_secret_access_key: undefined }, "Secret access key is required for AWS integration"],
      [{ aws_access_key_id: undefined }, "Access key ID is required for AWS integration"],
      [{ aws_access_key_id: undefined, aws_secret_access_key: undefined, user: undefined }, "Missing required inputs"],
      [
        { aws_access_key_id: undefined, aws_secret_access_key: undefined },
        "Host is required for aws-redshift integration",
      ],
      ...["host", "port", "password"].map(
        (key) =>
          [
            { aws_access_key_id: undefined, aws_secret_access_key: undefined, user: undefined, [key]: null },
            "Host is required for aws-redshift integration",
          ] as const,
      ),
    ],
  ],
  [
    "s3-compatible",
    { ...KEYS, endpoint_url: "https://s3.example" },
    [
      [{ name: undefined }, "A name is required for S3-compatible integration"],
      [{ aws_access_key_id: undefined }, "Access key ID is required for S3-compatible integration"],
      [{ aws_secret_access_key: undefined }, "Secret access key is required for S3-compatible integration"],
      [{ endpoint_url: undefined }, "Endpoint URL is required for S3-compatible integration"],
      ...["s3.example", "ftp://s3.example", "//s3.example"].map(
        (endpoint_url) => [{ endpoint_url }, "Invalid endpoint URL: Disallowed scheme"] as const,
      ),
      ...["http://localhost:9000", "https://10.0.0.1", "https://[::1]/x", "https://a.internal"].map(
        (endpoint_url) => [{ endpoint_url }, "Invalid endpoint URL: Disallowed target IP"] as const,
      ),
    ],
  ],
  [
    "snowflake",
    SNOW,
    [
      ...["name", "account", "user"].flatMap((key) => [
        [{ [key]: undefined }, "Name, account, and user must be provided"] as const,
        [{ [key]: "" }, "Name, account, and user must be provided"] as const,
        [{ [key]: ["x"] }, "Name, account, user, and authentication type must be strings"] as const,
      ]),
      [{ authentication_type: null }, "Name, account, user, and authentication type must be strings"],
      ...["password", "private_key", "private_key_passphrase"].map(
        (key) => [{ [key]: 7 }, "Password, private key, and private key passphrase must be strings"] as const,
      ),
      ...["-a", ".a", "a b", "a/b", "é"].map(
        (account) =>
          [{ account }, `Snowflake integration is not valid: invalid account identifier '${account}'`] as const,
      ),
      [{ password: undefined }, "Password is required for password authentication"],
      [{ password: null }, "Password is required for password authentication"],
      [{ authentication_type: "keypair" }, "Private key is required for key-pair authentication"],
      [{ authentication_type: "" }, "Invalid authentication type: "],
    ],
  ],
  [
    "postgresql",
    SERVER,
    [
      [{ host: undefined }, "Host is required for postgresql integration"],
      [{ host: "127.0.0.2" }, "Provided host '127.0.0.2' is not valid"],
      [{ user: undefined }, "A username is required for postgresql integration"],
      [{ password: undefined }, "A password is required for postgresql integration"],
      ...[undefined, null, "", "1.5", "x5", "5x", true].map((port) => [{ port }, "Port must be an integer"] as const),
      ...[-1, "-1", 65_536].map(
        (port) => [{ port }, "A valid port is required for an postgresql integration"] as const,
      ),
      ...["", "prefer", null].map(
        (ssl_mode) => [{ ssl_mode }, "SSL mode must be one of: require, verify-ca, verify-full"] as const,
      ),
      ...["", null, undefined].map(
        (ssl_root_cert) =>
          [
            { ssl_mode: "verify-full", ssl_root_cert },
            "SSL root certificate must be provided when verifying server certificates",
          ] as const,
      ),
      [{ ssl_mode: "verify-full", ssl_root_cert: 7 }, "SSL root certificate must be a string"],
    ],
  ],
  [
    "google-cloud-service-account",
    { ...ACCOUNT, ...KEY_PARTS },
    [
      ...Object.keys(ACCOUNT).flatMap((key) => [
        [{ [key]: undefined }, "Service account email and project ID must be provided"] as const,
        [{ [key]: 7 }, "Service account email and project ID must be strings"] as const,
      ]),
      [{ token_uri: "https://evil.example" }, "Token URI is not valid"],
    ],
  ],
  [
    "databricks",
    BRICKS,
    [
      ...Object.keys(BRICKS).flatMap((key) => [
        [{ [key]: undefined }, "Server hostname, client ID, and client secret must be provided"] as const,
        [{ [key]: 7 }, "Server hostname, client ID, and client secret must be strings"] as const,
      ]),
      [
        { server_hostname: "http-x.example" },
        "Databricks integration is not valid: 'server_hostname' should not be a full URL",
      ],
      [{ server_hostname: "10.1.2.3" }, "Databricks integration error: could not validate hostname '10.1.2.3'"],
    ],
  ],
  [
    "azure-blob",
    { connection_string: "AccountName=a" },
    [
      [{ connection_string: undefined }, "Connection string must be provided"],
      [{ connection_string: ["x"] }, "Connection string must be a string"],
      ...["AccountName=;x=1", "XAccountName=a", "AccountName= "].map(
        (connection_string) =>
          [
            { connection_string },
            "Could not extract AccountName from connection string. Ensure it contains 'AccountName=<your-account-name>;'",
          ] as const,
      ),
    ],
  ],
  [
    "twilio",
    { account_sid: "A", auth_token: "t" },
    ["account_sid", "auth_token"].map((key) => [{ [key]: "" }, "Account SID and auth token must be provided"]),
  ],
  [
    "gitlab",
    LAB,
    [
      ...Object.keys(LAB).map((key) => [{ [key]: undefined }, "Missing required inputs"] as const),
      ...["lab.example", "https://", "xhttps://lab.example", "http://192.168.1.1", 7].map(
        (hostname) => [{ hostname }, "500"] as const,
      ),
      ...["x", 1.5].map((project_id) => [{ project_id }, "500"] as const),
      [{ project_access_token: "rejected-by-provider" }, "500"],
    ],
  ],
  [
    "anthropic",
    { api_key: "key" },
    [
      ...[undefined, "", " \n", 7].map((api_key) => [{ api_key }, "An Anthropic API key must be provided"] as const),
      ...["a b", "a\u0001b", "a\tb", "a\u00a0b"].map(
        (api_key) => [{ api_key }, "Anthropic API key must not contain whitespace or control characters"] as const,
      ),
      [{ api_key: "rejected-by-provider" }, "Invalid Anthropic API key (api_key)"],
      [{ workspace_label: 7 }, "Workspace label must be a string"],
      [{ workspace_label: "l".repeat(101) }, "Workspace label must be 100 characters or fewer"],
      [{ workspace_label: " workspace-" }, "Workspace label cannot start with 'workspace-'"],
    ],
  ],
  [
    "firebase",
    { key_info: INFO },
    [
      ...[undefined, null, "", {}].map(
        (key_info) => [{ key_info }, "Firebase service account key must be provided"] as const,
      ),
      ...["client_email", "private_key", "token_uri"].map(
        (key) =>
          [
            { key_info: { ...INFO, [key]: 7 } },
            "Failed to authenticate with provided Firebase service account key",
          ] as const,
      ),
      [{ key_info: "text" }, "Failed to authenticate with provided Firebase service account key"],
      [
        { key_info: { ...INFO, private_key: "rejected-by-provider" } },
        "Failed to authenticate with provided Firebase service account key",
      ],
      ...[undefined, null, ""].map(
        (project_id) =>
          [{ key_info: { ...INFO, project_id } }, "Service account key must contain a project_id"] as const,
      ),
      ...["push_identity_verification", "push_identity_public_keys"].map(
        (key) => [{ [key]: null }, unknown(key)] as const,
      ),
    ],
  ],
  [
    "apns",
    APPLE,
    [
      ...Object.keys(APPLE).map(
        (key) =>
          [
            { [key]: undefined },
            "All APNS fields are required: signing_key, key_id, team_id_apple, bundle_id",
          ] as const,
      ),
      ...["Production", null, ""].map(
        (environment) => [{ environment }, "APNS environment must be 'production' or 'sandbox'"] as const,
      ),
      ...["push_identity_verification", "push_identity_public_keys"].map(
        (key) => [{ [key]: false }, unknown(key)] as const,
      ),
    ],
  ],
  [
    "email",
    MAIL,
    [
      ...["email", "name", "provider"].map(
        (key) => [{ [key]: undefined }, `This field is required. (${key})`] as const,
      ),
      [{ provider: "maildev" }, '"maildev" is not a valid choice. (provider)'],
      ...["gmail.com", "hotmail.com", "outlook.com", "yahoo.com", "icloud.com", "mailinator.com"].map(
        (domain) =>
          [
            { email: `A@${domain.toUpperCase()}` },
            `Email domain ${domain} is not supported. Please use a custom domain.`,
          ] as const,
      ),
    ],
  ],
];

test.each(REFUSALS)(
  "kind %s refuses what is missing or wrong, service 2026-09, integrations.md",
  (kind, good, refused) => {
    expect(typeof made(kind, good)).toBe("object");
    for (const [change, detail] of refused) {
      const given = Object.entries({ ...good, ...change }).filter(([, value]) => value !== undefined);
      expect([change, made(kind, Object.fromEntries(given))]).toEqual([change, detail]);
    }
  },
);

describe("what only one organization can use, service 2026-09, integrations.md", () => {
  const row = (kind: string, config: Given, secrets: Given = {}): { elsewhere: Elsewhere[] } => ({
    elsewhere: [{ kind, config, secrets }],
  });
  const email = { service_account_email: "a@p.example" };

  test.each<[kind: string, given: Given, other: { elsewhere: Elsewhere[] }, refusal: string | undefined]>([
    ["aws-s3", ROLE, row("aws-s3", ROLE), "Cannot create AWS integration: Invalid role"],
    ["aws-redshift", { ...ROLE, user: "u" }, row("aws-redshift", ROLE), "Cannot create AWS integration: Invalid role"],
    ["aws-s3", ROLE, row("aws-s3", { ...ROLE, aws_role_arn: "other" }), undefined],
    ["aws-s3", ROLE, row("databricks", ROLE), undefined],
    ["aws-s3", KEYS, row("aws-s3", KEYS), undefined],
    [
      "google-cloud-service-account",
      ACCOUNT,
      row("google-cloud-service-account", email),
      "Cannot create Google Cloud service account integration: Invalid service account",
    ],
    [
      "google-cloud-service-account",
      { ...ACCOUNT, ...KEY_PARTS },
      row("google-cloud-service-account", email),
      undefined,
    ],
    [
      "google-cloud-service-account",
      ACCOUNT,
      row("google-cloud-service-account", email, { private_key: "k" }),
      undefined,
    ],
    [
      "google-cloud-service-account",
      ACCOUNT,
      row("google-cloud-service-account", { service_account_email: "b@p.example" }),
      undefined,
    ],
    ["google-cloud-service-account", ACCOUNT, row("email", email), undefined],
    [
      "email",
      MAIL,
      row("email", { domain: "acme.example" }),
      "An email integration with domain acme.example already exists in another organization. Try a different domain or contact support if you believe this is a mistake.",
    ],
    ["email", MAIL, row("email", { domain: "other.example" }), undefined],
    ["email", MAIL, row("slack", { domain: "acme.example" }), undefined],
  ])("of kind %s with %j beside %j: %s", (kind, given, other, refusal) => {
    expect(made(kind, given, other)).toEqual(refusal ?? made(kind, given));
  });
});

describe("the kinds of 2025-08, newer facts, integrations", () => {
  const older = (kind: string, given: Given): unknown => made(kind, given, { dialect: "2025-08" });

  test("are Twilio, mail by domain or by the keys of Mailjet, and key files", () => {
    expect(older("twilio", { account_sid: "A", auth_token: "t" })).toEqual({
      identity: "A",
      config: { account_sid: "A" },
      secrets: { auth_token: "t" },
    });
    expect(older("email", { domain: "a-1.Acme.example", more: 1 })).toEqual({
      identity: "a-1.Acme.example",
      config: { domain: "a-1.Acme.example", mailjet_verified: false, aws_ses_verified: false },
      secrets: {},
    });
    expect(older("email", { api_key: "k", secret_key: "s", domain: "left.example" })).toEqual({
      identity: "k",
      config: { api_key: "k", vendor: "mailjet" },
      secrets: { secret_key: "s" },
    });
    for (const kind of ["google-pubsub", "google-cloud-storage"]) expect(older(kind, {})).toBe("Key file not provided");
    for (const kind of ["aws-s3", "apns", "slack"]) expect(older(kind, KEYS)).toBe(inBrowser(kind));
  });

  test.each<[kind: string, given: Given, refusal: string]>([
    ["email", {}, "Domain is required for email integration"],
    ["email", { domain: "", api_key: null }, "Domain is required for email integration"],
    ["email", { api_key: "" }, "Both api_key and secret_key are required for Mail integration"],
    ["email", { api_key: "k" }, "Both api_key and secret_key are required for Mail integration"],
    ["email", { api_key: "k", secret_key: "" }, "Both api_key and secret_key are required for Mail integration"],
    ...[
      "acme",
      "-a.example",
      "a-.example",
      "a.e",
      "a b.example",
      ".example",
      "a.example1",
      "x@a.example",
      "a..example",
    ].map((domain): [string, Given, string] => [
      "email",
      { domain },
      "not_implemented: The refusal of an invalid domain in 2025-08 is not known.",
    ]),
    ["email", { domain: 7 }, "not_implemented: The refusal of an invalid domain in 2025-08 is not known."],
    ["github", {}, "An installation_id must be provided"],
    ["github", { installation_id: "" }, "An installation_id must be provided"],
    [
      "github",
      { installation_id: 7 },
      "not_implemented: The service reads integrations of kind github from GitHub, which the sandbox can't reach.",
    ],
  ])("refuse or don't know %s with %j: %s", (kind, given, refusal) => {
    expect(older(kind, given)).toBe(refusal);
  });
});
