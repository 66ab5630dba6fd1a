import { expect, test } from "@jest/globals";

import { drift, reconcile } from "../../../src/driver/driver.ts";
import { FakeService } from "../../support/fake-service.ts";
import { box, startDriver } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

/** A box that was made, and what a process that starts later finds recorded of it. */
async function made() {
  const service = new FakeService();
  const { id, state, inputs } = await reconcile(box, declared, startDriver(service).context);
  return { service, recorded: { id, state, inputs, unreadable: [], fingerprints: {} } };
}

test("what is as it was declared is unchanged", async () => {
  const { service, recorded } = await made();
  const found = await drift(box, recorded, startDriver(service).context);
  expect(found).toEqual({ kind: "unchanged", properties: [], notCompared: [] });
});

test("what somebody else changed shows what was declared and what is there", async () => {
  const { service, recorded } = await made();
  await service.update("o1", "b1", { color: "blue" });
  const { kind, properties } = await drift(box, recorded, startDriver(service).context);
  expect({ kind, properties }).toEqual({
    kind: "changed",
    properties: [{ path: "color", isSecret: false, expected: "red", found: "blue" }],
  });
});

test("it does so too when a refresh has taken the change into state: the declaration counts", async () => {
  const { service, recorded } = await made();
  await service.update("o1", "b1", { color: "blue" });
  const refreshed = { ...recorded, state: { ...recorded.state, color: "blue" } };
  const { kind, properties } = await drift(box, refreshed, startDriver(service).context);
  expect({ kind, properties }).toEqual({
    kind: "changed",
    properties: [{ path: "color", isSecret: false, expected: "red", found: "blue" }],
  });
});

test("what is confirmed to be gone is missing", async () => {
  const { service, recorded } = await made();
  service.rowsOf("o1").delete("b1");
  expect((await drift(box, recorded, startDriver(service).context)).kind).toBe("missing");
});
