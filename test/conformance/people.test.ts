import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { type Fixture, describeRows } from "../support/conformance-table.ts";
import { accept, DAY_SECONDS, levelIn } from "../support/scenario-people.ts";
import { Program } from "../support/scenario-program.ts";
import { writesOf } from "../support/scenario-world.ts";

const EMAIL = "ann@globex.example";

/** A program about one person, and its entry in the engine's state. */
class Life {
  readonly #fixture: Fixture;
  readonly #declared = new Map<string, Values>();
  readonly #programs = new Map<string, Program>();

  constructor(fixture: Fixture) {
    this.#fixture = fixture;
  }

  /** Changes the program; undefined removes the resource from it. */
  declare(resource: string, values: Values | undefined): void {
    const { entry } = this.#programs.get(resource) ?? {};
    const { organizationId } = this.#fixture.world;
    if (values === undefined) this.#declared.delete(resource);
    else this.#declared.set(resource, { organizationId, email: EMAIL, ...values });
    const declared = this.#declared.get(resource) ?? {};
    this.#programs.set(resource, new Program(this.#fixture.engine, resource, declared, entry));
  }

  /** Refreshes, previews, and updates. Returns the changes in the preview, and the requests that changed something. */
  async run(): Promise<{ announced: string[]; writes: string[] }> {
    const announced: string[] = [];
    for (const program of this.#programs.values()) {
      mustPass(await program.refresh(this.#fixture.start()));
    }
    for (const resource of this.#programs.keys()) if (await this.#differs(resource)) announced.push(resource);
    this.#fixture.world.sandbox.control.clearRequests();
    for (const [resource, program] of this.#programs) {
      const step = this.#declared.has(resource)
        ? program.up(this.#fixture.start())
        : program.destroy(this.#fixture.start());
      mustPass(await step);
    }
    const writes = writesOf(this.#fixture.world).map(({ method, path }) => `${method} ${path.split("/")[4] ?? ""}`);
    for (const resource of this.#programs.keys()) {
      if (await this.#differs(resource)) throw new Error(`${resource} still differs after the update`);
    }
    return { announced, writes };
  }

  status(resource: string): unknown {
    return this.#programs.get(resource)?.entry?.state["status"];
  }

  async #differs(resource: string): Promise<boolean> {
    const entry = this.#programs.get(resource)?.entry;
    const declared = this.#declared.get(resource);
    if (entry === undefined || declared === undefined) return (entry === undefined) !== (declared === undefined);
    const run = this.#fixture.start();
    const { inputs } = await run.check(resource, entry.inputs, declared);
    return (await run.diff(resource, entry, inputs)).changes;
  }
}

/** A step returns its error. */
function mustPass(error: unknown): void {
  if (error !== undefined) throw new Error("a step failed", { cause: error });
}

const QUIET = { announced: [], writes: [] };

describeRows(
  (fixture) => {
    const days = (count: number): void => void fixture.world.sandbox.control.advanceClock(count * DAY_SECONDS);

    test("one person's life as an invite and a member changes something only where the program or the service did", async () => {
      const life = new Life(fixture);
      life.declare("Invite", { level: "admin" });
      expect(await life.run()).toEqual({ announced: ["Invite"], writes: ["POST invites"] });
      expect(life.status("Invite")).toBe("pending");
      expect(await life.run()).toEqual(QUIET);

      life.declare("Invite", { level: "member" });
      expect(await life.run()).toEqual({ announced: ["Invite"], writes: ["POST invites"] });
      days(2);
      expect(await life.run()).toEqual(QUIET);

      days(2);
      expect(await life.run()).toEqual({ announced: ["Invite"], writes: ["POST invites"] });
      expect(life.status("Invite")).toBe("pending");
      expect(await life.run()).toEqual(QUIET);

      accept(fixture.world, EMAIL);
      expect(await life.run()).toEqual(QUIET);
      expect(life.status("Invite")).toBe("accepted");
      days(30);
      expect(await life.run()).toEqual(QUIET);

      life.declare("Member", { level: "member" });
      expect(await life.run()).toEqual({ announced: ["Member"], writes: [] });
      life.declare("Member", { level: "admin" });
      life.declare("Invite", { level: "admin" });
      expect(await life.run()).toEqual({ announced: ["Member"], writes: ["PATCH members"] });
      expect(levelIn(fixture.world, EMAIL)).toBe(8);
      expect(await life.run()).toEqual(QUIET);

      life.declare("Member", undefined);
      life.declare("Invite", undefined);
      expect((await life.run()).writes).toEqual(["DELETE members"]);
      expect(levelIn(fixture.world, EMAIL)).toBeUndefined();
    });

    test("one person's life as a membership changes something only where the program or the service did", async () => {
      const life = new Life(fixture);
      life.declare("Membership", { level: "admin" });
      expect(await life.run()).toEqual({ announced: ["Membership"], writes: ["POST invites"] });
      expect(await life.run()).toEqual(QUIET);
      life.declare("Membership", { level: "member" });
      expect(await life.run()).toEqual({ announced: ["Membership"], writes: ["POST invites"] });

      days(4);
      expect(await life.run()).toEqual({ announced: ["Membership"], writes: ["POST invites"] });
      expect(await life.run()).toEqual(QUIET);

      accept(fixture.world, EMAIL);
      expect(await life.run()).toEqual(QUIET);
      expect(life.status("Membership")).toBe("accepted");
      days(30);
      expect(await life.run()).toEqual(QUIET);

      life.declare("Membership", { level: "admin" });
      expect(await life.run()).toEqual({ announced: ["Membership"], writes: ["PATCH members"] });
      expect(levelIn(fixture.world, EMAIL)).toBe(8);
      expect(await life.run()).toEqual(QUIET);

      life.declare("Membership", undefined);
      expect((await life.run()).writes).toEqual(["DELETE members"]);
      expect(levelIn(fixture.world, EMAIL)).toBeUndefined();
    });
  },
  (row) => row.resource === "Membership",
  { furtherEngines: "none" },
);
