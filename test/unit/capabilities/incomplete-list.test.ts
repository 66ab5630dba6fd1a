import { expect, test } from "@jest/globals";

import { incompleteList } from "../../../src/capabilities/incomplete-list.ts";
import { read } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { ticket } from "../../support/fake-listed.ts";
import { failureOf, startDriver } from "../../support/fake-resources.ts";
import { FakeService } from "../../support/fake-service.ts";

/** A ticket whose list is surely incomplete if it shows fewer than two. */
const partial: AnyResource = {
  ...ticket,
  collection: {
    ...ticket.collection!,
    capabilities: [
      incompleteList((rows) => Promise.resolve(rows.length < 2 ? "it shows fewer than two tickets" : undefined)),
    ],
  },
};

const state = { organizationId: "o1", name: "a", color: "red", isProtected: false, boxId: "b1", status: "new" };

test("a list that can't be complete does not tell that an object is gone", async () => {
  const service = new FakeService();
  service.seed({ name: "a", color: "red", status: "new" });
  const { context } = startDriver(service);
  const failure = await failureOf(read(partial, "o1/b9", state, context));
  expect(failure["code"]).toBe("unconfirmed_absence");
  expect(failure.message).toBe(
    "Ticket b9 may still exist\n" +
      "The service's list lacks it, but the list can't be complete: it shows fewer than two tickets. The entry in state was kept. " +
      "Check which server answers at the host setting, then refresh again.",
  );
  expect((await read(partial, "o1/b1", state, context))?.id).toBe("o1/b1");
  service.seed({ name: "b" });
  expect(await read(partial, "o1/b9", state, startDriver(service).context)).toBeUndefined();
});
