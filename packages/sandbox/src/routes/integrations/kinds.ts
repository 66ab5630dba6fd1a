import { invalidInput, sandboxError, serverFailure } from "../../pipeline/service-error.ts";
import { NATIVE_EMAIL } from "../../wire/integration.ts";
import { parsedUrl } from "../../wire/parsed-url.ts";
import { isInternalHost } from "../../wire/internal-hosts.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { pythonString, pythonTruth } from "../../wire/python-text.ts";
import { readBody } from "../../wire/read-body.ts";
import { FREE_MAIL_DOMAINS } from "./hosts.ts";
import type { Given, Maker, Parts, MakerContext } from "./maker.ts";
import { olderEmail, olderGithub } from "./older-kinds.ts";

/** A secret that no provider accepts: the sandbox asks none, and this secret represents bad credentials. */
const REJECTED = "rejected-by-provider";

/** The account of all keys: the sandbox doesn't check keys. */
const ACCOUNT = "123456789012";

/** A required string, under the service's name for it. */
function text(given: Given, key: string, label: string, owner: string): string {
  const value = given[key];
  if (typeof value === "string" && value !== "") return value;
  throw invalidInput(`${label} is required for ${owner} integration`);
}

/** The given values of some keys. */
function picked(given: Given, keys: readonly string[]): Given {
  return Object.fromEntries(keys.filter((key) => given[key] !== undefined).map((key) => [key, given[key]]));
}

const areTrue = (given: Given, ...keys: string[]): boolean => keys.every((key) => pythonTruth(given[key] ?? null));
const areTexts = (given: Given, ...keys: string[]): boolean => keys.every((key) => typeof given[key] === "string");

/** A kind that is identified by its name: a second one is refused. */
function named(name: string, config: Given, secrets: Given): Parts {
  return { identity: name, config, secrets, clash: invalidInput(`An integration named '${name}' already exists`) };
}

const WORKGROUP = /^arn:aws(?:-[a-z-]+)?:redshift-serverless:[a-z0-9-]+:\d{12}:workgroup\/.+$/;

/** The settings of a cluster besides its credentials: always a user. @source service 2026-09, integrations.md, kinds */
function clusterOf(given: Given): Given {
  const { groups, auto_create, workgroup_arn } = given;
  text(given, "user", "Username", "AWS");
  const isGroups = Array.isArray(groups) && groups.length > 0 && groups.every((group) => typeof group === "string");
  if (groups !== undefined && !isGroups) throw invalidInput("Groups must be a list of at least one string");
  if (auto_create !== undefined && typeof auto_create !== "boolean") {
    throw invalidInput("Auto create can only be True or False");
  }
  if (workgroup_arn !== undefined && !(typeof workgroup_arn === "string" && WORKGROUP.test(workgroup_arn))) {
    throw invalidInput("Workgroup ARN must be a valid Redshift Serverless workgroup ARN");
  }
  return picked(given, ["user", "groups", "auto_create", "workgroup_arn"]);
}

/** A role of the customer's cloud account, which only one organization can use. */
function role(given: Given, place: MakerContext, more: Given): Parts {
  const name = text(given, "name", "A name", "AWS");
  const arn = text(given, "aws_role_arn", "A valid role ARN", "AWS");
  const isTaken = place.isElsewhere(
    ({ kind, config }) => ["aws-s3", "aws-redshift"].includes(kind) && config["aws_role_arn"] === arn,
  );
  if (isTaken) throw invalidInput("Cannot create AWS integration: Invalid role");
  return named(name, { name, aws_role_arn: arn, ...more }, {});
}

function accessKeys(given: Given, owner: string): Given {
  return {
    aws_access_key_id: text(given, "aws_access_key_id", "Access key ID", owner),
    aws_secret_access_key: text(given, "aws_secret_access_key", "Secret access key", owner),
  };
}

/** Keys that the service checks with the cloud's provider before it stores them. */
function checkedKeys(given: Given, more: Given): Parts {
  const name = text(given, "name", "A name", "AWS");
  const secrets = accessKeys(given, "AWS");
  if (secrets["aws_secret_access_key"] === REJECTED) {
    throw invalidInput("AWS credentials are not valid: The security token included in the request is invalid.");
  }
  return named(name, { name, aws_account_id: ACCOUNT, ...more }, secrets);
}

const awsS3: Maker = (given, place) => ("aws_role_arn" in given ? role(given, place, {}) : checkedKeys(given, {}));

/** The first form with a key counts. */
const awsRedshift: Maker = (given, place) => {
  const hasOne = (...keys: string[]): boolean => keys.some((key) => key in given);
  if (hasOne("aws_role_arn")) return role(given, place, clusterOf(given));
  if (hasOne("aws_access_key_id", "aws_secret_access_key")) return checkedKeys(given, clusterOf(given));
  if (hasOne("host", "port", "user", "password")) return server("aws-redshift", given, place);
  throw invalidInput("Missing required inputs");
};

