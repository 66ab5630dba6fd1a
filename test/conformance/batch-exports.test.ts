import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { Engine } from "../support/engine-under-test.ts";
import type { Row } from "../support/conformance-row.ts";
import { type Fixture, checked, created, describeRows } from "../support/conformance-table.ts";
import { writesOf } from "../support/scenario-world.ts";

/** More than the ten failed runs after which the service pauses an export that runs every hour. */
const HALF_A_DAY_S = 12 * 3600;

const POSTGRES = { host: "db.globex.example", database: "globex", port: 5433 };
/** That database, opened with a login. */
const opened = (password: string): Values => ({ postgres: { ...POSTGRES, user: "u", password } });

/** Exports to S3 can't be created in 2026, see linked-exports.test.ts. */
const isExportToS3 = ({ resource }: Row, _engine: Engine, dialect: Dialect): boolean =>
  resource === "BatchExport" && dialect !== "2026-09";

/** Optional settings of each block, and the service's values after they leave the program. */
const OPTIONAL: readonly { block: string; needed: Values; credentials: Values; optional: Values; left: Values }[] = [
  {
    block: "postgres",
    needed: { host: "db.globex.example", database: "globex" },
    credentials: { user: "u", password: "p" },
    optional: {
      port: 5433,
      schema: "exports",
      tableName: "rows",
      hasSelfSignedCert: true,
      includeEvents: ["$pageview"],
    },
    left: { port: "5432", schema: "public", table_name: "events", has_self_signed_cert: "False", include_events: null },
  },
  {
    block: "redshift",
    needed: { host: "db.globex.example", database: "globex" },
    credentials: { user: "u", password: "p" },
    optional: { port: 5440, schema: "exports", tableName: "rows", propertiesDataType: "super", mode: "COPY" },
    left: { port: "5439", schema: "public", table_name: "events", properties_data_type: "varchar", mode: "INSERT" },
  },
  {
    block: "snowflake",
    needed: { account: "a", database: "globex", warehouse: "w", schema: "s" },
    credentials: { user: "u", password: "p", privateKey: "k" },
    optional: { tableName: "rows", authenticationType: "keypair", role: "exporter" },
    left: { table_name: "events", authentication_type: "password", role: null },
  },
  {
    block: "bigQuery",
    needed: { projectId: "p", datasetId: "d" },
    credentials: { privateKey: "k", privateKeyId: "i", clientEmail: "a@globex.example", tokenUri: "https://t.example" },
    optional: { tableId: "rows", useJsonType: true, excludeEvents: ["$pageleave"] },
    left: { table_id: "events", use_json_type: "False", exclude_events: null },
  },
  {
    block: "s3",
    needed: { bucketName: "b", region: "r", prefix: "p" },
    credentials: { awsAccessKeyId: "i", awsSecretAccessKey: "k" },
    optional: {
      fileFormat: "Parquet",
      compression: "zstd",
      useVirtualStyleAddressing: true,
      endpointUrl: "https://e.example",
    },
    left: { file_format: "JSONLines", compression: null, use_virtual_style_addressing: "False", endpoint_url: null },
  },
];

/** The running export of the table, its runs failing from now on. */
async function failing(fixture: Fixture): Promise<Awaited<ReturnType<typeof created>>> {
  const made = await created(fixture, { ...fixture.full, paused: false, startAt: "2020-01-01", endAt: "2090-01-01" });
  const { control } = fixture.world.sandbox;
  const outcome = { status: "Failed", error: "no such bucket" };
  control.call("PATCH", `batch-exports/${String(made.entry.state["exportId"])}`, { outcome });
  for (let hours = 0; hours < HALF_A_DAY_S / 3600; hours += 1) control.advanceClock(3600);
  return made;
}

/** The only export, as the service shows it. */
async function exportIn({ world }: Fixture): Promise<Values | undefined> {
  const { results } = await world.send("GET", `organizations/${world.organizationId}/batch_exports/`);
  return (results as Values[])[0];
}

