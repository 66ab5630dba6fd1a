import { describe, expect, test } from "@jest/globals";

import {
  azureFaults,
  certificateFaults,
  keyFileFaults,
  awsFaults,
  snowflakeFaults,
  serviceAccountFaults,
} from "../../../src/catalog/resources/integration/integration-faults.ts";
import { integrationProblems } from "../../../src/catalog/resources/integration/integration-inputs.ts";
import { baseName, nextName, roundOf } from "../../../src/catalog/resources/integration/integration-names.ts";
import {
  configOf,
  integrationsAmong,
  membersOf,
  sameBlock,
} from "../../../src/catalog/resources/integration/integration-wire.ts";
import { integration } from "../../../src/catalog/resources/integration/integration.ts";
import { kindGuard } from "../../../src/catalog/resources/integration/kind-guard.ts";
import { rotate } from "../../../src/catalog/resources/integration/integration-rotation.ts";
import type { IntegrationWire } from "../../../src/client/integrations.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { hookOf, listHookOf } from "../../../src/model/hook-of.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { apiError, lostAnswer } from "../../support/fake-service.ts";

const rowOf = (id: number, kind: string, config: Values, further: object = {}): IntegrationWire =>
  ({ id, kind, config, display_name: "", created_at: `2026-11-0${id % 9}T00:00:00Z`, ...further }) as IntegrationWire; // -- what a list shows

describe("the rows of a project are one integration for each name", () => {
  const named = (id: number, name: unknown, kind = "aws-s3") => rowOf(id, kind, { name });

  test("whose newest round is the current one, and of equal rounds the newest row", () => {
    const rows = [
      named(9, "keys~r9"),
      named(10, "keys~r10"),
      named(3, "keys~r2"),
      named(12, "keys"),
      named(2, "keys"),
      named(11, "keys~r2"),
      named(4, "keys~r02"),
      named(5, "keys", "s3-compatible"),
      named(6, "keys", "slack"),
    ];
    for (const turned of [rows, rows.toReversed(), rows.toSorted((one, other) => one.id - other.id)]) {
      const found = integrationsAmong(turned).map(({ block, identity, current, older }) => [
        block,
        identity,
        [...older.map(({ id }) => id), current.id],
      ]);
      expect(found).toHaveLength(3);
      expect(found).toContainEqual(["awsS3", "keys", [2, 12, 3, 11, 9, 10]]);
      expect(found).toContainEqual(["awsS3", "keys~r02", [4]]);
      expect(found).toContainEqual(["s3Compatible", "keys", [5]]);
    }
  });

  test("also of kinds without a name, whose identity only the display name has", () => {
    const azure = (id: number, display_name: string | null) => rowOf(id, "azure-blob", {}, { display_name });
    const identities = (rows: readonly IntegrationWire[]) => integrationsAmong(rows).map(({ identity }) => identity);
    expect(identities([azure(1, "ID: store"), azure(2, "ID: ID: x"), azure(3, "storeID: 1")])).toEqual([
      "store",
      "ID: x",
      "storeID: 1",
    ]);
    expect(identities([azure(1, null), azure(2, "")])).toEqual([""]);
    const google = (id: number, display_name: string | null) =>
      rowOf(id, "google-cloud-service-account", { service_account_email: "a@b" }, { display_name });
    expect(identities([google(1, "ID: a@b-impersonated"), google(2, null), google(3, "ID: a@b-key-file")])).toEqual([
      "a@b-impersonated",
      "a@b-key-file",
    ]);
  });

  test("a name ends with a round only if the number is one, and the next round counts on", () => {
    const names = {
      keys: 1,
      "keys~r2": 2,
      "keys~r10": 10,
      "~r2": 2,
      "keys~r0": 1,
      "keys~r2 ": 1,
      "keys~R2": 1,
      "a~r2~r3": 3,
    };
    expect(Object.fromEntries(Object.keys(names).map((name) => [name, roundOf(name)]))).toEqual(names);
    expect(Object.keys(names).map(baseName)).toEqual([
      "keys",
      "keys",
      "keys",
      "",
      "keys~r0",
      "keys~r2 ",
      "keys~R2",
      "a~r2",
    ]);
    expect([nextName("keys", 1), nextName("keys", 9)]).toEqual(["keys~r2", "keys~r10"]);
  });
});