/** The text after the colon is inferred. */
const s3Compatible: Maker = (given) => {
  const name = text(given, "name", "A name", "S3-compatible");
  const secrets = accessKeys(given, "S3-compatible");
  const endpoint_url = text(given, "endpoint_url", "Endpoint URL", "S3-compatible");
  const url = parsedUrl(endpoint_url);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw invalidInput("Invalid endpoint URL: Disallowed scheme");
  }
  if (isInternalHost(url.hostname)) throw invalidInput("Invalid endpoint URL: Disallowed target IP");
  return named(name, { name, endpoint_url }, secrets);
};

const ACCOUNT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const snowflake: Maker = (given) => {
  const { authentication_type = "password" } = given;
  if (!areTrue(given, "name", "account", "user")) throw invalidInput("Name, account, and user must be provided");
  if (!areTexts(given, "name", "account", "user") || typeof authentication_type !== "string") {
    throw invalidInput("Name, account, user, and authentication type must be strings");
  }
  const optional = ["password", "private_key", "private_key_passphrase"];
  if (optional.some((key) => typeof (given[key] ?? "") !== "string")) {
    throw invalidInput("Password, private key, and private key passphrase must be strings");
  }
  const account = String(given["account"]);
  if (!ACCOUNT_NAME.test(account)) {
    throw invalidInput(`Snowflake integration is not valid: invalid account identifier '${account}'`);
  }
  const secrets = secretsOfSnowflake(given, authentication_type);
  const config = { ...picked(given, ["name", "account", "user"]), authentication_type };
  return named(String(given["name"]), config, secrets);
};

function secretsOfSnowflake(given: Given, authentication: string): Given {
  if (authentication === "password") {
    if (!areTrue(given, "password")) throw invalidInput("Password is required for password authentication");
    return picked(given, ["password"]);
  }
  if (authentication === "keypair") {
    if (!areTrue(given, "private_key")) throw invalidInput("Private key is required for key-pair authentication");
    return picked(given, [
      "private_key",
      ...(areTrue(given, "private_key_passphrase") ? ["private_key_passphrase"] : []),
    ]);
  }
  throw invalidInput(`Invalid authentication type: ${authentication}`);
}

const SSL_MODES = ["require", "verify-ca", "verify-full"];

/** A server with PostgreSQL's protocol: host, port, and user identify it. */
function server(kind: string, given: Given, { project }: MakerContext): Parts {
  const host = text(given, "host", "Host", kind);
  if (isInternalHost(host)) throw invalidInput(`Provided host '${host}' is not valid`);
  const port = portOf(kind, given["port"]);
  const user = text(given, "user", "A username", kind);
  const password = text(given, "password", "A password", kind);
  const { ssl_mode = "require", ssl_root_cert = null } = given;
  if (typeof ssl_mode !== "string" || !SSL_MODES.includes(ssl_mode)) {
    throw invalidInput("SSL mode must be one of: require, verify-ca, verify-full");
  }
  if (ssl_mode !== "require" && !pythonTruth(ssl_root_cert)) {
    throw invalidInput("SSL root certificate must be provided when verifying server certificates");
  }
  if (ssl_mode !== "require" && typeof ssl_root_cert !== "string") {
    throw invalidInput("SSL root certificate must be a string");
  }
  return {
    identity: `${project}-${host}-${port}-${user}`,
    config: { host, port, user, ssl_mode, ssl_root_cert },
    secrets: { password },
  };
}

function portOf(kind: string, given: unknown): number {
  const isNumber = typeof given === "number" || (typeof given === "string" && /^\s*[+-]?\d+\s*$/.test(given));
  if (!isNumber) throw invalidInput("Port must be an integer");
  const port = Math.trunc(Number(given));
  if (port > 65_535 || port < 0) throw invalidInput(`A valid port is required for an ${kind} integration`);
  return port;
}

const TOKEN_URIS = ["https://oauth2.googleapis.com/token", "https://accounts.google.com/o/oauth2/token"];

