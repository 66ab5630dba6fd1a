import { describe, expect, test } from "@jest/globals";

import { warnings } from "../../../src/capabilities/warnings.ts";
import type { Values } from "../../../src/model/json-value.ts";
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

describe("a preview warning", () => {
  /** What two capabilities foresee: one always, one of red objects. */
  const made = () => {
    const asked: string[] = [];
    const warning = (name: string, isExpected: (color: unknown) => boolean) => ({
      name,
      previewWarning: ({ inputs }: { readonly inputs: Values }) => {
        asked.push(`${name} of ${String(inputs["name"])}`);
        return Promise.resolve(isExpected(inputs["color"]) ? message`The ${name} will break.` : undefined);
      },
    });
    const opened = madeUp([warning("lid", () => true), warning("lock", (color) => color === "red")]);
    return { ...opened, asked };
  };
  const objects = ["blue", "red", "red"].map((color, index) => ({ ...DECLARED, color, name: `n${index}` }));

  test("is asked until it has warned, and then of no other object of the process", async () => {
    const { start, asked } = made();
    const run = start();
    for (const inputs of objects) await run.previewNew(inputs);
    expect(run.warnings()).toEqual(["The lid will break.", "The lock will break."]);
    expect(asked).toEqual(["lid of n0", "lock of n0", "lock of n1"]);
  });

  test("warns once of objects that are previewed at once", async () => {
    const run = made().start();
    await Promise.all(objects.map((inputs) => run.previewNew(inputs)));
    expect(run.warnings().toSorted()).toEqual(["The lid will break.", "The lock will break."]);
  });
});