describe("a block", () => {
  test("is read with what the service decides only if a program declares it, or none declares the block", () => {
    const row = rowOf(1, "email", { email: "a@b.example", name: "News~r2", mail_from_subdomain: "x" });
    const sender = { email: "a@b.example", name: "News~r2" };
    expect(membersOf("email", row)).toEqual({ ...sender, mailFromSubdomain: "x" });
    expect(membersOf("email", row, sender)).toEqual(sender);
    expect(membersOf("email", row, { ...sender, mailFromSubdomain: "y" })).toEqual({
      ...sender,
      mailFromSubdomain: "x",
    });
    // Another kind decides nothing.
    const s3 = rowOf(2, "aws-s3", { name: "keys~r2", aws_role_arn: "arn", aws_access_key_id: null });
    for (const declared of [undefined, {}, { name: "keys" }])
      expect(membersOf("awsS3", s3, declared)).toEqual({ name: "keys", awsRoleArn: "arn" });
  });

  test("has a default that is no difference, and is sent without what isn't there", () => {
    const given = { host: "h", port: 0, user: "", password: null, sslMode: "require", sslRootCert: undefined };
    expect(sameBlock("postgresql")(given)).toEqual({ host: "h", port: 0, user: "" });
    expect(sameBlock("postgresql")({ sslMode: "verify-ca" })).toEqual({ sslMode: "verify-ca" });
    expect(sameBlock("awsS3")({ name: "require" })).toEqual({ name: "require" });
    expect(configOf("postgresql", given)).toStrictEqual({ host: "h", port: 0, user: "", ssl_mode: "require" });
    const workspace = { workspaceLabel: "w", apiKey: "k" };
    expect(configOf("anthropic", workspace)).toEqual({ workspace_label: "w", api_key: "k" });
    expect(configOf("anthropic", workspace, true)).toEqual({ workspace_label: "w", api_key: "k", force: true });
    expect(configOf("gitlab", { hostname: "h" }, true)).toEqual({ hostname: "h" });
  });
});

