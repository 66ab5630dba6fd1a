import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { accessReport } from "../../src/cli/access/report.ts";
import { htmlReport } from "../../src/cli/access/formats/html.ts";
import { ACCESS_SECTIONS } from "../../src/model/picture/access.ts";
import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { Picture } from "../../src/model/picture/picture.ts";
import { EVERYTHING, type PictureNeed } from "../../src/picture/take-picture.ts";
import { pictureOf } from "../support/pictured.ts";
import { isInFull } from "../support/extent.ts";
import { addMember, memberIn } from "../support/scenario-people.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { countsIn, forEach, range } from "./fixture.ts";

/** By day a smaller organization costs as many requests for each project. */
const PEOPLE = isInFull() ? 999 : 249;
const MANY = isInFull() ? 50 : 12;
const SLOW_MS = 120_000;
/** The organization's requests, including one for each hundred rows. */
const MOST_OF_ORGANIZATION = 45;

describe("a picture of 1,000 people, 50 roles, and 50 projects (a quarter by day)", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld("2026-09");
    const { organizationId, send } = world;
    world.settleIn(organizationId);
    for (const index of range(PEOPLE)) addMember(world, `p${index}@acme.example`, 1);
    await forEach(range(MANY), 8, async (index) => {
      await send("POST", `organizations/${organizationId}/roles/`, { name: `Role ${index}` });
      if (index > 0) await send("POST", `organizations/${organizationId}/projects/`, { name: `P${index}` });
    });
  }, SLOW_MS);
  afterAll(() => world.sandbox.close());

  const counted = async (take: () => Promise<Picture>) => {
    world.sandbox.control.clearRequests();
    const picture = await take();
    const requests = world.sandbox.control.requests();
    const below = requests.filter(({ path }) => /\/projects\/\d+\//u.test(path));
    return { picture, ofOrganization: requests.length - below.length, below: below.length };
  };

  test("costs few requests for the organization, and at most six for each project", async () => {
    const { picture, ofOrganization, below } = await counted(() => pictureOf(world.sandbox));
    expect(picture.living.people).toHaveLength(PEOPLE + 1);
    expect(picture.living.roles).toHaveLength(MANY);
    expect(ofOrganization).toBeLessThanOrEqual(MOST_OF_ORGANIZATION);
    expect(below).toBeLessThanOrEqual(6 * MANY);
  });

  test("costs two for each project where access is asked for", async () => {
    const { picture, ofOrganization, below } = await counted(() =>
      pictureOf(world.sandbox, { needs: ACCESS_SECTIONS }),
    );
    expect(ofOrganization).toBeLessThanOrEqual(12);
    expect(below).toBe(2 * MANY);
    const report = accessReport(picture, {});
    expect(report.rows).toHaveLength((PEOPLE + 1) * MANY);
    expect(htmlReport(report)).toContain(`p${PEOPLE - 1}@acme.example`);
  });
});

const ORGANIZATION = "/api/organizations/:organization_id";
const LIST_OF_PROJECTS = { [`GET ${ORGANIZATION}/projects/`]: 1 };
/** A path that only other services have. */
const ELSEWHERE = "GET (unknown path)";

