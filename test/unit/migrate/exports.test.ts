import { describe, expect, test } from "@jest/globals";

import { camelCase } from "../../../src/adopt/names.ts";
import { leavesOf } from "../../../src/adopt/program.ts";
import { batchExport } from "../../../src/catalog/resources/batch-export/batch-export.ts";
import { fieldsOf } from "../../../src/model/definition.ts";
import { exportChanges } from "../../../src/migrate/exports.ts";
import { recorded, searchOf } from "../../support/migration-search.ts";
import { changesOf, madeBy, ORGANIZATION, run, shown } from "./export-case.ts";

const BUCKET = { bucketName: "b", region: "r", prefix: "p", kmsKeyId: "k" };
const S3 = { s3: BUCKET };

test("the line that pauses the old export is one of a shell, whatever its ids hold", async () => {
  const wire = { id: "e0" };
  const [change] = await changesOf([{ destination: S3, wire }], "2026-09", "an org; $(rm -r .)");
  expect(change?.leaving?.[0]?.stop).toBe(
    "npx orgform call pause-batch-export --organization-id 'an org; $(rm -r .)' --project-id 4 --export-id e0",
  );
});

describe("credentials of an export move into an integration of the kind", () => {
  test.each([
    [
      "S3 at AWS",
      S3,
      {
        awsS3: {
          name: "Events",
          awsAccessKeyId: "<secret integration_events_aws_access_key_id>",
          awsSecretAccessKey: "<secret integration_events_aws_secret_access_key>",
        },
      },
      {
        awsS3: {
          bucketName: "b",
          region: "r",
          prefix: "p",
          kmsKeyId: "k",
          integrationId: "<Integration integrationId>",
        },
      },
    ],
    [
      "S3 elsewhere",
      { s3: { ...BUCKET, endpointUrl: "https://s3.example", useVirtualStyleAddressing: true } },
      {
        s3Compatible: {
          name: "Events",
          awsAccessKeyId: "<secret integration_events_aws_access_key_id>",
          awsSecretAccessKey: "<secret integration_events_aws_secret_access_key>",
          endpointUrl: "https://s3.example",
        },
      },
      {
        s3Compatible: {
          bucketName: "b",
          region: "r",
          prefix: "p",
          useVirtualStyleAddressing: true,
          integrationId: "<Integration integrationId>",
        },
      },
    ],
    [
      "Snowflake with a pair of keys",
      {
        snowflake: { account: "a", database: "d", warehouse: "w", schema: "s", authenticationType: "keypair" },
      },
      {
        snowflake: {
          name: "Events",
          account: "a",
          user: "<asked integration_events_user>",
          authenticationType: "keypair",
          privateKey: "<secret integration_events_private_key>",
        },
      },
      { snowflake: { database: "d", warehouse: "w", schema: "s", integrationId: "<Integration integrationId>" } },
    ],
    [
      "BigQuery",
      { bigQuery: { projectId: "g", datasetId: "d" } },
      {
        googleCloudServiceAccount: {
          serviceAccountEmail: "<asked integration_events_client_email>",
          projectId: "g",
          privateKey: "<secret integration_events_private_key>",
          privateKeyId: "<secret integration_events_private_key_id>",
        },
      },
      { bigQuery: { datasetId: "d", integrationId: "<Integration integrationId>" } },
    ],
    [
      "Redshift that loads over a bucket",
      { redshift: { host: "h", database: "d", mode: "COPY" } },
      {
        awsRedshift: {
          host: "h",
          port: 5439,
          user: "<asked integration_events_user>",
          password: "<secret integration_events_password>",
        },
      },
      {
        redshift: {
          database: "d",
          mode: "COPY",
          integrationId: "<Integration integrationId>",
          copyInputs: "<secret export_events_redshift_copy_inputs>",
        },
      },
    ],
  ] as const)("%s", async (_what, destination, block, moved) => {
    expect(madeBy(await changesOf([{ destination }]))).toEqual([
      ["Integration", { projectId: "4", ...block }],
      ["BatchExport", { destination: moved }],
    ]);
  });

  test("two exports to one server share it, and a person is asked about their users", async () => {
    const destination = { postgres: { host: "h", database: "d", user: "u", password: "p" } };
    const changes = await changesOf([{ destination }, { destination }]);
    expect(changes.map(({ made = [] }) => made.map(({ definition }) => definition.name))).toEqual([
      ["Integration", "BatchExport"],
      ["BatchExport"],
    ]);
    expect(changes[1]?.decisions?.at(-1)).toContain("shares its server with another export");
    // One login, which a person fills in once.
    expect(changes[1]?.secrets).toEqual([]);
    const used = changes.map(({ made = [] }) => {
      const leaves = Object.values(made.at(-1)?.inputs ?? {}).flatMap(leavesOf);
      return leaves.flatMap((leaf) => (leaf.kind === "output" ? [leaf.of] : []));
    });
    expect(used).toEqual([[changes[0]?.made?.[0]], [changes[0]?.made?.[0]]]);
  });
});

