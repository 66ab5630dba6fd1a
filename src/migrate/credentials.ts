import type { IntegrationBlock } from "../catalog/resources/integration/integration-kinds.ts";
import type { Values } from "../model/json-value.ts";

/** The source of a field of an integration. */
export type Source =
  | { readonly value: unknown }
  /** A secret of the old export, for a person to fill in. */
  | { readonly secret: string }
  /** A value that the old export stored as a secret, and that an integration shows. */
  | { readonly asked: string };

/** How the credentials of an export become an integration. */
export interface Carried {
  readonly block: IntegrationBlock;
  readonly members: Readonly<Record<string, Source>>;
  /** The type of the new export. */
  readonly type: string;
  /** Settings of the old export that now belong to the integration. */
  readonly moved: readonly string[];
  /** A key that is equal for exports with the same login; absent if the login is unknown. */
  readonly sharedBy?: string;
}

const secrets = (names: readonly string[]): Record<string, Source> =>
  Object.fromEntries(names.map((name) => [name, { secret: name }]));

const AWS_KEYS = ["awsAccessKeyId", "awsSecretAccessKey"];

/** @source service 2026-09, batch-exports.md, destination object; integrations.md, kinds */
const CARRIERS: Readonly<Record<string, (config: Values, name: string) => Carried>> = {
  S3: ({ endpointUrl }, name) => {
    const isOwn = typeof endpointUrl === "string" && endpointUrl !== "";
    return {
      block: isOwn ? "s3Compatible" : "awsS3",
      type: isOwn ? "S3Compatible" : "AwsS3",
      members: {
        name: { value: name },
        ...secrets(AWS_KEYS),
        ...(isOwn ? { endpointUrl: { value: endpointUrl } } : {}),
      },
      // No later type has the address.
      moved: [],
    };
  },
  Snowflake: ({ account, authenticationType }, name) => {
    const isPair = authenticationType === "keypair";
    return {
      block: "snowflake",
      type: "Snowflake",
      members: {
        name: { value: name },
        account: { value: account },
        user: { asked: "user" },
        ...(isPair ? { authenticationType: { value: "keypair" }, ...secrets(["privateKey"]) } : secrets(["password"])),
      },
      moved: ["account", "authenticationType"],
    };
  },
  Postgres: (config) => server("postgresql", "Postgres", config, 5432),
  Redshift: (config) => server("awsRedshift", "Redshift", config, 5439),
  BigQuery: ({ projectId }) => ({
    block: "googleCloudServiceAccount",
    type: "BigQuery",
    members: {
      serviceAccountEmail: { asked: "clientEmail" },
      projectId: { value: projectId },
      ...secrets(["privateKey", "privateKeyId"]),
    },
    moved: ["projectId"],
  }),
};

function server(block: IntegrationBlock, type: string, { host, port }: Values, usualPort: number): Carried {
  const number = typeof port === "number" ? port : usualPort;
  return {
    block,
    type,
    members: { host: { value: host }, port: { value: number }, user: { asked: "user" }, ...secrets(["password"]) },
    moved: ["host", "port"],
    ...(typeof host === "string" ? { sharedBy: `${block} ${host}:${number}` } : {}),
  };
}

/** How the credentials of a type become an integration; undefined for a type without one. */
export function carriedOf(type: string, config: Values, name: string): Carried | undefined {
  return Object.hasOwn(CARRIERS, type) ? CARRIERS[type]?.(config, name) : undefined;
}
