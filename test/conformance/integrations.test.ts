import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import type { Snapshot } from "../../packages/sandbox/src/index.ts";
import { FINGERPRINTS } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import { STORY_ENGINES, UNKNOWN } from "../support/conformance-engine.ts";
import type { EngineRun, Entry } from "../support/engine-under-test.ts";
import { type BlockSample, BLOCK_SAMPLES } from "../support/integration-blocks.ts";
import { integrationsIn } from "../support/rows-integration.ts";
import { FOUNDER, startWorld, type World, writesOf } from "../support/scenario-world.ts";

const NOTHING = { changes: false, replaces: [] };
const CHANGED = { changes: true, replaces: [] };

const titleOf = ({ block, form }: BlockSample): string => (form === undefined ? block : `${block} (${form})`);
const SAMPLES = BLOCK_SAMPLES.map((sample) => [titleOf(sample), sample] as const);

/** Values without secrets, as an import has them. */
const withoutPrints = ({ [FINGERPRINTS]: _prints, ...state }: Values): Values => state;

describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))("integrations, %s", (_name, engine) => {
  let world: World;
  let empty: Snapshot;
  let projectId: string;
  let runs: EngineRun[];
  beforeAll(async () => {
    world = await startWorld("2026-09");
    empty = world.sandbox.control.snapshot();
  });
  beforeEach(() => {
    world.sandbox.control.restore(empty);
    world.loseRecords();
    projectId = String(world.project(world.organizationId));
    runs = [];
    world.sandbox.control.clearRequests();
  });
  afterEach(() => {
    const said = JSON.stringify(runs.map(({ messages }) => messages));
    if (said.includes("canary")) throw new Error(`a secret was said: ${said}`);
  });
  afterAll(() => world.sandbox.close());

  function start(): EngineRun {
    const run = world.start(engine);
    runs.push(run);
    return run;
  }

  async function checked(declared: Values, before?: Values): Promise<Values> {
    const { inputs, problems } = await start().check("Integration", before, declared);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    return inputs;
  }

  async function made(block: string, members: Values): Promise<{ entry: Entry; inputs: Values }> {
    const inputs = await checked({ projectId, [block]: members });
    return { entry: await start().create("Integration", inputs), inputs };
  }

  const numbers = (): number[] => integrationsIn(world).map(({ number }) => Number(number));

  describe.each(SAMPLES)("%s", (_title, sample) => {
    const { block, members, id, shown } = sample;

    test("is made, read, imported and deleted under an id without its number", async () => {
      const { entry, inputs } = await made(block, members);
      expect(entry.id).toBe(`${projectId}/${id}`);
      const [number] = numbers();
      expect(entry.state).toMatchObject({ [block]: members, integrationId: String(number), kind: id.split("/")[0] });
      expect(await start().read("Integration", entry)).toEqual({ ...entry, inputs });
      expect(await start().diff("Integration", entry, inputs)).toEqual(NOTHING);
      const found = await start().find("Integration", entry.id);
      expect(found).toMatchObject({ id: entry.id, state: { integrationId: String(number), [block]: shown } });
      await start().delete("Integration", entry);
      expect(numbers()).toEqual([]);
      expect(await start().read("Integration", entry)).toBe(undefined);
    });

    test(`gets other credentials ${sample.rotates}`, async () => {
      const { entry, inputs } = await made(block, members);
      const [before] = numbers();
      const next = await checked({ projectId, [block]: { ...members, ...sample.change } }, inputs);
      expect(await start().diff("Integration", entry, next)).toEqual(CHANGED);
      world.sandbox.control.clearRequests();
      const after = await start().update("Integration", entry, next);
      const writes = {
        "beside the old one": ["POST", "DELETE"],
        "by overwriting": ["POST"],
        "after deleting": ["DELETE", "POST"],
      };
      expect(writesOf(world).map(({ method }) => method)).toEqual(writes[sample.rotates]);
      expect(numbers()).toHaveLength(1);
      expect(numbers()[0] === before).toBe(sample.rotates === "by overwriting");
      expect(after).toMatchObject({ id: entry.id, state: { ...next, integrationId: String(numbers()[0]) } });
      expect(await start().diff("Integration", after, next)).toEqual(NOTHING);
      expect(await start().read("Integration", after)).toEqual({ ...after, inputs: next });
      // A third round continues from the second.
      const last = await start().update("Integration", after, await checked({ ...inputs, rotate: "now" }, next));
      expect(numbers()).toHaveLength(1);
      expect(withoutPrints(last.state)).toMatchObject({ ...inputs, integrationId: String(numbers()[0]) });
    });
  });

  /** An undeclared export of the project, linked to an integration. */
  async function link(name: string, integration: unknown, type = "AwsS3"): Promise<void> {
    const config = { bucket_name: "b", region: "eu-central-1", prefix: "p/" };
    const destination = { type, config, integration: Number(integration) };
    await world.send("POST", `projects/${projectId}/batch_exports/`, { name, interval: "hour", destination });
    world.sandbox.control.clearRequests();
  }

  const links = (): unknown[] => world.batchExports().map(({ destination }) => (destination as Values)["integration"]);
  const said = (): string => runs.flatMap(({ messages }) => messages.map(({ text }) => text)).join("\n");
  const KEYS = { name: "warehouse", awsAccessKeyId: "AKIA-CANARY", awsSecretAccessKey: "aws-canary" };

  test("a rotation links every export to the new one, says which, and tells a preview that the number changes", async () => {
    const { entry, inputs } = await made("awsS3", KEYS);
    await link("Events", entry.state["integrationId"]);
    await link("Persons", entry.state["integrationId"]);
    const next = await checked({ projectId, awsS3: { ...KEYS, awsSecretAccessKey: "aws-canary-2" } }, inputs);
    const after = await start().update("Integration", entry, next);
    const [number] = numbers();
    expect(links()).toEqual([number, number]);
    expect(integrationsIn(world)).toMatchObject([
      { identity: "warehouse~r2", secrets: { aws_secret_access_key: "aws-canary-2" } },
    ]);
    expect(after.state).toMatchObject({
      awsS3: { name: "warehouse" },
      integrationId: String(number),
      name: "warehouse",
    });
    expect(said()).toContain(
      `Linked the batch export "Events" of project ${projectId} to integration ${String(number)}`,
    );
    expect(said()).toContain('the batch export "Persons"');
  });

  test("what a rotation that was killed left is cleared up by the next update, and nothing loses its integration", async () => {
    const { entry, inputs } = await made("awsS3", KEYS);
    await link("Events", entry.state["integrationId"]);
    const config = { name: "warehouse~r2", aws_access_key_id: "AK", aws_secret_access_key: "unknown" };
    const left = world.sandbox.control.call("POST", "integrations", {
      project: Number(projectId),
      kind: "aws-s3",
      config,
    });
    await link("Persons", (left as Values)["number"]);
    const found = await start().read("Integration", entry);
    expect(found?.state).toMatchObject({ strayIds: [entry.state["integrationId"]] });
    if (found === undefined) throw new Error("it was dropped");
    expect(await start().diff("Integration", found, inputs)).toEqual(CHANGED);
    const after = await start().update("Integration", found, inputs);
    expect(integrationsIn(world)).toMatchObject([
      { identity: "warehouse~r3", secrets: { aws_secret_access_key: "aws-canary" } },
    ]);
    expect(links()).toEqual([numbers()[0], numbers()[0]]);
    expect(after.state["strayIds"]).toBe(undefined);
    expect(await start().diff("Integration", after, inputs)).toEqual(NOTHING);
  });

  test("tries that failed halfway do not pile up, and the next one that gets through leaves one", async () => {
    const { entry, inputs } = await made("awsS3", KEYS);
    await link("Events", entry.state["integrationId"]);
    const next = await checked({ projectId, awsS3: { ...KEYS, awsSecretAccessKey: "aws-canary-2" } }, inputs);
    for (let tries = 0; tries < 4; tries += 1) {
      world.sandbox.control.addFault({ kind: "status", status: 403, method: "PATCH" });
      await expect(start().update("Integration", entry, next)).rejects.toThrow("403");
      world.sandbox.control.clearFaults();
      expect(numbers().length).toBeLessThanOrEqual(3);
      expect(numbers()).toContain(links()[0]);
    }
    await start().update("Integration", entry, next);
    expect(numbers()).toEqual([links()[0]]);
  });

  test("what is in use is not deleted, and the message names who uses it and what to do", async () => {
    const { entry } = await made("awsS3", KEYS);
    await link("Events", entry.state["integrationId"]);
    await expect(start().delete("Integration", entry)).rejects.toThrow(
      /used by batch exports: Events\..*refer to `integration_?[iI]d`/su,
    );
    expect(numbers()).toHaveLength(1);
  });

  test("two declarations that would share one are refused in the preview, and others of one name are not", async () => {
    const said = async (run: EngineRun, block: Values): Promise<string> =>
      run.check("Integration", undefined, { projectId, ...block }).then(
        ({ problems }) => problems.join("\n"),
        (error: unknown) => String(error),
      );
    const server = { host: "db.globex.example", port: 5432, user: "loader" };
    const account = { serviceAccountEmail: "a@p.example", projectId: "p", impersonated: true };
    const shared: [Values, Values][] = [
      [{ postgresql: { ...server, password: "a" } }, { postgresql: { ...server, password: "b" } }],
      [{ postgresql: { ...server, password: "a" } }, { postgresql: { ...server, password: "a" } }],
      [{ postgresql: { ...server, password: UNKNOWN } }, { postgresql: { ...server, password: UNKNOWN } }],
      [{ awsRedshift: { ...server, password: "a" } }, { awsRedshift: { ...server, password: "b" } }],
      [{ googleCloudServiceAccount: account }, { googleCloudServiceAccount: { ...account, projectId: "q" } }],
      [
        { databricks: { serverHostname: "b.example", clientId: "a", clientSecret: "a" } },
        { databricks: { serverHostname: "b.example", clientId: "b", clientSecret: "b" } },
      ],
      [
        { azureBlob: { accountName: "acc", connectionString: "AccountName=acc;AccountKey=a" } },
        { azureBlob: { accountName: "acc", connectionString: "AccountName=acc;AccountKey=b" } },
      ],
    ];
    for (const [first, second] of shared) {
      const run = start();
      expect(await said(run, first)).toBe("");
      expect(await said(run.as("two"), second)).toMatch(/Declared twice: Integration .*one object for both/su);
    }
    const run = start();
    const others = [
      { postgresql: { ...server, password: "a" } },
      { postgresql: { ...server, port: 5433, password: "a" } },
      { postgresql: { ...server, host: UNKNOWN, password: "a" } },
      { postgresql: { ...server, host: UNKNOWN, password: "b" } },
      { awsRedshift: { ...server, password: "a" } },
      { googleCloudServiceAccount: account },
      { googleCloudServiceAccount: { ...account, impersonated: false, privateKey: "k", privateKeyId: "i" } },
    ];
    for (const [index, block] of others.entries()) expect(await said(run.as(String(index)), block)).toBe("");
    expect(writesOf(world)).toEqual([]);
  });

  test("of two equal declarations that would share one the second create is refused", async () => {
    const inputs = await checked({ projectId, twilio: { accountSid: "AC1", authToken: "twilio-canary" } });
    const run = start();
    const made = await Promise.allSettled([run.create("Integration", inputs), run.create("Integration", inputs)]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(writesOf(world)).toHaveLength(1);
  });

  test("two of different kinds and one name are made side by side", async () => {
    const snow = { name: KEYS.name, account: "globex-1", user: "loader", password: "flake-canary" };
    const [first, second] = [await checked({ projectId, awsS3: KEYS }), await checked({ projectId, snowflake: snow })];
    const run = start();
    await Promise.all([run.create("Integration", first), run.create("Integration", second)]);
    expect(numbers()).toHaveLength(2);
  });

  test("somebody else's is neither taken nor overwritten", async () => {
    const config = {
      host: "dw.globex.example",
      port: 5439,
      user: "loader",
      password: "theirs",
      ssl_mode: "verify-ca",
      ssl_root_cert: "PEM",
    };
    world.sandbox.control.call("POST", "integrations", { project: Number(projectId), kind: "postgresql", config });
    const { ssl_mode: _mode, ssl_root_cert: _cert, ...members } = config;
    await expect(made("postgresql", { ...members, password: "login-canary" })).rejects.toThrow(/exists already/u);
    // The check right before the request finds an object that was created after the read of the list.
    world.sandbox.control.call("DELETE", `integrations/${String(numbers()[0])}`);
    const inputs = await checked({ projectId, postgresql: { ...members, password: "login-canary" } });
    const run = start();
    await run.find("Integration", `${projectId}/postgresql/nobody`).catch(() => undefined);
    world.sandbox.control.call("POST", "integrations", { project: Number(projectId), kind: "postgresql", config });
    await expect(run.create("Integration", inputs)).rejects.toThrow(/would overwrite it.*Nothing was written/su);
    expect(integrationsIn(world)).toMatchObject([{ secrets: { password: "theirs" } }]);
    expect(writesOf(world)).toEqual([]);
  });

  test.each([
    ["the name", { awsS3: { ...KEYS, name: "lake" } }, ["awsS3"]],
    ["the kind", { s3Compatible: { ...KEYS, endpointUrl: "https://s3.globex.example" } }, ["awsS3", "s3Compatible"]],
  ])("a change of %s replaces", async (_what, block, replaces) => {
    const { entry, inputs } = await made("awsS3", KEYS);
    const next = await checked({ projectId, ...block }, inputs);
    expect(await start().diff("Integration", entry, next)).toEqual({ changes: true, replaces });
  });

  test.each<[string, Values, RegExp]>([
    ["no block", {}, /aws_?[sS]3.*is required, or another kind instead/su],
    [
      "two blocks",
      { awsS3: KEYS, twilio: { accountSid: "AC", authToken: "t" } },
      /twilio.*is set together with.*aws_?[sS]3/su,
    ],
    [
      "half a pair of keys",
      { awsS3: { name: "w", awsAccessKeyId: "AK" } },
      /aws_?[sS]ecret_?[aA]ccess_?[kK]ey.*is required, unless you set a role/su,
    ],
    [
      "a role and a key",
      { awsS3: { ...KEYS, awsRoleArn: "arn:aws:iam::1:role/x" } },
      /can't be set together with a role/u,
    ],
    ["the name of a rotation", { awsS3: { ...KEYS, name: "warehouse~r2" } }, /without the `~r` and number/u],
    [
      "a certificate that is missing",
      { postgresql: { host: "h.example", port: 1, user: "u", password: "p", sslMode: "verify-ca" } },
      /is required to verify/u,
    ],
    [
      "credentials for Redshift without a user",
      { awsRedshift: { name: "shift", awsRoleArn: "arn:aws:iam::1:role/x" } },
      /database_?[uU]ser.*is required with AWS credentials/su,
    ],
    [
      "half a key of a Google account",
      { googleCloudServiceAccount: { serviceAccountEmail: "a@p.example", projectId: "p", privateKey: "canary-k" } },
      /private_?[kK]ey_?[iI]d.*is required, unless the service impersonates the account/su,
    ],
    [
      "another account's string",
      { azureBlob: { accountName: "a", connectionString: "AccountName=b" } },
      /is not the AccountName/u,
    ],
  ])("the preview refuses %s", async (_what, block, words) => {
    // Of a secret that is lacking, Terraform says it in the plan, which knows whether the object is a new one.
    const checking = start().check("Integration", undefined, { projectId, ...block });
    const said = await checking.then(({ problems }) => problems.join("\n"), String);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/canary/u);
    expect(writesOf(world)).toEqual([]);
  });

  test.each([
    [
      "documented",
      "awsS3",
      KEYS,
      /This service has no integrations\. Services have had those for exports since 2026\./u,
    ],
    ["2025-08", "awsS3", KEYS, /This service has no integrations of the kind "aws-s3" yet/u],
    ["2025-08", "email", { email: "ann@globex.example", name: "Ann" }, /no integrations of the kind "email" yet/u],
  ] as const)(
    "the preview of %s says that the service has none of the kind %s",
    async (dialect, kind, block, words) => {
      world.sandbox.control.setDialect(dialect);
      const { problems } = await start()
        .check("Integration", undefined, { projectId, [kind]: block })
        .catch((error: unknown) => ({ problems: [String(error)] }));
      expect(problems.join("\n")).toMatch(words);
      expect(writesOf(world)).toEqual([]);
      world.sandbox.control.setDialect("2026-09");
    },
  );

  test("a service of 2025 has Twilio, and tells by what is there that it has no later kinds", async () => {
    world.sandbox.control.setDialect("2025-08");
    const { entry, inputs } = await made("twilio", { accountSid: "AC1", authToken: "twilio-canary" });
    expect((await start().read("Integration", entry))?.state).toEqual(entry.state);
    world.sandbox.control.clearRequests();
    const { problems } = await start()
      .check("Integration", undefined, { projectId, awsS3: KEYS })
      .catch((error: unknown) => ({ problems: [String(error)] }));
    expect(problems.join("\n")).toMatch(/no integrations of the kind "aws-s3" yet/u);
    const asked = world.sandbox.control.requests().map(({ path }) => path);
    expect(asked.filter((path) => path.includes("/organizations/"))).toEqual([]);
    const other = await checked({ projectId, twilio: { accountSid: "AC1", authToken: "twilio-canary-2" } }, inputs);
    const { state } = await start().update("Integration", entry, other);
    await start().delete("Integration", { id: entry.id, state });
    world.sandbox.control.setDialect("2026-09");
  });

  test("an account below admin is told who may overwrite", async () => {
    const { entry, inputs } = await made("twilio", { accountSid: "AC1", authToken: "twilio-canary" });
    world.sandbox.control.createUser({ email: "ann@globex.example" });
    world.sandbox.control.addMembership({
      email: "ann@globex.example",
      organizationId: world.organizationId,
      level: 1,
    });
    const { apiKey } = world.sandbox.control.createKey({ email: "ann@globex.example", scopes: ["*"] });
    // Without a rule every member administers the project.
    const founder = world.sandbox.control.createKey({ email: FOUNDER, scopes: ["*"] });
    await fetch(`${world.sandbox.host}/api/projects/${projectId}/access_controls/`, {
      method: "PUT",
      headers: { authorization: `Bearer ${founder.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ access_level: "member" }),
    });
    const run = engine.start({ host: world.sandbox.host, apiKey });
    const next = await checked({ projectId, twilio: { accountSid: "AC1", authToken: "twilio-canary-2" } }, inputs);
    await expect(run.update("Integration", entry, next)).rejects.toThrow(/an account that administers the project/u);
  });
});
