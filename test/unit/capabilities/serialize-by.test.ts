import { describe, expect, test } from "@jest/globals";

import { serializeBy } from "../../../src/capabilities/serialize-by.ts";
import type { SerializeBy } from "../../../src/capabilities/serialize-by.ts";
import { plain } from "../../support/fake-resources.ts";
import { apiError } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const IN_TURN = ["start a", "end a", "start b", "end b"];
const SIDE_BY_SIDE = ["start a", "start b", "end a", "end b"];

/** Boxes whose writes record their start and end. */
function slow(rules: Partial<SerializeBy>) {
  const steps: string[] = [];
  const slowly = async <T>(what: unknown, send: () => Promise<T>): Promise<T> => {
    steps.push(`start ${String(what)}`);
    const answer = await send();
    await new Promise((resolve) => setImmediate(resolve));
    steps.push(`end ${String(what)}`);
    return answer;
  };
  const { ops } = plain;
  const { service: fake, start } = madeUp([serializeBy({ name: "yard", ...rules })], {
    ops: {
      ...ops,
      create: (service, scope, body) =>
        slowly(body["name"], () => service.create(String(scope["organizationId"]), body)),
      update: (service, at, body) =>
        slowly(at["boxId"] === "b1" ? "a" : "b", () => service.update("o1", String(at["boxId"]), body)),
      delete: (service, at) =>
        slowly(at["boxId"] === "b1" ? "a" : "b", () => service.delete("o1", String(at["boxId"]))),
    },
  });
  const run = start();
  const both = ["a", "b"].map((name) => ({ ...DECLARED, name, isProtected: false }));
  const makeBoth = async () => {
    const made = await Promise.all(both.map((inputs) => run.ensure(inputs)));
    return { made, steps: steps.splice(0) };
  };
  return { service: fake, start, run, steps, both, makeBoth };
}

describe("requests that share something", () => {
  test("make their objects in turn", async () => {
    expect((await slow({}).makeBoth()).steps).toEqual(IN_TURN);
  });

  test.each([
    [{ changes: true }, IN_TURN],
    [{}, SIDE_BY_SIDE],
  ] as const)("change them in turn where that is declared (%j)", async (rules, order) => {
    const { run, steps, both, makeBoth } = slow(rules);
    const { made } = await makeBoth();
    await Promise.all(both.map((inputs, at) => run.ensure({ ...inputs, color: "blue" }, made[at])));
    expect(steps).toEqual(order);
  });

  test.each([
    [{ removals: true }, IN_TURN],
    [{}, SIDE_BY_SIDE],
  ] as const)("remove them in turn where that is declared (%j)", async (rules, order) => {
    const { start, steps, makeBoth } = slow(rules);
    const { made } = await makeBoth();
    const later = start();
    await Promise.all(made.map((one) => later.remove(one)));
    expect(steps).toEqual(order);
  });

  test("go on after one that failed", async () => {
    const { run, service, both } = slow({});
    service.next("create", { error: apiError({ category: "invalid", status: 400 }) });
    const ends = await Promise.allSettled(both.map((inputs) => run.ensure(inputs)));
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });
});