test("a new export begins where the runs that count end, keeps its other settings and has a name of its own", async () => {
  const latest_runs = [
    run("Failed", "2026-09-03T00:00:00Z"),
    run("Running", "2026-09-02T00:00:00Z"),
    run("Completed", "2026-09-01T00:00:00Z"),
    run("Completed", null),
  ];
  const inputs = { startAt: "2026-01-01", endAt: "2027-01-01", paused: true, rotate: "2" };
  const [change] = await changesOf([{ destination: S3, wire: { latest_runs }, inputs }]);
  const made = change?.made?.[1]?.inputs ?? {};
  expect(Object.fromEntries(Object.entries(made).map(([name, one]) => [name, shown(one)]))).toMatchObject({
    organizationId: ORGANIZATION,
    projectId: "4",
    name: "Events (AwsS3)",
    interval: "hour",
    startAt: "2026-09-02T00:00:00Z",
    endAt: "2027-01-01",
    paused: true,
  });
  expect(Object.keys(made)).not.toEqual(expect.arrayContaining(["rotate"]));
  expect(change?.leaving?.[0]?.stop).toBe(
    `npx orgform call pause-batch-export --organization-id ${ORGANIZATION} --project-id 4 --export-id e0`,
  );
});

/** Inputs that a new export doesn't take over: the migration decides them, or they only tell the provider what to do. */
const OWN = ["adopt", "allowDuplicateName", "destination", "name", "organizationId", "projectId", "rotate", "startAt"];
const ALL_INPUTS = fieldsOf(batchExport, "inputs").map(([name]) => name);
const CARRIED = ALL_INPUTS.filter((name) => !OWN.includes(name));

describe.each([
  ["new", {}, 1],
  ["imported", { destination: { type: "AwsS3", integration: 5 } }, 0],
] as const)("a %s export", (_what, wire, index) => {
  const inputsFor = async (inputs: Readonly<Record<string, unknown>>) => {
    const [change] = await changesOf([{ destination: S3, wire, inputs: { interval: undefined, ...inputs } }]);
    const made = change?.made?.[index]?.inputs ?? {};
    return Object.fromEntries(Object.entries(made).map(([name, one]) => [name, shown(one)]));
  };

  test("has each input of the old one, except for what the migration decides", async () => {
    const old = Object.fromEntries(
      ALL_INPUTS.filter((name) => name !== "destination").map((name) => [name, `${name} |é`]),
    );
    const { destination: _own, name, ...made } = await inputsFor(old);
    expect(String(name)).toMatch(/^Events/u);
    expect(made).toEqual({
      ...Object.fromEntries(CARRIED.map((one) => [one, `${one} |é`])),
      organizationId: ORGANIZATION,
      projectId: "4",
      startAt: "startAt |é",
    });
  });

  test("has no input that the old one has not", async () => {
    const always = ["destination", "name", "organizationId", "projectId"];
    for (const absent of [null, undefined]) {
      const old = Object.fromEntries([...CARRIED, "startAt"].map((name) => [name, absent]));
      expect(Object.keys(await inputsFor(old)).toSorted()).toEqual(always);
    }
    // The state hides the start.
    const hidden = { ...Object.fromEntries(CARRIED.map((name) => [name, null])), startAt: { secret: true } };
    expect(Object.keys(await inputsFor(hidden)).toSorted()).toEqual(always);
  });
});

/** Names of exports, with the names of their integrations, their exports, and the secrets. */
test.each([
  ["2024", "integration2024Credentials", "export2024AwsS3", "integration2024AwsAccessKeyId"],
  ["🚀", "credentials", "awsS3", "integrationAwsAccessKeyId"],
  ["é команда team", "eКомандаTeamCredentials", "eКомандаTeamAwsS3", "integrationETeamAwsAccessKeyId"],
  // A word that only begins or ends in plain letters.
  ["ab日本", "ab日本Credentials", "ab日本AwsS3", "integrationAwsAccessKeyId"],
  ["日本ab", "日本abCredentials", "日本abAwsS3", "integrationAwsAccessKeyId"],
])("an export of the name %j has objects and secrets with valid names", async (name, integration, moved, secret) => {
  const [change] = await changesOf([{ destination: S3, wire: { name } }]);
  expect(change?.made?.map(({ words }) => camelCase(words))).toEqual([integration, moved]);
  expect(change?.secrets?.map(({ words }) => camelCase(words))[0]).toBe(secret);
});

