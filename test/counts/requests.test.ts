import { expect, test } from "@jest/globals";

import type { Entry } from "../support/engine-under-test.ts";
import { FOUNDER, writesOf } from "../support/scenario-world.ts";
import { isInFull } from "../support/extent.ts";
import { fastTime } from "../support/scenario-clock.ts";
import {
  CREATE,
  type Crowd,
  DELETE,
  describeCrowds,
  forEach,
  LIST,
  nameOf,
  ONE,
  ORGANIZATION,
  range,
} from "./fixture.ts";

const PROJECTS = "GET /api/organizations/:organization_id/projects/";
const ITEMS = "GET /api/organizations/:organization_id/plugins/";
const PATCH = "PATCH /api/organizations/:organization_id/domains/:id/";

describeCrowds((crowd) => {
  test.each([
    { domains: 100, pages: 1 },
    { domains: 101, pages: 2 },
    ...(isInFull() ? [{ domains: 250, pages: 3 }] : []),
  ])("a refresh of $domains domains and what belongs to them lists in $pages page(s)", async ({ domains, pages }) => {
    const entries = await crowd.domains(domains);
    const run = crowd.start();
    const [first] = entries;
    const settings: Entry = { id: first?.id ?? "", state: { ...first?.state, ssoEnforcement: "" } };
    const reads = await Promise.all([
      ...entries.map((entry) => run.read("Domain", entry)),
      run.read("DomainVerification", settings),
      run.read("DomainSso", settings),
      run.read("Organization", organizationEntry(crowd)),
    ]);
    expect(reads.map((read) => read?.id)).toEqual([
      ...entries.map(({ id }) => id),
      settings.id,
      settings.id,
      crowd.world.organizationId,
    ]);
    expect(crowd.counts()).toEqual({ [LIST]: pages, [ORGANIZATION]: 1 });
  });

  test("creating 50 domains lists once", async () => {
    const run = crowd.start();
    const { organizationId } = crowd.world;
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, index) => run.create("Domain", { organizationId, domain: nameOf(index) })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(50);
    expect(crowd.counts()).toEqual({ [LIST]: 1, [CREATE]: 50 });
  });

  test("creating domains in two organizations lists each once", async () => {
    const run = crowd.start();
    const { organizationId, otherOrganizationId } = crowd.world;
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        run.create("Domain", {
          organizationId: index % 2 === 0 ? organizationId : otherOrganizationId,
          domain: nameOf(index),
        }),
      ),
    );
    expect(crowd.counts()).toEqual({ [LIST]: 2, [CREATE]: 10 });
  });

  test("checking and comparing 100 domains lists them once, for what the service may not take any more", async () => {
    const entries = await crowd.domains(100);
    const run = crowd.start();
    for (const entry of entries) {
      const { organizationId, domain } = entry.state;
      const fresh = { organizationId, domain: `new-${String(domain)}` };
      const { problems } = await run.check("Domain", undefined, fresh);
      expect(problems).toEqual([]);
      const planned = await run
        .diff("Domain", entry, { organizationId, domain, samlEntityId: "urn:new" })
        .catch(String);
      const refusal = expect.stringContaining("samlEntityId");
      expect(planned).toEqual(crowd.dialect === "2026-09" ? refusal : { changes: true, replaces: [] });
    }
    expect(crowd.counts()).toEqual({ [LIST]: 1 });
  });

  test("comparing 100 domains with settings that were held back lists once, and writes nothing", async () => {
    const entries = await crowd.domains(100);
    const run = crowd.start();
    const plans: boolean[] = [];
    for (const { id, state } of entries) {
      const declared = { organizationId: state["organizationId"], domain: state["domain"], ssoEnforcement: "saml" };
      const held = { ...state, ...declared, heldBack: ["ssoEnforcement"] };
      plans.push((await run.diff("Domain", { id, state: held }, declared)).changes);
    }
    // Only the first one is verified, so only there is something to do.
    expect(plans).toEqual(entries.map((_, index) => index === 0));
    expect(crowd.counts()).toEqual({ [LIST]: 1 });
    expect(writesOf(crowd.world)).toEqual([]);
  });

  test("updating 30 domains that need no change reads each once and writes nothing", async () => {
    const entries = await crowd.domains(30);
    const run = crowd.start();
    const inputsOf = ({ state }: Entry) => ({ organizationId: state["organizationId"], domain: state["domain"] });
    await Promise.all(entries.map((entry) => run.update("Domain", entry, inputsOf(entry))));
    expect(crowd.counts()).toEqual({ [ONE]: 30 });
  });

  test("updating 30 domains reads and writes each once", async () => {
    const entries = await crowd.domains(30, 30);
    const run = crowd.start();
    const setting = crowd.dialect === "2026-09" ? { ssoEnforcement: "saml" } : { samlEntityId: "urn:x" };
    const inputsOf = ({ state: { organizationId, domain } }: Entry) => ({ organizationId, domain, ...setting });
    await Promise.all(entries.map((entry) => run.update("Domain", entry, inputsOf(entry))));
    // An engine that plans in the same process looks once whether the service takes the setting.
    const { [LIST]: lists = 0, ...others } = crowd.counts();
    expect(others).toEqual({ [ONE]: 30, [PATCH]: 30 });
    expect(lists).toBeLessThanOrEqual(1);
  });

  // An engine has no part in the rest.
  if (!crowd.isWhole) return;

  test("deleting 50 domains sends nothing but the deletions", async () => {
    const entries = await crowd.domains(50);
    const run = crowd.start();
    await Promise.all(entries.map((entry) => run.delete("Domain", entry)));
    expect(crowd.counts()).toEqual({ [DELETE]: 50 });
  });

  test("a refresh after 20 of 100 domains were deleted outside looks at those once more, and at the organization once", async () => {
    const entries = await crowd.domains(100);
    const { control } = crowd.world.sandbox;
    for (const { id } of entries.slice(0, 20)) control.deleteDomain(id.split("/")[1] ?? "");
    const run = crowd.start();
    const reads = await Promise.all(entries.map((entry) => run.read("Domain", entry)));
    expect(reads.map((read) => read?.id)).toEqual(entries.map(({ id }, index) => (index < 20 ? undefined : id)));
    expect(crowd.counts()).toEqual({ [LIST]: 1, [ONE]: 20, [ORGANIZATION]: 1 });
  });

  test("a list that is refused is asked for once, and all 100 reads say why", async () => {
    const entries = await crowd.domains(100);
    crowd.world.sandbox.control.addFault({
      kind: "status",
      status: 403,
      body: { type: "authentication_error", code: "permission_denied", detail: "Not for you.", attr: null },
      times: 0,
    });
    const run = crowd.start();
    const failures = await Promise.all(
      entries.map((entry) => run.read("Domain", entry).then(JSON.stringify, (error: unknown) => String(error))),
    );
    for (const failure of failures) expect(failure).toMatch(/^Error: Could not read Domain .*Not for you\./su);
    expect(crowd.counts()).toEqual({ [LIST]: 1 });
  });

  test("lists anew in another process", async () => {
    const entries = await crowd.domains(3);
    for (const entry of entries) await crowd.start().read("Domain", entry);
    expect(crowd.counts()).toEqual({ [LIST]: 3 });
  });

  // The service accepts a name twice, so one read afterwards shows all of them whether another writer was active.
  test("creating three organizations lists the organizations once before and once behind", async () => {
    const run = crowd.start();
    await Promise.all(["North", "South", "West"].map((name) => run.create("Organization", { name })));
    expect(crowd.counts()).toEqual({ "GET /api/organizations/": 2, "POST /api/organizations/": 3 });
    expect(crowd.world.sandbox.control.memberships().length).toBe(5);
    expect(crowd.world.sandbox.control.users().map(({ email }) => email)).toEqual([FOUNDER]);
  });

  test("creating 50 projects and 50 pipeline items lists each kind once before and once behind", async () => {
    const run = crowd.start(fastTime(1));
    const { organizationId } = crowd.world;
    const make = (resource: string) =>
      range(50).map((index) => run.create(resource, { organizationId, name: nameOf(index) }));
    await Promise.all([...make("Project"), ...make("Plugin")]);
    expect(crowd.counts()).toEqual({
      [PROJECTS]: 2,
      [`POST ${PROJECTS.slice(4)}`]: 50,
      [ITEMS]: 2,
      [`POST ${ITEMS.slice(4)}`]: 50,
    });
  });

  test("creating 30 projects, ten at a time, looks behind once for each ten", async () => {
    const run = crowd.start(fastTime(1));
    const { organizationId } = crowd.world;
    await forEach(range(30), 10, (index) => run.create("Project", { organizationId, name: nameOf(index) }));
    expect(crowd.counts()).toEqual({ [PROJECTS]: 4, [`POST ${PROJECTS.slice(4)}`]: 30 });
  });
});

function organizationEntry({ world }: Crowd): Entry {
  return { id: world.organizationId, state: { name: "Acme", organizationId: world.organizationId, stateVersion: 1 } };
}
