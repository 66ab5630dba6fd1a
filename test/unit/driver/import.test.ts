import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { declarable, importable, isServerDefault } from "../../../src/driver/driver.ts";
import { type Field, field } from "../../../src/model/field.ts";
import { differingDefaults } from "../../../src/model/service-default.ts";
import { box, fakeBox, vault } from "../../support/fake-resources.ts";

describe("an import", () => {
  const held = { organizationId: "o1", boxId: "b1", name: "a", color: "grey", combination: "1234", password: "s3cret" };
  const bare = { organizationId: "o1", boxId: "b1", name: "a" };

  test("takes neither secrets, nor what the service never returns, nor what is so by default; outputs stay", () => {
    expect(importable(vault, held)).toEqual(bare);
    expect(importable(vault, { ...held, color: "red" })).toEqual({ ...bare, color: "red" });
  });

  test("takes what isn't secret only if the service returns it", () => {
    const hint = (returned?: "never" | "sometimes"): Field =>
      field(z.string().optional(), { doc: "Hint.", ...(returned === undefined ? {} : { returned }) });
    const hinted = (returned?: "never" | "sometimes") =>
      importable(fakeBox({ inputs: { hint: hint(returned) } }), { ...bare, hint: "x" });
    expect([hinted(), hinted("sometimes"), hinted("never")]).toEqual([
      { ...bare, hint: "x" },
      { ...bare, hint: "x" },
      bare,
    ]);
  });

  test("takes of what a program declared everything, and a default that it names now", () => {
    expect(importable(vault, held, { declared: { combination: "0000", password: "", color: "red" } })).toEqual(held);
    expect(importable(vault, held, { news: { color: "grey", combination: "1234" } })).toEqual({
      ...bare,
      color: "grey",
    });
  });

  test("knows a default by what the service compares as the same", () => {
    const { color, weight, name } = box.inputs as Record<string, Field>;
    expect([isServerDefault(color!, "grey"), isServerDefault(color!, "red")]).toEqual([true, false]);
    expect([isServerDefault(weight!, null), isServerDefault(name!, undefined)]).toEqual([true, false]);
    const elsewhere = { ...color!, serviceDefault: differingDefaults("grey", ["white"]) };
    expect([isServerDefault(elsewhere, "white"), isServerDefault(elsewhere, "red")]).toEqual([true, false]);
  });
});

describe("a program that is written for an object that exists", () => {
  test("says what the object has, and neither outputs nor secrets nor what is so by default", () => {
    const found = {
      organizationId: "o1",
      boxId: "b1",
      name: "a",
      color: "grey",
      weight: 5,
      combination: "1234",
      isProtected: true,
    };
    expect(declarable(box, found)).toEqual({ organizationId: "o1", name: "a", weight: 5 });
    expect(declarable(box, { ...found, color: "red", isProtected: false })).toEqual({
      organizationId: "o1",
      name: "a",
      color: "red",
      weight: 5,
      isProtected: false,
    });
    expect(declarable(fakeBox(), {})).toEqual({});
  });
});
