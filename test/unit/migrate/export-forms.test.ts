import { describe, expect, test } from "@jest/globals";

import type { Expression } from "../../../src/adopt/program.ts";
import { destinationSchema } from "../../../src/catalog/resources/batch-export/batch-export-blocks.ts";
import {
  CHOICES,
  COMMON_CONFIG,
  DESTINATION_TYPES,
  type DestinationType,
  destinationType,
  type SettingKind,
} from "../../../src/catalog/resources/batch-export/batch-export-types.ts";
import { integration } from "../../../src/catalog/resources/integration/integration.ts";
import { fieldsOf } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { changesOf, ORGANIZATION, run, shown } from "./export-case.ts";

const TYPES = Object.entries<DestinationType>(DESTINATION_TYPES).map(
  ([type, known]) =>
    [type, known, type === "HTTP" ? "http" : `${type.slice(0, 1).toLowerCase()}${type.slice(1)}`] as const,
);

/** Types whose credentials the newer service keeps in an integration. */
const CARRIED: Readonly<Record<string, string>> = {
  S3: "AwsS3",
  Snowflake: "Snowflake",
  Postgres: "Postgres",
  Redshift: "Redshift",
  BigQuery: "BigQuery",
};

const EXAMPLES: Readonly<Record<SettingKind, (name: string) => unknown>> = {
  text: (name) => (name === "account" ? "acme-1.eu" : `${name} |é "1"`),
  number: () => 7,
  boolean: () => true,
  list: (name) => [name, "b c"],
};

/** Every setting of a type with a value; an S3 export without an address is at AWS. */
function settingsOf(type: string): Values {
  const { config = {} } = destinationType(type) ?? {};
  const kinds = Object.entries({ ...config, ...COMMON_CONFIG }).filter(([name]) => name !== "endpointUrl");
  return Object.fromEntries(
    kinds.map(([name, kind]) => [name, CHOICES[type]?.[name]?.at(-1) ?? EXAMPLES[kind](name)] as const),
  );
}

const membersOf = (expression: Expression | undefined): Values => shown(expression) as Values; // -- a record

/** Whether the state has the export's integration, and whether the service shows it. */
const LINKS: readonly (readonly [string, Values, Values])[] = [
  ["without an integration", {}, { integration: null }],
  ["with an integration in the state", { integrationId: "5" }, { integration: null }],
  ["with an integration at the service", {}, { integration: 5 }],
  ["with an integration in both", { integrationId: "5" }, { integration: 5 }],
];

describe.each(TYPES)("an export of the type %s", (type, { requiredLinked }, block) => {
  // Not every type has an input for it.
  const links = LINKS.filter(([, link]) => requiredLinked !== undefined || Object.keys(link).length === 0);

  test.each(links)("%s changes only if the service keeps its credentials elsewhere", async (_what, link, wire) => {
    const destination = { [block]: { ...settingsOf(type), ...link } };
    const changes = await changesOf([{ destination, wire: { destination: wire } }]);
    const isMoved = wire["integration"] === null && !("integrationId" in link) && type in CARRIED;
    expect(changes.map(({ made = [] }) => made.map((one) => one.definition.name))).toEqual(
      isMoved ? [["Integration", "BatchExport"]] : [],
    );
    expect(await changesOf([{ destination, wire: { destination: wire } }], "2025-08")).toEqual([]);
  });
});

describe.each(TYPES.filter(([type]) => type in CARRIED))("a new export for the type %s", (type, _known, block) => {
  const settings = settingsOf(type);

  test("is one that a program can declare, and has all settings that its type or the integration takes", async () => {
    const [change] = await changesOf([{ destination: { [block]: settings } }]);
    const [keys, made] = change?.made ?? [];
    expect([keys, made].map((one) => [one?.id, one?.isThere])).toEqual([
      ["", false],
      ["", false],
    ]);
    const { projectId, ...login } = membersOf({ kind: "record", members: keys?.inputs ?? {} });
    const [[kind, members] = []] = Object.entries(login);
    const rules = fieldsOf(integration, "inputs").find(([name]) => name === kind)?.[1];
    expect([projectId, rules?.schema.safeParse(members).error]).toEqual(["4", undefined]);
    // The number of the integration follows when the integration exists.
    const destination = { ...membersOf(made?.inputs["destination"]) };
    const [[name, written] = []] = Object.entries(destination);
    const { integrationId, copyInputs, ...kept } = written as Values; // -- the members of a block
    expect(integrationId).toBe("<Integration integrationId>");
    const declared = { ...kept, integrationId: "1", ...(copyInputs === undefined ? {} : { copyInputs: "{}" }) };
    expect(destinationSchema.safeParse({ [String(name)]: declared }).error).toBeUndefined();
    const taken = { ...destinationType(CARRIED[type] ?? "")?.config, ...COMMON_CONFIG };
    const there = { ...(members as Values), ...kept };
    const isLost = (one: string) => one in taken && JSON.stringify(there[one]) !== JSON.stringify(settings[one]);
    expect(Object.keys(settings).filter(isLost)).toEqual([]);
    expect(Object.keys(kept).filter((one) => one in (members as Values))).toEqual([]);
  });

  test("has an integration of its own, except for one server in one project", async () => {
    const integrationsFor = async (other: Values, wire: Values = {}): Promise<number> => {
      const changes = await changesOf([
        { destination: { [block]: settings } },
        { destination: { [block]: { ...settings, ...other } }, wire },
      ]);
      const made = changes.flatMap((one) => one.made ?? []);
      return made.filter(({ definition }) => definition === integration).length;
    };
    const isServer = "host" in settings;
    expect(await integrationsFor({})).toBe(isServer ? 1 : 2);
    expect(await integrationsFor({ host: `${String(settings["host"])}x` })).toBe(2);
    expect(await integrationsFor({ port: 8 })).toBe(2);
    expect(await integrationsFor({}, { team_id: 41 })).toBe(2);
  });
});