describe("fields of a block that don't fit each other", () => {
  const members = (faults: readonly { readonly member: string; readonly reason: unknown }[]): string[] =>
    faults.map(({ member }) => member);

  test.each<[connection: string, accountName: unknown, isFault: boolean]>([
    ["AccountName=store;AccountKey=k", "store", false],
    ["AccountKey=k; AccountName=store ;x", "store", false],
    ["x\n;\tAccountName=store", "store", false],
    ["AccountName=store;AccountKey=k", "Store", true],
    ["AccountKey=AccountName=store", "store", true],
    ["accountname=store", "store", true],
    ["XAccountName=store", "store", true],
    ["", "store", true],
    ["AccountName=", "", false],
    ["AccountKey=k", "", true],
    ["AccountName=store", UNKNOWN, false],
    ["AccountName=store", null, false],
  ])("the account in %j and %p", (connectionString, accountName, isFault) => {
    const faults = azureFaults({ accountName, connectionString });
    expect(faults).toEqual(
      isFault ? [{ member: "accountName", reason: "is not the AccountName of the connection string" }] : [],
    );
    expect(azureFaults({ accountName, connectionString: UNKNOWN })).toEqual([]);
  });

  test("null is no value", () => {
    const [id, secret] = ["awsAccessKeyId", "awsSecretAccessKey"];
    expect(members(awsFaults({ awsRoleArn: null, [id]: null, [secret]: "k" }))).toEqual([id]);
    expect(members(awsFaults({ awsRoleArn: "arn", [id]: null, [secret]: "k" }))).toEqual([secret]);
    expect(members(awsFaults({ awsRoleArn: "arn", [id]: null }))).toEqual([]);
    expect(members(awsFaults({}))).toEqual([id, secret]);
    expect(members(certificateFaults({ sslMode: "verify-ca", sslRootCert: null }))).toEqual(["sslRootCert"]);
    expect(members(snowflakeFaults({ password: "p", privateKey: null }))).toEqual([]);
    expect(members(snowflakeFaults({ authenticationType: "keypair", password: null }))).toEqual(["privateKey"]);
    expect(members(serviceAccountFaults({ impersonated: true, privateKey: null, privateKeyId: "i" }))).toEqual([
      "privateKeyId",
    ]);
    expect(members(serviceAccountFaults({ privateKey: null, privateKeyId: "i" }))).toEqual(["privateKey"]);
  });

  test("an unknown value isn't judged", () => {
    for (const mode of [undefined, "require", UNKNOWN]) expect(certificateFaults({ sslMode: mode })).toEqual([]);
    expect(snowflakeFaults({ authenticationType: UNKNOWN, password: "p", privateKey: "k" })).toEqual([]);
    expect(serviceAccountFaults({ impersonated: UNKNOWN, privateKey: "k" })).toEqual([]);
    expect(awsFaults({ awsRoleArn: UNKNOWN, awsAccessKeyId: "k" })).toHaveLength(1);
  });

  test.each<[keyInfo: unknown, projectId: unknown, faults: string[]]>([
    ['{"project_id":"p"}', "p", []],
    ['{"project_id":"p"}', "q", ["projectId"]],
    ["{}", "p", ["projectId"]],
    ["{}", UNKNOWN, []],
    ["[]", "p", ["keyInfo"]],
    ["null", "p", ["keyInfo"]],
    ["{", UNKNOWN, ["keyInfo"]],
    [UNKNOWN, "p", []],
    [undefined, "p", []],
  ])("the key file %p of the project %p", (keyInfo, projectId, faults) => {
    expect(members(keyFileFaults({ projectId, keyInfo }))).toEqual(faults);
  });

  test("two blocks, or none", () => {
    const problems = (inputs: Values) => integrationProblems(inputs).map(({ path, reason }) => [path, printed(reason)]);
    const twilio = { accountSid: "s", authToken: "t" };
    expect(problems({ twilio, awsS3: null, gitlab: undefined })).toEqual([]);
    expect(problems({ twilio: UNKNOWN })).toEqual([]);
    const WITH = "is set together with `snowflake`, but an integration has one kind";
    expect(problems({ email: {}, twilio, snowflake: UNKNOWN })).toEqual([
      ["twilio", WITH],
      ["email", WITH],
    ]);
    const [[path, reason] = []] = problems({ awsS3: null });
    expect(path).toBe("awsS3");
    expect(reason).toMatch(/^is required, or another kind instead: s3Compatible, snowflake, .*, apns, email$/u);
  });
});

