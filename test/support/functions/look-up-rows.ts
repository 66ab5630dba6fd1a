import { resources } from "../../../src/catalog/resources/index.ts";
import { fieldsOf } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { ORGANIZATION_WITHOUT_LIST } from "./organization-rows.ts";
import type { FunctionRow } from "./row.ts";
import type { Seeded } from "./seeded.ts";

const all = ({ organizationId }: Seeded) => ({ organizationId });
const everything = () => ({});

/** A lookup: the object, the lookup field, and the fields without a value at the service. */
interface LookedUp {
  readonly kind: string;
  readonly kinds?: string;
  readonly scope: (seeded: Seeded) => Values;
  readonly by: Values | ((seeded: Seeded) => Values);
  readonly values: Values | ((seeded: Seeded) => Values);
  readonly absent?: readonly string[];
  /** Further rows of the list: before and after it. */
  readonly before?: readonly Values[];
  readonly behind?: readonly Values[];
  readonly absentInList?: readonly string[];
  readonly unasked?: NonNullable<FunctionRow["unasked"]>;
  readonly scopesIn?: NonNullable<FunctionRow["scopesIn"]>;
}

/** Fields that came with a service, or that a service might not show. */
const NOT_EVERYWHERE: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    resources.map((definition) => [
      definition.name,
      fieldsOf(definition, "inputs").flatMap(([name, rules]) => (rules.returned === "where supported" ? [name] : [])),
    ]),
  ),
  BatchExport: [
    "filters",
    "hogqlModifiers",
    "hogqlQuery",
    "incrementalMode",
    "offsetDay",
    "offsetHour",
    "primaryKey",
    "timezone",
    "versionKey",
  ],
  Invite: ["dueAt"],
  Membership: ["dueAt"],
  ProxyRecord: ["rootRedirectUrl"],
  Role: ["isDefault", "featureFlagsAccessLevel"],
};

/** The rows of the lookup and of the list. */
function rowsOf(one: LookedUp): [string, FunctionRow][] {
  const { kind, kinds = `${kind}s`, scope, by, values, absent = [], before = [], behind = [] } = one;
  const scopes = {
    ...(one.unasked === undefined ? {} : { unasked: one.unasked }),
    ...(one.scopesIn === undefined ? {} : { scopesIn: one.scopesIn }),
  };
  const notEverywhere = NOT_EVERYWHERE[kind] ?? [];
  const at = (value: LookedUp["by"], seeded: Seeded) => (typeof value === "function" ? value(seeded) : value);
  return [
    [
      `get${kind}`,
      {
        args: (seeded) => ({ ...scope(seeded), ...at(by, seeded) }),
        gives: (seeded) => ({ ...scope(seeded), ...at(values, seeded) }),
        absent,
        notEverywhere,
        ...scopes,
      },
    ],
    [
      `list${kinds}`,
      {
        args: scope,
        gives: (seeded) => [...before, { ...scope(seeded), ...at(values, seeded) }, ...behind],
        absent: one.absentInList ?? absent,
        notEverywhere,
        ...scopes,
      },
    ],
  ];
}

const NOTHING_OF_ITEM = ["icon", "tag"];
const itemOf = (kind: string, family: keyof Seeded["items"], more: Partial<LookedUp> = {}): LookedUp => ({
  kind,
  scope: all,
  by: { name: `One of ${family}` },
  values: ({ items }) => ({ name: `One of ${family}`, itemId: items[family], isGlobal: false, description: "Mails" }),
  absent: [...NOTHING_OF_ITEM, "url"],
  ...more,
});

