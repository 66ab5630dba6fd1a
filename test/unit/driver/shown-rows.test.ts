import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { asyncDeletion } from "../../../src/capabilities/async-deletion.ts";
import { hiddenRows } from "../../../src/capabilities/hidden-rows.ts";
import { partialRows } from "../../../src/capabilities/partial-rows.ts";
import { fieldsShown, shownObject, shownRows } from "../../../src/driver/driver.ts";
import { field } from "../../../src/model/field.ts";
import { message } from "../../../src/model/messages.ts";
import { failureOf, fakeBox, orgOf, plain, startDriver } from "../../support/fake-resources.ts";
import { apiError, FakeService, type Row } from "../../support/fake-service.ts";

const ORGANIZATION = { organizationId: "o1" };
const withoutTail = (value: unknown) => String(value).replace(/ key=.*/u, "");

/** A box with a field of each kind that a picture treats in its own way. */
function open(list: object = {}, changes: Parameters<typeof fakeBox>[0] = {}) {
  const optional = (marks: object) => field(z.string().optional(), { doc: "Text.", ...marks });
  const definition = fakeBox({
    inputs: {
      hint: optional({ returned: "sometimes", serviceDefault: "no hint" }),
      password: optional({ secret: true, returned: "never" }),
      script: optional({ secret: { withoutSecrets: withoutTail } }),
      omitted: optional({ serviceDefault: "" }),
    },
    collection: { ...plain.collection!, ...list },
    ...changes,
  });
  const service = new FakeService();
  const driver = startDriver(service);
  return {
    definition,
    service,
    context: driver.context,
    rows: () => shownRows(definition, ORGANIZATION, driver.context),
  };
}

test("rows show every field but secrets and what only the provider uses, with defaults, and null where nothing is set", async () => {
  const { definition, service, rows } = open({ capabilities: [partialRows({ omits: ["omitted"] })] });
  const wire = service.seed({ name: "a", color: null, combination: "9999", script: "run key=9999", hint: "near" });
  service.seed({ name: "b", omitted: "shown all the same" });
  const { rows: shown, lacking } = await rows();
  expect(lacking).toBeUndefined();
  expect(shown[0]).toEqual({
    id: "o1/b1",
    at: { organizationId: "o1", boxId: "b1" },
    wire,
    values: { organizationId: "o1", name: "a", color: "grey", weight: null, hint: "near", script: "run", boxId: "b1" },
    unshown: ["omitted"],
  });
  expect(shown[1]).toMatchObject({ values: { omitted: "shown all the same" }, unshown: ["hint"] });
  expect(Object.keys(shown[1]?.values ?? {})).not.toContain("hint");
  expect(fieldsShown(definition).map(([name]) => name)).toEqual([
    "organizationId",
    "name",
    "color",
    "weight",
    "hint",
    "script",
    "omitted",
    "boxId",
  ]);
});

test("rows leave out objects of another kind, and those that are being deleted", async () => {
  const { service, rows } = open(
    { listFilter: (wire: Row) => wire["color"] !== "blue" },
    {
      capabilities: [
        asyncDeletion({ isPending: (wire: Row) => wire["isLeaving"] === true, note: () => message`It stays.` }),
      ],
    },
  );
  for (const row of [{ color: "blue" }, { color: "red" }, { isLeaving: true }]) service.seed(row);
  expect((await rows()).rows.map(({ id }) => id)).toEqual(["o1/b2"]);
});

test("rows are those of all lists that something below chooses, and what may hide that chooses what they lack", async () => {
  const hidden = { capabilities: [hiddenRows({ why: () => Promise.resolve("Some boxes are hidden.") })] };
  const parent = fakeBox({ collection: { ...plain.collection!, ...hidden } });
  const scopes = ["o1", "o2"].map((organizationId) => ({ organizationId }));
  const chosen = open({ scopesWithin: () => Promise.resolve(scopes) }, { parent });
  chosen.service.organizations.set("o2", new Map());
  chosen.service.seed({ name: "a" });
  chosen.service.seed({ name: "b" }, "o2");
  const found = await chosen.rows();
  expect(found.rows.map(({ id }) => id)).toEqual(["o1/b1", "o2/b2"]);
  expect(found.lacking).toBe("Some boxes are hidden.");
  const own = open({}, { parent });
  expect((await own.rows()).lacking).toBeUndefined();
  expect((await open(hidden).rows()).lacking).toBe("Some boxes are hidden.");
});

describe("one object", () => {
  test("is read by itself, and shows what rows lack from then on", async () => {
    const { definition, service, context } = open();
    service.seed({ name: "a" });
    const at = { ...ORGANIZATION, boxId: "b1" };
    expect(await shownObject(definition, at, context)).toMatchObject({ id: "o1/b1", at, values: { name: "a" } });
    expect(service.calls).toEqual(["read b1"]);
  });

  test("isn't there where only the list shows it, and names itself where it can't be read", async () => {
    const { read: _read, ...ops } = plain.ops;
    const listed = open({}, { ops });
    const at = { ...ORGANIZATION, boxId: "b1" };
    expect(await shownObject(listed.definition, at, listed.context)).toBeUndefined();
    const { definition, service, context } = open();
    service.next("read", { error: apiError({ category: "permission", status: 403 }) });
    expect((await failureOf(shownObject(definition, at, context))).message).toMatch(/^Could not read Box b1\n.*403/u);
  });

  test("a list that can't be read names its resource", async () => {
    const { service, rows } = open();
    service.next("list", { error: apiError({ category: "permission", status: 403 }) });
    expect((await failureOf(rows())).message).toMatch(/^Could not list Box\n.*403/u);
  });
});

test("an object that is made of the scope has the parts of the scope, too", async () => {
  const { definition, context, service } = open(
    {},
    {
      identity: { parts: ["boxId"], of: (wire: Row) => ({ boxId: wire.id }) },
      fromWire: ({ id, ...wire }: Row, at) => ({ ...wire, organizationId: orgOf(at), boxId: id }),
    },
  );
  service.seed({ name: "a" });
  const { rows } = await shownRows(definition, ORGANIZATION, context);
  expect(rows.map(({ id, at }) => [id, at])).toEqual([["b1", { organizationId: "o1", boxId: "b1" }]]);
});
