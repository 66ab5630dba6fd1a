import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import type { Snapshot } from "../../packages/sandbox/src/index.ts";
import type { Values } from "../../src/model/json-value.ts";
import { STORY_ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { addMember } from "../support/scenario-people.ts";
import { startWorld, type World, writesOf } from "../support/scenario-world.ts";

const PLUS = "ann+test@globex.example";
const WARNING = /with a plus sign will most likely get no invite/u;

let world: World;
let empty: Snapshot;
beforeAll(async () => {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
  empty = world.sandbox.control.snapshot();
});
beforeEach(() => {
  world.sandbox.control.restore(empty);
  world.sandbox.control.setDialect("2026-09");
  world.loseRecords();
  world.sandbox.control.clearRequests();
});
afterAll(() => world.sandbox.close());

const warningsOf = ({ messages }: EngineRun): string[] =>
  messages.filter(({ severity, text }) => severity === "warn" && WARNING.test(text)).map(({ text }) => text);

describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))(
  "invites of addresses with a plus, %s",
  (_name, engine) => {
    const start = (): EngineRun => world.start(engine, LONG_TIMEOUT);
    const declared = (email: string, more: Values = {}): Values => ({
      organizationId: world.organizationId,
      email,
      level: "member",
      ...more,
    });
    const previewed = async (run: EngineRun, resource: string, email: string): Promise<Values> => {
      const { inputs, problems } = await run.check(resource, undefined, declared(email));
      expect(problems).toEqual([]);
      return inputs;
    };

    test.each(["Invite", "Membership"])("a preview of %s says once for all that they are refused", async (resource) => {
      const run = start();
      for (const email of ["ben@globex.example", PLUS, "cat+x@globex.example"]) await previewed(run, resource, email);
      expect(warningsOf(run)).toHaveLength(1);
      expect(warningsOf(run)[0]).toContain(PLUS);
      expect(writesOf(world)).toEqual([]);
      const inputs = await previewed(start(), resource, PLUS);
      await expect(start().create(resource, inputs)).rejects.toThrow(/answered 400.*[Ff]ield: target_email/su);
    });

    test("members and open invites are left alone, and one that would be sent again is not", async () => {
      addMember(world, PLUS, 1);
      const run = start();
      const inputs = await previewed(run, "Membership", PLUS);
      const member = await run.create("Membership", inputs);
      expect(member.state).toMatchObject({ status: "accepted" });
      expect(await start().diff("Membership", member, inputs)).toEqual({ changes: false, replaces: [] });
      world.sandbox.control.setDialect("2025-08");
      const invited = await previewed(start(), "Invite", "dan+x@globex.example");
      const entry = await start().create("Invite", invited);
      world.sandbox.control.setDialect("2026-09");
      const quiet = start();
      expect(await quiet.diff("Invite", entry, invited)).toEqual({ changes: false, replaces: [] });
      expect([...warningsOf(run), ...warningsOf(quiet)]).toEqual([]);
      const changing = start();
      const changed = { ...invited, level: "admin" };
      expect((await changing.diff("Invite", entry, changed)).changes).toBe(true);
      expect(warningsOf(changing)).toHaveLength(1);
    });

    test("an older service takes them, and nothing is said", async () => {
      world.sandbox.control.setDialect("2025-08");
      const run = start();
      const inputs = await previewed(run, "Invite", PLUS);
      expect((await run.create("Invite", inputs)).state).toMatchObject({ status: "pending" });
      expect(warningsOf(run)).toEqual([]);
    });
  },
);
