import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import { type Fixture, describeRows } from "../support/conformance-table.ts";
import { addProxyRecord, recordsOf, setStatus } from "../support/rows-proxy-record.ts";
import { until } from "../support/until.ts";
import { Program } from "../support/scenario-program.ts";
import { FOUNDER, requestsOf, startWorld, type World } from "../support/scenario-world.ts";
import { declaredFor, testBrokenWaits } from "./wait-table.ts";

const NAME = "e.globex.example";

const idIn = ({ seeded }: Fixture): string => String(seeded["recordId"]);

const recordIn = ({ world, seeded }: Fixture): Values | undefined =>
  recordsOf(world).find(({ id }) => id === seeded["recordId"]);

const isLookedAt = (fixture: Fixture, times: number): boolean =>
  requestsOf(fixture.world).length >= times && recordIn(fixture) !== undefined;

async function validAfterThreeLooks(fixture: Fixture, isOver: () => boolean): Promise<void> {
  setStatus(fixture.world, idIn(fixture), "waiting");
  await until(() => isLookedAt(fixture, 3) || isOver());
  setStatus(fixture.world, idIn(fixture), "valid");
}

describeRows(
  (fixture) => {
    const { row } = fixture;
    const programOf = (further: Values = {}): Program =>
      new Program(fixture.engine, row.resource, declaredFor(fixture, further));

    testBrokenWaits(fixture, {
      happen: validAfterThreeLooks,
      readsUpTo: (nth) => nth,
      writes: [],
      state: { domain: NAME },
    });

    test("a wait sees the record through from the CNAME record to the certificate, and tells how far it is", async () => {
      // A record of its own: its timers run from its making on the sandbox's clock.
      const { world } = fixture;
      const { control } = world.sandbox;
      control.call("PUT", "proxy-record-quota", { organization: world.organizationId, limit: 3 });
      const made = await addProxyRecord(world, world.organizationId, "f.globex.example");
      const statusOf = (): unknown => recordsOf(world).find(({ id }) => id === made["id"])?.["status"];
      const run = fixture.start();
      const program = programOf({ recordId: made["id"], timeoutSeconds: 3_600 });
      const done = program.up(run);
      const told = (): string[] => run.messages.map(({ text }) => text.replace(/ \(\d+ s\)$/u, ""));
      const target = String(made["target_cname"]);
      const isTold = (text: string): boolean => !fixture.engine.showsProgress || told().includes(text);
      await until(() => isTold(`waiting for a CNAME record from f.globex.example to ${target}`));
      control.setDnsName("f.globex.example", { CNAME: target });
      // The service looks for the record at ever longer distances, the longer the test has taken so far.
      await until(() => {
        control.advanceClock(10);
        return statusOf() === "issuing";
      });
      await until(() => isTold("waiting for the certificate of f.globex.example"));
      await until(() => {
        control.advanceClock(60);
        return statusOf() === "valid";
      });
      expect(await done).toBeUndefined();
      expect(program.entry?.state).toMatchObject({ domain: "f.globex.example", recordId: made["id"] });
    });

    test("a wait that ends says which record is awaited, and leaves no entry", async () => {
      setStatus(fixture.world, idIn(fixture), "waiting", "A proxied record was found.");
      const program = programOf({ timeoutSeconds: 5 });
      const message = String(await program.up(fixture.start()));
      expect(message).toContain(`a CNAME record from ${NAME} to ${String(recordIn(fixture)?.["target_cname"])}`);
      expect(message).toContain('(the service says "A proxied record was found.")');
      expect(message).toContain("`timeoutSeconds` sets how long to wait");
      // A service without the route has no part in the message.
      expect(/diagnos/iu.test(message)).toBe(fixture.dialect === "2026-09");
      expect(program.entry).toBeUndefined();
    });

    test("a wait for a record that the service gave up ends at once", async () => {
      setStatus(fixture.world, idIn(fixture), "timed_out");
      const program = programOf();
      const message = String(await program.up(fixture.start()));
      expect(message).toContain("delete and create the proxy record again");
      expect(requestsOf(fixture.world)).toEqual(row.requests.create);
      expect(program.entry).toBeUndefined();
    });

    test("a wait whose record is deleted meanwhile ends with an error", async () => {
      setStatus(fixture.world, idIn(fixture), "issuing");
      const program = programOf();
      const made = program.up(fixture.start());
      await until(() => isLookedAt(fixture, 2));
      setStatus(fixture.world, idIn(fixture), "deleting");
      expect(String(await made)).toContain("deleted during the wait");
      expect(program.entry).toBeUndefined();
    });

    test("a proxy that failed later is waited for again", async () => {
      const program = programOf({ timeoutSeconds: 5 });
      expect(await program.up(fixture.start())).toBeUndefined();
      setStatus(fixture.world, idIn(fixture), "erroring", "It points elsewhere.");
      const known = program.entry ?? { id: "", state: {} };
      expect(await fixture.start().read(row.resource, known)).toBeUndefined();
      const again = programOf({ timeoutSeconds: 5 });
      expect(String(await again.up(fixture.start()))).toContain(
        `the proxy of ${NAME} to become valid, which is "erroring" (the service says "It points elsewhere.")`,
      );
    });
  },
  ({ resource }) => resource === "ProxyRecordValidation",
  { dialects: "2025-08" },
);

describe.each(ENGINES)("on a service that diagnoses proxies, $name:", (engine) => {
  let world: World;
  let record: Values = {};
  beforeAll(async () => {
    world = await startWorld("2026-09");
    record = await addProxyRecord(world, world.organizationId, NAME);
  });
  afterAll(async () => world.sandbox.close());

  /** The message of a failed wait, with a key of these scopes. */
  async function outcome(scopes: readonly string[] | null): Promise<string> {
    const { control, host } = world.sandbox;
    control.clearRequests();
    const { apiKey } = control.createKey({ email: FOUNDER, scopes });
    const declared = { organizationId: world.organizationId, recordId: record["id"], pollIntervalSeconds: 1 };
    const program = new Program(engine, "ProxyRecordValidation", { ...declared, timeoutSeconds: 2 });
    const message = String(await program.up(engine.start({ host, apiKey, config: { requestsPerMinute: "100000" } })));
    expect(message).toContain(`a CNAME record from ${NAME} to ${String(record["target_cname"])}`);
    expect(program.entry).toBeUndefined();
    return message;
  }
  const asked = (): string[] => requestsOf(world).filter((one) => one.endsWith("/diagnose/"));

  test("a wait that ends has the diagnosis of the service: what to do, and what failed", async () => {
    const message = await outcome(null);
    const target = String(record["target_cname"]);
    expect(message).toContain(
      `The service's own diagnosis is "fail": Point a CNAME record from ${NAME} to ${target}.\n` +
        `- CNAME record failed: ${NAME} does not point to ${target}. Record: ${NAME} CNAME ${target}\n`,
    );
    expect(message).not.toContain("Certificate");
    expect(asked()).toHaveLength(1);
  });

  test("a wait whose key may not ask for a diagnosis ends as before", async () => {
    const message = await outcome(["organization:read"]);
    expect(message).toContain("`timeoutSeconds` sets how long to wait");
    expect(message).not.toMatch(/diagnos|answered 403/iu);
    expect(asked()).toHaveLength(1);
  });
});
