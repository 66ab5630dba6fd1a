import { describe, expect, test } from "@jest/globals";

import { message } from "../../../src/model/messages.ts";
import { deferredFields } from "../../../src/capabilities/deferred-fields.ts";
import { field } from "../../../src/model/field.ts";
import { z } from "zod";
import { plain } from "../../support/fake-resources.ts";
import { type Row, unreachable } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const declared = { ...DECLARED, seal: "wax" };

/** A box whose seal is refused until it is open. */
async function closed() {
  const made = madeUp(
    [
      deferredFields({
        inputs: ["seal"],
        isMet: (wire: Row) => wire["isOpen"] === true,
        reason: message`the box is closed; open it`,
      }),
    ],
    {
      inputs: { seal: field(z.string().optional(), { doc: "Seal.", serviceDefault: "" }) },
      outputs: { ...plain.outputs, heldBack: field(z.array(z.string()).optional(), { doc: "Waiting settings." }) },
    },
  );
  const run = made.start();
  const stored = await run.ensure(declared);
  return { ...made, run, stored, open: () => made.service.update("o1", "b1", { isOpen: true }) };
}

describe("an input that the service refuses until a condition holds", () => {
  test("is stored and not sent, and a warning says until what", async () => {
    const { service, run, stored } = await closed();
    expect(service.bodies).toEqual([expect.not.objectContaining({ seal: "wax" })]);
    expect(stored.state).toMatchObject({ seal: "wax", heldBack: ["seal"] });
    expect(run.warnings()).toEqual([
      'Settings of Box "a" are deferred: seal, as the box is closed; open it. The first update after that sets them.',
    ]);
  });

  test("is no difference before, and says so in each preview", async () => {
    const { start, stored } = await closed();
    const run = start();
    expect((await run.preview(declared, stored)).changes).toEqual([]);
    expect(run.warnings()).toEqual(['Settings of Box "a" are deferred: seal, as the box is closed; open it.']);
  });

  test("is one difference after, and set by the first update", async () => {
    const { service, start, stored, open } = await closed();
    await open();
    service.bodies.length = 0;
    expect((await start().preview(declared, stored)).changes).toMatchObject([
      { path: "seal", effect: "update", reason: "was deferred and can be set now" },
    ]);
    const { id, state } = await start().ensure(declared, stored);
    expect(service.bodies).toEqual([{ seal: "wax" }]);
    expect(state["heldBack"]).toBeUndefined();
    expect((await start().preview(declared, { id, state })).changes).toEqual([]);
  });

  test("stays deferred where nobody can look", async () => {
    const { service, start, stored, open } = await closed();
    await open();
    service.next("list", { error: unreachable() });
    const run = start();
    expect((await run.preview(declared, stored)).changes).toEqual([]);
    expect(run.warnings()[0]).toMatch(/^Could not read Box "a": seal stay deferred\. /u);
  });

  test("is dropped when it leaves the program", async () => {
    const { start, stored, requests } = await closed();
    requests();
    const { state } = await start().ensure(DECLARED, stored);
    expect(state).not.toHaveProperty("heldBack", expect.anything());
    expect(requests().filter((one) => one.startsWith("update"))).toEqual([]);
  });
});
