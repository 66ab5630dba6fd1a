import { expect, test } from "@jest/globals";

import { writesOf } from "../support/scenario-world.ts";
import { describeCrowds, KEY, LIST, nameOf, range } from "./fixture.ts";

const ROLES = "GET /api/organizations/:organization_id/roles/";
const INVITES = "GET /api/organizations/:organization_id/invites/";
const PROJECTS = "GET /api/organizations/:organization_id/projects/";

describeCrowds((crowd) => {
  test("a preview of a new stack looks at the key once, and lists each collection once", async () => {
    const run = crowd.start();
    const { organizationId, sandbox } = crowd.world;
    for (const index of range(20)) {
      await run.check("Domain", undefined, { organizationId, domain: nameOf(index) });
      await run.check("Role", undefined, { organizationId, name: nameOf(index) });
      await run.check("Project", undefined, { organizationId, name: nameOf(index) });
    }
    const { "GET /api/organizations/:id/": plan = 0, ...counts } = sandbox.control.counts();
    expect(counts).toEqual({ [KEY]: 1, [LIST]: 1, [ROLES]: 1, [PROJECTS]: 1 });
    expect(plan).toBeLessThanOrEqual(1);
    expect(writesOf(crowd.world)).toEqual([]);
  });

  test("a preview of new resources in an existing stack lists what they refer to once", async () => {
    await crowd.domains(0);
    crowd.world.settleIn(crowd.world.organizationId);
    const { organizationId, sandbox } = crowd.world;
    const ids: { roleId: string; domainId: string }[] = [];
    for (const index of range(5)) {
      const { id } = await crowd.world.send("POST", `organizations/${organizationId}/roles/`, { name: nameOf(index) });
      ids.push({ roleId: String(id), domainId: await crowd.world.addDomain(organizationId, nameOf(index)) });
    }
    sandbox.control.clearRequests();
    const run = crowd.start();
    for (const { roleId, domainId } of ids) {
      await run.check("RoleMembership", undefined, { organizationId, roleId, email: "ann@globex.example" });
      await run.check("DomainVerification", undefined, { organizationId, domainId });
    }
    // The members of roles come from separate lists, one of which is the list of roles.
    expect(sandbox.control.counts()).toEqual({ [KEY]: 1, [LIST]: 1, [ROLES]: 2, [INVITES]: 1 });
    expect(writesOf(crowd.world)).toEqual([]);
  });

  test("a preview of a stack without a change asks nothing", async () => {
    const entries = await crowd.domains(20);
    const run = crowd.start();
    for (const entry of entries) {
      const { organizationId, domain } = entry.state;
      expect(await run.diff("Domain", entry, { organizationId, domain })).toEqual({ changes: false, replaces: [] });
    }
    expect(crowd.world.sandbox.control.counts()).toEqual({});
  });
});
