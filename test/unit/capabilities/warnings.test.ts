import { describe, expect, test } from "@jest/globals";

import { warnings } from "../../../src/capabilities/planning.ts";
import { message } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { unreachable } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

describe("warnings by what is declared", () => {
  const made = () =>
    madeUp([warnings({ inputWarnings: ({ color }) => (color === "red" ? [message`Red fades.`] : []) })]);

  test("are given in a preview, of a new object and of one without a change, and after a write", async () => {
    const { start } = made();
    const [first, second, third] = [start(), start(), start()];
    await first.previewNew();
    const stored = await second.ensure();
    await third.preview(DECLARED, stored);
    for (const run of [first, second, third]) expect(run.warnings()).toEqual(["Red fades."]);
  });

  test("are left out where nothing is to be said", async () => {
    const run = made().start();
    await run.ensure({ ...DECLARED, color: "blue" });
    expect(run.warnings()).toEqual([]);
  });
});

describe("warnings by what is held", () => {
  const made = async () => {
    const opened = madeUp([
      warnings({
        planWarnings: (held, inputs, shown) =>
          held["weight"] === 99 && (shown === undefined || shown["weight"] === 99)
            ? [message`${String(inputs["name"])} is heavy.`]
            : [],
      }),
    ]);
    const stored = await opened.start().ensure({ ...DECLARED, weight: 99 });
    opened.requests();
    return { ...opened, stored };
  };
  const heavy = { ...DECLARED, weight: 99 };

  test("are given of state where nothing changes, after a look at the list", async () => {
    const { start, stored, requests } = await made();
    const run = start();
    await run.preview(heavy, stored);
    expect([run.warnings(), requests()]).toEqual([["a is heavy."], ["list o1"]]);
  });

  test("are left out where the list shows that they hold no more", async () => {
    const { service, start, stored } = await made();
    await service.update("o1", "b1", { weight: 1 });
    const run = start();
    await run.preview(heavy, stored);
    expect(run.warnings()).toEqual([]);
  });

  test("cost nothing where state gives no reason", async () => {
    const { start, stored, requests } = await made();
    await start().preview(DECLARED, { ...stored, state: { ...stored.state, weight: undefined } });
    expect(requests()).toEqual([]);
  });

  test("wait until everything is known, and for a list that can be read", async () => {
    const { service, start, stored } = await made();
    const run = start();
    await run.preview({ ...heavy, combination: UNKNOWN }, stored);
    service.next("list", { error: unreachable() });
    await run.preview({ ...heavy, color: "blue" }, stored);
    expect(run.warnings()).toEqual([]);
  });
});
