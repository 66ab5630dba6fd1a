import { isRecord, parsedJson, type Values } from "../../../model/json-value.ts";
import type { Text } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";

/** A problem of a field of a block. */
export interface Fault {
  readonly member: string;
  readonly reason: Text;
}

export function stated(block: Values, name: string): string {
  const { [name]: value } = block;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
export const has = (block: Values, name: string): boolean => block[name] !== undefined && block[name] !== null;

function lacking(block: Values, names: readonly string[], why: Text): Fault[] {
  return names.filter((name) => !has(block, name)).map((name) => ({ member: name, reason: why }));
}

function foreign(block: Values, names: readonly string[], why: Text): Fault[] {
  return names.filter((name) => has(block, name)).map((name) => ({ member: name, reason: why }));
}

const AWS_KEYS = ["awsAccessKeyId", "awsSecretAccessKey"];
const SERVER = ["host", "port", "user", "password"];

/** A role, or a pair of keys. @source service 2026-09, integrations.md, kinds */
export function awsFaults(block: Values): Fault[] {
  return has(block, "awsRoleArn")
    ? foreign(block, AWS_KEYS, "can't be set together with a role; set the role or the key pair")
    : lacking(block, AWS_KEYS, "is required, unless you set a role instead of the key pair");
}

export function certificateFaults(block: Values): Fault[] {
  const { sslMode: mode } = block;
  if (mode === undefined || mode === "require" || containsUnknown(mode)) return [];
  return lacking(block, ["sslRootCert"], "is required to verify the server");
}

export function snowflakeFaults(block: Values): Fault[] {
  const { authenticationType = "password" } = block;
  if (containsUnknown(authenticationType)) return [];
  return authenticationType === "password"
    ? [
        ...lacking(block, ["password"], "is required for authentication by password"),
        ...foreign(block, ["privateKey", "privateKeyPassphrase"], "is only for authentication by key pair"),
      ]
    : [
        ...lacking(block, ["privateKey"], "is required for authentication by key pair"),
        ...foreign(block, ["password"], "is only for authentication by password"),
      ];
}

/** Named AWS credentials, or a server with a password. */
export function redshiftFaults(block: Values): Fault[] {
  if (!has(block, "name")) {
    const aws = ["awsRoleArn", ...AWS_KEYS, "databaseUser", "groups", "autoCreate", "workgroupArn"];
    return [
      ...lacking(block, SERVER, "is required for a server; for AWS credentials, set a name"),
      ...foreign(block, aws, "is only for AWS credentials, which have a name"),
      ...certificateFaults(block),
    ];
  }
  const server = [...SERVER, "sslMode", "sslRootCert"];
  return [
    ...awsFaults(block),
    ...lacking(block, ["databaseUser"], "is required with AWS credentials"),
    ...foreign(block, server, "is only for a server, which doesn't have a name"),
  ];
}

export function serviceAccountFaults(block: Values): Fault[] {
  const keys = ["privateKey", "privateKeyId"];
  if (containsUnknown(block["impersonated"])) return [];
  return block["impersonated"] === true
    ? foreign(block, keys, "isn't allowed if the service impersonates the account without a key")
    : lacking(block, keys, "is required, unless the service impersonates the account without a key");
}

/** The account in a connection string. */
function accountIn(connection: unknown): string | undefined {
  if (typeof connection !== "string") return undefined;
  const part = connection.split(";").find((one) => one.trim().startsWith("AccountName="));
  return part?.trim().slice("AccountName=".length);
}

export function azureFaults({ accountName, connectionString }: Values): Fault[] {
  if (typeof accountName !== "string" || typeof connectionString !== "string") return [];
  if (accountIn(connectionString) === accountName) return [];
  return [{ member: "accountName", reason: "is not the AccountName of the connection string" }];
}

export function keyFileFaults({ projectId, keyInfo }: Values): Fault[] {
  if (typeof keyInfo !== "string") return [];
  const key = parsedJson(keyInfo);
  if (!isRecord(key)) return [{ member: "keyInfo", reason: "expected the key file, JSON text of an object" }];
  if (typeof projectId !== "string" || key["project_id"] === projectId) return [];
  return [{ member: "projectId", reason: "is not the project_id of the key file" }];
}
