import type { EngineName } from "../../src/engines/engine.ts";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { driftReport } from "../support/drift-report.ts";
import { textReport } from "../../src/cli/drift/formats/text.ts";
import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import type { DriftReport } from "../../src/app/drift/drift-report.ts";
import { shownSide } from "../../src/cli/drift/report.ts";
import type { Settings } from "../../src/app/settings.ts";
import type { Values } from "../../src/model/json-value.ts";
import { readState } from "../../src/cli/state/read-state.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Engine } from "../support/engine-under-test.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { accept, addMember } from "../support/scenario-people.ts";
import { FOUNDER, startWorld, type World, writesOf } from "../support/scenario-world.ts";
import { pulumiState, type StoredObject, terraformState } from "../support/state-files.ts";
import { type Ran, runHere } from "./run-here.ts";

jest.setTimeout(120_000);

const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIBdrift\n-----END CERTIFICATE-----";

const [dynamic] = ENGINES as [Engine];

/** A program's declarations, in its order. */
const declaredIn = ({ organizationId }: World) => {
  const declare = (resource: string, name: string, inputs: Values) => ({
    resource,
    name,
    inputs: { organizationId, ...inputs },
  });
  return [
    declare("Domain", "acme", { domain: "drift.example", samlEntityId: "urn:acme", samlX509Cert: CERTIFICATE }),
    declare("Domain", "gone", { domain: "gone.example" }),
    declare("Role", "readers", { name: "Readers", featureFlagsAccessLevel: "view" }),
    declare("Invite", "ann", { email: "ann@drift.example", level: "member" }),
    declare("Project", "web", { name: "Web", productDescription: "A shop" }),
  ];
};

type Program = readonly { readonly resource: string; readonly name: string; readonly inputs: Values }[];

async function apply(world: World, engine: Engine, program: Program = declaredIn(world)): Promise<StoredObject[]> {
  const run = world.start(engine);
  const stored: StoredObject[] = [];
  for (const { resource, name, inputs: declared } of program) {
    const { inputs, problems } = await run.check(resource, undefined, declared);
    expect(problems).toEqual([]);
    stored.push({ resource, name, inputs, entry: await run.create(resource, inputs) });
  }
  return stored;
}

const settingsOf = ({ sandbox, apiKey }: World): Settings => ({ host: sandbox.host, apiKey });

const reportOn = (world: World, state: string, rules = ""): Promise<DriftReport<EngineName>> =>
  driftReport(readState(state, "the state"), settingsOf(world), new IgnoreRules(rules, "rules"));

/** The seed's objects outside the program. */
const SEED = "Member founder@acme.example\nProject Default project";

/** Changes from outside: three changed objects, one deleted, one created. */
async function meddle(world: World, stored: readonly StoredObject[]): Promise<void> {
  const { sandbox, organizationId } = world;
  const idOf = (name: string): string =>
    stored
      .find((one) => one.name === name)
      ?.entry.id.split("/")
      .at(-1) ?? "";
  sandbox.control.updateDomain(idOf("acme"), { saml_entity_id: "urn:theirs", saml_x509_cert: "THEIR SECRET" });
  sandbox.control.call("PATCH", `roles/${idOf("readers")}`, { feature_flags_access_level: 37 });
  await world.send("PATCH", `organizations/${organizationId}/projects/${idOf("web")}/`, {
    product_description: "A bank",
  });
  sandbox.control.deleteDomain(idOf("gone"));
  await world.addDomain(organizationId, "theirs.example");
}

/** The summary of a report. */
const gistOf = ({ outcome, changed, missing, unmanaged, unchecked, notCompared }: DriftReport<EngineName>) => ({
  outcome,
  changed: changed.map(({ resource, address, properties }) => [
    `${resource} ${address}`,
    ...properties.map((one) => `${one.path}: ${shownSide(one, "expected")} => ${shownSide(one, "found")}`),
  ]),
  missing: missing.map(({ resource, address }) => `${resource} ${address}`),
  unmanaged: unmanaged.map(({ resource, name }) => `${resource} ${name}`),
  unchecked: unchecked.map(({ resource, address, reason }) => `${resource} ${address}: ${reason.split("\n")[0]}`),
  notCompared: notCompared.map(({ address, properties }) => `${address}: ${properties.join(", ")}`),
});

const CLEAN = { outcome: "clean", changed: [], missing: [], unmanaged: [], unchecked: [] };

