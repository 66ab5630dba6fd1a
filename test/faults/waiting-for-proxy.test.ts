import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { type Bench, describeRows } from "../support/conformance-table.ts";
import { addProxyRecord, recordsOf, setStatus } from "../support/rows-proxy-record.ts";
import { until } from "../support/scenario-crash.ts";
import { Program } from "../support/scenario-program.ts";
import { requestsOf } from "../support/scenario-world.ts";
import { declaredFor, testBrokenWaits } from "./wait-table.ts";

const NAME = "e.globex.example";

const idIn = ({ scene }: Bench): string => String(scene["recordId"]);

const recordIn = ({ world, scene }: Bench): Values | undefined =>
  recordsOf(world).find(({ id }) => id === scene["recordId"]);

const isLookedAt = (bench: Bench, times: number): boolean =>
  requestsOf(bench.world).length >= times && recordIn(bench) !== undefined;

async function validAfterThreeLooks(bench: Bench, isOver: () => boolean): Promise<void> {
  setStatus(bench.world, idIn(bench), "waiting");
  await until(() => isLookedAt(bench, 3) || isOver());
  setStatus(bench.world, idIn(bench), "valid");
}

describeRows(
  (bench) => {
    const { row } = bench;
    const programOf = (further: Values = {}): Program =>
      new Program(bench.engine, row.resource, declaredFor(bench, further));

    testBrokenWaits(bench, {
      happen: validAfterThreeLooks,
      readsUpTo: (nth) => nth,
      writes: [],
      state: { domain: NAME },
    });

    test("a wait sees the record through from the CNAME record to the certificate, and tells how far it is", async () => {
      // A record of its own: its timers run from its making on the sandbox's clock.
      const { world } = bench;
      const { control } = world.sandbox;
      const made = await addProxyRecord(world, world.organizationId, "f.globex.example");
      const statusOf = (): unknown => recordsOf(world).find(({ id }) => id === made["id"])?.["status"];
      const run = bench.start();
      const program = programOf({ recordId: made["id"], timeoutSeconds: 3_600 });
      const done = program.up(run);
      const told = (): string[] => run.messages.map(({ text }) => text.replace(/ \(\d+ s\)$/u, ""));
      const target = String(made["target_cname"]);
      const isTold = (text: string): boolean => !bench.engine.showsProgress || told().includes(text);
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
      setStatus(bench.world, idIn(bench), "waiting", "A proxied record was found.");
      const program = programOf({ timeoutSeconds: 5 });
      const message = String(await program.up(bench.start()));
      expect(message).toContain(`a CNAME record from ${NAME} to ${String(recordIn(bench)?.["target_cname"])}`);
      expect(message).toContain('(the service says "A proxied record was found.")');
      expect(message).toContain("`timeoutSeconds` sets how long to wait");
      expect(program.entry).toBeUndefined();
    });

    test("a wait for a record that the service gave up ends at once", async () => {
      setStatus(bench.world, idIn(bench), "timed_out");
      const program = programOf();
      const message = String(await program.up(bench.start()));
      expect(message).toContain("delete the proxy record and make it anew");
      expect(requestsOf(bench.world)).toEqual(row.requests.create);
      expect(program.entry).toBeUndefined();
    });

    test("a wait whose record is deleted meanwhile ends with an error", async () => {
      setStatus(bench.world, idIn(bench), "issuing");
      const program = programOf();
      const made = program.up(bench.start());
      await until(() => isLookedAt(bench, 2));
      setStatus(bench.world, idIn(bench), "deleting");
      expect(String(await made)).toContain("deleted during the wait");
      expect(program.entry).toBeUndefined();
    });

    test("a proxy that failed later is waited for again", async () => {
      const program = programOf({ timeoutSeconds: 5 });
      expect(await program.up(bench.start())).toBeUndefined();
      setStatus(bench.world, idIn(bench), "erroring", "It points elsewhere.");
      const known = program.entry ?? { id: "", state: {} };
      expect(await bench.start().read(row.resource, known)).toBeUndefined();
      const again = programOf({ timeoutSeconds: 5 });
      expect(String(await again.up(bench.start()))).toContain(
        `the proxy of ${NAME} to become valid, which is "erroring" (the service says "It points elsewhere.")`,
      );
    });
  },
  ({ resource }) => resource === "ProxyRecordValidation",
  { dialects: "live" },
);