const LOOKED_UP: readonly LookedUp[] = [
  {
    kind: "BatchExport",
    scope: all,
    by: { name: "nightly" },
    values: ({ exportId, projectId }) => ({
      exportId,
      projectId,
      model: "events",
      interval: "day",
      paused: false,
      destination: { s3: { bucketName: "b", region: "r", prefix: "p/" } },
    }),
    absent: ["endAt"],
    behind: [{ name: "stopped", paused: true }],
    scopesIn: ORGANIZATION_WITHOUT_LIST,
  },
  {
    kind: "Domain",
    scope: all,
    by: { domain: "globex.example" },
    values: ({ domainId }) => ({ domainId, ssoEnforcement: "", verificationRecord: { type: "TXT" } }),
    absent: ["samlEntityId", "samlAcsUrl"],
  },
  {
    kind: "Invite",
    scope: all,
    by: { email: "ANN@acme.example" },
    values: { email: "ann@acme.example", level: "admin", status: "pending", firstName: "Ann", message: "Welcome" },
  },
  {
    kind: "Member",
    scope: all,
    by: ({ member }) => ({ userId: member }),
    values: ({ member }) => ({ email: "grace@acme.example", userId: member, level: "admin" }),
    before: [{ email: "founder@acme.example", level: "owner" }],
  },
  {
    kind: "Membership",
    scope: all,
    by: { email: "grace@acme.example" },
    values: { email: "grace@acme.example", level: "admin", status: "accepted" },
    absent: ["expiresAt"],
    before: [{ email: "ann@acme.example", status: "pending" }, { email: "founder@acme.example" }],
    absentInList: [],
  },
  {
    kind: "Organization",
    scope: everything,
    by: { slug: "acme-labs" },
    values: ({ organizationId }) => ({ id: organizationId, organizationId, name: "Acme Labs", slug: "acme-labs" }),
    absent: ["logoMediaId", "enforce2fa"],
    before: [{ name: "Acme" }],
  },
  {
    kind: "Project",
    scope: all,
    by: ({ projectId }) => ({ projectId }),
    values: ({ projectId }) => ({ name: "Default project", projectId, timezone: "Europe/Berlin" }),
    absent: [
      "autocaptureExceptionsOptIn",
      "autocaptureOptOut",
      "autocaptureWebVitalsOptIn",
      "heatmapsOptIn",
      "personDisplayNameProperties",
      "productDescription",
      "recordingDomains",
      "sessionRecordingMinimumDurationMilliseconds",
      "sessionRecordingSampleRate",
      "surveysOptIn",
      "testAccountFiltersDefaultChecked",
      "weekStartDay",
    ],
    absentInList: [],
    unasked: {
      scopes: ["organization:read"],
      because: "the list asks for less than other reads of a project, for which a key is made as well",
    },
  },
  {
    kind: "ProxyRecord",
    scope: all,
    by: { domain: "e.acme.example" },
    values: { domain: "e.acme.example" },
  },
  {
    kind: "Role",
    scope: all,
    by: { name: "Engineers" },
    values: ({ roleId }) => ({ name: "Engineers", roleId }),
  },
  itemOf("PipelineDestination", "pipelineDestinations", {
    before: [{ name: "One of plugins" }],
    absentInList: NOTHING_OF_ITEM,
  }),
  itemOf("PipelineFrontendApp", "pipelineFrontendApps", { behind: [{ name: "Written here" }] }),
  itemOf("PipelineImportApp", "pipelineImportApps"),
  itemOf("PipelineTransformation", "pipelineTransformations"),
  itemOf("Plugin", "plugins", {
    absent: NOTHING_OF_ITEM,
    behind: [
      { name: "One of pipelineDestinations" },
      { name: "One of pipelineTransformations" },
      { name: "One of pipelineImportApps" },
      { name: "One of pipelineFrontendApps" },
      { name: "Written here" },
    ],
  }),
];

export const LOOK_UP_ROWS: Readonly<Record<string, FunctionRow>> = {
  ...Object.fromEntries(LOOKED_UP.flatMap(rowsOf)),
  listRoleMemberships: {
    args: all,
    gives: ({ organizationId, roleId, member }) => [
      { organizationId, roleId, userId: member, email: "grace@acme.example", status: "active" },
    ],
    notEverywhere: ["dueAt"],
  },
};
