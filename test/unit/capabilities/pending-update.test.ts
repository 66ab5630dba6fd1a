import { describe, expect, test } from "@jest/globals";

import { pendingUpdate } from "../../../src/capabilities/pending-update.ts";
import { plannedOutputs } from "../../../src/driver/driver.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { field } from "../../../src/model/field.ts";
import { z } from "zod";
import { orgOf, plain } from "../../support/fake-resources.ts";
import type { Row } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

/** A box that breaks outside, and that any write mends. */
function broken() {
  const made = madeUp(
    [pendingUpdate({ why: ({ status }) => (status === "broken" ? "it is broken" : undefined), output: "status" })],
    {
      outputs: { ...plain.outputs, status: field(z.string(), { doc: "How it is." }) },
      toWire: ({ organizationId: _owner, boxId: _id, isProtected: _protected, ...body }, before) => ({
        ...body,
        ...(before === undefined ? {} : { status: "whole" }),
      }),
      fromWire: ({ id, ...wire }: Row, at) => ({
        status: "whole",
        ...wire,
        organizationId: orgOf(at),
        boxId: id,
      }),
    },
  );
  made.service.seed({ name: "a", color: "red", status: "broken" });
  const state = { ...DECLARED, boxId: "b1", status: "broken", stateVersion: 1 };
  return { ...made, prior: { id: "o1/b1", state } };
}

describe("an object that has to be written although it holds what is declared", () => {
  test("is announced by what state holds, without a request", async () => {
    const { start, prior, requests } = broken();
    const { changes } = await start().preview(DECLARED, prior);
    expect(changes).toEqual([
      { path: "status", kind: "change", effect: "update", secret: false, reason: "it is broken" },
    ]);
    expect(requests()).toEqual([]);
  });

  test("is written once", async () => {
    const { start, prior, requests } = broken();
    const { state } = await start().ensure(DECLARED, prior);
    expect(state["status"]).toBe("whole");
    expect(requests().filter((one) => one.startsWith("update"))).toEqual(["update b1"]);
    expect((await start().preview(DECLARED, { ...prior, state })).changes).toEqual([]);
    await start().ensure(DECLARED, { ...prior, state });
    expect(requests().filter((one) => one.startsWith("update"))).toEqual([]);
  });

  test("has an output of which nothing is known before the write", () => {
    const { definition, prior } = broken();
    expect(plannedOutputs(definition, DECLARED, prior)).toEqual({ boxId: "b1", status: UNKNOWN, stateVersion: 1 });
    const whole = { ...prior, state: { ...prior.state, status: "whole" } };
    expect(plannedOutputs(definition, { ...DECLARED, isProtected: false }, whole)).toMatchObject({ status: "whole" });
  });
});
