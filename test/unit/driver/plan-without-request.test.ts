import { expect, jest, test } from "@jest/globals";

import { plan } from "../../../src/driver/driver.ts";
import { box, startDriver } from "../../support/fake-resources.ts";
import { FakeService } from "../../support/fake-service.ts";

const stored = { organizationId: "o1", name: "a", color: "red", combination: "1234", isProtected: true };

test.each([
  [{}, 0],
  [{ isProtected: false }, 0],
  [{ color: "blue" }, 1],
  [{ isProtected: false, name: "b" }, 1],
  [{ organizationId: "o2" }, 1],
])("a plan of %j looks at the key %i times: not for what is only stored", async (changed, times) => {
  const service = new FakeService();
  service.seed({ name: "a", color: "red" });
  const { session, context } = startDriver(service);
  const scopes = jest.spyOn(session, "keyScopes").mockResolvedValue(undefined);
  await plan(box, { ...stored, ...changed }, () => context, {
    id: "o1/b1",
    state: { ...stored, boxId: "b1", stateVersion: 1 },
  });
  expect(scopes).toHaveBeenCalledTimes(times);
});
