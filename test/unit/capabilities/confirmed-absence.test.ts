import { describe, expect, test } from "@jest/globals";

import { confirmedAbsence, type ConfirmedAbsence } from "../../../src/capabilities/confirmed-absence.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { message } from "../../../src/model/messages.ts";
import { failureOf } from "../../support/fake-resources.ts";
import { apiError, type FakeService } from "../../support/fake-service.ts";
import { madeUp } from "../../support/made-up-resource.ts";

const FORBIDDEN = apiError({ category: "permission", status: 403 });

async function gone(rules: ConfirmedAbsence<FakeService, Values>) {
  const opened = madeUp([confirmedAbsence(rules)]);
  const stored = await opened.start().ensure();
  opened.service.rowsOf("o1").delete("b1");
  opened.requests();
  return { ...opened, stored };
}

describe("an object that the service does not find", () => {
  test("leaves the state when its absence is confirmed, and the parent is not asked", async () => {
    const asked: Values[] = [];
    const { start, stored, requests } = await gone({
      confirmGone: (_service, at) => {
        asked.push(at);
        return Promise.resolve(true);
      },
    });
    expect(await start().read(stored)).toBeUndefined();
    expect(asked).toEqual([{ organizationId: "o1", boxId: "b1" }]);
    expect(requests().filter((one) => one === "list o1")).toHaveLength(1);
  });

  test("stays in the state where nothing confirms it", async () => {
    const { start, stored } = await gone({ confirmGone: () => Promise.resolve(false) });
    const failure = await failureOf(start().read(stored));
    expect(failure["code"]).toBe("unconfirmed_absence");
    expect(failure.message).toMatch(/^Box b1 may still exist\nThe service answered "not found", but nothing confirms/u);
  });

  test("stays with the reason that the capability gives", async () => {
    const { start, stored } = await gone({ confirmGone: () => Promise.resolve(message`The yard is locked.`) });
    const failure = await failureOf(start().read(stored));
    expect(failure["code"]).toBe("unconfirmed_absence");
    expect(failure.message).toBe(
      "Box b1 may still exist\nThe yard is locked. Nothing was written, and the state keeps its entries.",
    );
  });

  test("is confirmed by its parent where the capability says nothing", async () => {
    const { start, stored } = await gone({ confirmGone: () => Promise.resolve(undefined) });
    expect(await start().read(stored)).toBeUndefined();
  });

  test("ends the read with the error of the confirmation", async () => {
    const { start, stored } = await gone({ confirmGone: () => Promise.reject(FORBIDDEN) });
    expect((await failureOf(start().read(stored))).message).toContain("403");
  });

  test("of a removal counts as removed only when that is confirmed", async () => {
    const { start, stored } = await gone({ confirmGone: () => Promise.resolve(false) });
    expect((await failureOf(start().remove(stored)))["code"]).toBe("unconfirmed_absence");
    const other = await gone({ confirmGone: () => Promise.resolve(true) });
    await other.start().remove(other.stored);
  });
});
