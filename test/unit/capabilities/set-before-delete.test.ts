import { describe, expect, test } from "@jest/globals";

import { setBeforeDelete } from "../../../src/capabilities/set-before-delete.ts";
import { apiError } from "../../support/fake-service.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const { color: _color, ...without } = DECLARED;

async function made(inputs: Readonly<Record<string, unknown>>, capability = setBeforeDelete({ color: "grey" })) {
  const opened = madeUp([capability]);
  const stored = await opened.start().ensure(inputs);
  opened.requests();
  opened.service.bodies.length = 0;
  return { ...opened, stored };
}

describe("what the service wants before it deletes", () => {
  test("is set first where state holds something else", async () => {
    const { service, start, stored, requests } = await made(DECLARED);
    await start().remove(stored);
    expect(requests()).toEqual(["read b1", "update b1", "delete b1"]);
    expect(service.bodies).toEqual([{ color: "grey" }]);
  });

  test.each([[without], [{ ...without, color: "grey" }]])(
    "costs nothing where state holds it, or does not say (%j)",
    async (inputs) => {
      const { start, stored, requests } = await made(inputs);
      await start().remove(stored);
      expect(requests()).toEqual(["delete b1"]);
    },
  );

  test("may depend on what state holds", async () => {
    const rule = setBeforeDelete(({ color }) => (color === "red" ? { color: "blue" } : undefined));
    const { service, start, stored } = await made(DECLARED, rule);
    await start().remove(stored);
    expect(service.bodies).toEqual([{ color: "blue" }]);
    const other = await made({ ...without, color: "blue" }, rule);
    await other.start().remove(other.stored);
    expect(other.requests()).toEqual(["delete b1"]);
  });

  test("keeps the object where the service refuses it", async () => {
    const { service, start, stored } = await made(DECLARED);
    service.next("update", { error: apiError({ category: "permission", status: 403 }) });
    await failureOf(start().remove(stored));
    expect(service.row("b1")).toMatchObject({ id: "b1" });
    expect(service.writes).not.toContain("delete b1");
  });
});
