import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { accessReport } from "../../src/cli/access/report.ts";
import { htmlReport } from "../../src/cli/access/formats/html.ts";
import { ACCESS_NEEDS } from "../../src/cli/commands/access.ts";
import type { Picture } from "../../src/model/picture/picture.ts";
import { pictureOf } from "../support/pictured.ts";
import { isInFull } from "../support/extent.ts";
import { addMember } from "../support/scenario-people.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { forEach, range } from "./fixture.ts";

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
    const { picture, ofOrganization, below } = await counted(() => pictureOf(world.sandbox, { needs: ACCESS_NEEDS }));
    expect(ofOrganization).toBeLessThanOrEqual(12);
    expect(below).toBe(2 * MANY);
    const report = accessReport(picture, {});
    expect(report.rows).toHaveLength((PEOPLE + 1) * MANY);
    expect(htmlReport(report)).toContain(`p${PEOPLE - 1}@acme.example`);
  });
});
