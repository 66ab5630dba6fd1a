import { describe, expect, test } from "@jest/globals";

import { defaultCreated, type DefaultReason } from "../../../src/capabilities/default-created.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { apiError, type FakeService, type Row } from "../../support/fake-service.ts";
import { madeUpStack } from "../../support/made-up-resource.ts";

const FORBIDDEN = apiError({ category: "permission", status: 403 });

describe("what is there although nobody declares it", () => {
  const implied = (why: DefaultReason<FakeService, Row, unknown>) => madeUpStack([defaultCreated(why)]);
  const ofService = (wire: Row, _at: unknown, _ask: unknown, isRootDeclared: boolean) =>
    Promise.resolve(wire["name"] !== "default" ? undefined : isRootDeclared ? "it came with the root" : "it is made");
  const root1 = {
    resource: "Root",
    address: "root.o1",
    id: "o1",
    state: { name: "root", organizationId: "o1", stateVersion: 1 },
    inputs: { name: "root" },
    unreadable: [],
    fingerprints: {},
  };

  test("is told apart, with the reason, and no difference", async () => {
    const { service, made, compare } = await implied(ofService);
    for (const name of ["default", "c"]) service.seed({ name });
    const found = { resource: "Box", id: "o1/b2", name: "default" };
    const other = { resource: "Box", id: "o1/b3", name: "c" };
    expect(await compare()).toMatchObject({ unmanaged: [other], implied: [{ ...found, reason: "it is made" }] });
    // Another organization that the stack declares has nothing to do with it.
    service.organizations.set("o2", new Map());
    const root2 = { ...root1, address: "root.o2", id: "o2", state: { ...root1.state, organizationId: "o2" } };
    expect((await compare({ objects: [made, root2] })).implied).toEqual([{ ...found, reason: "it is made" }]);
    expect(await compare({ objects: [made, root1] })).toMatchObject({
      unmanaged: [other],
      implied: [{ ...found, reason: "it came with the root" }],
    });
    expect(await compare({ isStrict: true })).toMatchObject({ unmanaged: [found, other], implied: [] });
  });

  test("is a difference where the reason cannot be found out", async () => {
    const { service, compare } = await implied(() => Promise.reject(FORBIDDEN));
    service.seed({ name: "default" });
    expect(await compare()).toMatchObject({ unmanaged: [{ id: "o1/b2" }], implied: [], unchecked: [] });
  });

  test("does not hide a mistake of our own", async () => {
    const { service, compare } = await implied(() => Promise.reject(new TypeError("undefined is not a function")));
    service.seed({ name: "default" });
    expect((await failureOf(compare())).message).toBe("undefined is not a function");
  });
});