describe("a kind that the service doesn't have yet", () => {
  const YET =
    'This service has no integrations of the kind "aws-s3" yet: the kinds for batch exports and email addresses came in 2026.';
  const asOf = (row: object) => integrationsAmong([rowOf(1, "twilio", { account_sid: "s" }, row)]);
  const guard = kindGuard(() => integration);

  interface Known {
    readonly rows?: readonly object[];
    /** The organization that lists the project. */
    readonly organizations?: readonly object[];
    readonly project?: object | Error;
    readonly home?: object | undefined;
  }

  const NEWER = { id: "o1", members_can_see_org_members: true };
  const OLDER = { id: "o1" };
  const LISTED = [{ id: "o1", projects: [{ id: 7 }] }];
  const HIDDEN = apiError({ category: "notFound", code: "not_found", status: 404 });

  test.each<[why: string, inputs: Values, known: Known, isRefused: boolean]>([
    ["a row shows the version", {}, { rows: asOf({ installation_status: null }) }, false],
    ["a row doesn't", {}, { rows: asOf({}), organizations: LISTED, home: NEWER }, true],
    ["there is no row, and the organization is newer", {}, { organizations: LISTED, home: NEWER }, false],
    ["there is no row, and the organization is older", {}, { organizations: LISTED, home: OLDER }, true],
    ["the organization is invisible", {}, { organizations: LISTED, home: undefined }, false],
    ["only the project shows its organization", {}, { project: { organization: "o1" }, home: OLDER }, true],
    ["the project is invisible too", {}, { project: HIDDEN, home: OLDER }, false],
    ["the project isn't known yet", { projectId: UNKNOWN }, { rows: asOf({}) }, false],
    ["there is no project", { projectId: undefined }, { rows: asOf({}) }, false],
    ["there is no block", { awsS3: undefined }, { rows: asOf({}) }, false],
  ])("is refused by what the service shows: %s", async (_why, further, known, isRefused) => {
    const { rows = [], organizations = [], project, home } = known;
    const call = {
      shown: (of: unknown) => Promise.resolve(of === integration ? rows : organizations),
      known: (_of: unknown, { organizationId }: Values) => Promise.resolve(organizationId === "o1" ? home : OLDER),
      once: (_name: string, read: (shared: object) => unknown) => read({}),
    };
    const getByNumber = () => (project instanceof Error ? Promise.reject(project) : Promise.resolve(project));
    const inputs = { projectId: "7", awsS3: { name: "keys" }, ...further };
    const ask = () => ({ api: { projects: { getByNumber } }, call }) as never; // -- all that it asks
    const text = await guard.refuse({ verb: "create", inputs, state: undefined }, undefined, ask);
    const [fact, wayOut] = printed(text ?? "").split("\n");
    expect(fact).toBe(isRefused ? YET : "");
    expect(wayOut ?? "").toMatch(isRefused ? /^Until the service is upgraded, .* web interface\.$/u : /^$/u);
  });

  test("is asked about in the preview of a create, and not if services had it before", () => {
    const isAsked = (inputs: Values) => guard.isAsked?.({ verb: "create", inputs, state: undefined });
    expect([guard.on, guard.inPreview, guard.needsObject]).toEqual([["create"], true, false]);
    expect(isAsked({ twilio: { accountSid: "s" } })).toBe(false);
    expect(isAsked({})).toBe(false);
    for (const block of ["awsS3", "email", "gitlab"]) expect(isAsked({ [block]: {} })).toBe(true);
  });
});

