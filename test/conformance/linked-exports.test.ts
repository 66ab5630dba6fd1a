import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { isDeepStrictEqual } from "node:util";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { Values } from "../../src/model/json-value.ts";
import { STORY_ENGINES, UNKNOWN } from "../support/conformance-engine.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { requestsOf, startWorld, type World, writesOf } from "../support/scenario-world.ts";

const CONFIG = { bucketName: "globex-events", region: "eu-central-1", prefix: "events/" };
const BUCKET = {
  ...CONFIG,
  endpointUrl: "https://s3.globex.example",
  maxFileSizeMb: 100,
  awsAccessKeyId: "AKIA-CANARY",
  awsSecretAccessKey: "s3-canary",
};
const S3 = { s3: BUCKET };
const NO_OP = { noOp: {} };
const RESOURCE = "BatchExport";
/** The HTTP client's channel for its requests. */
const SENT = "undici:request:create";
const NO_CHANGE = { changes: false, replaces: [] };

/** Days of September and October 2026, between which the service changed its rules for exports. */
const DAYS = ["2026-09-16", "2026-09-30", "2026-10-15"] as const;
const FILTERS = '[{"key":"$browser","operator":"exact","type":"event","value":["Chrome"]}]';

interface Made {
  readonly entry: Entry;
  readonly inputs: Values;
}

