import { afterEach, describe, expect, test } from "@jest/globals";

import type { Dialect } from "../../packages/sandbox/src/index.ts";
import { TABLE_DIALECTS } from "../support/dialects.ts";
import type { Values } from "../../src/model/json-value.ts";
import { UNKNOWN, TYPED_ENGINES } from "../support/conformance-engine.ts";
import { BUCKET, INLINE, LINKED, LOGIN, SERVER } from "../support/destination-samples.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { startWorld, type World, writesOf } from "../support/scenario-world.ts";

const RESOURCE = "BatchExport";
const NO_CHANGE = { changes: false, replaces: [] };
/** A block as the service shows it. */
function withoutSecrets(block: Values): Values {
  return Object.fromEntries(Object.entries(block).filter(([, value]) => !/canary/u.test(String(value))));
}

describe.each(TYPED_ENGINES.map((engine) => ({ name: engine.name, engine })))(
  "typed destinations, $name",
  ({ engine }) => {
    let world: World;
    let projectId: string;
    const runs: EngineRun[] = [];

    const open = async (dialect: Dialect): Promise<void> => {
      world = await startWorld(dialect);
      world.settleIn(world.organizationId);
      projectId = String(world.project(world.organizationId));
    };
    const start = (): EngineRun => {
      const run = world.start(engine, LONG_TIMEOUT);
      runs.push(run);
      return run;
    };
    const integration = (kind: string, config: Values): string => {
      const made = world.sandbox.control.call("POST", "integrations", { project: Number(projectId), kind, config });
      return String((made as { number: number }).number);
    };
    const declared = (destination: unknown, further: Values = {}): Values => {
      const { organizationId } = world;
      return { organizationId, projectId, name: "Out", interval: "hour", destination, ...further };
    };
    const filled = (destination: unknown, further: Values = {}): Values => ({
      paused: false,
      allowDuplicateName: false,
      ...declared(destination, further),
    });
    const made = async (destination: unknown, further: Values = {}): Promise<{ entry: Entry; inputs: Values }> => {
      const { inputs, problems } = await start().check(RESOURCE, undefined, declared(destination, further));
      expect(problems).toEqual([]);
      return { entry: await start().create(RESOURCE, inputs), inputs };
    };
    const problemsOf = async (destination: unknown, further: Values = {}): Promise<string> => {
      const checked = start()
        .check(RESOURCE, undefined, declared(destination, further))
        .catch((error: unknown) => ({ problems: [String(error)] }));
      return (await checked).problems.join("\n");
    };
    const configAt = (): Values => {
      const [row = {}] = world.batchExports();
      return (row["destination"] as { readonly config: Values }).config;
    };

    afterEach(async () => {
      const said = JSON.stringify(runs.splice(0).map(({ messages }) => messages));
      await world.sandbox.close();
      if (said.includes("canary")) throw new Error("A message shows a secret");
    });

    test.each(Object.entries(INLINE))(
      "%s is made, read, compared and imported with its own secrets",
      async (name, block) => {
        await open("2025-08");
        const { entry, inputs } = await made({ [name]: block });
        expect(entry.state["destination"]).toEqual({ [name]: block });
        expect(await start().read(RESOURCE, entry)).toEqual({ ...entry, inputs });
        expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
        const found = await start().find(RESOURCE, entry.id);
        expect(found?.state["destination"]).toEqual({ [name]: withoutSecrets(block) });
        expect(JSON.stringify(found)).not.toContain("canary");
        const taken = await start().update(RESOURCE, found ?? entry, inputs);
        expect(await start().diff(RESOURCE, taken, inputs)).toEqual(NO_CHANGE);
      },
    );

    test.each(Object.entries(LINKED))("%s is made, changed and imported with an integration", async (name, at) => {
      await open("2026-09");
      const block = { ...at.block, integrationId: integration(at.kind, at.config) };
      const { entry, inputs } = await made({ [name]: block });
      expect(await start().read(RESOURCE, entry)).toEqual({ ...entry, inputs });
      expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
      expect((await start().find(RESOURCE, entry.id))?.state["destination"]).toEqual({ [name]: block });
      const news = filled({ [name]: { ...block, includeEvents: ["$pageview"] } });
      expect(await start().diff(RESOURCE, entry, news)).toEqual({ changes: true, replaces: [] });
      const after = await start().update(RESOURCE, entry, news);
      expect(configAt()).toMatchObject({ include_events: ["$pageview"] });
      expect(await start().diff(RESOURCE, after, news)).toEqual(NO_CHANGE);
      const other = name === "http" ? "awsS3" : "http";
      const moved = filled({ [other]: INLINE[other] });
      expect((await start().diff(RESOURCE, after, moved)).replaces).toEqual(["destination"]);
    });

    test("a secret that changed is sent alone, one that left is taken away, and `rotate` sends all", async () => {
      await open("2025-08");
      const block = { account: "a", database: "d", warehouse: "w", schema: "s", ...LOGIN, privateKey: "k-canary" };
      const { entry } = await made({ snowflake: block });
      const { id } = world.batchExports()[0] as { id: string };
      const elsewhere = { type: "Snowflake", config: { user: "elsewhere" } };
      await world.send("PATCH", `projects/${projectId}/batch_exports/${id}/`, { destination: elsewhere });
      const { privateKey: _key, ...rest } = { ...block, password: "p2-canary" };
      const news = filled({ snowflake: rest });
      expect(await start().diff(RESOURCE, entry, news)).toEqual({ changes: true, replaces: [] });
      const after = await start().update(RESOURCE, entry, news);
      expect(configAt()).toMatchObject({ user: "elsewhere", password: "p2-canary", private_key: null });
      const rotated = filled({ snowflake: rest }, { rotate: "now" });
      const last = await start().update(RESOURCE, after, rotated);
      expect(configAt()).toMatchObject({ user: "u-canary", password: "p2-canary" });
      expect(await start().diff(RESOURCE, last, rotated)).toEqual(NO_CHANGE);
    });

    test("a type that Orgform does not know is made, compared, changed and imported with the block `other`", async () => {
      await open("2025-08");
      const config = { database: "globex", host: SERVER.host, port: "5433", ssl_mode: "canary", ...LOGIN };
      const { entry, inputs } = await made({ other: { type: "Postgres", config } });
      expect(configAt()).toMatchObject({ ...config });
      expect(await start().read(RESOURCE, entry)).toEqual({ ...entry, inputs });
      expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
      const { ssl_mode: _gone, ...rest } = config;
      const news = filled({ other: { type: "Postgres", config: { ...rest, include_events: '["canary"]' } } });
      expect(await start().diff(RESOURCE, entry, news)).toEqual({ changes: true, replaces: [] });
      const after = await start().update(RESOURCE, entry, news);
      expect(configAt()).toMatchObject({ ...rest, ssl_mode: null, include_events: ["canary"] });
      expect(await start().diff(RESOURCE, after, news)).toEqual(NO_CHANGE);
      // The block of the type is the same export.
      const typed = filled({ postgres: { ...SERVER, ...LOGIN } });
      expect(await start().diff(RESOURCE, after, typed)).toEqual({ changes: true, replaces: [] });
      const moved = await start().update(RESOURCE, after, typed);
      expect(await start().diff(RESOURCE, moved, typed)).toEqual(NO_CHANGE);
      const other = filled({ other: { type: "Newer" } });
      expect((await start().diff(RESOURCE, after, other)).replaces).toEqual(["destination"]);
    });

    test("a project of another organization than the configured one is enough", async () => {
      await open("2026-09");
      projectId = String(world.project(world.otherOrganizationId));
      const { entry, inputs } = await made({ http: INLINE["http"] });
      expect(await start().read(RESOURCE, entry)).toEqual({ ...entry, inputs });
      expect(await start().diff(RESOURCE, entry, inputs)).toEqual(NO_CHANGE);
      const renamed = await start().update(RESOURCE, entry, filled({ http: INLINE["http"] }, { name: "Renamed" }));
      expect(world.batchExports()).toMatchObject([{ name: "Renamed", project: Number(projectId) }]);
      await start().delete(RESOURCE, renamed);
      expect(world.batchExports()).toEqual([]);
    });

    test.each(TABLE_DIALECTS)("a project is enough where no organization is configured, %s", async (dialect) => {
      await open(dialect);
      const { organizationId: _left, ...alone } = declared({ http: INLINE["http"] });
      const { inputs, problems } = await start().check(RESOURCE, undefined, alone);
      expect([problems, inputs["organizationId"]]).toEqual([[], world.organizationId]);
      // If the preview doesn't know the project, it doesn't know the organization either, so create looks it up.
      const ahead = await start().check(RESOURCE, undefined, { ...alone, projectId: UNKNOWN });
      expect([ahead.problems, ahead.inputs["organizationId"]]).toEqual([[], UNKNOWN]);
      const { organizationId: _found, ...late } = inputs;
      const entry = await start().create(RESOURCE, late);
      expect(entry.id.split("/")[0]).toBe(world.organizationId);
      const again = await start().check(RESOURCE, inputs, alone);
      expect(await start().diff(RESOURCE, entry, again.inputs)).toEqual(NO_CHANGE);
      const elsewhere = start().check(RESOURCE, undefined, { ...alone, projectId: "999999" });
      const refused = await elsewhere.catch((error: unknown) => ({ problems: [String(error)] }));
      expect(refused.problems.join("\n")).toMatch(/organization_?id.* is required: set it here, or /iu);
      expect(writesOf(world).map(({ method }) => method)).toEqual(["POST"]);
    });

    test("what a destination cannot be is said in the preview, with its place", async () => {
      await open("2025-08");
      const { http = {}, postgres = {} } = INLINE;
      expect(await problemsOf({ http, postgres })).toMatch(
        /destination\.http[^]*is set together with [^]*destination\.postgres/u,
      );
      expect(await problemsOf({})).toMatch(/destination[^]*set one of [^]*(?:aws_s3|awsS3)/u);
      expect(await problemsOf({ postgres: { host: "h", database: "d", user: "u" } })).toMatch(
        /password[^]*is required for a destination of the type Postgres; or give [^]*integration/u,
      );
      expect(await problemsOf({ redshift: { ...INLINE["redshift"], mode: "copy" } })).toMatch(
        /destination\.redshift\.mode[^]*expected one of "INSERT", "COPY", found "copy"; did you mean "COPY"/u,
      );
      expect(await problemsOf({ s3: { ...BUCKET, compression: "zstd" } })).toMatch(
        /destination\.s3\.compression[^]*expected one of "gzip", "brotli" for JSONLines/u,
      );
      expect(await problemsOf({ redshift: { ...INLINE["redshift"], copyInputs: "canary" } })).toMatch(
        /copy_?inputs[^]*expected a JSON object(?![^]*canary)/iu,
      );
      expect(await problemsOf({ awsS3: BUCKET })).toMatch(/integration_?id[^]*(?:is required|integration_id)/iu);
      expect(writesOf(world)).toEqual([]);
    });

    test("what is not known yet is waited for", async () => {
      await open("2026-09");
      for (const destination of [UNKNOWN, { awsS3: UNKNOWN }, { awsS3: { ...BUCKET, integrationId: UNKNOWN } }]) {
        expect(await problemsOf(destination)).toBe("");
      }
    });

    test("what a service of 2026 makes no more is said in the preview", async () => {
      await open("2026-09");
      expect(await problemsOf({ s3: INLINE["s3"] })).toMatch(
        /no longer creates exports of the type S3[^]*destination\.(?:aws_s3|awsS3)/u,
      );
      expect(await problemsOf({ postgres: INLINE["postgres"] })).toMatch(
        /creates an export of the type Postgres only with an integration[^]*destination\.postgres\.integration/u,
      );
      expect(await problemsOf({ http: INLINE["http"] })).toBe("");
      expect(writesOf(world)).toEqual([]);
    });
  },
);
