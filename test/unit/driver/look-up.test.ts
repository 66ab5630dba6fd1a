import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { partialRows } from "../../../src/capabilities/partial-rows.ts";
import { list, lookUp } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { box, boxOf, failureOf, fakeBox, orgOf, plain, startDriver } from "../../support/fake-resources.ts";
import { apiError, FakeService, type Row } from "../../support/fake-service.ts";

const SCOPE = { organizationId: "o1" };

function open(definition: AnyResource = box) {
  const service = new FakeService();
  const { context } = startDriver(service);
  return {
    service,
    listed: () => list(definition, SCOPE, context),
    asked: (wanted: Values) => lookUp(definition, SCOPE, wanted, context),
  };
}

describe("a list", () => {
  test("that cannot be read names the resource", async () => {
    const { service, listed } = open();
    service.next("list", { error: apiError({ category: "permission", status: 403 }) });
    expect((await failureOf(listed())).message).toMatch(/^Could not list Box\nThe service answered 403/u);
  });

  test("calls an object by its id where nobody knows it by a name", async () => {
    const { naturalKey: _none, ...nameless } = box;
    const bare = fakeBox({ fromWire: ({ id }, at) => ({ boxId: id, organizationId: orgOf(at) }) });
    for (const definition of [nameless, bare]) {
      const { service, listed } = open(definition);
      service.seed({ name: "a" });
      expect((await listed()).map(({ name }) => name)).toEqual(["o1/b1"]);
    }
  });

  test("of a resource without one is empty", async () => {
    const { collection: _none, ...unlisted } = box;
    const { service, listed } = open(unlisted);
    service.seed({ name: "a" });
    expect(await listed()).toEqual([]);
    expect(service.calls).toEqual([]);
  });

  test("shows of a value with a secret in it what is none", async () => {
    const { service, listed } = open(
      fakeBox({
        inputs: {
          place: field(z.string(), {
            doc: "Place.",
            secret: { withoutSecrets: (value) => String(value).split("?")[0] },
          }),
        },
      }),
    );
    service.seed({ name: "a", place: "yard?token=1234" });
    expect((await listed())[0]?.values).toMatchObject({ name: "a", place: "yard" });
  });
});

describe("a look-up", () => {
  test("that finds no object, or several, is no_such_id either way", async () => {
    const { service, asked } = open();
    for (const color of ["red", "red"]) service.seed({ name: "a", color });
    expect((await failureOf(asked({ color: "red" })))["code"]).toBe("no_such_id");
    expect((await failureOf(asked({ color: "blue" })))["code"]).toBe("no_such_id");
  });

  test("gives what the list shows, without a read of its own", async () => {
    const { service, asked } = open();
    service.seed({ name: "a", color: "red", weight: 5 });
    expect(await asked({ name: "a" })).toEqual({
      id: "o1/b1",
      name: "a",
      values: {
        organizationId: "o1",
        boxId: "b1",
        name: "a",
        color: "red",
        weight: 5,
        isDelivered: false,
        isOpen: false,
      },
    });
    expect(service.calls).toEqual(["list o1"]);
  });

  test("reads the object where the list leaves out what people ask for, its key for instance", async () => {
    const locker = fakeBox({
      name: "Locker",
      outputs: { ...plain.outputs, key: field(z.string().optional(), { doc: "Key.", secret: true }) },
      fromWire: ({ id, ...wire }, at) => ({ ...wire, organizationId: orgOf(at), boxId: id }),
      collection: {
        name: "boxes",
        scope: ["organizationId"],
        words: "the lockers",
        servesReads: false,
        list: async (service, scope) => (await service.list(orgOf(scope))).map(({ key: _key, ...row }) => row as Row),
        capabilities: [partialRows({ isLookedUpWhole: true })],
      },
      ops: { ...plain.ops, read: (service, at) => service.read(orgOf(at), boxOf(at)) },
    });
    const { service, asked } = open(locker);
    service.seed({ name: "a", key: "k-1", combination: "1234" });
    const found = await asked({ name: "a" });
    expect(found).toMatchObject({ id: "o1/b1", name: "a", values: { boxId: "b1", key: "k-1" } });
    // The program's own value was inserted.
    expect(found.values).not.toHaveProperty("combination");
    expect(service.calls).toEqual(["list o1", "read b1"]);

    service.next("read", { error: apiError({ category: "permission", status: 403 }) });
    expect((await failureOf(asked({ name: "a" }))).message).toMatch(/^Could not read Locker b1\nThe service answered/u);
  });
});
