import { describe, expect, test } from "@jest/globals";

import { retainOnDestroy } from "../../../src/capabilities/retain-on-destroy.ts";
import { warnOfRemoval } from "../../../src/driver/driver.ts";
import { message } from "../../../src/model/messages.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const made = () =>
  madeUp([
    retainOnDestroy({
      isRetained: ({ color }) => color === "red",
      removalNotice: ({ color }) => (color === "red" ? undefined : message`The box leaves the yard.`),
    }),
  ]);

describe("a deletion", () => {
  test("leaves the object alone where state says so: it neither looks nor sends", async () => {
    const { service, start, requests } = made();
    const stored = await start().ensure();
    requests();
    await start().remove(stored);
    expect(requests()).toEqual([]);
    expect(service.row("b1")).toMatchObject({ id: "b1" });
  });

  test("lets another declaration of the same run have what it left", async () => {
    const { start } = made();
    const stored = await start().ensure();
    const run = start();
    await run.read(stored);
    await run.remove(stored);
    expect((await run.ensure({ ...DECLARED, adopt: "a" })).id).toBe(stored.id);
  });

  test("deletes any other", async () => {
    const { service, start, requests } = made();
    const stored = await start().ensure({ ...DECLARED, color: "blue" });
    requests();
    await start().remove(stored);
    expect(requests()).toEqual(["delete b1"]);
    expect(service.row("b1")).toBeUndefined();
  });
});

test("the preview of a deletion says whom it concerns, where the resource knows, and makes no request", () => {
  const { definition, start, requests } = made();
  const run = start();
  for (const color of ["red", "blue"]) warnOfRemoval(definition, { ...DECLARED, color }, run.context.report);
  expect(run.warnings()).toEqual(["The box leaves the yard."]);
  expect(requests()).toEqual([]);
});
