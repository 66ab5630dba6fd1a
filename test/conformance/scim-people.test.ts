import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { driftReport } from "../support/drift-report.ts";
import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import { readState } from "../../src/cli/state/read-state.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES, STORY_ENGINES } from "../support/conformance-engine.ts";
import type { Entry } from "../support/engine-under-test.ts";
import { addMember, memberIn } from "../support/scenario-people.ts";
import { FOUNDER, requestsOf, startWorld, VERIFIED_AT, type World, writesOf } from "../support/scenario-world.ts";
import { pulumiState } from "../support/state-files.ts";

const SET = "OrganizationMembers";
const ZOE = "zoe@scim.example";
const EVE = "eve@globex.example";

/** Has people of a verified domain managed by SCIM: Zoe, and not Eve. */
async function manageByScim(world: World): Promise<void> {
  const { organizationId } = world;
  const domain = await world.addDomain(organizationId, "scim.example", { verified_at: VERIFIED_AT });
  await world.send("POST", `organizations/${organizationId}/identity_provider_configs/`, {
    name: "Okta",
    config_scope: "scim",
    scim_enabled: true,
    organization_domain_ids: [domain],
  });
  addMember(world, ZOE, 1);
  addMember(world, EVE, 1);
}

/** People whom an identity provider manages, and people of a program. */
describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld("2026-09");
    await manageByScim(world);
    world.sandbox.control.clearRequests();
  });
  afterEach(() => world.sandbox.close());

  const declared = (more: Values): Values => ({
    organizationId: world.organizationId,
    members: { [FOUNDER]: "owner" },
    ...more,
  });

  async function made(resource: string, inputs: Values): Promise<Entry> {
    const run = world.start(engine);
    const { inputs: whole, problems } = await run.check(resource, undefined, inputs);
    expect(problems).toEqual([]);
    return run.create(resource, whole);
  }

  test("are neither reported nor removed where they are left out", async () => {
    const { state } = await made(SET, declared({ enforce: true, ignoreScimDomains: true }));
    expect(state).toMatchObject({ unmanaged: {}, members: { [FOUNDER]: "owner" } });
    expect([memberIn(world, ZOE) === undefined, memberIn(world, EVE) === undefined]).toEqual([false, true]);
  });

  test("are removed as all others where they are not, and nothing is asked about identity providers then", async () => {
    await made(SET, declared({ enforce: true }));
    expect([memberIn(world, ZOE), memberIn(world, EVE)]).toEqual([undefined, undefined]);
    expect(requestsOf(world).filter((one) => /identity_provider|domains/u.test(one))).toEqual([]);
  });

  test("are left out of what a refresh shows, and of the next update", async () => {
    const inputs = declared({ enforce: true, ignoreScimDomains: true });
    const entry = await made(SET, inputs);
    addMember(world, "new@scim.example", 1);
    world.sandbox.control.clearRequests();
    const read = await world.start(engine).read(SET, entry);
    expect(read?.state).toMatchObject({ unmanaged: {}, missing: [] });
    const run = world.start(engine);
    const checked = await run.check(SET, entry.state, inputs);
    expect(await run.diff(SET, read ?? entry, checked.inputs)).toEqual({ changes: false, replaces: [] });
    expect(writesOf(world)).toEqual([]);
  });

  test("are named by a warning once the process knows of both", async () => {
    const run = world.start(engine);
    const { organizationId } = world;
    const providers = (await world.send("GET", `organizations/${organizationId}/identity_provider_configs/`))[
      "results"
    ];
    const [provider] = providers as readonly Values[];
    const [domain] = world.sandbox.control.domains();
    await run.find("IdentityProvider", `${organizationId}/${String(provider?.["id"])}`);
    await run.find("Domain", `${organizationId}/${String(domain?.["id"])}`);
    const { inputs } = await run.check("Member", undefined, { organizationId, email: ZOE, level: "member" });
    await run.create("Member", inputs);
    const said = run.messages.map(({ text }) => text).join("\n");
    expect(said).toMatch(/zoe@scim\.example: an identity provider manages people of scim\.example by SCIM/u);
  });
});

test("orgform drift lists undeclared people of a SCIM domain only where they are not left out", async () => {
  const [engine] = ENGINES as [(typeof ENGINES)[number]];
  const world = await startWorld("2026-09");
  try {
    await manageByScim(world);
    const drift = async (more: Values): Promise<{ unmanaged: string[]; unchecked: unknown }> => {
      const run = world.start(engine);
      const declared = { organizationId: world.organizationId, members: { [FOUNDER]: "owner" }, ...more };
      const { inputs } = await run.check(SET, undefined, declared);
      const entry = await run.create(SET, inputs);
      const state = readState(pulumiState([{ resource: SET, name: "all", inputs, entry }]), "it");
      const settings = { host: world.sandbox.host, apiKey: world.apiKey };
      const { unmanaged, unchecked } = await driftReport(state, settings, new IgnoreRules("", "rules"));
      const people = unmanaged.filter(({ resource }) => resource === "Member").map(({ name }) => name);
      return { unmanaged: people.toSorted(), unchecked };
    };
    expect(await drift({})).toEqual({ unmanaged: [EVE, ZOE], unchecked: [] });
    expect(await drift({ ignoreScimDomains: true })).toEqual({ unmanaged: [EVE], unchecked: [] });
  } finally {
    await world.sandbox.close();
  }
});
