import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import type { Snapshot } from "../../packages/sandbox/src/index.ts";
import type { Values } from "../../src/model/json-value.ts";
import { STORY_ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun } from "../support/engine-under-test.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { addMember } from "../support/scenario-people.ts";
import { startWorld, type World, writesOf } from "../support/scenario-world.ts";

const ANN = "ann@globex.example";
const BEN = "ben@globex.example";
const WARNING = /will most likely not be sent again: it gives the level "admin" in project \d+, where .* has "member"/u;

let world: World;
let empty: Snapshot;
let project: string;
beforeAll(async () => {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
  addMember(world, ANN, 1);
  project = String(world.project(world.organizationId));
  empty = world.sandbox.control.snapshot();
});
beforeEach(() => {
  world.sandbox.control.restore(empty);
  world.loseRecords();
});
afterAll(() => world.sandbox.close());

describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))(
  "an invite that gives access to a project, %s",
  (_name, engine) => {
    /** A process with a key of Ann's, who is a plain member. */
    const start = (email = ANN): EngineRun =>
      engine.start({
        host: world.sandbox.host,
        records: world.keepRecords(),
        apiKey: world.sandbox.control.createKey({ email, scopes: ["*"] }).apiKey,
        config: { requestsPerMinute: "1000000", requestsPerHour: "1000000", ...LONG_TIMEOUT },
      });
    const warningsOf = ({ messages }: EngineRun): number =>
      messages.filter(({ severity, text }) => severity === "warn" && WARNING.test(text)).length;
    const invite = () =>
      world.send("POST", `organizations/${world.organizationId}/invites/`, {
        target_email: BEN,
        private_project_access: [{ id: Number(project), level: "admin" }],
      });
    const rule = (access_level: string) => world.send("PUT", `projects/${project}/access_controls/`, { access_level });
    /** Adopts somebody else's invite by its name alone. */
    const declaredOf = (resource: string): Values => ({
      organizationId: world.organizationId,
      email: BEN,
      level: "member",
      ...(resource === "Invite" ? { adopt: BEN } : {}),
    });
    const openInvites = () => world.sandbox.control.call("GET", "invites") as Values[];

    test.each(["Invite", "Membership"])(
      "is told in the preview of %s where the service would refuse it",
      async (resource) => {
        await invite();
        await rule("member");
        const run = start();
        const declared = declaredOf(resource);
        const { inputs } = await run.check(resource, undefined, declared);
        const entry = await run.create(resource, inputs);
        expect([entry.state["status"], warningsOf(run)]).toEqual(["pending", 0]);
        world.sandbox.control.advanceClock(4 * 86_400);
        world.sandbox.control.clearRequests();
        const next = start();
        const read = await next.read(resource, entry);
        const again = await next.check(resource, inputs, inputs);
        expect((await next.diff(resource, read ?? entry, again.inputs)).changes).toBe(true);
        expect([warningsOf(next), writesOf(world)]).toEqual([1, []]);
        const refusal = start().update(resource, read ?? entry, again.inputs);
        await expect(refusal).rejects.toThrow(/You cannot invite to a restricted project with a higher level/u);
        // Nothing is lost, and people with access continue.
        expect(openInvites()).toHaveLength(1);
        const founder = start("founder@acme.example");
        expect((await founder.diff(resource, read ?? entry, again.inputs)).changes).toBe(true);
        expect(warningsOf(founder)).toBe(0);
        expect((await founder.update(resource, read ?? entry, again.inputs)).state["status"]).toBe("pending");
      },
    );

    test("is sent again without a word where the project is open", async () => {
      await invite();
      const declared = declaredOf("Invite");
      const run = start();
      const { inputs } = await run.check("Invite", undefined, declared);
      const entry = await run.create("Invite", inputs);
      world.sandbox.control.advanceClock(4 * 86_400);
      const next = start();
      const read = await next.read("Invite", entry);
      expect((await next.diff("Invite", read ?? entry, inputs)).changes).toBe(true);
      expect(warningsOf(next)).toBe(0);
      expect((await start().update("Invite", read ?? entry, inputs)).state["status"]).toBe("pending");
      expect(openInvites()).toMatchObject([{ private_project_access: [{ level: "admin" }] }]);
    });
  },
);
