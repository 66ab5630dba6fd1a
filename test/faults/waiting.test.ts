import { expect, test } from "@jest/globals";

import { type Bench, checked, describeRows } from "../support/conformance-table.ts";
import { fastTime } from "../support/scenario-clock.ts";
import { until } from "../support/scenario-crash.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { Program } from "../support/scenario-program.ts";
import { requestsOf, VERIFIED_AT } from "../support/scenario-world.ts";
import { declaredFor, testBrokenWaits } from "./wait-table.ts";

const RECORD = "_posthog-challenge.globex.example";
const ASK = "POST /organizations/:id/domains/:id/verify/";

/** The record is published when the service was asked so often. */
async function publishAfter(
  { world, scene }: Bench,
  asked: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  const { control } = world.sandbox;
  const challenge = String(world.domain(String(scene["domainId"]))?.["verification_challenge"]);
  control.clearDns();
  await until(() => isOver() || requestsOf(world).filter((one) => one === ASK).length >= asked);
  control.setDns(RECORD, [challenge]);
}

describeRows(
  (bench) => {
    const { row } = bench;

    testBrokenWaits(bench, {
      happen: (one, isOver) => publishAfter(one, 3, isOver),
      readsUpTo: (nth) => Math.ceil(nth / 2),
      writes: ["POST"],
      state: { domain: "globex.example" },
    });

    test("a wait that ends says which record is awaited, and leaves no entry", async () => {
      bench.world.sandbox.control.clearDns();
      const challenge = String(bench.world.domain(String(bench.scene["domainId"]))?.["verification_challenge"]);
      const program = new Program(bench.engine, row.resource, declaredFor(bench, { timeoutSeconds: 5 }));
      const message = String(await program.up(bench.start()));
      expect(message).toContain(`the DNS record ${RECORD} of type TXT with exactly the value "${challenge}"`);
      expect(message).toContain("`timeoutSeconds` sets how long to wait");
      expect(program.entry).toBeUndefined();
    });

    test("a wait looks as often as its interval allows", async () => {
      bench.world.sandbox.control.clearDns();
      const program = new Program(
        bench.engine,
        row.resource,
        declaredFor(bench, { timeoutSeconds: 20, pollIntervalSeconds: 5 }),
      );
      // Slow enough that what a request takes on a busy machine is little beside the interval.
      await program.up(bench.start({}, fastTime(8)));
      const asked = requestsOf(bench.world).filter((one) => one === ASK).length;
      // One at once, one after each pause, the last one when the time is over.
      expect(asked).toBeGreaterThanOrEqual(4);
      expect(asked).toBeLessThanOrEqual(5);
    });

    test("a key with scopes only watches, says who can ask, and sees the verification", async () => {
      const { control, host, apiKey } = bench.world.sandbox;
      control.clearDns();
      const run = bench.engine.start({ host, apiKey, config: LONG_TIMEOUT });
      const inputs = await checked(run, row, declaredFor(bench));
      const domainId = String(bench.scene["domainId"]);
      const made = run.create(row.resource, inputs);
      await until(() => requestsOf(bench.world).length >= 4);
      control.updateDomain(domainId, { verified_at: VERIFIED_AT });
      expect((await made).state["verifiedAt"]).toBe(VERIFIED_AT);
      expect(requestsOf(bench.world).filter((one) => one === ASK)).toHaveLength(1);
      const warnings = run.messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);
      expect(warnings).toHaveLength(2);
      expect(Math.max(...warnings.map(({ length }) => length))).toBeLessThanOrEqual(80);
      expect(warnings[1]).toContain("an admin presses `Verify` in settings, or a key without scopes");
    });

    test("a wait whose domain is deleted meanwhile ends with an error", async () => {
      const { control } = bench.world.sandbox;
      control.clearDns();
      const program = new Program(bench.engine, row.resource, declaredFor(bench));
      const made = program.up(bench.start());
      await until(() => requestsOf(bench.world).includes(ASK));
      control.deleteDomain(String(bench.scene["domainId"]));
      expect(String(await made)).toMatch(/deleted during the wait|not_found/u);
      expect(program.entry).toBeUndefined();
    });
  },
  ({ resource }) => resource === "DomainVerification",
  { dialects: "live" },
);
