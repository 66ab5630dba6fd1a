import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { furnish, HUSHED } from "../../support/furnished-organization.ts";
import { DIALECTS } from "../../support/dialects.ts";
import { pictureOf } from "../../support/pictured.ts";

describe.each(DIALECTS)("the picture of an organization, %s", (dialect) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ dialect });
    await furnish(sandbox, { members: 6, domains: 2, projects: 2 });
  });
  afterAll(() => sandbox.close());

  test("shows everything, without secrets, and writes nothing", async () => {
    sandbox.control.clearRequests();
    const picture = await pictureOf(sandbox);
    expect(sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    const { organization, people, roles, exports, domains, invites, projects } = picture.living;
    expect(organization).toMatchObject({ resourceName: "Organization", enforce2fa: true });
    expect(people).toHaveLength(7);
    expect(people).toContainEqual(expect.objectContaining({ email: "person0@acme.example", level: "admin" }));
    expect(roles).toContainEqual(expect.objectContaining({ members: ["person1@acme.example"] }));
    expect(invites).toContainEqual(
      expect.objectContaining({ email: "soon@acme.example", level: "admin", status: "pending" }),
    );
    expect(domains).toContainEqual(expect.objectContaining({ domain: "site1.example", isVerified: true }));
    expect(projects).toContainEqual(expect.objectContaining({ name: "Main", anonymizeIps: true }));
    expect(exports).toContainEqual(
      expect.objectContaining({ destinationType: "s3", projectId: expect.stringMatching(/^\d+$/u), paused: false }),
    );
    expect(JSON.stringify(picture)).not.toContain(HUSHED);
    expect(picture.declared).toEqual({ unknown: expect.any(String) });
  });

  test("says of what the key may not read that it is unknown", async () => {
    const { living } = await pictureOf(sandbox, { scopes: ["organization:read", "project:read"] });
    expect(living.people).toEqual({ unknown: "the API key lacks the scope organization_member:read" });
    expect(living.exports).toEqual({ unknown: "the API key lacks the scope batch_export:read" });
    expect(living.domains).toHaveLength(2);
  });

  test("reads nothing that nobody needs", async () => {
    sandbox.control.clearRequests();
    const { living } = await pictureOf(sandbox, { needs: ["domains"] });
    expect(living.people).toEqual({ unknown: "nobody asked for it" });
    expect(Object.keys(sandbox.control.counts()).filter((route) => /members|projects/u.test(route))).toEqual([]);
  });
});