describe.each(SCENARIO_DIALECTS)("orgform drift with the %s dialect", (dialect) => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld(dialect);
    world.settleIn(world.organizationId);
  });
  afterEach(() => world.sandbox.close());

  test.each([
    { form: "dynamic resources", engine: 0, stateOf: (all: StoredObject[]) => pulumiState(all), isReadable: false },
    {
      form: "the plugin",
      engine: 1,
      stateOf: (all: StoredObject[]) => pulumiState(all, { plugin: true }),
      isReadable: false,
    },
    {
      form: "shown secrets",
      engine: 0,
      stateOf: (all: StoredObject[]) => pulumiState(all, { clear: true }),
      isReadable: true,
    },
    { form: "Terraform", engine: 2, stateOf: (all: StoredObject[]) => terraformState(all), isReadable: true },
  ])("compares a state of $form property by property, and writes nothing", async ({ engine, stateOf, isReadable }) => {
    const stored = await apply(world, ENGINES[engine] as Engine);
    const state = stateOf(stored);
    const notCompared = isReadable ? [] : ["acme: samlX509Cert"];
    expect(gistOf(await reportOn(world, state, SEED))).toEqual({ ...CLEAN, notCompared });
    await meddle(world, stored);
    world.sandbox.control.clearRequests();
    const report = await reportOn(world, state, SEED);
    const address = (name: string, type: string): string => (engine === 2 ? `orgform_${type}.${name}` : name);
    expect(gistOf(report)).toEqual({
      outcome: "drift",
      changed: [
        [
          `Domain ${address("acme", "domain")}`,
          'samlEntityId: "urn:acme" => "urn:theirs"',
          ...(isReadable ? ["samlX509Cert: [secret] => [secret]"] : []),
        ],
        [`Role ${address("readers", "role")}`, 'featureFlagsAccessLevel: "view" => "edit"'],
        [`Project ${address("web", "project")}`, 'productDescription: "A shop" => "A bank"'],
      ],
      missing: [`Domain ${address("gone", "domain")}`],
      unmanaged: ["Domain theirs.example"],
      unchecked: [],
      notCompared,
    });
    expect(writesOf(world)).toEqual([]);
    expect(JSON.stringify(report)).not.toMatch(/THEIR SECRET|MIIBdrift/u);
    // The service's own log has entries for projects.
    expect(report.changed.at(-1)?.lastChange).toEqual({ by: FOUNDER, at: expect.stringMatching(/^\d{4}-/u) as never });
  });

  test("says apart what it could not check, and is never clean then", async () => {
    const stored = await apply(world, dynamic);
    const { apiKey } = world.sandbox.control.createKey({
      email: FOUNDER,
      scopes: ["organization:read", "project:read"],
    });
    const look = (): Promise<DriftReport<EngineName>> =>
      driftReport(
        readState(pulumiState(stored), "it"),
        { host: world.sandbox.host, apiKey },
        new IgnoreRules(SEED, "it"),
      );
    const blind = gistOf(await look());
    expect(blind).toMatchObject({ outcome: "unknown", changed: [], missing: [], unmanaged: [] });
    expect(blind.unchecked).toContainEqual(
      expect.stringMatching(/^Invite ann: Could not read Invite ann@drift\.example$/u),
    );
    expect(blind.unchecked).toContainEqual(
      expect.stringMatching(/^BatchExport undefined: Could not list BatchExport$/u),
    );
    await meddle(world, stored);
    expect(gistOf(await look()).outcome).toBe("drift");
  });

  test("takes no other service or organization for a deletion", async () => {
    const stored = await apply(world, dynamic);
    const elsewhere = gistOf(await reportOn(world, pulumiState(stored, { host: "https://eu.posthog.com" })));
    expect(elsewhere).toMatchObject({ outcome: "unknown", missing: [], unmanaged: [] });
    expect(elsewhere.unchecked).toContainEqual(
      `Domain acme: It belongs to https://eu.posthog.com, but this run checks ${world.sandbox.host}. Set ORGFORM_HOST to the program's host.`,
    );
    const unknown = "01a20009-0000-0000-0000-000000000000";
    const state = pulumiState(stored).replaceAll(world.organizationId, unknown);
    const strange = gistOf(await reportOn(world, state));
    expect(strange).toMatchObject({ outcome: "unknown", missing: [], unmanaged: [] });
    expect(strange.unchecked[0]).toBe(
      `Domain acme: There is no organization ${unknown} at ${world.sandbox.host}. Is this the host that the program uses?`,
    );
    world.sandbox.control.deleteOrganization(world.organizationId);
    const whole = [...stored, organizationEntry(world)];
    const { host } = world.sandbox;
    // A state that doesn't name the service could be of another one.
    const doubted = gistOf(await reportOn(world, pulumiState(whole)));
    expect([doubted.outcome, doubted.missing, doubted.unchecked.length]).toEqual(["unknown", [], whole.length]);
    const gone = gistOf(await reportOn(world, pulumiState(whole, { host })));
    expect([gone.outcome, gone.missing.length, gone.unchecked]).toEqual(["drift", whole.length, []]);
  });

  test("says of a refused key, and of a host that the state does not name, so once", async () => {
    const stored = [...(await apply(world, dynamic)), organizationEntry(world)];
    const plain = (report: DriftReport<EngineName>): string => textReport(report, (_color, text) => text);
    const dead = await driftReport(
      readState(pulumiState(stored), "it"),
      { host: world.sandbox.host, apiKey: "phx_dead" },
      new IgnoreRules("", "rules"),
    );
    expect([dead.outcome, dead.missing]).toEqual(["unknown", []]);
    expect(plain(dead).match(/answered 401/gu)).toHaveLength(1);
    expect(plain(dead)).toMatch(/\? Orgform \d+ objects and lists\n {6}The service answered 401 /u);

    // The organization is declared, and the other host takes the key: without its address all would look deleted.
    const elsewhere = "https://eu.posthog.com";
    for (const state of [pulumiState(stored, { host: elsewhere }), terraformState(stored, { host: elsewhere })]) {
      const report = await reportOn(world, state);
      expect([report.outcome, report.missing, report.unmanaged]).toEqual(["unknown", [], []]);
      expect(plain(report).match(/It belongs to https:\/\/eu\.posthog\.com/gu)).toHaveLength(1);
    }
  });

  test("ends in time as a whole: what hangs is told as unchecked, once, and the rest is compared", async () => {
    const stored = await apply(world, dynamic);
    world.sandbox.control.call("PATCH", `roles/${stored[2]?.entry.id.split("/")[1] ?? ""}`, { name: "Writers" });
    const route = "/api/organizations/:organization_id/domains/";
    world.sandbox.control.addFault({ kind: "delay", delayMs: 600_000, route, times: 0 });
    const stack = readState(pulumiState(stored), "it");
    const report = await driftReport(stack, settingsOf(world), new IgnoreRules("", "rules"), { timeoutSeconds: 6 });
    expect([report.outcome, report.changed.map(({ address }) => address)]).toEqual(["drift", ["readers"]]);
    expect(new Set(report.unchecked.map(({ reason }) => reason.split("\n")[0]))).toEqual(
      new Set(["The comparison didn't finish within 6 s"]),
    );
    expect(report.missing).toEqual([]);
  });

  test("takes for managed whoever OrganizationMembers declares or spares, and reports who joins beside them", async () => {
    const { organizationId, sandbox } = world;
    addMember(world, "Ann@drift.example", 1);
    addMember(world, "auditor@partner.example", 1);
    const members = { [FOUNDER]: "owner", " ANN@drift.example": "admin" };
    const inputs = { organizationId, members, protected: ["Auditor@partner.example"] };
    const stored = await apply(world, dynamic, [{ resource: "OrganizationMembers", name: "all", inputs }]);
    const folder = mkdtempSync(join(tmpdir(), "orgform-drift-"));
    try {
      const state = join(folder, "state.json");
      writeFileSync(state, pulumiState(stored));
      writeFileSync(join(folder, ".orgformignore"), "Project Default project");
      const drift = (): Promise<Ran> =>
        runHere(["drift", "--cwd", folder, "--state", state, "--format", "json"], {
          ORGFORM_HOST: sandbox.host,
          ORGFORM_API_KEY: world.apiKey,
        });
      const clean = await drift();
      expect(gistOf(JSON.parse(clean.stdout) as DriftReport<EngineName>)).toEqual({ ...CLEAN, notCompared: [] });
      expect(clean.code).toBe(0);
      addMember(world, "eve@drift.example", 1);
      const joined = await drift();
      expect(gistOf(JSON.parse(joined.stdout) as DriftReport<EngineName>)).toMatchObject({
        outcome: "drift",
        unmanaged: ["Member eve@drift.example"],
      });
      expect(joined.code).toBe(2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("takes for managed whom an Invite became, and whom a Membership or a Member is", async () => {
    const emails = ["ann", "bob", "cat"].map((name) => `${name}@drift.example`) as [string, string, string];
    addMember(world, emails[1], 1);
    addMember(world, emails[2], 1);
    const inputs = (email: string) => ({ organizationId: world.organizationId, email, level: "member" });
    const stored = await apply(world, dynamic, [
      { resource: "Invite", name: "ann", inputs: inputs(emails[0]) },
      { resource: "Membership", name: "bob", inputs: inputs(emails[1]) },
      { resource: "Member", name: "cat", inputs: inputs(emails[2]) },
    ]);
    expect(gistOf(await reportOn(world, pulumiState(stored), SEED))).toEqual({ ...CLEAN, notCompared: [] });
    accept(world, emails[0]);
    expect(gistOf(await reportOn(world, pulumiState(stored), SEED)).unmanaged).toEqual([]);
    // Each person once, although three resources could declare them.
    const { unmanaged } = gistOf(await reportOn(world, pulumiState(stored.slice(0, 1)), SEED));
    expect(unmanaged.toSorted()).toEqual(emails.slice(1).map((email) => `Member ${email}`));
  });

  test.each(ENGINES)("is clean for a stack of $name that has just made an organization", async (engine) => {
    const stored = await apply(world, engine, [{ resource: "Organization", name: "fresh", inputs: { name: "Fresh" } }]);
    const id = stored[0]?.entry.id ?? "";
    const state = engine.name === "terraform" ? terraformState(stored) : pulumiState(stored);
    const look = (isStrict = false) =>
      driftReport(readState(state, "the state"), settingsOf(world), new IgnoreRules("", "rules"), { isStrict });
    const report = await look();
    expect(gistOf(report)).toEqual({ ...CLEAN, notCompared: [] });
    expect(report.implied.map(({ resource, name, reason }) => `${resource} ${name}: ${reason}`).toSorted()).toEqual([
      `Member ${FOUNDER}: it is the account of the API key`,
      "Project Default project: the service made it with the organization",
    ]);
    const strict = await look(true);
    // A project of 2025-08 comes with a function of its own.
    const given = gistOf(strict).unmanaged.filter((one) => one !== "HogFunction GeoIP");
    expect(given.toSorted()).toEqual([`Member ${FOUNDER}`, "Project Default project"]);
    expect([strict.outcome, strict.implied]).toEqual(["drift", []]);

    const project =
      strict.unmanaged
        .find(({ resource }) => resource === "Project")
        ?.id.split("/")
        .at(-1) ?? "";
    await world.send("PATCH", `organizations/${id}/projects/${project}/`, { timezone: "Europe/Paris" });
    expect(gistOf(await look()).unmanaged).toEqual(["Project Default project"]);
  });

  test("says nothing on standard error of a stack of many objects", async () => {
    const { organizationId, sandbox, apiKey } = world;
    const program = Array.from({ length: 12 }, (_, index) => ({
      resource: "Domain",
      name: `d${index}`,
      inputs: { organizationId, domain: `d${index}.example` },
    }));
    const folder = mkdtempSync(join(tmpdir(), "orgform-drift-"));
    try {
      const state = join(folder, "state.json");
      writeFileSync(state, pulumiState(await apply(world, dynamic, program)));
      writeFileSync(join(folder, ".orgformignore"), SEED);
      const environment = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey };
      const clean = await runHere(["drift", "--cwd", folder, "--state", state], environment);
      expect(clean).toMatchObject({ code: 0, stderr: "" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("ends with 0, 2 and 1, and writes a report whole or not at all", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orgform-drift-"));
    try {
      const stored = await apply(world, dynamic);
      const [state, rules] = [join(folder, "state.json"), join(folder, ".orgformignore")];
      writeFileSync(state, pulumiState(stored));
      writeFileSync(rules, SEED);
      const drift = (...args: string[]): Promise<Ran> =>
        runHere(["drift", "--cwd", folder, "--state", state, ...args], {
          ORGFORM_HOST: world.sandbox.host,
          ORGFORM_API_KEY: world.apiKey,
        });
      const clean = await drift();
      expect(clean).toMatchObject({ code: 0, stderr: "" });
      expect(clean.stdout).toMatch(/^no drift among 5 declared objects at /u);
      await meddle(world, stored);
      const out = join(folder, "report.html");
      const found = await drift("--format", "html", "--out", out);
      const full = await drift("--out", "/dev/full");
      expect([found.code, found.stdout]).toEqual([2, ""]);
      expect(found.stderr).toBe(`3 changed, 1 missing, 1 unmanaged; see ${out}\n`);
      expect(readFileSync(out, "utf8")).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/u);
      expect([full.code, full.stderr]).toEqual([
        1,
        "--out /dev/full could not be written: ENOSPC (the disk is full). No part of it was left there.\n",
      ]);
      expect(readdirSync(folder).toSorted()).toEqual([".orgformignore", "report.html", "state.json"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The entry of the organization itself, as an import makes it. */
function organizationEntry({ organizationId }: World): StoredObject {
  const state = { organizationId, name: "Acme", stateVersion: 1 };
  return { resource: "Organization", name: "org", inputs: { name: "Acme" }, entry: { id: organizationId, state } };
}