/** With all three parts of a key, it uses the key; otherwise the account, which only one organization can use. */
const serviceAccount: Maker = (given, place) => {
  const keys = ["service_account_email", "project_id"];
  if (!areTrue(given, ...keys)) throw invalidInput("Service account email and project ID must be provided");
  if (!areTexts(given, ...keys)) throw invalidInput("Service account email and project ID must be strings");
  const email = String(given["service_account_email"]);
  const parts = ["private_key", "private_key_id", "token_uri"];
  const hasKey = areTexts(given, ...parts);
  // The text is the sandbox's own. @source service 2026-09, integrations.md, kinds: two values
  if (hasKey && !TOKEN_URIS.includes(String(given["token_uri"]))) throw invalidInput("Token URI is not valid");
  const isImpersonatedElsewhere = (): boolean =>
    place.isElsewhere(
      ({ kind, config, secrets }) =>
        kind === "google-cloud-service-account" &&
        config["service_account_email"] === email &&
        !("private_key" in secrets),
    );
  if ((given["private_key"] ?? null) === null && isImpersonatedElsewhere()) {
    throw invalidInput("Cannot create Google Cloud service account integration: Invalid service account");
  }
  return {
    identity: `${email}-${place.project}-${hasKey ? "key-file" : "impersonated"}`,
    config: picked(given, ["project_id", "service_account_email"]),
    secrets: hasKey ? picked(given, parts) : {},
  };
};

const databricks: Maker = (given) => {
  const keys = ["server_hostname", "client_id", "client_secret"];
  if (!areTrue(given, ...keys)) throw invalidInput("Server hostname, client ID, and client secret must be provided");
  if (!areTexts(given, ...keys)) throw invalidInput("Server hostname, client ID, and client secret must be strings");
  const server_hostname = String(given["server_hostname"]);
  if (server_hostname.startsWith("http")) {
    throw invalidInput("Databricks integration is not valid: 'server_hostname' should not be a full URL");
  }
  if (isInternalHost(server_hostname)) {
    throw invalidInput(`Databricks integration error: could not validate hostname '${server_hostname}'`);
  }
  return {
    identity: server_hostname,
    config: { server_hostname },
    secrets: picked(given, ["client_id", "client_secret"]),
  };
};

const azureBlob: Maker = (given) => {
  const { connection_string } = given;
  if (!areTrue(given, "connection_string")) throw invalidInput("Connection string must be provided");
  if (typeof connection_string !== "string") throw invalidInput("Connection string must be a string");
  const account = /(?:^|;)\s*AccountName=([^;]*)/.exec(connection_string)?.[1]?.trim() ?? "";
  if (account === "") {
    throw invalidInput(
      "Could not extract AccountName from connection string. Ensure it contains 'AccountName=<your-account-name>;'",
    );
  }
  return { identity: account, config: {}, secrets: { connection_string } };
};

const twilio: Maker = (given) => {
  if (!areTrue(given, "account_sid", "auth_token")) throw invalidInput("Account SID and auth token must be provided");
  const account_sid = pythonString(given["account_sid"]);
  return { identity: account_sid, config: { account_sid }, secrets: picked(given, ["auth_token"]) };
};

/**
 * Names of the other service's projects are derived from their numbers; a second project with the same number isn't
 * supported.
 */
const gitlab: Maker = (given) => {
  const { hostname, project_id, project_access_token } = given;
  // The status is known; the text is that of other kinds.
  if (!areTrue(given, "hostname", "project_id", "project_access_token")) throw invalidInput("Missing required inputs");
  if (typeof hostname !== "string" || !/^https?:\/\/./.test(hostname) || isInternalHost(hostOf(hostname))) {
    throw serverFailure();
  }
  const number = Number(project_id);
  if (!Number.isInteger(number) || project_access_token === REJECTED) throw serverFailure();
  return {
    identity: `Group / Project ${number}`,
    config: { hostname, path_with_namespace: `group/project-${number}`, project_id: number },
    secrets: { access_token: project_access_token },
    clash: serverFailure(),
  };
};

const hostOf = (url: string): string => parsedUrl(url)?.hostname ?? "";

const LONGEST_LABEL = 100;
const DEFAULT_LABEL = "workspace-";

const anthropic: Maker = (given, { project }) => {
  const api_key = typeof given["api_key"] === "string" ? given["api_key"].trim() : "";
  if (api_key === "") throw invalidInput("An Anthropic API key must be provided");
  if ([...api_key].some((character) => character < " " || /\s/.test(character))) {
    throw invalidInput("Anthropic API key must not contain whitespace or control characters");
  }
  const label = workspaceLabel(given["workspace_label"] ?? null);
  if (api_key === REJECTED) throw invalidInput("Invalid Anthropic API key", "api_key");
  const identity = label ?? `${DEFAULT_LABEL}${project}`;
  const parts = { identity, config: label === null ? {} : { workspace_label: label }, secrets: { api_key } };
  if (pythonTruth(given["force"] ?? false)) return parts;
  const clash = `An integration with id '${identity}' already exists for this team. Choose a different workspace label, delete the existing integration and try again, or set 'force' to true to overwrite the existing integration.`;
  return { ...parts, clash: invalidInput(clash, "config") };
};

