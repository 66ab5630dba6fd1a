import { expect, test } from "@jest/globals";

import { DIALECTS } from "../support/dialects.ts";
import { fastTime } from "../support/scenario-clock.ts";
import { type Crowd, describeCrowds, emailOf, forEach } from "./fixture.ts";

const INVITES = 200;

/** @source service 2026-09, invites-and-members.md */
const AN_HOUR = 50;

/** A create that joins a batch writes a record first, and a simulated process has no faster disk. */
const SPEED = 4;
const BULK = "POST /api/organizations/:organization_id/invites/bulk/";
const SINGLE = "POST /api/organizations/:organization_id/invites/";
const MEMBER = "member@acme.example";

/** Creates invites as an engine does that has so many creates in flight. */
async function inviteAll({ world, start }: Crowd, emails: readonly string[], inFlight: number): Promise<string[]> {
  const run = start(fastTime(SPEED));
  const failures: string[] = [];
  await forEach(emails, inFlight, async (email) => {
    const inputs = { organizationId: world.organizationId, email, level: "admin" };
    const checked = await run.check("Invite", undefined, inputs);
    await run.create("Invite", checked.inputs).catch((error: unknown) => failures.push(String(error)));
  });
  return failures;
}

const invitedOf = ({ world }: Crowd): unknown[] => world.sandbox.control.call("GET", "invites") as unknown[];

describeCrowds(
  (crowd) => {
    test.each([
      { inFlight: 50, calls: 15 },
      { inFlight: 8, calls: 35 },
    ])("200 invites with $inFlight in flight make at most $calls bulk calls beside the lists", async (limit) => {
      const emails = Array.from({ length: INVITES }, (_, index) => emailOf(index));
      expect(await inviteAll(crowd, emails, limit.inFlight)).toEqual([]);
      // The newest service takes so many in an hour: the rest is stored as deferred.
      expect(invitedOf(crowd)).toHaveLength(crowd.dialect === "2026-09" ? AN_HOUR : INVITES);
      const { [BULK]: bulk = 0, [SINGLE]: single = 0 } = crowd.counts();
      expect(bulk + single).toBeLessThanOrEqual(limit.calls);
    });
  },
  { firstEngine: true },
);

// The documented service carries out a bulk call as a whole or not at all.
describeCrowds(
  (crowd) => {
    test("one address that the service refuses fails alone with its own message, and nobody is invited twice", async () => {
      const emails = Array.from({ length: 30 }, (_, index) => (index === 7 ? "a..b@globex.example" : emailOf(index)));
      const failures = await inviteAll(crowd, emails, 30);
      expect(failures).toEqual([
        expect.stringMatching(/Could not create Invite "a\.\.b@globex\.example"\n.*valid email/su),
      ]);
      expect(invitedOf(crowd)).toHaveLength(29);
      expect(crowd.counts()[BULK]).toBe(2);
    });

    test("one who becomes a member in between is taken as accepted, also where the service carries a bulk out in part", async () => {
      const { control } = crowd.world.sandbox;
      const emails = [emailOf(0), MEMBER, emailOf(1)];
      const fault = {
        kind: "delay-after",
        delayMs: 100,
        route: "/api/organizations/:organization_id/members/",
      } as const;
      control.addFault(fault);
      const inviting = inviteAll(crowd, emails, 3);
      const isListed = (): boolean => crowd.counts()["GET /api/organizations/:organization_id/members/"] === 1;
      while (!isListed()) await new Promise((resolve) => setTimeout(resolve, 1));
      const user = control.createUser({ email: MEMBER });
      control.addMembership({ userId: user.id, organizationId: crowd.world.organizationId, level: 1 });
      expect(await inviting).toEqual([]);
      expect(invitedOf(crowd)).toHaveLength(2);
      const { [BULK]: bulk, [SINGLE]: single = 0 } = crowd.counts();
      expect(bulk).toBe(1);
      // Refused for the member; in the live dialect what stands before that one exists by then. The order is that in which
      // the records came to the disk.
      expect(crowd.dialect === "documented" ? [2] : [0, 1, 2]).toContain(single);
    });
  },
  { dialects: DIALECTS, firstEngine: true },
);