describeRows(
  (fixture) => {
    const { row } = fixture;
    const { resource } = row;

    test("shows as drift that the service paused an export, says why, and lets it run again", async () => {
      const { entry, inputs } = await failing(fixture);
      const run = fixture.start();
      const read = await run.read(resource, entry);
      expect(read?.inputs).toEqual({ ...inputs, paused: true });
      expect(run.messages.map(({ text }) => text).join("\n")).toMatch(
        /The service paused the export "Events → S3 [^\n]*" after too many failed runs\n.*no such bucket/u,
      );
      const next = fixture.start();
      expect(await next.diff(resource, read ?? entry, inputs)).toEqual({ changes: true, replaces: [] });
      fixture.world.sandbox.control.clearRequests();
      const after = await next.update(resource, read ?? entry, inputs);
      expect(after.state["paused"]).toBe(false);
      expect(writesOf(fixture.world).map(({ path }) => path.split("/").at(-2))).toEqual(["unpause"]);
      expect(await fixture.start().diff(resource, after, inputs)).toEqual({ changes: false, replaces: [] });
    });

    test("replaces an export whose destination is of another type", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      const run = fixture.start();
      const news = await checked(run, row, { ...fixture.full, destination: opened("p") }, inputs);
      expect(await run.diff(resource, entry, news)).toEqual({ changes: true, replaces: ["destination"] });
    });

    test.each(OPTIONAL)(
      "an optional setting that leaves a destination of the kind $block goes back to the service's default",
      async ({ block, needed, credentials, optional, left }) => {
        const withConfig = (config: Values): Values => ({
          ...fixture.minimal,
          destination: { [block]: { ...config, ...credentials } },
        });
        const { entry, inputs } = await created(fixture, withConfig({ ...needed, ...optional }));
        const run = fixture.start();
        const news = await checked(run, row, withConfig(needed), inputs);
        expect(await run.diff(resource, entry, news)).toEqual({ changes: true, replaces: [] });
        const after = await run.update(resource, entry, news);
        expect(fixture.world.batchExports()).toMatchObject([{ destination: { config: left } }]);
        const read = await fixture.start().read(resource, after);
        expect(read).toEqual({ ...after, inputs: news });
        expect(await fixture.start().diff(resource, after, news)).toEqual({ changes: false, replaces: [] });
      },
    );

    test("says at check what a destination lacks", async () => {
      const run = fixture.start();
      const declared = { ...fixture.minimal, destination: { postgres: POSTGRES } };
      const refused = run.check(resource, undefined, declared);
      const { problems } = await refused.catch((error: unknown) => ({ problems: [String(error)] }));
      expect(problems.join("\n")).toMatch(/user[^\n]* is required for a destination of the type Postgres/u);
    });

    test("refuses in the preview what no export can be, in the words of the engine", async () => {
      const refusalOf = async (destination: Values): Promise<string> => {
        const { problems } = await fixture.start().check(resource, undefined, { ...fixture.minimal, destination });
        return problems.join("\n");
      };
      const { s3 } = fixture.minimal["destination"] as { readonly s3: Values };
      expect(await refusalOf({ other: { type: "s3" } })).toMatch(
        /destination\.other\.type:? is "s3", which isn't a type; use the block destination\.s3\.?$/u,
      );
      expect(await refusalOf({ s3: { ...s3, fileFormat: "parquet" } })).toMatch(
        /expected one of "JSONLines", "Parquet", found "parquet"; did you mean "Parquet"\?/u,
      );
      expect(await refusalOf({ s3: { ...s3, compression: "zip" } })).toMatch(
        /expected one of "gzip", "brotli" for JSONLines, found "zip"/u,
      );
      expect(writesOf(fixture.world)).toEqual([]);
    });

    test("sends a secret that the program first has, and a changed one, and no other time", async () => {
      const declared = { ...fixture.minimal, destination: opened("one") };
      let { entry, inputs } = await created(fixture, declared);
      const sent: unknown[] = [];
      for (const change of [{ interval: "day" }, { interval: "day", destination: opened("two") }]) {
        const run = fixture.start();
        inputs = await checked(run, row, { ...declared, ...change }, inputs);
        entry = await run.update(resource, entry, inputs);
        const stored = fixture.world.batchExports()[0]?.["destination"] as { config: Values };
        sent.push(stored.config["password"]);
      }
      expect(sent).toEqual(["one", "two"]);
      const run = fixture.start();
      const found = await run.find(resource, entry.id);
      expect(JSON.stringify(found)).not.toMatch(/"two"/u);
      expect(found?.state["destination"]).toEqual({ postgres: POSTGRES });
    });

    test("sends the secret that changed and not the others", async () => {
      const declared = { ...fixture.minimal, destination: opened("one") };
      const { entry, inputs } = await created(fixture, declared);
      const { id, team_id } = (await exportIn(fixture)) as { id: string; team_id: number };
      const elsewhere = { type: "Postgres", config: { user: "set elsewhere" } };
      await fixture.world.send("PATCH", `projects/${team_id}/batch_exports/${id}/`, { destination: elsewhere });
      const run = fixture.start();
      const rotated = { ...declared, destination: opened("two") };
      await run.update(resource, entry, await checked(run, row, rotated, inputs));
      const changed = { destination: { config: { user: "set elsewhere", password: "two" } } };
      expect(fixture.world.batchExports()).toMatchObject([changed]);
    });

    test("sends all secrets once more when `rotate` changes, and nothing when it leaves the program", async () => {
      const { entry, inputs } = await created(fixture, fixture.full);
      const { id, team_id } = (await exportIn(fixture)) as { id: string; team_id: number };
      const elsewhere = { type: "S3", config: { aws_access_key_id: "elsewhere", aws_secret_access_key: "elsewhere" } };
      await fixture.world.send("PATCH", `projects/${team_id}/batch_exports/${id}/`, { destination: elsewhere });
      const run = fixture.start();
      const news = await checked(run, row, { ...fixture.full, rotate: "second" }, inputs);
      expect(await run.diff(resource, entry, news)).toEqual({ changes: true, replaces: [] });
      const after = await run.update(resource, entry, news);
      const secrets = { aws_access_key_id: "AKIA-CANARY", aws_secret_access_key: "s3-canary" };
      expect(fixture.look(after)).toMatchObject({ secrets });
      expect(after.state["rotate"]).toBe("second");
      expect(await fixture.start().diff(resource, after, news)).toEqual({ changes: false, replaces: [] });
      const { rotate: _gone, ...plain } = fixture.full;
      const last = fixture.start();
      fixture.world.sandbox.control.clearRequests();
      await last.update(resource, after, await checked(last, row, plain, news));
      expect(writesOf(fixture.world)).toEqual([]);
    });

    test("takes the first secret after an import for the current one, and sends the next", async () => {
      const { rotate: _asksForIt, ...declared } = fixture.full;
      const { entry } = await created(fixture, declared);
      const found = await fixture.start().find(resource, entry.id);
      if (found === undefined) throw new Error("nothing was found");
      const run = fixture.start();
      const inputs = await checked(run, row, declared, found.inputs);
      fixture.world.sandbox.control.clearRequests();
      const taken = await run.update(resource, found, inputs);
      expect(writesOf(fixture.world)).toEqual([]);
      const { s3 } = declared["destination"] as { readonly s3: Values };
      const keys = { awsAccessKeyId: "AKIA-2", awsSecretAccessKey: "s3-2" };
      const rotated = { ...declared, destination: { s3: { ...s3, ...keys } } };
      const next = fixture.start();
      const news = await checked(next, row, rotated, inputs);
      expect(await next.diff(resource, taken, news)).toEqual({ changes: true, replaces: [] });
      await next.update(resource, taken, news);
      expect(fixture.look(entry)?.["secrets"]).toEqual({ aws_access_key_id: "AKIA-2", aws_secret_access_key: "s3-2" });
    });

    test("sends the first secret after an import where `rotate` asks for it", async () => {
      const { entry } = await created(fixture, fixture.full);
      const found = await fixture.start().find(resource, entry.id);
      if (found === undefined) throw new Error("nothing was found");
      const run = fixture.start();
      const inputs = await checked(run, row, fixture.full, found.inputs);
      expect(await run.diff(resource, found, inputs)).toEqual({ changes: true, replaces: [] });
      fixture.world.sandbox.control.clearRequests();
      await run.update(resource, found, inputs);
      expect(writesOf(fixture.world).map(({ method }) => method)).toEqual(["PATCH"]);
    });
  },
  isExportToS3,
  { furtherEngines: "none" },
);

describeRows(
  (fixture) => {
    const isMade = fixture.dialect === "documented";
    test(`without a project is ${isMade ? "made" : "refused, with the remedy"}`, async () => {
      const { projectId: _project, ...declared } = fixture.minimal;
      const outcome = await created(fixture, declared).then(
        () => "made",
        (error: unknown) => String(error),
      );
      expect(outcome).toMatch(isMade ? /^made$/u : /Could not create BatchExport[^]*Give the ID of the project/u);
      expect(fixture.world.batchExports()).toHaveLength(isMade ? 1 : 0);
    });
  },
  isExportToS3,
  { dialects: "each", furtherEngines: "none" },
);
