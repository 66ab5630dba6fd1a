import { invalid } from "../../pipeline/service-error.ts";

/** What a body of a kind is made into. */
export type Parts = {
  readonly identity: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, unknown>>;
  /** A second one of the identity is refused; otherwise it overwrites the first. */
  readonly isNamedOnce: boolean;
};

type Given = Readonly<Record<string, unknown>>;

/** One way to give a kind: what must be there, what may be, and which of it is shown. */
type Form = {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  readonly defaults?: Given;
  readonly shown: readonly string[];
  /** Keys that the identity is made of, with hyphens between them. */
  readonly identity: readonly string[];
  readonly isNamedOnce?: true;
};

const KEYS = ["aws_access_key_id", "aws_secret_access_key"];
const SERVER: Form = {
  required: ["host", "port", "user", "password"],
  optional: ["ssl_mode", "ssl_root_cert"],
  defaults: { ssl_mode: "require" },
  shown: ["host", "port", "user", "ssl_mode", "ssl_root_cert"],
  identity: ["host", "port", "user"],
};
const role = (): Form => ({
  required: ["name", "aws_role_arn"],
  shown: ["name", "aws_role_arn"],
  identity: ["name"],
  isNamedOnce: true,
});
const keys = (): Form => ({
  required: ["name", ...KEYS],
  shown: ["name", "aws_account_id"],
  identity: ["name"],
  isNamedOnce: true,
});

/** The kinds that a body of JSON makes, with their forms; the first that fits counts. @source service 2026-09, integrations.md */
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  "aws-s3": [role(), keys()],
  "s3-compatible": [
    {
      required: ["name", ...KEYS, "endpoint_url"],
      shown: ["name", "endpoint_url"],
      identity: ["name"],
      isNamedOnce: true,
    },
  ],
  snowflake: [
    {
      required: ["name", "account", "user"],
      optional: ["authentication_type", "password", "private_key", "private_key_passphrase"],
      defaults: { authentication_type: "password" },
      shown: ["name", "account", "user", "authentication_type"],
      identity: ["name"],
      isNamedOnce: true,
    },
  ],
  postgresql: [SERVER],
  "aws-redshift": [role(), keys(), SERVER],
  "google-cloud-service-account": [
    {
      required: ["service_account_email", "project_id"],
      optional: ["private_key", "private_key_id", "token_uri"],
      shown: ["service_account_email", "project_id"],
      identity: ["service_account_email"],
    },
  ],
  databricks: [
    {
      required: ["server_hostname", "client_id", "client_secret"],
      shown: ["server_hostname"],
      identity: ["server_hostname"],
    },
  ],
  twilio: [{ required: ["account_sid", "auth_token"], shown: ["account_sid"], identity: ["account_sid"] }],
  "azure-blob": [{ required: ["connection_string"], shown: [], identity: [] }],
};

/** Account that keys of the sandbox belong to: nobody is asked whether keys are any. */
const ACCOUNT = "123456789012";

/**
 * Makes rows' parts of what was sent for a kind.
 *
 * @throws ServiceError 400 for what the kind lacks, or a kind that no body of JSON makes
 */
export function partsOf(kind: string, given: Given): Parts {
  const forms = Object.hasOwn(FORMS, kind) ? (FORMS[kind] ?? []) : [];
  if (forms.length === 0) throw invalid("invalid_input", "Kind not supported", null);
  const form = forms.find(({ required }) => required.every((key) => given[key] !== undefined));
  if (form === undefined) throw invalid("invalid_input", "Missing required inputs", null);
  const all: Given = { ...form.defaults, ...given, ...(kind === "aws-s3" ? { aws_account_id: ACCOUNT } : {}) };
  const entries = Object.entries(all).filter(([key]) =>
    [...form.required, ...(form.optional ?? []), ...form.shown].includes(key),
  );
  const isShown = ([key]: [string, unknown]): boolean => form.shown.includes(key);
  return {
    identity: form.identity.map((key) => String(all[key])).join("-") || kind,
    config: Object.fromEntries(entries.filter(isShown)),
    secrets: Object.fromEntries(entries.filter((entry) => !isShown(entry))),
    isNamedOnce: form.isNamedOnce === true,
  };
}