function workspaceLabel(given: unknown): string | null {
  if (given === null) return null;
  if (typeof given !== "string") throw invalidInput("Workspace label must be a string");
  const label = given.trim();
  if (label.length > LONGEST_LABEL) {
    throw invalidInput(`Workspace label must be ${LONGEST_LABEL} characters or fewer`);
  }
  if (label.startsWith(DEFAULT_LABEL)) throw invalidInput(`Workspace label cannot start with '${DEFAULT_LABEL}'`);
  return label === "" ? null : label;
}

/** Whether devices must identify themselves is a separate policy, and not a part of the facts. */
function refusePushPolicy(given: Given): void {
  const key = ["push_identity_verification", "push_identity_public_keys"].find((name) => given[name] !== undefined);
  if (key !== undefined) throw sandboxError(501, "not_implemented", `The service's response to ${key} is not known.`);
}

/** Lifetime in seconds of the provider's access token. */
const TOKEN_LASTS = 3599;

const firebase: Maker = (given, { nowSeconds }) => {
  refusePushPolicy(given);
  const { key_info } = given;
  if (!pythonTruth(key_info ?? null)) throw invalidInput("Firebase service account key must be provided");
  const isKey = isDictionary(key_info) && areTexts(key_info, "client_email", "private_key", "token_uri");
  if (!isKey || key_info["private_key"] === REJECTED) {
    throw invalidInput("Failed to authenticate with provided Firebase service account key");
  }
  const { project_id } = key_info;
  if (!pythonTruth(project_id ?? null)) throw invalidInput("Service account key must contain a project_id");
  const config = { project_id, expires_in: TOKEN_LASTS, refreshed_at: nowSeconds };
  return { identity: pythonString(project_id), config, secrets: { key_info } };
};

const apns: Maker = (given) => {
  refusePushPolicy(given);
  if (!areTrue(given, "signing_key", "key_id", "team_id_apple", "bundle_id")) {
    throw invalidInput("All APNS fields are required: signing_key, key_id, team_id_apple, bundle_id");
  }
  const { signing_key, key_id, team_id_apple: team_id, bundle_id, environment = "production" } = given;
  if (environment !== "production" && environment !== "sandbox") {
    throw invalidInput("APNS environment must be 'production' or 'sandbox'");
  }
  return {
    identity: `${pythonString(team_id)}.${pythonString(bundle_id)}`,
    config: { team_id, bundle_id, key_id, environment },
    secrets: { signing_key },
    keepsMaker: true,
  };
};

const email: Maker = (given, place) => {
  const read = readBody(NATIVE_EMAIL, given, { dialect: "2026-09", partial: false });
  const address = String(read["email"]).toLowerCase();
  const domain = address.split("@")[1] ?? "";
  if (FREE_MAIL_DOMAINS.has(domain)) {
    throw invalidInput(`Email domain ${domain} is not supported. Please use a custom domain.`);
  }
  if (place.isElsewhere((row) => row.kind === "email" && row.config["domain"] === domain)) {
    const detail = `An email integration with domain ${domain} already exists in another organization. Try a different domain or contact support if you believe this is a mistake.`;
    throw invalidInput(detail);
  }
  return {
    identity: address,
    config: { mail_from_subdomain: "feedback", ...read, email: address, domain, verified: false },
    secrets: {},
  };
};

/** A key file is sent in a form with files, which the sandbox doesn't parse. */
const keyFile: Maker = () => {
  throw invalidInput("Key file not provided");
};

/** @source service 2026-09, integrations.md, kinds; the texts of refusals: the service's code of 2026, same sources */
const MAKERS: Readonly<Record<string, Maker>> = {
  "aws-s3": awsS3,
  "s3-compatible": s3Compatible,
  snowflake,
  postgresql: (given, place) => server("postgresql", given, place),
  "aws-redshift": awsRedshift,
  "google-cloud-service-account": serviceAccount,
  databricks,
  "azure-blob": azureBlob,
  twilio,
  gitlab,
  anthropic,
  firebase,
  apns,
  email,
  "google-pubsub": keyFile,
  "google-cloud-storage": keyFile,
};

/** @source 2025-08, newer facts, integrations */
const OLDER_MAKERS: Readonly<Record<string, Maker>> = {
  twilio,
  email: olderEmail,
  github: olderGithub,
  "google-pubsub": keyFile,
  "google-cloud-storage": keyFile,
};

/**
 * Creates the parts of a row from the body of a kind.
 *
 * @throws ServiceError 400 for missing values, 501 for kinds that are connected in a browser
 */
export function partsOf(kind: string, given: Given, place: MakerContext): Parts {
  const makers = place.dialect === "2025-08" ? OLDER_MAKERS : MAKERS;
  const maker = Object.hasOwn(makers, kind) ? makers[kind] : undefined;
  if (maker !== undefined) return maker(given, place);
  const detail = `Integrations of kind ${kind} are connected in a browser, which the sandbox can't emulate.`;
  throw sandboxError(501, "not_implemented", detail);
}
