import type { Values } from "../../src/model/json-value.ts";

/** A kind of integration in the form of programs, and the service's stored form. */
export interface BlockSample {
  readonly block: string;
  /** Distinguishes two forms of a kind. */
  readonly form?: string;
  readonly members: Values;
  /** The last two parts of its id. */
  readonly id: string;
  /** A field that is updated in place, with a value, and the block as an import shows it. */
  readonly change: Values;
  readonly shown: Values;
  /** How it comes to other credentials. */
  readonly rotates: "beside the old one" | "by overwriting" | "after deleting";
}

const KEYS = { awsAccessKeyId: "AKIA-CANARY", awsSecretAccessKey: "aws-canary" };
const SERVER = { host: "dw.globex.example", port: 5439, user: "loader" };
const KEY_FILE = { project_id: "globex-app", client_email: "a@b.example", private_key: "file-canary", token_uri: "t" };
const keyFile = (further: Values): string => JSON.stringify({ ...KEY_FILE, ...further });

/** Every kind, in each of its forms. */
export const BLOCK_SAMPLES: readonly BlockSample[] = [
  {
    block: "awsS3",
    form: "keys",
    members: { name: "warehouse", ...KEYS },
    id: "aws-s3/warehouse",
    change: { awsSecretAccessKey: "aws-canary-2" },
    shown: { name: "warehouse" },
    rotates: "beside the old one",
  },
  {
    block: "awsS3",
    form: "role",
    members: { name: "warehouse", awsRoleArn: "arn:aws:iam::123456789012:role/export" },
    id: "aws-s3/warehouse",
    change: { awsRoleArn: "arn:aws:iam::123456789012:role/other" },
    shown: { name: "warehouse", awsRoleArn: "arn:aws:iam::123456789012:role/export" },
    rotates: "beside the old one",
  },
  {
    block: "s3Compatible",
    members: { name: "ware house", ...KEYS, endpointUrl: "https://s3.globex.example" },
    id: "s3-compatible/ware%20house",
    change: { endpointUrl: "https://r2.globex.example" },
    shown: { name: "ware house", endpointUrl: "https://s3.globex.example" },
    rotates: "beside the old one",
  },
  {
    block: "snowflake",
    form: "password",
    members: { name: "flake", account: "globex-1", user: "loader", password: "flake-canary" },
    id: "snowflake/flake",
    change: { password: "flake-canary-2" },
    shown: { name: "flake", account: "globex-1", user: "loader" },
    rotates: "beside the old one",
  },
  {
    block: "snowflake",
    form: "keys",
    members: {
      name: "flake",
      account: "globex-1",
      user: "loader",
      authenticationType: "keypair",
      privateKey: "pem-canary",
      privateKeyPassphrase: "phrase-canary",
    },
    id: "snowflake/flake",
    change: { user: "other" },
    shown: { name: "flake", account: "globex-1", user: "loader", authenticationType: "keypair" },
    rotates: "beside the old one",
  },
  {
    block: "postgresql",
    members: { ...SERVER, password: "login-canary" },
    id: "postgresql/loader@dw.globex.example:5439",
    change: { password: "login-canary-2" },
    shown: { ...SERVER },
    rotates: "by overwriting",
  },
  {
    block: "awsRedshift",
    form: "keys",
    members: { name: "shift", ...KEYS, databaseUser: "loader", groups: ["readers"], autoCreate: true },
    id: "aws-redshift/shift",
    change: { groups: ["readers", "writers"] },
    shown: { name: "shift", databaseUser: "loader", groups: ["readers"], autoCreate: true },
    rotates: "beside the old one",
  },
  {
    block: "awsRedshift",
    form: "server",
    members: { ...SERVER, password: "shift-canary" },
    id: "aws-redshift/loader@dw.globex.example:5439",
    change: { password: "shift-canary-2" },
    shown: { ...SERVER },
    rotates: "by overwriting",
  },
  {
    block: "googleCloudServiceAccount",
    form: "key",
    members: {
      serviceAccountEmail: "export@globex.iam.gserviceaccount.com",
      projectId: "globex",
      privateKey: "google-canary",
      privateKeyId: "id-canary",
    },
    id: "google-cloud-service-account/export@globex.iam.gserviceaccount.com-key-file",
    change: { projectId: "globex-2" },
    shown: { serviceAccountEmail: "export@globex.iam.gserviceaccount.com", projectId: "globex" },
    rotates: "by overwriting",
  },
  {
    block: "googleCloudServiceAccount",
    form: "impersonated",
    members: { serviceAccountEmail: "export@globex.iam.gserviceaccount.com", projectId: "globex", impersonated: true },
    id: "google-cloud-service-account/export@globex.iam.gserviceaccount.com-impersonated",
    change: { projectId: "globex-2" },
    shown: { serviceAccountEmail: "export@globex.iam.gserviceaccount.com", projectId: "globex", impersonated: true },
    rotates: "by overwriting",
  },
  {
    block: "databricks",
    members: { serverHostname: "dbc.cloud.example", clientId: "client-canary", clientSecret: "bricks-canary" },
    id: "databricks/dbc.cloud.example",
    change: { clientSecret: "bricks-canary-2" },
    shown: { serverHostname: "dbc.cloud.example" },
    rotates: "by overwriting",
  },
  {
    block: "azureBlob",
    members: { accountName: "globexstore", connectionString: "AccountName=globexstore;AccountKey=blob-canary" },
    id: "azure-blob/globexstore",
    change: { connectionString: "AccountName=globexstore;AccountKey=blob-canary-2" },
    shown: { accountName: "globexstore" },
    rotates: "by overwriting",
  },
  {
    block: "twilio",
    members: { accountSid: "AC1", authToken: "twilio-canary" },
    id: "twilio/AC1",
    change: { authToken: "twilio-canary-2" },
    shown: { accountSid: "AC1" },
    rotates: "by overwriting",
  },
  {
    block: "gitlab",
    members: { hostname: "https://gitlab.example", projectId: "7", projectAccessToken: "gitlab-canary" },
    id: "gitlab/gitlab.example:7",
    change: { projectAccessToken: "gitlab-canary-2" },
    shown: { hostname: "https://gitlab.example", projectId: "7" },
    rotates: "after deleting",
  },
  {
    block: "anthropic",
    form: "label",
    members: { workspaceLabel: "research", apiKey: "anthropic-canary" },
    id: "anthropic/research",
    change: { apiKey: "anthropic-canary-2" },
    shown: { workspaceLabel: "research" },
    rotates: "by overwriting",
  },
  {
    block: "anthropic",
    form: "no label",
    members: { apiKey: "anthropic-canary" },
    id: "anthropic/default",
    change: { apiKey: "anthropic-canary-2" },
    shown: {},
    rotates: "by overwriting",
  },
  {
    block: "firebase",
    members: { projectId: "globex-app", keyInfo: keyFile({}) },
    id: "firebase/globex-app",
    change: { keyInfo: keyFile({ private_key: "file-canary-2" }) },
    shown: { projectId: "globex-app" },
    rotates: "by overwriting",
  },
  {
    block: "apns",
    members: { teamIdApple: "TEAM1", bundleId: "example.globex.app", keyId: "KEY1", signingKey: "apns-canary" },
    id: "apns/TEAM1.example.globex.app",
    change: { keyId: "KEY2", signingKey: "apns-canary-2" },
    shown: { teamIdApple: "TEAM1", bundleId: "example.globex.app", keyId: "KEY1" },
    rotates: "by overwriting",
  },
  {
    block: "email",
    members: { email: "news@globex.example", name: "Globex" },
    id: "email/news@globex.example",
    change: { name: "Globex News" },
    shown: { email: "news@globex.example", name: "Globex", mailFromSubdomain: "feedback" },
    rotates: "by overwriting",
  },
];

/** Blocks besides `postgresql`, which the general tables test. */
export const OTHER_BLOCKS: readonly string[] = [...new Set(BLOCK_SAMPLES.map(({ block }) => block))].filter(
  (block) => block !== "postgresql",
);
