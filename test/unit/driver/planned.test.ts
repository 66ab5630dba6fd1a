import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { deferredFields } from "../../../src/capabilities/deferred-fields.ts";
import { hiddenRows } from "../../../src/capabilities/hidden-rows.ts";
import { pendingCreation } from "../../../src/capabilities/pending-creation.ts";
import { pendingUpdate } from "../../../src/capabilities/pending-update.ts";
import { quota } from "../../../src/capabilities/quota.ts";
import { plannedOutputs } from "../../../src/driver/driver.ts";
import { field } from "../../../src/model/field.ts";
import type { Capability } from "../../../src/model/hooks/capability.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { message } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { fakeBox, orgOf, plain } from "../../support/fake-resources.ts";
import { lostAnswer, notFound, type Row } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const optional = () => field(z.string().optional(), { doc: "Text." });

describe("an update that only changes the state sends and reads nothing, unless something else is to be done", () => {
  const STORED = { ...DECLARED, isProtected: false };
  const outputs = {
    ...plain.outputs,
    status: optional(),
    heldBack: field(z.array(z.string()).optional(), { doc: "Held." }),
  };

  test.each<[string, readonly Capability[], Values, Values, readonly string[]]>([
    ["nothing else", [], STORED, {}, []],
    ["no change at all", [], DECLARED, {}, ["read b1"]],
    ["another change", [], { ...STORED, color: "blue" }, {}, ["read b1", "update b1"]],
    [
      "a setting that waits",
      [deferredFields({ inputs: ["weight"], isMet: () => true, reason: message`it is closed` })],
      STORED,
      { heldBack: ["weight"] },
      ["read b1"],
    ],
    ["something outside", [{ name: "waiting", settle: (wire) => Promise.resolve(wire) }], STORED, {}, ["read b1"]],
    [
      "an object that isn't made yet",
      [pendingCreation({ isPending: ({ status }) => status === "waiting", reason: message`nobody has paid` })],
      STORED,
      { status: "waiting" },
      ["read b1"],
    ],
    [
      "an update that is pending",
      [pendingUpdate({ why: ({ status }) => (status === "broken" ? "it is broken" : undefined), output: "status" })],
      STORED,
      { status: "broken" },
      ["read b1"],
    ],
  ])("%s", async (_what, capabilities, inputs, state, requests) => {
    const made = madeUp(capabilities, { outputs });
    const stored = await made.start().ensure();
    made.requests();
    const prior = { id: stored.id, state: { ...stored.state, ...state } };
    const after = await made.start().ensure(inputs, prior);
    expect(after.state).toMatchObject({ isProtected: inputs["isProtected"] });
    expect(made.requests()).toEqual(requests);
  });
});

describe("the outputs of what is planned", () => {
  const shelf = fakeBox({ outputs: { ...plain.outputs, weighedAt: optional() } });
  const prior = { id: "o1/b1", state: { ...DECLARED, boxId: "b1", weighedAt: "noon", stateVersion: 1 } };

  test.each<[string, Values, typeof prior | undefined, Values]>([
    ["a new object", DECLARED, undefined, { boxId: UNKNOWN, weighedAt: UNKNOWN, stateVersion: 1 }],
    // It is asked for although no input differs: something else has to be done.
    ["no difference", DECLARED, prior, { boxId: "b1", weighedAt: UNKNOWN, stateVersion: 1 }],
    [
      "a difference that is only stored",
      { ...DECLARED, isProtected: false },
      prior,
      { boxId: "b1", weighedAt: "noon", stateVersion: 1 },
    ],
    ["a change in place", { ...DECLARED, color: "blue" }, prior, { boxId: "b1", weighedAt: UNKNOWN, stateVersion: 1 }],
  ])("of %s are those that are known", (_what, inputs, held, outputs) => {
    expect(plannedOutputs(shelf, inputs, held)).toEqual(outputs);
  });

  test("of a replacement aren't asked for", () => {
    expect(() => plannedOutputs(shelf, { ...DECLARED, organizationId: "o2" }, prior)).toThrow(
      /^Box b1 cannot be changed in place\nA change of organizationId replaces the object\./u,
    );
  });

  test("have the parts of the identity that no field shows", () => {
    const bare = fakeBox({ outputs: {} });
    expect(plannedOutputs(bare, DECLARED)).toEqual({ boxId: UNKNOWN, stateVersion: 1 });
    expect(plannedOutputs(bare, { ...DECLARED, color: "blue" }, prior)).toEqual({ boxId: "b1", stateVersion: 1 });
  });
});

