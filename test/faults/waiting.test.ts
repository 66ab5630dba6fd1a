import { expect, test } from "@jest/globals";

import { type Fixture, checked, describeRows } from "../support/conformance-table.ts";
import { fastTime } from "../support/scenario-clock.ts";
import { until } from "../support/until.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { Program } from "../support/scenario-program.ts";
import { requestsOf, VERIFIED_AT } from "../support/scenario-world.ts";
import { declaredFor, testBrokenWaits } from "./wait-table.ts";

const RECORD = "_posthog-challenge.globex.example";
const ASK = "POST /organizations/:id/domains/:id/verify/";

/** The record is published when the service was asked so often. */
async function publishAfter(
  { world, seeded }: Fixture,
  asked: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  const { control } = world.sandbox;
  const challenge = String(world.domain(String(seeded["domainId"]))?.["verification_challenge"]);
  control.clearDns();
  await until(() => isOver() || requestsOf(world).filter((one) => one === ASK).length >= asked);
  control.setDns(RECORD, [challenge]);
}

describeRows(
  (fixture) => {
    const { row } = fixture;

    testBrokenWaits(fixture, {
      happen: (one, isOver) => publishAfter(one, 3, isOver),
      readsUpTo: (nth) => Math.ceil(nth / 2),
      writes: ["POST"],
      state: { domain: "globex.example" },
    });

    test("a wait that ends says which record is awaited, and leaves no entry", async () => {
      fixture.world.sandbox.control.clearDns();
      const challenge = String(fixture.world.domain(String(fixture.seeded["domainId"]))?.["verification_challenge"]);
      const program = new Program(fixture.engine, row.resource, declaredFor(fixture, { timeoutSeconds: 5 }));
      const message = String(await program.up(fixture.start()));
      expect(message).toContain(`the DNS record ${RECORD} of type TXT with exactly the value "${challenge}"`);
      expect(message).toContain("`timeoutSeconds` sets how long to wait");
      expect(program.entry).toBeUndefined();
    });

    test("a wait looks as often as its interval allows", async () => {
      fixture.world.sandbox.control.clearDns();
      const program = new Program(
        fixture.engine,
        row.resource,
        declaredFor(fixture, { timeoutSeconds: 20, pollIntervalSeconds: 5 }),
      );
      // Slow enough that what a request takes on a busy machine is little beside the interval.
      await program.up(fixture.start({}, fastTime(8)));
      const asked = requestsOf(fixture.world).filter((one) => one === ASK).length;
      // One at once, one after each pause, the last one when the time is over.
      expect(asked).toBeGreaterThanOrEqual(4);
      expect(asked).toBeLessThanOrEqual(5);
    });

    test("a key with scopes only watches, says who can ask, and sees the verification", async () => {
      const { control, host, apiKey } = fixture.world.sandbox;
      control.clearDns();
      const run = fixture.engine.start({ host, apiKey, config: LONG_TIMEOUT });
      const inputs = await checked(run, row, declaredFor(fixture));
      const domainId = String(fixture.seeded["domainId"]);
      const made = run.create(row.resource, inputs);
      await until(() => requestsOf(fixture.world).length >= 4);
      control.updateDomain(domainId, { verified_at: VERIFIED_AT });
      expect((await made).state["verifiedAt"]).toBe(VERIFIED_AT);
      expect(requestsOf(fixture.world).filter((one) => one === ASK)).toHaveLength(1);
      const warnings = run.messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);
      expect(warnings).toHaveLength(2);
      expect(Math.max(...warnings.map(({ length }) => length))).toBeLessThanOrEqual(80);
      expect(warnings[1]).toContain("an admin presses `Verify` in settings, or an unscoped key");
    });

    test("a wait whose domain is deleted meanwhile ends with an error", async () => {
      const { control } = fixture.world.sandbox;
      control.clearDns();
      const program = new Program(fixture.engine, row.resource, declaredFor(fixture));
      const made = program.up(fixture.start());
      await until(() => requestsOf(fixture.world).includes(ASK));
      control.deleteDomain(String(fixture.seeded["domainId"]));
      expect(String(await made)).toMatch(/deleted during the wait|not_found/u);
      expect(program.entry).toBeUndefined();
    });
  },
  ({ resource }) => resource === "DomainVerification",
  { dialects: "2025-08" },
);