test.each(TYPES.filter(([type]) => type in CARRIED && type !== "Redshift"))(
  "the type %s asks for no bucket to copy from, whatever its mode is called",
  async (_type, _known, block) => {
    const [change] = await changesOf([{ destination: { [block]: { host: "h", mode: "COPY" } } }]);
    expect(change?.secrets?.filter(({ words }) => words.includes("copy"))).toEqual([]);
  },
);

test("a setting that the state has as null is not written", async () => {
  const [change] = await changesOf([{ destination: { postgres: { host: "h", database: "d", schema: null } } }]);
  expect(membersOf(change?.made?.[1]?.inputs["destination"])).toEqual({
    postgres: { database: "d", integrationId: "<Integration integrationId>" },
  });
});

test("exports of servers that nobody names share nothing", async () => {
  const changes = await changesOf([{ destination: { postgres: {} } }, { destination: { postgres: {} } }]);
  expect(changes.map(({ made = [] }) => made.length)).toEqual([2, 2]);
});

describe("an export that the service moved", () => {
  const bucket = { bucketName: "b", endpointUrl: "https://s3.example", includeEvents: ["a"] };

  test.each([
    ["AwsS3", { awsS3: { bucketName: "b", includeEvents: ["a"], integrationId: "5" } }],
    ["S3Compatible", { s3Compatible: { bucketName: "b", includeEvents: ["a"], integrationId: "5" } }],
    // A program names a type that Orgform doesn't know.
    ["Lake |é", { other: { type: "Lake |é", integrationId: "5" } }],
  ])("to %s is imported in this form, with its own name and times", async (type, destination) => {
    const inputs = { startAt: "2026-01-01", paused: false };
    const wire = { destination: { type, integration: 5 }, latest_runs: [run("Completed", "2026-09-01T00:00:00Z")] };
    const [change, ...more] = await changesOf([{ destination: { s3: bucket }, wire, inputs }]);
    expect(more).toEqual([]);
    expect(change?.finding).toBe(
      `The service changed the export "Events" to the type ${type}, with an integration. The migration imports it in this form.`,
    );
    expect(change?.leaving?.map(({ object, stop }) => [object.id, stop])).toEqual([[`${ORGANIZATION}/e0`, undefined]]);
    const [made] = change?.made ?? [];
    expect([made?.id, made?.isThere, change?.decisions, change?.secrets]).toEqual([
      `${ORGANIZATION}/e0`,
      true,
      undefined,
      undefined,
    ]);
    expect(membersOf({ kind: "record", members: made?.inputs ?? {} })).toEqual({
      organizationId: ORGANIZATION,
      projectId: "4",
      name: "Events",
      interval: "hour",
      paused: false,
      destination,
      startAt: "2026-01-01",
    });
  });
});