describe("the rotation of a named integration", () => {
  interface Service {
    readonly rows: readonly IntegrationWire[];
    /** Users at each look, as numbers of integrations. */
    readonly looks?: readonly (readonly number[])[];
    readonly answer?: IntegrationWire | undefined;
    readonly failures?: readonly (Error | undefined)[];
  }

  async function rotated({ rows, looks = [], failures = [], ...rest }: Service, onSecond = "keys") {
    const sent: string[] = [];
    const told: string[] = [];
    let at = 0;
    let links = 0;
    const api = {
      integrations: {
        list: () => ({ all: () => Promise.resolve(rows) }),
        create: (_project: string, { kind, config }: { kind: string; config: Values }) => {
          sent.push(`create ${kind} ${String(config["name"])}`);
          return Promise.resolve("answer" in rest ? rest.answer : rowOf(99, kind, config));
        },
        delete: (_project: string, id: number) => Promise.resolve(void sent.push(`delete ${id}`)),
      },
      batchExports: {
        list: () => ({
          all: () => {
            const users = looks[Math.min(at, looks.length - 1)] ?? [];
            at += 1;
            sent.push("look");
            return Promise.resolve(
              users.map((number) => ({
                id: `e${number}`,
                name: `e${number}`,
                destination: { type: "S3", integration: number },
              })),
            );
          },
        }),
        update: (_place: unknown, id: string) => {
          sent.push(`link ${id}`);
          const failure = failures[links];
          links += 1;
          return failure === undefined ? Promise.resolve({}) : Promise.reject(failure);
        },
      },
    };
    const call = { served: () => Promise.resolve(), warn: (text: string) => void told.push(printed(text)) };
    const rotation = { projectId: "7", block: "awsS3", identity: onSecond, members: { name: onSecond } } as const;
    const outcome = await rotate(api as never, rotation, call as never).catch((error: unknown) => error); // -- all that it asks
    return { outcome, sent, told };
  }

  const first = rowOf(1, "aws-s3", { name: "keys" });
  const second = rowOf(2, "aws-s3", { name: "keys~r2" });
  const third = rowOf(3, "aws-s3", { name: "keys~r3" });
  const TOLD = (number: number) =>
    `Linked the batch export "e${number}" of project 7 to integration 99, which replaces ${number}.`;

  test("makes the next one, links all users, and deletes the older ones, but idle ones first", async () => {
    const rows = [third, first, second, rowOf(5, "aws-s3", { name: "keys2" })];
    const { outcome, sent, told } = await rotated({ rows, looks: [[1, 3], []] });
    expect(sent).toEqual([
      "look",
      "delete 2",
      "create aws-s3 keys~r4",
      "link e1",
      "link e3",
      "look",
      "delete 1",
      "delete 3",
    ]);
    expect(told).toEqual([TOLD(1), TOLD(3)]);
    expect(outcome).toMatchObject({ block: "awsS3", identity: "keys", current: { id: 99 }, older: [] });
    // The oldest and the current one are never idle, and neither is one with a user.
    const used = await rotated({ rows: [first, second, third], looks: [[2], []] });
    expect(used.sent.slice(0, 2)).toEqual(["look", "create aws-s3 keys~r4"]);
    expect(used.sent.slice(-3)).toEqual(["delete 1", "delete 2", "delete 3"]);
    // Another name, and the same name in another kind, are other integrations.
    for (const other of [rowOf(7, "aws-s3", { name: "keys2~r3" }), rowOf(8, "s3-compatible", { name: "keys" })]) {
      for (const among of [
        [other, first],
        [first, other],
      ])
        expect((await rotated({ rows: among, looks: [[1, 7, 8], []] })).sent).toEqual([
          "look",
          "create aws-s3 keys~r2",
          "link e1",
          "look",
          "delete 1",
        ]);
      const alone = await rotated({ rows: [other], looks: [[7, 8], []] });
      expect(alone.sent.filter((one) => one !== "look")).toEqual(["create aws-s3 keys"]);
    }
    const gone = await rotated({ rows: [] });
    expect(gone.sent.filter((one) => one !== "look")).toEqual(["create aws-s3 keys"]);
  });

  test("deletes nothing in use if the service doesn't show the new one", async () => {
    const { outcome, sent } = await rotated({ rows: [first], looks: [[1]], answer: undefined });
    expect([outcome, sent]).toEqual([undefined, ["look", "create aws-s3 keys~r2"]]);
  });

  test("looks for users three times at most", async () => {
    const { sent, told } = await rotated({ rows: [first], looks: [[1]] });
    expect(sent).toEqual([
      "look",
      "create aws-s3 keys~r2",
      ...[1, 2, 3].flatMap(() => ["link e1", "look"]),
      "delete 1",
    ]);
    expect(told).toEqual(Array(3).fill(TOLD(1)));
  });

  test("repeats a link whose answer was lost, and tells of it once it is seen", async () => {
    const seen = await rotated({ rows: [first], looks: [[1], []], failures: [lostAnswer()] });
    expect(seen.told).toEqual([TOLD(1)]);
    expect(seen.sent.at(-1)).toBe("delete 1");
    const later = await rotated({ rows: [first], looks: [[1], [1], []], failures: [lostAnswer()] });
    expect(later.told).toEqual([TOLD(1)]);
    const lost = Array(3).fill(lostAnswer());
    const never = await rotated({ rows: [first], looks: [[1]], failures: lost });
    expect(never.outcome).toBe(lost[0]);
    expect(never.told).toEqual([]);
    expect(never.sent).not.toContain("delete 1");
    const refused = apiError({ category: "invalid", status: 400 });
    const once = await rotated({ rows: [first], looks: [[1]], failures: [refused] });
    expect([once.outcome, once.sent.at(-1)]).toEqual([refused, "link e1"]);
  });
});