test("an export that the service moved to a later type is imported as that, and stays as it is", async () => {
  const wire = { destination: { type: "AwsS3", integration: 5 } };
  const changes = await changesOf([{ destination: S3, wire }]);
  expect(changes[0]?.made?.map(({ isThere, id }) => [isThere, id])).toEqual([[true, `${ORGANIZATION}/e0`]]);
  expect(madeBy(changes)).toEqual([
    [
      "BatchExport",
      { destination: { awsS3: { bucketName: "b", region: "r", prefix: "p", kmsKeyId: "k", integrationId: "5" } } },
    ],
  ]);
  expect(changes[0]?.leaving?.[0]?.stop).toBeUndefined();
});

test("an export that the service doesn't list is told with this reason, and nothing is made for it", async () => {
  await expect(changesOf([{ destination: S3, wire: { id: "other" } }])).rejects.toThrow(
    `BatchExport ${ORGANIZATION}/e0: the service doesn't list it`,
  );
});

test("each organization is asked once, and what can't be told of one export doesn't keep the others", async () => {
  const organizations = [ORGANIZATION, `${ORGANIZATION.slice(0, -1)}c`];
  const stored = (organizationId: string, exportId: string) =>
    recorded("BatchExport", `${organizationId}/${exportId}`, { name: "Events", destination: S3 });
  const objects = ["gone", "e0", "e1"].flatMap((id) => organizations.map((one) => stored(one, id)));
  const asked: string[] = [];
  const destination = { type: "S3", config: {}, integration: null };
  const list = ({ name }: { readonly name: string }, { organizationId = "" }: Readonly<Record<string, string>>) => {
    asked.push(`${name} ${organizationId}`);
    const row = { name: "Events", timezone: "UTC", latest_runs: [], destination };
    // The service doesn't show the project of the second.
    return Promise.resolve([
      { ...row, id: "e0", team_id: organizations.indexOf(organizationId) + 4 },
      { ...row, id: "e1" },
    ]);
  };
  const unread: string[] = [];
  const changes = await exportChanges(searchOf(objects, { list }, unread));
  expect(asked).toEqual(organizations.map((one) => `BatchExport ${one}`));
  expect(changes.map(({ made = [] }) => made.map(({ inputs }) => shown(inputs["projectId"])))).toEqual([
    ["4", "4"],
    ["5", "5"],
  ]);
  expect(unread).toEqual(
    organizations.flatMap((one) => [
      `BatchExport ${one}/gone: the service doesn't list it`,
      `BatchExport ${one}/e1: the service doesn't show its project`,
    ]),
  );
});

test("an older service asks for nothing", async () => {
  expect(await changesOf([{ destination: S3 }], "2025-08")).toEqual([]);
  const block = { http: { url: "https://us.i.posthog.com/batch/", token: "t" } };
  expect(await changesOf([{ destination: block }])).toEqual([]);
});

test("what the block `other` hides is taken from the service", async () => {
  const destination = { other: { type: "Postgres", config: { ssl_mode: "require" } } };
  const config = { host: "h", database: "d", port: "5433", ssl_mode: "require" };
  expect(madeBy(await changesOf([{ destination, wire: { destination: { config } } }]))).toEqual([
    [
      "Integration",
      {
        projectId: "4",
        postgresql: {
          host: "h",
          port: 5433,
          user: "<asked integration_events_user>",
          password: "<secret integration_events_password>",
        },
      },
    ],
    ["BatchExport", { destination: { postgres: { database: "d", integrationId: "<Integration integrationId>" } } }],
  ]);
});

test("each value to fill in has a name of plain letters, whatever the exports are called", async () => {
  const destination = { redshift: { host: "h", mode: "COPY" } };
  const names = ["Команда é", "Lake", "日本", "ab日本", "日本ab", "2"];
  const changes = await changesOf(names.map((name) => ({ destination, wire: { name } })));
  const given = changes.flatMap(({ secrets = [] }) => secrets.map(({ words }) => words.join("_")));
  expect(given.filter((name) => !/^[a-z][a-z0-9_]*$/u.test(name))).toEqual([]);
  expect(new Set(given).size).toBe(given.length);
  expect(given.filter((name) => name.includes("copy_inputs"))).toHaveLength(names.length);
});