describe("a change says", () => {
  const destination = { postgres: { host: "h", database: "d" } };
  const finding =
    'The export "Events" contains its credentials, but this service accepts only integrations. A new export of the type Postgres starts where the old one ends.';
  const sharing =
    'The export "Events" shares its server with another export, so both use the integration events credentials. If its user differs, declare a separate integration.';
  const unseen =
    'The service shows no run of the export "Events". When should the new export start? A backfill exports earlier data.';
  const seen = (end: string): string =>
    `The export "Events" has exported up to ${end}. To export the time between then and the first run of the new export, run \`npx orgform call backfill-batch-export\`. If the old export ran again after this was written, write the migration again.`;

  /** Each status of a run: whether its data counts as exported. */
  test.each([
    ["Completed", true],
    ["Running", true],
    ["Starting", true],
    ["ContinuedAsNew", true],
    ["Failed", false],
    ["Cancelled", false],
    ["TimedOut", false],
  ])("what was exported after a run that is %s", async (status, counts) => {
    const latest_runs = [run("Completed", "2026-09-10T00:00:00.500Z"), run(status, "2026-09-10T00:00:01+00:00")];
    const end = counts ? "2026-09-10T00:00:01+00:00" : "2026-09-10T00:00:00.500Z";
    const [change] = await changesOf([{ destination, wire: { latest_runs } }]);
    expect([change?.finding, change?.decisions]).toEqual([finding, [seen(end)]]);
    expect(shown(change?.made?.[1]?.inputs["startAt"])).toBe(end);
  });

  test("the latest end of all runs, whatever their order and the form of their times", async () => {
    // The earliest first; as texts, they have another order.
    const ends = [
      "2026-09-11T01:00:00+14:00",
      "2026-09-10T12:00:00Z",
      "2026-09-10T12:00:00.250000Z",
      "2026-09-10T14:30:00+02:00",
      "2026-09-10T12:30:01Z",
      "2026-09-10T08:00:00-09:00",
    ];
    for (const [at] of ends.entries()) {
      const turned = [...ends.slice(at), ...ends.slice(0, at)];
      for (const order of [turned, turned.toReversed()]) {
        for (const count of [2, ends.length]) {
          const some = order.slice(0, count);
          const latest_runs = [run("Failed", "2027-01-01T00:00:00Z"), ...some.map((end) => run("Completed", end))];
          const [change] = await changesOf([{ destination, wire: { latest_runs } }]);
          const last = ends.findLast((end) => some.includes(end)) ?? "";
          expect([change?.decisions, shown(change?.made?.[1]?.inputs["startAt"])]).toEqual([[seen(last)], last]);
        }
      }
    }
  });

  test("that a start is to choose, and a shared login to check", async () => {
    const changes = await changesOf([{ destination }, { destination }]);
    expect(changes.map(({ finding: found, decisions }) => [found, decisions])).toEqual([
      [finding, [unseen]],
      [finding, [unseen, sharing]],
    ]);
    expect(changes.map(({ leaving = [] }) => leaving.map(({ object }) => object.id))).toEqual([
      [`${ORGANIZATION}/e0`],
      [`${ORGANIZATION}/e1`],
    ]);
  });

  test.each(["INSERT", "COPY"])("the values to fill in for Redshift's mode %s, each required", async (mode) => {
    const [change] = await changesOf([{ destination: { redshift: { host: "h", mode } } }]);
    expect(change?.secrets?.map((one) => [one.words.join("_"), one.isRequired, one.isPlain ?? false])).toEqual([
      ["integration_events_user", true, true],
      ["integration_events_password", true, false],
      ...(mode === "COPY" ? [["export_events_redshift_copy_inputs", true, false]] : []),
    ]);
  });

  /** What the service and the program say of an export's project, and which one it is. */
  test.each<[unknown, unknown, string | undefined]>([
    [4, "41", "4"],
    [0, "41", "0"],
    [undefined, "41", "41"],
    [undefined, undefined, undefined],
    [undefined, null, undefined],
    // The state hides it.
    [undefined, { secret: true }, undefined],
    [undefined, 41, undefined],
  ])("the project, by the service's %j or else the program's %j: %j", async (team_id, projectId, expected) => {
    const changes = changesOf([{ destination, wire: { team_id }, inputs: { projectId } }]);
    const projects = await changes
      .then(([change]) => change?.made?.map(({ inputs }) => shown(inputs["projectId"])))
      .catch((error: unknown) => (error instanceof Error ? error.message : error));
    expect(projects).toEqual(
      expected === undefined
        ? `BatchExport ${ORGANIZATION}/e0: the service doesn't show its project`
        : [expected, expected],
    );
  });

  test("the names of the service, which the state can have from another time", async () => {
    const name = 'Lake |é "1"';
    const [change] = await changesOf([{ destination, wire: { name }, inputs: { name: "Events" } }]);
    expect(shown(change?.made?.[1]?.inputs["name"])).toBe(`${name} (Postgres)`);
    expect(change?.finding).toBe(finding.replace('"Events"', JSON.stringify(name)));
    const moved = { name, destination: { type: "Redshift", integration: 5 } };
    const [other] = await changesOf([{ destination, wire: moved, inputs: { name: "Events" } }]);
    expect(shown(other?.made?.[0]?.inputs["name"])).toBe(name);
  });
});