describe("an integration", () => {
  const resource: AnyResource = integration;
  const [rows] = integrationsAmong([rowOf(5, "aws-s3", { name: "keys" }), rowOf(7, "aws-s3", { name: "keys~r2" })]);

  test("that a rotation left in parts is finished by the next update", () => {
    const shown: Values = resource.fromWire(rows, { projectId: "1", kind: "aws-s3", name: "keys" });
    expect(shown).toMatchObject({ integrationId: "7", kind: "aws-s3", name: "keys", strayIds: ["5"] });
    expect(shown["createdAt"]).toBe("2026-11-07T00:00:00Z");
    const whole: Values = resource.fromWire({ ...rows, older: [] }, { projectId: "1", kind: "aws-s3", name: "keys" });
    expect(whole["strayIds"]).toBeUndefined();
    const why = hookOf(resource, "pendingUpdate")?.why;
    expect(printed(why?.(shown, {}) ?? "")).toBe("a rotation didn't finish: 5 remains");
    for (const strayIds of [undefined, null, []]) expect(why?.({ strayIds }, {})).toBeUndefined();
    const { madeAt } = hookOf(resource, "adoption") ?? {};
    expect([madeAt?.(rows), madeAt?.({ ...rows, older: [] })]).toEqual([
      "2026-11-05T00:00:00Z",
      "2026-11-07T00:00:00Z",
    ]);
  });

  test("is called by its name or its current number, and looked for by what is declared", () => {
    const { isNamed, matches } = resource.naturalKey ?? {};
    const texts = ["keys", "7", "5", "keys~r2", "aws-s3"];
    expect(texts.filter((text) => isNamed?.(rows, text) === true)).toEqual(["keys", "7"]);
    const declared = [{ awsS3: { name: "keys" } }, { s3Compatible: { name: "keys" } }, { awsS3: { name: "key" } }, {}];
    expect(declared.map((inputs) => matches?.(rows, inputs))).toEqual([true, false, false, false]);
  });

  test("has a known name as soon as all that it consists of is known", () => {
    const { isKnown } = hookOf(resource, "nestedName") ?? {};
    const server = { host: "h", port: 1, user: "u", password: UNKNOWN };
    expect(isKnown?.({ postgresql: server })).toBe(true);
    for (const name of ["host", "port", "user"])
      expect(isKnown?.({ postgresql: { ...server, [name]: UNKNOWN } })).toBe(false);
    expect([isKnown?.({}), isKnown?.({ postgresql: UNKNOWN })]).toEqual([false, false]);
  });

  test("is overwritten by a second one only of some kinds", () => {
    const { isOverwritten } = hookOf(resource, "adoption") ?? {};
    const blocks: readonly (readonly [Values, boolean])[] = [
      [{ awsS3: { name: "a" } }, false],
      [{ postgresql: { host: "h" } }, true],
      [{ gitlab: { hostname: "h" } }, false],
      [{ awsRedshift: { name: "a" } }, false],
      [{ awsRedshift: { name: null, host: "h" } }, true],
      [{}, false],
    ];
    for (const [inputs, isIt] of blocks) expect(isOverwritten?.(inputs)).toBe(isIt);
  });

  test("can't be changed without a block", async () => {
    const before = { wire: rows, desired: {}, state: {} } as never; // -- all that an update asks
    const update = resource.ops.update?.bind(resource.ops);
    const changed = Promise.resolve().then(() =>
      update?.({}, { projectId: "1", name: "keys" }, {}, {} as never, before),
    ); // -- as above
    expect((await failureOf(changed)).message).toBe("an integration without a block");
  });
});