/** Requests of each kind for two projects, besides those that find the organization. */
const COSTS: Readonly<Record<PictureNeed, Readonly<Record<string, number>>>> = {
  projects: LIST_OF_PROJECTS,
  domains: { [`GET ${ORGANIZATION}/domains/`]: 1 },
  identityProviders: { [`GET ${ORGANIZATION}/identity_provider_configs/`]: 1 },
  people: { [`GET ${ORGANIZATION}/members/`]: 1 },
  // An invite doesn't count once its person is a member, so members are listed, too.
  invites: { [`GET ${ORGANIZATION}/invites/`]: 1, [`GET ${ORGANIZATION}/members/`]: 1 },
  roles: { [`GET ${ORGANIZATION}/roles/`]: 1 },
  // Rules name people by memberships.
  accessRules: {
    ...LIST_OF_PROJECTS,
    [`GET ${ORGANIZATION}/members/`]: 1,
    [`GET ${ORGANIZATION}/projects/:id/access_controls/`]: 2,
    [`GET ${ORGANIZATION}/projects/:id/resource_access_controls/`]: 2,
  },
  exports: { ...LIST_OF_PROJECTS, [ELSEWHERE]: 1, "GET /api/projects/:project_id/batch_exports/": 2 },
  integrations: { ...LIST_OF_PROJECTS, "GET /api/projects/:project_id/integrations/": 2 },
  hogFunctions: { ...LIST_OF_PROJECTS, "GET /api/projects/:project_id/hog_functions/": 2 },
  proxies: { [`GET ${ORGANIZATION}/proxy_records/`]: 1 },
  pipelineItems: { [`GET ${ORGANIZATION}/plugins/`]: 1 },
  projectSettings: { ...LIST_OF_PROJECTS, [`GET ${ORGANIZATION}/projects/:id/`]: 2 },
};

const OLDER = {
  identityProviders: { [ELSEWHERE]: 1 },
  exports: { [`GET ${ORGANIZATION}/batch_exports/`]: 1 },
};
const COSTS_ELSEWHERE: Readonly<Record<Dialect, Partial<typeof COSTS>>> = {
  "2026-09": {},
  "2025-08": {
    ...OLDER,
    // The rules of kinds have an older path.
    accessRules: {
      ...LIST_OF_PROJECTS,
      [ELSEWHERE]: 2,
      [`GET ${ORGANIZATION}/members/`]: 1,
      [`GET ${ORGANIZATION}/projects/:id/access_controls/`]: 2,
      [`GET ${ORGANIZATION}/projects/:id/global_access_controls/`]: 2,
    },
  },
  documented: {
    ...OLDER,
    accessRules: { ...LIST_OF_PROJECTS, [ELSEWHERE]: 6 },
    integrations: { ...LIST_OF_PROJECTS, [ELSEWHERE]: 2 },
    hogFunctions: { ...LIST_OF_PROJECTS, [ELSEWHERE]: 2 },
  },
};

describe.each(["2026-09", "2025-08", "documented"] as const)(
  "in %s, a kind of a picture costs its own lists",
  (dialect) => {
    let world: World;
    let finding: Readonly<Record<string, number>>;
    beforeAll(async () => {
      world = await startWorld(dialect);
      const { organizationId, send } = world;
      world.settleIn(organizationId);
      addMember(world, "ann@acme.example", 1);
      await send("POST", `organizations/${organizationId}/projects/`, { name: "Second" });
      await send("POST", `organizations/${organizationId}/roles/`, { name: "Builders" });
      await world.addDomain(organizationId, "acme.example");
      await send("POST", `organizations/${organizationId}/invites/`, { target_email: "soon@acme.example" });
      if (dialect !== "documented") {
        await send("PUT", `projects/${world.project(organizationId)}/access_controls/`, {
          access_level: "member",
          organization_member: memberIn(world, "ann@acme.example")?.["id"],
        });
      }
      finding = await costOf([]);
    });
    afterAll(() => world.sandbox.close());

    async function costOf(needs: readonly PictureNeed[]): Promise<Record<string, number>> {
      world.sandbox.control.clearRequests();
      await pictureOf(world.sandbox, { needs });
      return countsIn(world);
    }

    test.each(EVERYTHING)("%s", async (need) => {
      const cost = await costOf(need === "projectSettings" ? ["projects", need] : [need]);
      for (const [request, times] of Object.entries(finding)) {
        expect(cost[request]).toBe(times);
        Reflect.deleteProperty(cost, request);
      }
      expect(cost).toEqual(COSTS_ELSEWHERE[dialect][need] ?? COSTS[need]);
    });

    test("finding the organization", () => {
      // Services of 2025 are asked for it once more.
      const times = dialect === "2026-09" ? 2 : 3;
      expect(finding).toEqual({ "GET /api/organizations/": 1, "GET /api/organizations/:id/": times });
    });
  },
);
