import { describe, expect, test } from "@jest/globals";

import { pendingCreation } from "../../../src/capabilities/pending-creation.ts";
import { field } from "../../../src/model/field.ts";
import { message } from "../../../src/model/messages.ts";
import { z } from "zod";
import { orgOf, plain } from "../../support/fake-resources.ts";
import { type Row, unreachable } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const SAID_ONCE = "This warning covers all of them: status of each Box shows whether it is deferred.";

/** A box that waits in its list until somebody pays. */
async function waiting() {
  const made = madeUp(
    [pendingCreation({ isPending: ({ status }) => status === "waiting", reason: message`nobody has paid` })],
    {
      outputs: { ...plain.outputs, status: field(z.string(), { doc: "How far it is." }) },
      fromWire: ({ id, isPaid, ...wire }: Row, at) => ({
        ...wire,
        organizationId: orgOf(at),
        boxId: id,
        status: isPaid === true ? "made" : "waiting",
      }),
    },
  );
  const run = made.start();
  const stored = await run.ensure();
  made.requests();
  return { ...made, run, stored, pay: () => made.service.update("o1", "b1", { isPaid: true }) };
}

describe("an object that the service cannot hold yet", () => {
  test("is stored as pending, with a warning", async () => {
    const { run, stored } = await waiting();
    expect(stored.state["status"]).toBe("waiting");
    expect(run.warnings()).toEqual([`Box b1 isn't created yet: nobody has paid. ${SAID_ONCE}`]);
  });

  test("is no difference while it waits, and each preview says so once for all", async () => {
    const { service, start, stored } = await waiting();
    service.seed({ name: "b", color: "red" });
    const other = { id: "o1/b2", state: { ...stored.state, name: "b", boxId: "b2" } };
    const run = start();
    expect((await run.preview(DECLARED, stored)).changes).toEqual([]);
    expect((await run.preview({ ...DECLARED, name: "b" }, other)).changes).toEqual([]);
    expect(run.warnings()).toEqual([`Box b1 is still deferred: nobody has paid. ${SAID_ONCE}`]);
  });

  test("is one difference as soon as it can be made", async () => {
    const { start, stored, pay } = await waiting();
    await pay();
    const run = start();
    expect((await run.preview(DECLARED, stored)).changes).toEqual([
      { path: "status", kind: "change", effect: "update", secret: false, reason: "can be created now" },
    ]);
    const made = await run.ensure(DECLARED, stored);
    expect(made.state["status"]).toBe("made");
    expect(run.warnings()).toEqual([]);
    expect((await start().preview(DECLARED, made)).changes).toEqual([]);
  });

  test("stays pending where nobody can look, and a warning says so", async () => {
    const { service, start, stored, pay } = await waiting();
    await pay();
    service.next("list", { error: unreachable() });
    const run = start();
    expect((await run.preview(DECLARED, stored)).changes).toEqual([]);
    expect(run.warnings()).toEqual([expect.stringMatching(/^Could not read Box b1: it stays deferred\. /u)]);
  });
});