describe("a change of an integration", () => {
  const { guards = [], ops }: AnyResource = integration;
  const [whole] = guards.filter(({ on }) => on.includes("update"));
  const [overwriting] = guards.filter(({ on }) => on.includes("make"));

  test("is refused without all secrets, since everything is sent", async () => {
    const refused = async (awsS3: Values) => {
      const inputs = { projectId: "7", awsS3 };
      return printed(
        (await whole?.refuse({ verb: "update", inputs, state: {} }, undefined, () => ({}) as never)) ?? "",
      ); // -- it asks nothing
    };
    const named = { name: "keys", awsAccessKeyId: "i" };
    expect(await refused({ ...named, awsSecretAccessKey: "k" })).toBe("");
    expect(await refused({ ...named, awsSecretAccessKey: UNKNOWN })).toBe("");
    expect(await refused(named)).toBe(
      "awsS3.awsSecretAccessKey is required, unless you set a role instead of the key pair. The service can't update an integration, so a change sends all of it, and the state of an imported integration has no secrets. Declare them.",
    );
  });

  test("that is a create is refused if it would overwrite one", async () => {
    const postgresql = { host: "h |é", port: 1, user: "u", password: "p" };
    const refused = async (inputs: Values, found?: object) => {
      const asked: unknown[] = [];
      const find = (of: unknown, at: unknown) => {
        asked.push([of === integration, at]);
        return Promise.resolve(found);
      };
      const context = { verb: "make", inputs, state: undefined } as const;
      if (overwriting?.isAsked?.(context) !== true) return { text: "not asked", asked };
      const text = await overwriting.refuse(context, undefined, () => ({ api: {}, call: { find } }) as never); // -- all that it asks
      return { text: text === undefined ? "" : printed(text), asked };
    };
    const at = { projectId: "7", kind: "postgresql", name: "u@h |é:1" };
    expect(await refused({ projectId: "7", postgresql }, {})).toEqual({
      text: 'It exists already, and the service would overwrite it. Nothing was written.\nTo adopt it and change it to the declared settings, set `adopt: "7/postgresql/u@h |é:1"`.',
      asked: [[true, at]],
    });
    expect(await refused({ projectId: "7", postgresql })).toEqual({ text: "", asked: [[true, at]] });
    expect(await refused({ projectId: UNKNOWN, postgresql }, {})).toEqual({ text: "", asked: [] });
    expect(await refused({ postgresql }, {})).toEqual({ text: "", asked: [] });
    for (const other of [{ awsS3: { name: "keys" } }, { gitlab: { hostname: "h" } }, {}])
      expect((await refused({ projectId: "7", ...other }, {})).text).toBe("not asked");
  });

  test("that is a removal takes every round of it, the current one last", async () => {
    const sent: unknown[] = [];
    const api = {
      integrations: { delete: (...words: readonly unknown[]) => Promise.resolve(void sent.push(words.slice(0, 2))) },
    };
    const [rows] = integrationsAmong(
      [5, 9, 7].map((id) => rowOf(id, "aws-s3", { name: id === 5 ? "keys" : `keys~r${id}` })),
    );
    const removed = (held: unknown) =>
      ops.delete?.(api, { projectId: "7" }, {} as never, { state: {}, look: () => Promise.resolve(held) } as never); // -- as above
    await removed(undefined);
    expect(sent).toEqual([]);
    await removed(rows);
    expect(sent).toEqual([
      ["7", 5],
      ["7", 7],
      ["7", 9],
    ]);
  });

  test("that is a create is known by what the service answers", async () => {
    const sent: unknown[] = [];
    const made = (answer: unknown) => {
      const create = (...words: readonly unknown[]) =>
        Promise.resolve(void sent.push(words.slice(0, 2))).then(() => answer);
      const body = { block: "awsS3", members: { name: "keys", awsAccessKeyId: "i", awsSecretAccessKey: null } };
      return ops.create?.({ integrations: { create } }, { projectId: "7" }, body, {} as never); // -- as above
    };
    const row = rowOf(5, "aws-s3", { name: "keys" });
    expect(await made(row)).toEqual({ block: "awsS3", identity: "keys", current: row, older: [] });
    expect(await made(undefined)).toBeUndefined();
    const body = { kind: "aws-s3", config: { name: "keys", aws_access_key_id: "i" } };
    expect(sent).toEqual([
      ["7", body],
      ["7", body],
    ]);
  });
});

test("an integration that no list shows is asked for by its number, which proves no absence", async () => {
  const resource: AnyResource = integration;
  const asked: unknown[] = [];
  const ask = (answer: unknown, integrationId?: string) => {
    const get = (...words: readonly unknown[]) => {
      asked.push(words.slice(0, 2));
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    const at = { projectId: "7", ...(integrationId === undefined ? {} : { integrationId }) };
    return listHookOf(resource, "emptyList")?.ask?.({ integrations: { get } }, at, {} as never); // -- as above
  };
  expect(await ask(rowOf(5, "aws-s3", { name: "keys~r2" }), "5")).toMatchObject({
    wire: { block: "awsS3", identity: "keys", current: { id: 5 }, older: [] },
  });
  expect(await ask(rowOf(5, "slack", {}), "5")).toEqual({ wire: undefined });
  expect(await ask(apiError({ category: "notFound", status: 404 }), "5")).toBeUndefined();
  expect(asked).toEqual([1, 2, 3].map(() => ["7", 5]));
  expect(await ask(rowOf(5, "aws-s3", {}))).toBeUndefined();
  expect(asked).toHaveLength(3);
});