describe("a deferred object", () => {
  const DUE = "2026-11-20T10:01:00.000Z";
  const [BEFORE, AFTER] = [new Date("2026-11-20T10:00:59.583Z"), new Date("2026-11-20T10:01:00.000Z")];

  /** Boxes that wait for a time, or for something else; `hidden` says why the list may lack some. */
  function deferring(hidden?: string) {
    const made = madeUp(
      [
        pendingCreation({
          isPending: ({ status }) => status === "deferred",
          reason: message`no more are made`,
          dueAt: ({ dueAt }) => (typeof dueAt === "string" ? dueAt : undefined),
        }),
        quota({
          name: "boxes",
          takes: (wire: Row) => wire["isExpired"] === true,
          isKept: () => Promise.resolve(true),
          pending: (inputs, dueAt, wire: Row | undefined) =>
            wire ?? { id: inputs["name"] === "a" ? "b1" : "none", ...inputs, status: "deferred", dueAt },
        }),
        { name: "sold", isFinal: ({ isSold }) => isSold === true },
      ],
      {
        outputs: { ...plain.outputs, status: optional(), dueAt: optional() },
        fromWire: ({ id, ...wire }: Row, at) => ({
          status: "made",
          ...wire,
          organizationId: orgOf(at),
          boxId: id,
        }),
        ...(hidden === undefined
          ? {}
          : {
              collection: {
                ...plain.collection!,
                capabilities: [hiddenRows({ why: () => Promise.resolve(hidden) })],
              },
            }),
      },
    );
    const state = { ...DECLARED, boxId: "b1", status: "deferred", stateVersion: 1 };
    const prior = (more: Values = { dueAt: DUE }) => ({ id: "o1/b1", state: { ...state, ...more } });
    return { ...made, prior };
  }

  test("without a date stays deferred, with a warning, where its list may hide it from the key", async () => {
    const hidden = deferring("Some boxes are hidden.");
    const run = hidden.start();
    expect((await run.preview(DECLARED, hidden.prior({}))).changes).toEqual([]);
    expect(run.warnings()).toEqual([
      expect.stringMatching(/^Could not read Box b1: it stays deferred\. Part of the boxes .* may be hidden/u),
    ]);
    expect(hidden.service.writes).toEqual([]);
    const shown = deferring();
    expect((await shown.start().preview(DECLARED, shown.prior({}))).changes).toMatchObject([{ path: "status" }]);
  });

  test("with a date is announced from that date on, whatever the list may hide", async () => {
    const hidden = deferring("Some boxes are hidden.");
    for (const [serviceNow, count] of [
      [BEFORE, 0],
      [AFTER, 1],
    ] as const) {
      const run = hidden.start({ serviceNow });
      expect((await run.preview(DECLARED, hidden.prior())).changes).toHaveLength(count);
    }
  });

  test.each<[string, Values | undefined, Date, string | undefined]>([
    ["nothing of it", undefined, AFTER, "deferred"],
    ["an earlier one, which will be sent again", { isExpired: true }, BEFORE, "deferred"],
    ["an earlier one, and its time has come", { isExpired: true }, AFTER, "made"],
    ["an earlier one that is final", { isExpired: true, isSold: true }, BEFORE, "made"],
    ["one that somebody else has made", {}, BEFORE, "made"],
  ])("is refreshed to what the service has: %s", async (_what, row, serviceNow, status) => {
    const { service, start, prior } = deferring();
    if (row !== undefined) service.seed({ name: "a", color: "red", ...row });
    expect((await start({ serviceNow }).read(prior()))?.state["status"]).toBe(status);
  });

  test("is kept where its list can't be read, and gone where its parent is", async () => {
    const { service, start, prior } = deferring();
    service.next("list", { error: lostAnswer() });
    await expect(start().read(prior())).rejects.toThrow("The answer was lost");
    service.organizations.delete("o1");
    expect(await start().read(prior())).toBeUndefined();
    service.next("list", { error: notFound() });
  });

  test("lets nothing of its quota be sent before its date, and everything after it", async () => {
    for (const [serviceNow, writes] of [
      [BEFORE, []],
      [AFTER, ["create a", "create b"]],
    ] as const) {
      const { service, start, prior } = deferring();
      const run = start({ serviceNow });
      await run.ensure(DECLARED, prior());
      await run.ensure({ ...DECLARED, name: "b" });
      expect(service.writes).toEqual(writes);
    }
  });
});