describe.each(STORY_ENGINES.map((engine) => ({ name: engine.name, engine })))(
  "batch exports of 2026-09, $name",
  ({ engine }) => {
    let world: World;
    let projectId: string;

    const open = async (dialect: Dialect): Promise<void> => {
      world = await startWorld(dialect);
      world.settleIn(world.organizationId);
      projectId = String(world.project(world.organizationId));
    };
    const start = (): EngineRun => world.start(engine, LONG_TIMEOUT);
    const integration = (kind: string, config: Values): string => {
      const made = world.sandbox.control.call("POST", "integrations", { project: Number(projectId), kind, config });
      return String((made as { number: number }).number);
    };
    const keys = (): string =>
      integration("aws-s3", { name: "keys", aws_access_key_id: "AK", aws_secret_access_key: "SK" });
    const declared = (further: Values): Values => {
      const { organizationId } = world;
      return { organizationId, projectId, name: "Out", interval: "hour", destination: NO_OP, ...further };
    };
    /** Inputs with the defaults of a check. */
    const filled = (further: Values): Values => ({ paused: false, allowDuplicateName: false, ...declared(further) });
    const made = async (further: Values): Promise<Made> => {
      const { inputs, problems } = await start().check(RESOURCE, undefined, declared(further));
      expect(problems).toEqual([]);
      return { entry: await start().create(RESOURCE, inputs), inputs };
    };
    const changed = async ({ entry }: Made, further: Values): Promise<Made> => {
      const news = filled(further);
      expect(await start().diff(RESOURCE, entry, news)).toEqual({ changes: true, replaces: [] });
      return { entry: await start().update(RESOURCE, entry, news), inputs: news };
    };
    /** The bodies of the changes from now on: the engines of the table live in this process. */
    const bodiesOfChanges = (): (() => unknown[]) => {
      const bodies: unknown[] = [];
      const listen = (sent: unknown): void => {
        const { method, body } = (sent as { request: { method: string; body: unknown } }).request;
        if (method === "PATCH") bodies.push(JSON.parse(String(body)));
      };
      subscribe(SENT, listen);
      return () => {
        unsubscribe(SENT, listen);
        return bodies;
      };
    };
    const refusalOf = (action: Promise<unknown>): Promise<string> =>
      action.then(
        () => "nothing was refused",
        (error: unknown) => String(error),
      );

    afterEach(async () => world.sandbox.close());

    describe("made before", () => {
      beforeEach(async () => open("2025-08"));

      const withS3 = (): Promise<Made> => made({ destination: S3, model: "persons" });

      test.each([
        ["refuses every change", "2026-09-16", 400],
        ["refuses every change for the last time", "2026-09-27", 400],
        ["knows no such type any more", "2026-09-28", 501],
      ])("show no drift when the service moves on, which %s (%s)", async (_words, asOf, changed) => {
        const { entry, inputs } = await withS3();
        world.sandbox.control.setDialect("2026-09");
        world.sandbox.control.changeSettings({ asOf });
        // The response to a change on that day. The provider sends no such change, because no day is known that accepts
        // it.
        const path = `projects/${String(entry.state["projectId"])}/batch_exports/${String(entry.state["exportId"])}/`;
        await expect(world.send("PATCH", path, { name: "Other" })).rejects.toThrow(`was answered ${changed}`);
        const read = await start().read(RESOURCE, entry);
        expect(read).toEqual({ ...entry, inputs });
        expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
        const renamed = filled({ ...inputs, name: "Other" });
        world.sandbox.control.clearRequests();
        expect(await refusalOf(start().diff(RESOURCE, entry, renamed))).toMatch(
          /This service no longer changes exports of the type S3[^]*destination\.aws_?s3[^]*integration/iu,
        );
        const paused = filled({ ...inputs, paused: true });
        expect(await start().diff(RESOURCE, entry, paused)).toEqual({ changes: true, replaces: [] });
        const after = await start().update(RESOURCE, entry, paused);
        expect(writesOf(world).map(({ path }) => path.split("/").at(-2))).toEqual(["pause"]);
        await start().delete(RESOURCE, after);
        expect(world.batchExports()).toEqual([]);
      });

      test("stay what they were to the program where the service moved them to a later type", async () => {
        const first = await withS3();
        world.sandbox.control.setDialect("2026-09");
        const movedTo = { type: "AwsS3", integration: Number(keys()) };
        const exportId = String(first.entry.state["exportId"]);
        world.sandbox.control.call("PATCH", `batch-exports/${exportId}`, { movedTo });
        expect(await start().read(RESOURCE, first.entry)).toEqual({ ...first.entry, inputs: first.inputs });
        const bucket = { s3: { ...BUCKET, bucketName: "other" } };
        const { entry } = await changed(first, { ...first.inputs, destination: bucket });
        expect(world.batchExports()).toMatchObject([
          { id: exportId, destination: { ...movedTo, config: { bucket_name: "other" } } },
        ]);
        expect(entry.state["destination"]).toEqual(bucket);
      });

      test("change their model in place as before, which newer services replace", async () => {
        const { entry, inputs } = await made({ model: "persons" });
        const news = filled({ ...inputs, model: "sessions" });
        expect(await start().diff(RESOURCE, entry, news)).toEqual({ changes: true, replaces: [] });
        world.sandbox.control.setDialect("2026-09");
        expect(await start().diff(RESOURCE, entry, news)).toEqual({ changes: true, replaces: ["model"] });
      });

      test("of which state names no project are looked for once in the lists of all projects", async () => {
        const all = await Promise.all(["One", "Two", "Three"].map((name) => made({ name })));
        const withoutProject = all.map(({ entry }) => {
          const { projectId: _project, ...state } = entry.state;
          return { ...entry, state };
        });
        world.sandbox.control.setDialect("2026-09");
        world.sandbox.control.clearRequests();
        const run = start();
        for (const entry of withoutProject) expect((await run.read(RESOURCE, entry))?.id).toBe(entry.id);
        expect(requestsOf(world)).toEqual([
          "GET /organizations/:id/batch_exports/",
          "GET /organizations/:id/projects/",
          "GET /projects/:id/batch_exports/",
        ]);
        const found = await start().find(RESOURCE, withoutProject[0]?.id ?? "");
        expect(found?.id).toBe(withoutProject[0]?.id);
        const last = start();
        for (const entry of withoutProject) await last.delete(RESOURCE, entry);
        expect(world.batchExports()).toEqual([]);
      });
    });

    describe("not made yet", () => {
      const QUERY = { model: "hogql", hogqlQuery: "select 1 as one" };
      const NEW: readonly Values[] = [
        { timezone: "Europe/Berlin" },
        { interval: "week", offsetDay: 3, offsetHour: 4 },
        QUERY,
        { ...QUERY, hogqlModifiers: '{"a":1}', primaryKey: ["one"], versionKey: ["one"], incrementalMode: "merge" },
      ];

      test.each<[Dialect, readonly Values[]]>([
        ["documented", [...NEW, { filters: '[{"key":"a"}]' }]],
        ["2025-08", NEW],
      ])(
        "settings that the service of %s lacks are refused in the preview where an export shows it",
        async (dialect, all) => {
          await open(dialect);
          const { entry, inputs } = await made({});
          world.sandbox.control.clearRequests();
          for (const further of all) {
            const lacks = /has a setting that this service lacks[^]*have had (?:it|them) since 2026/u;
            expect(await refusalOf(start().diff(RESOURCE, entry, { ...inputs, ...further }))).toMatch(lacks);
            const another = declared({ name: UNKNOWN, ...further });
            expect(await refusalOf(start().check(RESOURCE, undefined, another))).toMatch(lacks);
          }
          const same = { timezone: "UTC", offsetHour: 0, incrementalMode: "append", interval: "day", model: "persons" };
          expect((await start().check(RESOURCE, undefined, declared({ name: "B", ...same }))).problems).toEqual([]);
          expect(writesOf(world)).toEqual([]);
        },
      );

      test.each<[Dialect, readonly Values[]]>([
        ["documented", [...NEW, { filters: '[{"key":"a"}]' }]],
        ["2025-08", NEW],
      ])(
        "settings that the service of %s lacks are refused where it has no export, by one look at the organization",
        async (dialect, all) => {
          await open(dialect);
          world.sandbox.control.clearRequests();
          const run = start();
          const check = (further: Values) => run.check(RESOURCE, undefined, declared({ name: UNKNOWN, ...further }));
          for (const further of all) {
            const lacks = /has a setting that this service lacks[^]*have had (?:it|them) since 2026/u;
            expect(await refusalOf(check(further))).toMatch(lacks);
            expect(await refusalOf(check({ ...further, projectId: UNKNOWN }))).toMatch(lacks);
            expect(await refusalOf(run.create(RESOURCE, filled(further)))).toMatch(lacks);
          }
          const asked = requestsOf(world);
          expect(asked.filter((request) => request === "GET /organizations/:id/")).toHaveLength(1);
          expect(writesOf(world)).toEqual([]);
          world.sandbox.control.setDialect("2026-09");
          expect((await start().check(RESOURCE, undefined, declared(all[0] ?? {}))).problems).toEqual([]);
        },
      );
    });

    describe.each(DAYS)("made there, on %s", (asOf) => {
      const isOctober = asOf === "2026-10-15";
      beforeEach(async () => {
        await open("2026-09");
        world.sandbox.control.changeSettings({ asOf });
      });

      test("are refused in the preview as S3, with the types that took its place, also while values are unknown", async () => {
        for (const further of [
          {},
          { name: UNKNOWN, projectId: UNKNOWN, destination: { s3: { ...BUCKET, awsSecretAccessKey: UNKNOWN } } },
        ]) {
          const refusal = await refusalOf(
            start().check(RESOURCE, undefined, declared({ destination: S3, ...further })),
          );
          expect(refusal).toMatch(/This service no longer creates exports of the type S3[^]*destination\.aws_?s3/iu);
        }
        expect(writesOf(world)).toEqual([]);
      });

      test("take their credentials from an integration, and change in place", async () => {
        const integrationId = keys();
        const first = await made({ destination: { awsS3: { ...CONFIG, integrationId } } });
        expect(await start().read(RESOURCE, first.entry)).toEqual({ ...first.entry, inputs: first.inputs });
        const other = { awsS3: { ...CONFIG, integrationId, prefix: "other/", maxFileSizeMb: 5 } };
        const { entry, inputs } = await changed(first, { destination: other });
        expect(await start().read(RESOURCE, entry)).toEqual({ ...entry, inputs });
        expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
        expect(world.batchExports()).toMatchObject([
          { destination: { integration: Number(integrationId), config: { prefix: "other/" } } },
        ]);
      });

      test("keep their offsets through a change of the interval, whoever set them, and lose them with it", async () => {
        const first = await made({ interval: "day", offsetHour: 5, timezone: "Europe/Berlin" });
        expect(world.batchExports()).toMatchObject([{ interval: "day", offset_hour: 5, timezone: "Europe/Berlin" }]);
        const second = await changed(first, { interval: "week", offsetDay: 1, offsetHour: 5 });
        expect(world.batchExports()).toMatchObject([
          { interval: "week", offset_day: 1, offset_hour: 5, timezone: "UTC" },
        ]);
        const third = await changed(second, { interval: "week", offsetDay: 1, offsetHour: 6 });
        expect(world.batchExports()).toMatchObject([{ offset_day: 1, offset_hour: 6 }]);
        const { entry, inputs } = await changed(third, { interval: "hour" });
        expect(world.batchExports()).toMatchObject([{ interval: "hour", offset_day: null, offset_hour: null }]);
        expect(await start().read(RESOURCE, entry)).toEqual({ ...entry, inputs });
      });

      test("are sent their schedule whole or not at all, with what was just read where nothing is declared", async () => {
        const first = await made({ interval: "week", offsetDay: 3 });
        const exportId = String(first.entry.state["exportId"]);
        const schedule = { interval: "week", offset_day: 3, offset_hour: 4 };
        await world.send("PATCH", `projects/${projectId}/batch_exports/${exportId}/`, schedule);
        const bodies = bodiesOfChanges();
        const second = await changed(first, { interval: "week", offsetDay: 5 });
        const daily = await changed(second, { interval: "day" });
        const renamed = await changed(daily, { interval: "day", name: "Renamed" });
        const { entry, inputs } = await changed(renamed, { interval: "hour", name: "Renamed" });
        expect(bodies()).toEqual([
          { interval: "week", offset_day: 5, offset_hour: 4 },
          { interval: "day", offset_day: null, offset_hour: 4 },
          { name: "Renamed" },
          { interval: "hour" },
        ]);
        expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
      });

      test("are sent type, config and integration with every change of the destination, and with no other", async () => {
        const account = integration("google-cloud-service-account", {
          project_id: "globex",
          service_account_email: "loader@globex.iam.gserviceaccount.com",
        });
        const to = (tableId: string): Values => ({ bigQuery: { datasetId: "d", tableId, integrationId: account } });
        const first = await made({ destination: to("one") });
        const bodies = bodiesOfChanges();
        const second = await changed(first, { destination: to("two") });
        await changed(second, { destination: to("two"), name: "Renamed", filters: FILTERS });
        const config = { dataset_id: "d", table_id: "two" };
        expect(bodies()).toEqual([
          { destination: { type: "BigQuery", config, integration: Number(account) } },
          { name: "Renamed", filters: JSON.parse(FILTERS) },
        ]);
      });

      test("leave out what is not declared, and read no default back", async () => {
        const server = integration("postgresql", { host: "db.globex.example", port: 5432, user: "u", password: "p" });
        const first = await made({ destination: { postgres: { database: "d", schema: "s", integrationId: server } } });
        expect(world.batchExports()).toMatchObject([{ destination: { config: { database: "d", schema: "s" } } }]);
        expect(await start().read(RESOURCE, first.entry)).toEqual({ ...first.entry, inputs: first.inputs });
        const { entry, inputs } = await changed(first, {
          destination: { postgres: { database: "d", excludeEvents: ["$pageleave"], integrationId: server } },
        });
        expect(world.batchExports()).toMatchObject([
          { destination: { config: { database: "d", schema: "public", exclude_events: ["$pageleave"] } } },
        ]);
        expect(await start().read(RESOURCE, entry)).toEqual({ ...entry, inputs });
        const last = await changed(
          { entry, inputs },
          { destination: { postgres: { database: "d", integrationId: server } } },
        );
        expect(world.batchExports()).toMatchObject([{ destination: { config: { exclude_events: null } } }]);
        expect(await start().diff(RESOURCE, last.entry, last.inputs)).toEqual(NO_CHANGE);
      });

      test("are refused in the preview where the compression is none of the format's", async () => {
        const integrationId = keys();
        const check = (config: Values) =>
          start().check(
            RESOURCE,
            undefined,
            declared({ destination: { awsS3: { ...CONFIG, ...config, integrationId } } }),
          );
        for (const config of [{ compression: "zstd" }, { fileFormat: "JSONLines", compression: "snappy" }]) {
          expect((await check(config)).problems.join()).toMatch(/compression[^]*"gzip", "brotli" for JSONLines/u);
        }
        const fine = [{ compression: "brotli" }, { fileFormat: "Parquet", compression: "snappy" }];
        for (const config of fine) expect((await check(config)).problems).toEqual([]);
      });

      test("are not replaced by a program that leaves out the model of an import, which is the default", async () => {
        const { entry, inputs } = await made({ model: "events" });
        const { model: _model, ...news } = inputs;
        expect((await start().diff(RESOURCE, entry, news)).replaces).toEqual([]);
        const { entry: unsaid } = await made({ name: "Another" });
        const said = { ...inputs, name: "Another", model: "events" };
        expect((await start().diff(RESOURCE, unsaid, said)).replaces).toEqual([]);
      });

      test("are replaced by another model, though the service changed it in September", async () => {
        const { entry, inputs } = await made({ model: "persons" });
        const news = { ...inputs, model: "sessions" };
        expect(await start().diff(RESOURCE, entry, news)).toEqual({ changes: true, replaces: ["model"] });
      });

      test("take filters with other models as far as the day's service does, which no preview judges", async () => {
        const persons = declared({ model: "persons", filters: FILTERS });
        const { inputs, problems } = await start().check(RESOURCE, undefined, persons);
        expect(problems).toEqual([]);
        const outcome = await start()
          .create(RESOURCE, inputs)
          .then(
            async (entry) => isDeepStrictEqual(await start().read(RESOURCE, entry), { ...entry, inputs }),
            (error: unknown) => String(error),
          );
        expect(String(outcome)).toMatch(
          isOctober ? /'filters' is only supported for 'events' not 'persons'/u : /^true$/u,
        );
        const query = { model: "hogql", hogqlQuery: "select 1 as one" };
        const both = await start().check(RESOURCE, undefined, declared({ ...query, filters: FILTERS }));
        expect(both.problems.join()).toMatch(/filters/u);
        expect((await start().check(RESOURCE, undefined, declared({ ...query, filters: "[]" }))).problems).toEqual([]);
      });

      test("read a query on events back from its schema, with spaces folded", async () => {
        // A project that already has such an export can still create more.
        world.sandbox.control.changeSettings({ asOf: "2026-09-16" });
        const hogqlQuery = "SELECT\n  event,\n  properties.$browser AS browser\nFROM events\n";
        const first = await made({ hogqlQuery });
        world.sandbox.control.changeSettings({ asOf });
        expect(await start().read(RESOURCE, first.entry)).toEqual({ ...first.entry, inputs: first.inputs });
        const folded = declared({ hogqlQuery: "SELECT event, properties.$browser AS browser FROM events" });
        expect(await start().diff(RESOURCE, first.entry, filled(folded))).toEqual(NO_CHANGE);
        const second = await changed(first, { hogqlQuery: "SELECT event FROM events" });
        expect(world.batchExports()).toMatchObject([{ schema: { hogql_query: "SELECT event FROM events" } }]);
        const { entry, inputs } = await changed(second, {});
        expect(world.batchExports()).toMatchObject([{ schema: null }]);
        expect(await start().read(RESOURCE, entry)).toEqual({ ...entry, inputs });
      });

      test("export the rows of a query, and merge them as soon as the service shows that it can", async () => {
        world.sandbox.control.call("PATCH", "batch-export-flags", { hogql: true });
        const query = { model: "hogql", hogqlQuery: "select 1 as one" };
        const merge = { primaryKey: ["one"], incrementalMode: "merge" };
        world.sandbox.control.clearRequests();
        const first = await made({ ...query, ...merge });
        const stored = isOctober
          ? { primary_key: ["one"], incremental_mode: "MERGE" }
          : { primary_key: null, incremental_mode: "APPEND" };
        expect(world.batchExports()).toMatchObject([{ model: "hogql", hogql_query: "select 1 as one", ...stored }]);
        expect(writesOf(world).map(({ method }) => method)).toEqual(isOctober ? ["POST", "PATCH"] : ["POST"]);
        expect(first.entry.state["withoutEffect"]).toEqual(isOctober ? undefined : ["primaryKey", "incrementalMode"]);
        expect(await start().read(RESOURCE, first.entry)).toEqual({ ...first.entry, inputs: first.inputs });
        expect(await start().diff(RESOURCE, first.entry, first.inputs)).toEqual(NO_CHANGE);
        const next = { ...query, ...merge, hogqlQuery: "select 2 as one", versionKey: ["one"] };
        const bodies = bodiesOfChanges();
        const { entry, inputs } = await changed(first, next);
        expect(bodies()).toEqual([{ hogql_query: "select 2 as one", ...(isOctober ? { version_key: ["one"] } : {}) }]);
        expect(await start().read(RESOURCE, entry)).toEqual({ ...entry, inputs });
      });

      test("refuse in the preview what the service refuses on every day", async () => {
        const problems = async (further: Values): Promise<string> =>
          (await start().check(RESOURCE, undefined, declared(further))).problems.join("\n");
        expect(await problems({ model: "hogql" })).toMatch(/hogql_?query[^]*is required/iu);
        expect(await problems({ offsetDay: 1 })).toMatch(/offset_?day[^]*needs/iu);
        expect(await problems({ interval: "day", offsetDay: 1 })).toMatch(/offset_?day[^]*needs/iu);
        expect(await problems({ offsetHour: 1 })).toMatch(/offset_?hour[^]*needs/iu);
        // Of these the service of some day takes each, or passes it over.
        for (const further of [{ hogqlQuery: "select 1" }, { primaryKey: ["a"] }, { incrementalMode: "merge" }]) {
          expect(await problems(further)).toBe("");
        }
      });
    });

    describe("made on 2026-09-16", () => {
      test("lose every part of the schedule that leaves the program, and no other", async () => {
        await open("2026-09");
        const whole = { interval: "week", offsetDay: 3, offsetHour: 4, timezone: "Europe/Berlin" };
        const parts = ["offsetDay", "offsetHour", "timezone"] as const;
        const subsets = Array.from({ length: 2 ** parts.length - 1 }, (_, bits) =>
          parts.filter((_part, at) => ((bits >> at) & 1) === 1),
        );
        const first = await made(whole);
        for (const interval of ["week", "day"]) {
          for (const kept of subsets.filter((all) => interval === "week" || !all.includes("offsetDay"))) {
            const further = { interval, ...Object.fromEntries(kept.map((name) => [name, whole[name]])) };
            const { entry, inputs } = await changed(first, further);
            const [row] = world.batchExports();
            const { offset_day: day, offset_hour: hour, timezone } = row ?? {};
            expect({ kept, interval, day: day ?? 0, hour: hour ?? 0, timezone }).toEqual({
              kept,
              interval,
              day: kept.includes("offsetDay") ? 3 : 0,
              hour: kept.includes("offsetHour") ? 4 : 0,
              timezone: kept.includes("timezone") ? "Europe/Berlin" : "UTC",
            });
            expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
            expect((await start().read(RESOURCE, entry))?.inputs).toEqual(inputs);
            await changed({ entry, inputs }, whole);
          }
        }
      });

      test("show no drift, are not replaced and lose nothing when the service moves on to 2026-10-15, and back", async () => {
        await open("2026-09");
        const { control } = world.sandbox;
        control.changeSettings({ asOf: "2026-09-16" });
        control.call("PATCH", "batch-export-flags", { hogql: true });
        const destination = { awsS3: { ...CONFIG, fileFormat: "Parquet", compression: "zstd", integrationId: keys() } };
        const programs: readonly Values[] = [
          { name: "Bucket", destination, incrementalMode: "append" },
          { name: "Persons", model: "persons", filters: FILTERS, interval: "week", offsetDay: 2, offsetHour: 3 },
          { name: "Columns", hogqlQuery: "SELECT event,\n  team_id AS team FROM events", interval: "day" },
          { name: "Rows", model: "hogql", hogqlQuery: "select 1\n as one", timezone: "Europe/Berlin" },
        ];
        const all: Made[] = [];
        for (const program of programs) all.push(await made(program));
        const held = world.batchExports();
        for (const asOf of ["2026-10-15", "2026-09-16"]) {
          control.changeSettings({ asOf });
          control.clearRequests();
          const run = start();
          for (const { entry, inputs } of all) {
            expect(await run.diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
            const read = await run.read(RESOURCE, entry);
            expect(read).toEqual({ ...entry, inputs });
            expect(await run.update(RESOURCE, read ?? entry, inputs)).toEqual(entry);
          }
          expect(writesOf(world)).toEqual([]);
          expect(world.batchExports()).toEqual(held);
        }
        control.changeSettings({ asOf: "2026-10-15" });
        for (const { entry } of all) await start().delete(RESOURCE, entry);
        expect(world.batchExports()).toEqual([]);
      });
    });
  },
);
