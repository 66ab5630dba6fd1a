import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { partialRows } from "../../../src/capabilities/partial-rows.ts";
import { find, list, plan, read, reconcile } from "../../../src/driver/driver.ts";
import { check } from "../../../src/model/check.ts";
import { field } from "../../../src/model/field.ts";
import { afterTry, fakeBox, startDriver } from "../../support/fake-resources.ts";
import { FakeService, lostAnswer, type Row } from "../../support/fake-service.ts";

/** A box whose manual isn't in rows of the list, and in its own read only while the service shows manuals. */
const shop = { showsManuals: true };
const manual = fakeBox({
  name: "Manual",
  inputs: {
    manual: field(z.string().optional(), { doc: "Manual.", serviceDefault: "", returned: "sometimes" }),
  },
  fromWire: ({ id, manual: text, ...wire }, at) => ({
    ...wire,
    organizationId: String(at["organizationId"]),
    boxId: id,
    ...(shop.showsManuals ? { manual: text } : {}),
  }),
  collection: {
    name: "boxes",
    scope: ["organizationId"],
    words: "the boxes of the organization",
    list: async (service: FakeService, scope) =>
      (await service.list(String(scope["organizationId"]))).map(({ manual: _manual, ...row }) => row as Row),
    servesReads: true,
    capabilities: [partialRows({ omits: ["manual"] })],
    listFilter: (wire) => wire["color"] !== "blue",
  },
});

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true, manual: "Open it." };

async function made(showsManuals: boolean) {
  shop.showsManuals = showsManuals;
  const service = new FakeService();
  const { id, state } = await reconcile(manual, declared, startDriver(service).context);
  service.calls.length = service.bodies.length = 0;
  return { service, id, state, start: () => startDriver(service).context };
}

describe("an input that the list leaves out", () => {
  test("is compared before an object is taken over, and taken into an import", async () => {
    const { service, id, start } = await made(true);
    await expect(reconcile(manual, { ...declared, manual: "Shut it." }, start())).rejects.toThrow(
      'manual is "Open it.", declared is "Shut it."',
    );
    expect((await reconcile(manual, declared, await afterTry(start(), manual, declared))).id).toBe(id);
    expect((await find(manual, id, start())).inputs["manual"]).toBe("Open it.");
    expect(service.writes).toEqual([]);
  });
});

describe("an input that the service does not show", () => {
  test("stays as declared and is sent only when it changes", async () => {
    const { service, id, state, start } = await made(false);
    expect((await read(manual, id, state, start()))?.state).toEqual(state);
    await reconcile(manual, { ...declared, color: "grey" }, start(), { id, state });
    const after = await reconcile(manual, { ...declared, manual: "Shut it." }, start(), { id, state });
    expect(service.bodies).toEqual([{ color: "grey" }, { color: "red", manual: "Shut it." }]);
    expect(after.state["manual"]).toBe("Shut it.");
    expect((await plan(manual, declared, start, { id, state: after.state })).changes).toMatchObject([
      { path: "manual" },
    ]);
  });

  test("is sent again after its answer was lost, and to an object that is taken over", async () => {
    const { service, id, state, start } = await made(false);
    service.next("update", { error: lostAnswer() });
    await reconcile(manual, { ...declared, manual: "Shut it." }, start(), { id, state });
    await reconcile(manual, { ...declared, manual: "Shut it." }, await afterTry(start(), manual, declared));
    expect(service.bodies).toEqual([{ manual: "Shut it." }, { manual: "Shut it." }, { manual: "Shut it." }]);
  });
});

test("a list for people leaves out what is not shown", async () => {
  const service = new FakeService();
  service.seed({ name: "a", color: "blue" });
  service.seed({ name: "b" });
  expect((await list(manual, { organizationId: "o1" }, startDriver(service).context)).map(({ id }) => id)).toEqual([
    "o1/b2",
  ]);
});

test("inputs that contradict each other are refused when each of them is right", () => {
  const paired = fakeBox({
    validate: ({ name, color }) => (name === color ? [{ path: "color", reason: "should differ from name" }] : []),
  });
  const settings = { organizationId: "o1", howToSet: (name: string) => name };
  const problemsOf = (inputs: object): string[] =>
    check(paired, { isProtected: true, ...inputs }, settings).problems.map(({ path }) => path);
  expect(problemsOf({ name: "red", color: "red" })).toEqual(["color"]);
  expect(problemsOf({ name: "red", color: "blue" })).toEqual([]);
  expect(problemsOf({ name: 1, color: 1 })).not.toContain("should differ from name");
});
