import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { type Fixture, describeRows } from "../support/conformance-table.ts";
import { addProxyRecord, recordsOf, setStatus } from "../support/rows-proxy-record.ts";
import { until } from "../support/scenario-crash.ts";
import { Program } from "../support/scenario-program.ts";
import { requestsOf } from "../support/scenario-world.ts";
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
      expect(program.entry).toBeUndefined();
    });

    test("a wait for a record that the service gave up ends at once", async () => {
      setStatus(fixture.world, idIn(fixture), "timed_out");
      const program = programOf();
      const message = String(await program.up(fixture.start()));
      expect(message).toContain("delete the proxy record and make it anew");
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
